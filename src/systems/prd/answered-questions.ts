// Questions of a brief that a reviewer has answered: who it is for, and what they should be able to do.

import { isAssumed } from '../../documents/gaps/ears-requirement.ts';
import type { Action } from '../../documents/gaps/read-goal-clause.ts';
import { readSurely } from '../../documents/gaps/read-surely.ts';
import { NOBODY_NAMED } from '../../documents/gaps/unclear-gap.ts';
import { wordGoal } from '../../documents/gaps/word-goal-clause.ts';
import { parseBrief } from '../../documents/prd/parse-brief.ts';
import { ABLE_QUESTION, WHO_QUESTION } from '../../documents/prd/unclear.ts';
import { withBullet } from './brief-lines.ts';

/** Where goals are only asked for, what a reviewer says somebody should do is the first of them. */
export function withAnsweredGoal(text: string, actions: readonly Action[]): string {
  const { goals } = parseBrief(text);
  const own = actions.filter(isBySomebody);
  if (own.length === 0 || !goals.every(isAssumed)) return text;
  const answered = own.reduce((now, action) => withBullet(now, 'Goals', wordGoal(action)), text);
  return goals.reduce((now, question) => now.replace(`- ${question}\n`, ''), answered);
}

/** `points`: goals and scope, as they stand now. */
export function withoutAnswered(text: string, points: readonly string[]): string {
  const said = points.filter((point) => !isAssumed(point)).flatMap((point) => readSurely(point) ?? []);
  if (!said.some(isBySomebody)) return text;
  return [NOBODY_NAMED, WHO_QUESTION, ABLE_QUESTION].reduce(
    (now, question) => now.replace(`- ${question}\n`, ''),
    text,
  );
}

const isBySomebody = ({ kind, actor }: Action): boolean =>
  kind === 'person' && actor !== '' && !/^(?:users?|everyone|others)$/i.test(actor);
