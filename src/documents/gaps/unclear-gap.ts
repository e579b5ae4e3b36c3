// Gaps that are no missing requirement: nobody knows what is asked for, or nothing was added to the sentence.

import type { Brief } from '../prd/brief.ts';
import { type Clarification, type ClarifyingQuestion, clarifyingQuestions } from '../prd/unclear.ts';
import { categoryOf } from './ears-requirement.ts';
import type { Gap, Severity } from './gap.ts';
import { type Action, lowered } from './read-goal-clause.ts';
import { readSurely } from './read-surely.ts';
import { utteranceOf } from './repeats-utterance.ts';

/** Asked in a brief, until somebody answers it there. */
export const NOBODY_NAMED = 'Nobody was named: who uses it?';

export const isNobodyNamed = ({ sections }: Brief): boolean =>
  (sections.Overview ?? '').split(/\r\n|\r|\n/).some((line) => line.trim() === `- ${NOBODY_NAMED}`);

export function openQuestions(brief: Brief, answered: readonly Clarification[]): readonly ClarifyingQuestion[] {
  const utterance = utteranceOf(brief);
  return utterance === '' ? [] : clarifyingQuestions(utterance, answered);
}

/** How many questions stand under "Open Questions" of a brief's overview. */
export function listedQuestions({ sections }: Brief): number {
  const [, after = ''] = (sections.Overview ?? '').split(/^#+ Open Questions\s*$/im);
  const [own = ''] = after.split(/^#+ /m);
  return own.split(/\r\n|\r|\n/).filter((line) => /^\s*[-*+] \S/.test(line)).length;
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

/** A result that no system can count: who measures it, only the person knows. */
export function unmeasuredGap(criterion: string, severity: Severity): Omit<Gap, 'id'> {
  return {
    title: `Nobody has said who measures the success criterion "${short(criterion)}"`,
    description:
      `No approved requirement counts or times it: "${criterion}". Add to it who measures it ("measured by ..."), or ` +
      'approve a requirement on what the system counts for it.',
    severity,
    category: categoryOf(criterion, 'criterion'),
    impact: 'Nobody could say whether the feature succeeded.',
    suggestedRequirements: [],
  };
}

/** What happens at its edges, only the person knows: it is asked, with the words that were said. */
export function repeatedGap({ goals }: Brief): Omit<Gap, 'id'> {
  const asked = goals.flatMap((goal) => readSurely(goal) ?? []).flatMap(edgeOf);
  return {
    title: 'The requirements only repeat the sentence that was asked for',
    description: [
      'No approved requirement adds a condition, a limit or a case of failure to what was said.',
      ...(asked.length === 0 ? [] : [`Say at a review, for example: ${asked[0]}`]),
    ].join(' '),
    severity: 'high',
    category: 'UI/UX',
    impact: 'Two people who build it would build two different things, and nobody could say which is right.',
    suggestedRequirements: [],
  };
}

/** "when must patients not be able to book appointments?" */
function edgeOf({ kind, actor, verb, rest }: Action): readonly string[] {
  if (kind === 'product' && verb !== 'be') return [`what happens if the system cannot ${verb} ${rest}?`];
  if (kind !== 'person' || actor === '' || /^(?:only|nobody|they|it)\b/i.test(actor)) return [];
  return [`when are ${lowered(actor)} refused to ${verb} ${rest}, and what do they see then?`];
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 57).replace(/\s\S*$/, '')}...` : text);
