// What a reviewer said of a brief, without a model: the text they gave for a section is taken, the answer to a question
// takes its place, and all else is filed word for word as open points under the section it names.

import { answeredQuestions } from '../../documents/markdown/answered-questions.ts';
import { openPoint } from '../../documents/markdown/filed-text.ts';
import { isStartOver, type Modification } from '../../documents/prd/brief.ts';
import { openQuestions } from '../../documents/prd/open-questions.ts';
import { briefProblems, sectionNamed } from '../../documents/prd/parse-brief.ts';
import { OPEN_POINTS, reviewPoint } from '../../documents/prd/read-open-points.ts';
import { isNoAnswer } from '../../language/is-no-answer.ts';
import { saidSentences } from '../../language/said-sentences.ts';
import { sectionOf, withAnswer, withPoints, withSection, withTitle } from './brief-lines.ts';

export interface BriefReview {
  readonly feedback: string;
  readonly modifications: readonly Modification[];
}

/** `isAllowed`: whether the brief may become this by a text that was given; else that is filed too. */
export function fileReview(
  brief: string,
  { feedback, modifications }: BriefReview,
  isAllowed: (text: string, before: string) => boolean = keepsForm,
): string {
  let text = brief;
  const points: (readonly [section: string, said: string])[] = [];
  const reasons = new Set<string>();
  for (const { section, modificationReason: reason, requestedContent } of modifications) {
    reasons.add(reason.trim());
    const isGiven = requestedContent.trim() !== '';
    const next = isGiven ? withText(text, section, requestedContent.trim()) : null;
    if (next !== null && isAllowed(next, text)) text = next;
    else points.push([isStartOverOf(section) ? '' : section, isGiven ? requestedContent : reason]);
  }
  if (!reasons.has(feedback.trim())) {
    const { text: answered, rest } = withAnswers(text, feedback);
    const isTaken = isAllowed(answered, text);
    // A form sends what it says of a section beside the answers too.
    if (!isTaken || !reasons.has(rest.trim())) points.push(['', isTaken ? rest : feedback]);
    if (isTaken) text = answered;
  }
  return points.reduce((now, [section, said]) => withOpenPoint(now, section, said), text);
}

const FIXED: readonly string[] = ['Status', 'User Utterance'];
const isStartOverOf = (section: string): boolean =>
  isStartOver([{ section, modificationReason: '', requestedContent: '' }]);

const keepsForm = (text: string, before: string): boolean => briefProblems(text).length <= briefProblems(before).length;

/** null: the section has no place for it. */
function withText(brief: string, section: string, given: string): string | null {
  const name = sectionNamed(section);
  if (name !== null && FIXED.includes(name)) return null;
  const isWhole = /^\W*(?:feature )?brief\s*$/i.test(section) || isStartOverOf(section);
  if (isWhole) return `${given}\n`;
  if (/^\s*title\s*$/i.test(section)) return withTitle(brief, given.replace(/^#+\s*/, ''));
  return withSection(brief, name ?? section, given);
}

/** What answers no question of the brief, or one that does not stand open any more, is left. */
function withAnswers(brief: string, feedback: string): { readonly text: string; readonly rest: string } {
  const rest: string[] = [];
  let text = brief;
  for (const { question, text: said } of answeredQuestions(feedback, openQuestions(brief))) {
    if (question !== null && isNoAnswer(said)) continue;
    const next = question === null ? null : withAnswer(text, openPoint(question), saidSentences(said));
    if (next === null) rest.push(question === null ? said : `${question}\n${said}`);
    else text = next;
  }
  return { text, rest: rest.join('\n\n') };
}

function withOpenPoint(brief: string, section: string, said: string): string {
  const name = sectionNamed(section);
  const sentences = saidSentences(said);
  const isOwn =
    section !== '' && (name === null || !FIXED.includes(name)) && sectionOf(brief, name ?? section) !== undefined;
  if (isOwn) return withPoints(brief, name ?? section, sentences.map(reviewPoint));
  const named = section === '' ? sentences : sentences.map((sentence) => `${section}: ${sentence}`);
  return withPoints(brief, 'Overview', named.map(reviewPoint), OPEN_POINTS);
}
