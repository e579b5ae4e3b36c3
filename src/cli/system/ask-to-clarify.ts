// Asks what would make an unclear request clearer, one question at a time, before anything is drafted. Enter skips one.

import type { StartForm, StartInput } from '../../ports/system.ts';
import { isPromptExit, LEAVE } from '../prompt.ts';
import { hangingLines } from '../review/theme.ts';
import type { ReviewInput } from './open-review-input.ts';
import { CLARIFICATIONS } from './written-answers.ts';

type Clarifications = StartInput['clarifications'];

/** Only those that were answered; null: the person left. Without a terminal a file of answers may hold them. */
export async function askToClarify(
  reviewInput: ReviewInput,
  start: StartForm,
  subject: string,
  options: StartInput['options'],
  by: { readonly hasModel: boolean },
): Promise<Clarifications | null> {
  const { terminal, answers, signal } = reviewInput;
  const written = answers?.get(CLARIFICATIONS);
  if (terminal === null && written === undefined) return [];
  const questions = (await start.clarify?.(subject, options, by)) ?? [];
  const given: Clarifications[number][] = [];
  if (terminal === null) {
    const texts = writtenTexts(written);
    // Whatever was written down is kept, also where nothing asks for it now: a model reads it, or it is filed.
    const others = Object.keys(texts).filter((id) => questions.every((question) => question.id !== id));
    for (const { id, question } of [...questions, ...others.map(namedById)]) {
      const answer = texts[id]?.trim() ?? '';
      if (answer !== '') given.push({ id, question, answer });
    }
    return given;
  }
  const { paint, width } = reviewInput.theme();
  if (questions.length > 0)
    reviewInput.say([
      '',
      ...[...new Set(questions.map(({ why }) => why))].flatMap((why) => hangingLines(' ', why, width)),
      ...hangingLines(' ', 'A few questions first. Enter skips one, Escape all of them.', width, paint.dim),
    ]);
  for (const { id, question } of questions) {
    const said = await terminal.line(question, {}, signal);
    if (said === LEAVE) return null;
    if (isPromptExit(said)) break;
    if (said.trim() !== '') given.push({ id, question, answer: said.trim() });
  }
  return given;
}

const namedById = (id: string) => ({ id, question: `${id}:` });

function writtenTexts(written: unknown): { readonly [id: string]: string | undefined } {
  const own = typeof written === 'object' && written !== null && 'always' in written ? written.always : {};
  const entries = Object.entries((own ?? {}) as object).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(entries) as { readonly [id: string]: string };
}
