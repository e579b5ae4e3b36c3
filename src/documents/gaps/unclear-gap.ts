// Gaps that are no missing requirement: nobody knows what is asked for, or nothing was added to the sentence.

import type { Brief } from '../prd/brief.ts';
import { type Clarification, type ClarifyingQuestion, clarifyingQuestions } from '../prd/unclear.ts';
import type { Gap } from './gap.ts';
import { readWish } from './read-wish.ts';
import { utteranceOf } from './repeats-utterance.ts';
import { deedTitle, failureOf } from './word-deed.ts';

/** Asked in a brief, until somebody answers it there. */
export const NOBODY_NAMED = 'Nobody was named: who uses it?';

export const isNobodyNamed = ({ sections }: Brief): boolean =>
  (sections.Overview ?? '').split(/\r\n|\r|\n/).some((line) => line.trim() === `- ${NOBODY_NAMED}`);

export function openQuestions(brief: Brief, answered: readonly Clarification[]): readonly ClarifyingQuestion[] {
  const utterance = utteranceOf(brief);
  return utterance === '' ? [] : clarifyingQuestions(utterance, answered);
}

/** No rule can suggest what only the person knows. */
export function unclearGap(brief: Brief, questions: readonly ClarifyingQuestion[]): Omit<Gap, 'id'> {
  const [first] = questions;
  return {
    title: `It is not clear what "${short(utteranceOf(brief))}" asks for`,
    description: [first?.why ?? '', ...questions.map(({ question }) => question)].join(' '),
    severity: 'critical',
    category: 'UI/UX',
    impact: 'Whatever is built, nobody can say whether it is what was meant.',
    suggestedRequirements: [],
  };
}

/** Who it is for, only the person knows. */
export function nobodyGap(): Omit<Gap, 'id'> {
  return {
    title: 'Nobody was named who uses it',
    description: `The brief asks it, and has no answer: "${NOBODY_NAMED}" Say it when the brief is revised.`,
    severity: 'high',
    category: 'UI/UX',
    impact: 'Nobody can say for whom it is built, nor who may do it.',
    suggestedRequirements: [],
  };
}

export function repeatedGap({ goals }: Brief): Omit<Gap, 'id'> {
  const deeds = goals.flatMap((goal) => readWish(goal) ?? []);
  const [first] = deeds.flatMap((deed) => {
    const description = failureOf(deed);
    return description === null ? [] : [{ title: `${deedTitle(deed)}: Failure`, description }];
  });
  return {
    title: 'The requirements only repeat the sentence that was asked for',
    description: 'No approved requirement adds a condition, a limit or a case of failure to what was said.',
    severity: 'high',
    category: 'UI/UX',
    impact: 'Two people who build it would build two different things, and nobody could say which is right.',
    suggestedRequirements: first === undefined ? [] : [{ ...first, priority: 'medium', category: 'UI/UX' }],
  };
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 57).replace(/\s\S*$/, '')}...` : text);
