// A conversation with an agent at a terminal, one message of the person at a time: typing is the default, what is known
// stays in view, commands begin with "/".

import type { AcceptDecision, ConversationReview, EndDecision, MessageDecision } from '../../ports/system.ts';
import { readText } from '../../runtime/read-text.ts';
import { isPromptExit, LEAVE, type PromptResult } from '../prompt.ts';
import { readAttachment } from '../read-attachment.ts';
import { oneLine } from '../shown-text.ts';
import { type ConversationInput, commandsOf, readInput } from './conversation-input.ts';
import type { ReviewTerminal } from './review-terminal.ts';
import { checklistLines, commandLines, inputBlock, messageLines } from './show-conversation.ts';
import { noticeLines } from './show-notices.ts';
import { hangingLines } from './theme.ts';

type ConversationDecision = MessageDecision | EndDecision | AcceptDecision;

/** `goOn`: the command that comes back here. */
export async function reviewConversation(
  terminal: ReviewTerminal,
  review: ConversationReview,
  goOn: string,
  signal: AbortSignal,
): Promise<PromptResult<ConversationDecision>> {
  const { notices, messages } = review;
  if (notices.length > 0) terminal.say(['', ...noticeLines(notices, terminal.theme())]);
  const last = messages.findLast(({ from }) => from === 'agent');
  if (last !== undefined) terminal.say(messageLines(last, terminal.theme()));
  let above = inputBlock(review, terminal.theme());
  for (;;) {
    const typed = await terminal.message(above, signal);
    if (isPromptExit(typed)) return typed;
    const input = readInput(typed, review);
    const decided = input.do === 'attach' ? attached(terminal, input.rest) : decisionOf(input);
    if (decided === LEAVE) return LEAVE;
    if (decided !== null) {
      tellDecision(terminal, decided);
      return decided;
    }
    tellAside(terminal, review, input, goOn);
    // With lines on stdin the block is printed once in a turn.
    above = terminal.page() === null ? [] : inputBlock(review, terminal.theme());
  }
}

/** null: nothing is sent yet. */
function decisionOf(input: ConversationInput): ConversationDecision | typeof LEAVE | null {
  if (input.do === 'say') return { kind: 'message', text: input.text };
  if (input.do === 'end' || input.do === 'accept') return { kind: input.do };
  return input.do === 'leave' ? LEAVE : null;
}

function tellDecision(terminal: ReviewTerminal, decided: ConversationDecision): void {
  const theme = terminal.theme();
  if (decided.kind !== 'message') {
    terminal.say(['', ` ${theme.paint.dim('›')} ${decided.kind === 'end' ? '/done' : '/accept'}`]);
    return;
  }
  const names = decided.attachments?.map(({ name }) => name) ?? [];
  terminal.say([...messageLines({ from: 'person', text: decided.text, attachments: names }, theme), '']);
}

function tellAside(terminal: ReviewTerminal, review: ConversationReview, input: ConversationInput, goOn: string): void {
  const theme = terminal.theme();
  if (input.do === 'help') terminal.say(commandLines(commandsOf(review, goOn), theme));
  if (input.do === 'checklist') terminal.say(checklistLines(review, theme));
  if (input.do === 'history') terminal.say(review.messages.flatMap((message) => messageLines(message, theme)));
  if (input.do === 'refuse') terminal.say(['', ` ${theme.paint.yellow(oneLine(input.why))}`]);
  if (input.do === 'nothing') terminal.say(['', ` ${theme.paint.yellow('Nothing was sent: the line was empty.')}`]);
}

/** null: the file cannot be sent, and the reason was shown. */
function attached(terminal: ReviewTerminal, rest: string): MessageDecision | null {
  const { paint, width } = terminal.theme();
  const [path, text] = fileAndWords(rest);
  const read = readAttachment(path);
  if (typeof read !== 'string') return { kind: 'message', text, attachments: [read] };
  terminal.say(['', ...hangingLines(' ', oneLine(`${read} Nothing was sent.`), width, paint.yellow)]);
  return null;
}

/** A path with spaces stands in quotes, or alone. */
function fileAndWords(rest: string): readonly [string, string] {
  const [, quoted, behind = ''] = /^["']([^"']{1,4000})["']\s*([\s\S]*)$/.exec(rest) ?? [];
  if (quoted !== undefined) return [quoted, behind.trim()];
  if ('text' in readText(rest)) return [rest, ''];
  const [, word = rest, words = ''] = /^(\S{1,4000})\s*([\s\S]*)$/.exec(rest) ?? [];
  return [word, words.trim()];
}
