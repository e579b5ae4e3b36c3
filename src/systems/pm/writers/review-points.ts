// What a review wants otherwise, word for word, under the heading that it names: open until the person answers it.

import { openPoint, shortTitle } from '../../../documents/markdown/filed-text.ts';
import { outlineSpec } from '../../../documents/spec/outline-spec.ts';
import { statementsIn } from '../../features/statements-in.ts';
import { HEADINGS, REVIEW_POINTS } from './file-spec.ts';
import { filed } from './file-text.ts';
import { QUESTIONS, quotable, reviewQuestion } from './questions.ts';
import type { Answers } from './read-answers.ts';

export interface ReviewedDraft {
  readonly last: string;
  /** Of the architect; '' where there is none. */
  readonly feedback: string;
  readonly answers: Pick<Answers, 'all' | 'feedback'>;
}

/** Lines by the heading they belong under. */
export function reviewPoints(draft: ReviewedDraft): ReadonlyMap<string, readonly string[]> {
  const now = wantedIn(draft).flatMap((feedback) => linesOf(feedback, isAnswered(draft, feedback)));
  const texts = new Set(now.map(({ text }) => text));
  const all = [...pointsBefore(draft.last).filter(({ text }) => !texts.has(text)), ...now];
  const groups = [...Map.groupBy(all, ({ heading }) => heading)];
  return new Map(groups.map(([heading, points]) => [heading, points.map(({ line }) => line)] as const));
}

/** Those that nobody was asked about yet, as they are asked. */
export const openReviews = (draft: ReviewedDraft): readonly string[] =>
  wantedIn(draft).filter((feedback) => !isAnswered(draft, feedback));

export const nameOf = (feedback: string): string => quotable(shortTitle(feedback));

const wantedIn = ({ feedback, answers }: ReviewedDraft): readonly string[] =>
  [...answers.feedback, feedback].filter((each, at, all) => each.trim() !== '' && all.indexOf(each) === at);

function isAnswered({ answers }: ReviewedDraft, feedback: string): boolean {
  const { text: asked } = reviewQuestion(nameOf(feedback));
  return answers.all.some(({ question, text }) => question.text === asked && text !== '');
}

interface Point {
  readonly heading: string;
  readonly text: string;
  readonly line: string;
}

const NAMES: readonly string[] = [...HEADINGS.map(([, heading]) => heading), 'Scope', 'Requirements'];
const ANSWERED = 'answered: ';

/** A sentence that names a section, as a gate writes it, and those behind it belong there. */
function linesOf(feedback: string, hasAnswer: boolean): readonly Point[] {
  let heading = REVIEW_POINTS;
  return statementsIn(feedback).map((sentence) => {
    heading = NAMES.find((name) => sentence.startsWith(`${name}: `)) ?? heading;
    const text = filed(sentence);
    return { heading, text, line: `- ${hasAnswer ? `${ANSWERED}${text}` : openPoint(text)}` };
  });
}

const POINT = /^- (?:open|answered): (.+)$/;
const FIXED: ReadonlySet<string> = new Set(Object.values(QUESTIONS));

/** Of earlier reviews: nothing else has kept them. */
function pointsBefore(last: string): readonly Point[] {
  let heading = '';
  return outlineSpec(last).lines.flatMap(({ kind, words, text: line }) => {
    if (kind === 'heading') heading = words;
    const text = kind === 'text' ? POINT.exec(line)?.[1] : undefined;
    return text === undefined || FIXED.has(text) || !(NAMES.includes(heading) || heading === REVIEW_POINTS)
      ? []
      : [{ heading, text, line }];
  });
}
