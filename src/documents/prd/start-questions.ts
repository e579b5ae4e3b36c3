// The questions that are asked about every request where no model asks its own, each with the place of its answer in
// the brief.

export interface BriefQuestion {
  /** The same for ever: answers that were written down beforehand name it. */
  readonly id: string;
  readonly question: string;
  readonly place: BriefPlace;
}

export type BriefPlace = 'Users' | 'Problem' | 'In Scope' | 'Out of Scope' | 'Success Criteria';

export const START_QUESTIONS: readonly BriefQuestion[] = [
  { id: 'who', question: 'Who is it for?', place: 'Users' },
  { id: 'today', question: 'Why is it wanted: what goes wrong today?', place: 'Problem' },
  { id: 'what', question: 'What belongs to it, besides what you said?', place: 'In Scope' },
  { id: 'out', question: 'What is left out?', place: 'Out of Scope' },
  { id: 'result', question: 'By which result will you see that it worked?', place: 'Success Criteria' },
];

/** Ids that earlier versions asked by. */
const EARLIER: { readonly [id: string]: BriefPlace } = { instead: 'In Scope' };

/** Where the answer to a question goes; null: it is none of these. */
export function placeOfAnswer(id: string): BriefPlace | null {
  if (Object.hasOwn(EARLIER, id)) return EARLIER[id] ?? null;
  return START_QUESTIONS.find((each) => each.id === id)?.place ?? null;
}
