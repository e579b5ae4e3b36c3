// What the writer of a document asks, answered one question at a time: the answers ask for the next version.

import type { DocumentDecision } from '../../ports/review.ts';
import { BACK, isPromptExit, LEAVE, type PromptResult } from '../prompt.ts';
import { counted } from '../shown-text.ts';
import type { ReviewTerminal } from './review-terminal.ts';
import { hangingLines, type Theme } from './theme.ts';

export function questionNotice(questions: readonly string[], { paint, width }: Theme): string[] {
  if (questions.length === 0) return [];
  return hangingLines(
    ' ',
    `It leaves ${counted(questions.length, 'question')} open: "r" answers.`,
    width,
    paint.yellow,
  );
}

/** An empty line skips one, Escape those that are left. BACK: none was answered. */
export async function answerQuestions(
  terminal: ReviewTerminal,
  questions: readonly string[],
  signal: AbortSignal,
): Promise<PromptResult<DocumentDecision>> {
  const answered: string[] = [];
  for (const question of questions) {
    const said = await terminal.line(question, { placeholder: 'empty skips it' }, signal);
    if (said === LEAVE) return LEAVE;
    if (isPromptExit(said)) break;
    if (said.trim() !== '') answered.push(`${question}\n${said.trim()}`);
  }
  if (answered.length === 0) return BACK;
  return { kind: 'document', verdict: 'change', feedback: answered.join('\n\n') };
}
