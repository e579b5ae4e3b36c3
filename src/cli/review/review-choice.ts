// A question with answers to choose from.

import type { ChoiceDecision, ChoiceReview, MessageDecision } from '../../ports/review.ts';
import { BACK, isPromptExit, LEAVE, type PromptResult } from '../prompt.ts';
import { severalLines } from '../shown-text.ts';
import { helpLines, notEmpty, type ReviewTerminal } from './review-terminal.ts';
import { choiceLines } from './show-choice.ts';
import { noticeLines } from './show-notices.ts';
import { hangingLines, type Theme } from './theme.ts';

const MESSAGE = { key: 'm', label: 'message', help: 'say something to the agent, who answers or makes a new offer' };
const DETAILS = { key: 'd', label: 'details', help: 'everything, with what it means' };

/** `goOn`: the command that comes back here. */
export async function reviewChoice(
  terminal: ReviewTerminal,
  review: ChoiceReview,
  goOn: string,
  signal: AbortSignal,
): Promise<PromptResult<ChoiceDecision | MessageDecision>> {
  const isShort = tellChoice(terminal, review);
  const keys = [
    ...review.options.map(({ key, label, help }) => ({ key, label, help })),
    ...(isShort ? [DETAILS] : []),
    ...(review.canSay ? [{ ...MESSAGE, ...messageKey(review) }] : []),
    ...alwaysKeys(goOn),
  ];
  for (;;) {
    const key = await terminal.key(keys, signal);
    if (key === LEAVE || key === 'q') return LEAVE;
    if (signal.aborted) return BACK;
    const option = review.options.find((one) => one.key === key);
    if (option !== undefined) return { kind: 'choice', option: option.value };
    if (key === '?') terminal.say(helpLines(keys, terminal.theme()));
    if (key === DETAILS.key) terminal.say(choiceLines(review, terminal.theme()));
    const said = key === MESSAGE.key ? await askMessage(terminal, signal, review.message?.question) : BACK;
    if (said !== BACK) return said;
  }
}

/** BACK: nothing was said. */
export async function askMessage(
  terminal: ReviewTerminal,
  signal: AbortSignal,
  question = 'What do you want to tell the agent?',
): Promise<PromptResult<MessageDecision>> {
  const message = await terminal.line(question, { check: notEmpty }, signal);
  return isPromptExit(message) ? message : { kind: 'message', text: message.trim() };
}

const messageKey = ({ message }: ChoiceReview): object =>
  message === undefined ? {} : { label: message.label, help: message.help };

export const alwaysKeys = (goOn: string) => [
  { key: 'q', label: 'leave', help: `nothing is lost: ${goOn} goes on here` },
  { key: '?', label: 'help', help: 'this list' },
];

const wordLines = (words: string, { width }: Theme): string[] => [
  '',
  ...severalLines(words).flatMap((line) => hangingLines(' ', line, width)),
];

/** true: only titles are shown, because all of it would not fit the screen. */
function tellChoice(terminal: ReviewTerminal, review: ChoiceReview): boolean {
  const { notices, said } = review;
  const theme = terminal.theme();
  if (notices.length > 0) terminal.say(['', ...noticeLines(notices, theme)]);
  const lines = choiceLines(review, theme);
  const isShort = lines.length > (terminal.page() ?? lines.length);
  terminal.say(isShort ? choiceLines(review, theme, 'titles') : lines);
  // Below the rest, where it is seen: the person who sent a message waits for it.
  if (said !== null) terminal.say(wordLines(said, theme));
  return isShort;
}
