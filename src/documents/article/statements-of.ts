// What passages say that can be told: sentences, each as it may stand by itself, or only behind the one before it.

import type { Passage } from '../evidence/passage.ts';
import { sentencesOf } from '../evidence/sentences-of.ts';
import { hasLostDefinite, type TextContext } from './definite-phrases.ts';
import { isElliptic } from './elliptic.ts';
import { asSentence, isUsable } from './is-usable.ts';
import { longPattern } from './long-pattern.ts';
import { isLost } from './lost-reference.ts';
import { isOfTheMethod } from './page-detail.ts';
import { repairReference } from './repair-reference.ts';
import { standsBehind } from './stands-behind.ts';
import { termsOf } from './terms-of.ts';
import { joinsBack, withoutConnectives, withoutReferences } from './trim-sentence.ts';

export interface Statement {
  /** Of the passage it was taken from. */
  readonly passage: string;
  readonly source: string;
  /** Where its passage begins in the source. */
  readonly start: number;
  readonly heading: string;
  /** As it stands in the source but for references. */
  readonly own: string;
  /** As it may stand by itself; null: only behind `before`. */
  readonly alone: string | null;
  /** As it may stand where the text names its source: only a definite phrase is new to the reader. */
  readonly named: string | null;
  /** The sentence before it in the source, without references. */
  readonly before: string;
  /** `alone` names what `before` names: it rests on that, too. */
  readonly isRepaired: boolean;
}

const NOTHING: ReadonlySet<string> = new Set();

/** `known` are the terms of the topic; `context` says what else a reader knows when the passage begins. */
export function statementsOf(
  passage: Passage,
  known: ReadonlySet<string>,
  context: TextContext = { familiar: known, earlier: NOTHING, own: NOTHING },
): readonly Statement[] {
  let before = withoutReferences(passage.before);
  return sentencesOf(passage.text).flatMap(({ text }) => {
    const own = asSentence(withoutReferences(text));
    const last = before;
    before = own;
    if (!isUsable(own) || (last === '' && isBareAnswer(own, passage.heading))) return [];
    const { id, source, start, heading } = passage;
    const told = standAlone(own, last, known, context);
    if (told.alone === null && !standsBehind(withoutConnectives(own), last, context)) return [];
    return [{ passage: id, source, start, heading, own, before: last, ...told }];
  });
}

const ANSWERS = longPattern(
  String.raw`^(?:yes|no|not|only|nobody|everybody|almost|usually|often|rarely|sometimes|never|always|generally|hardly
    |probably|certainly|mostly|in principle|it|they|that|around|about)\b`,
  'i',
);

/** `Only with a permit` under `Who may do it?`: says something only behind the question. */
function isBareAnswer(text: string, heading: string): boolean {
  if (!/\?\s*$/.test(heading) || !ANSWERS.test(text)) return false;
  const asked = termsOf(heading);
  return ![...termsOf(text)].some((term) => asked.has(term));
}

function standAlone(
  own: string,
  before: string,
  known: ReadonlySet<string>,
  context: TextContext,
): Pick<Statement, 'alone' | 'named' | 'isRepaired'> {
  const never = { alone: null, named: null, isRepaired: false };
  if (joinsBack(own) || isElliptic(own) || isOfTheMethod(own)) return never;
  const plain = withoutConnectives(own);
  if (!isUsable(plain)) return never;
  if (!isLost(plain, known, before, context.own))
    return { alone: hasLostDefinite(plain, context) ? null : plain, named: plain, isRepaired: false };
  const repaired = before === '' ? null : repairReference(plain, withoutConnectives(before), known);
  // `The tunnel is 580 yards long` only names again what the sentence before it named.
  const named = isLost(plain, known, '', context.own) ? null : plain;
  if (repaired === null || !isUsable(repaired) || hasLostDefinite(repaired, context)) return { ...never, named };
  return { alone: repaired, named: repaired, isRepaired: true };
}

/** One sentence directly behind another that the source has in this order. */
export const follows = (statement: Statement, previous: Statement): boolean =>
  statement.source === previous.source && statement.before !== '' && statement.before === previous.own;
