// A question with answers to choose from; and the talk that goes before it, where the agent asks something itself.

import type { ChoiceDecision, ChoiceReview, ConversationReview, MessageDecision } from '../../ports/review.ts';
import { type Asked, BACK, isUnsaid, LEAVE } from '../prompt.ts';
import { severalLines } from '../shown-text.ts';
import { type Desk, helpLines, notEmpty } from './desk.ts';
import { hanging, type Look } from './look.ts';
import { choiceLines } from './show-choice.ts';
import { noticeLines } from './show-notices.ts';

const MESSAGE = { key: 'm', label: 'message', help: 'say something to the agent, who then answers or offers anew' };
const DETAILS = { key: 'd', label: 'details', help: 'everything, with what it means' };

/** `goOn`: the command that comes back here. */
export async function reviewChoice(
  desk: Desk,
  review: ChoiceReview,
  goOn: string,
  signal: AbortSignal,
): Promise<Asked<ChoiceDecision | MessageDecision>> {
  const isShort = tellChoice(desk, review);
  const keys = [
    ...review.options.map(({ key, label, help }) => ({ key, label, help })),
    ...(isShort ? [DETAILS] : []),
    ...(review.canSay ? [MESSAGE] : []),
    ...alwaysKeys(goOn),
  ];
  for (;;) {
    const key = await desk.key(keys, signal);
    if (key === LEAVE || key === 'q') return LEAVE;
    if (signal.aborted) return BACK;
    const option = review.options.find((one) => one.key === key);
    if (option !== undefined) return { kind: 'choice', option: option.value };
    if (key === '?') desk.say(helpLines(keys, desk.look()));
    if (key === DETAILS.key) desk.say(choiceLines(review, desk.look()));
    const said = key === MESSAGE.key ? await askMessage(desk, signal) : BACK;
    if (said !== BACK) return said;
  }
}

export async function reviewConversation(
  desk: Desk,
  { notices, messages }: ConversationReview,
  goOn: string,
  signal: AbortSignal,
): Promise<Asked<MessageDecision>> {
  const look = desk.look();
  if (notices.length > 0) desk.say(['', ...noticeLines(notices, look)]);
  desk.say(wordLines(messages.findLast(({ from }) => from === 'agent')?.text ?? '', look));
  const keys = [MESSAGE, ...alwaysKeys(goOn)];
  for (;;) {
    const key = await desk.key(keys, signal);
    if (key === LEAVE || key === 'q') return LEAVE;
    if (signal.aborted) return BACK;
    if (key === '?') desk.say(helpLines(keys, desk.look()));
    const said = key === MESSAGE.key ? await askMessage(desk, signal) : BACK;
    if (said !== BACK) return said;
  }
}

/** BACK: nothing was said. */
export async function askMessage(desk: Desk, signal: AbortSignal): Promise<Asked<MessageDecision>> {
  const message = await desk.line('What do you want to tell the agent?', { check: notEmpty }, signal);
  return isUnsaid(message) ? message : { kind: 'message', text: message.trim() };
}

export const alwaysKeys = (goOn: string) => [
  { key: 'q', label: 'leave', help: `nothing is lost: ${goOn} goes on here` },
  { key: '?', label: 'help', help: 'this list' },
];

const wordLines = (words: string, { width }: Look): string[] => [
  '',
  ...severalLines(words).flatMap((line) => hanging(' ', line, width)),
];

/** true: only titles are shown, because all of it would not fit the screen. */
function tellChoice(desk: Desk, review: ChoiceReview): boolean {
  const { notices, said } = review;
  const look = desk.look();
  if (notices.length > 0) desk.say(['', ...noticeLines(notices, look)]);
  const lines = choiceLines(review, look);
  const isShort = lines.length > (desk.page() ?? lines.length);
  desk.say(isShort ? choiceLines(review, look, 'titles') : lines);
  // Below the rest, where it is seen: whoever said something waits for it.
  if (said !== null) desk.say(wordLines(said, look));
  return isShort;
}
