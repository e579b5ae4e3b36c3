// As much of a conversation as fits into so many tokens: the newest messages whole, what is left out is named.

import type { ConversationMessage } from '../ports/action.ts';
import { countTokens } from './count-tokens.ts';
import { cutInMiddle, grouped } from './shown-value.ts';

export interface FittedMessages {
  readonly messages: readonly ConversationMessage[];
  /** So many of the oldest are not among them. */
  readonly leftOut: number;
}

/** What is said in a conversation and shown to the agent again at each of its turns. */
export const MESSAGES_TOKENS = 60_000;
/** Of an attachment of which less than this could be shown, nothing is. */
const CUT_TOKENS_MIN = 200;
/** At most: what names a gap. */
const GAP_TOKENS = 20;

/** The newest is always among them, cut in the middle where it is too long; the others are whole but for what was
 *  attached to them. */
export function fitMessages(said: readonly ConversationMessage[], budgetTokens: number): FittedMessages {
  let spareTokens = budgetTokens;
  const messages: ConversationMessage[] = [];
  for (const message of said.toReversed()) {
    const isNewest = messages.length === 0;
    const text = isNewest ? cutText(message.text, Math.floor(spareTokens / 2)) : message.text;
    const fitted = withAttachments({ ...message, text }, spareTokens - countTokens(text));
    spareTokens -= tokensOf(fitted);
    if (spareTokens < 0 && !isNewest) break;
    messages.unshift(fitted);
  }
  return { messages, leftOut: said.length - messages.length };
}

export function tokensOf({ text, attachments = [] }: ConversationMessage): number {
  return attachments.reduce((sum, each) => sum + countTokens(each.text), countTokens(text));
}

function withAttachments(message: ConversationMessage, spareTokens: number): ConversationMessage {
  const { attachments = [], text } = message;
  if (attachments.length === 0 || tokensOf(message) - countTokens(text) <= spareTokens) return message;
  const share = Math.floor(Math.max(0, spareTokens) / attachments.length);
  return { ...message, attachments: attachments.map((each) => ({ ...each, text: cutText(each.text, share) })) };
}

function cutText(text: string, tokens: number): string {
  if (countTokens(text) <= tokens) return text;
  const cut = cutInMiddle(text, Math.max(0, tokens - GAP_TOKENS));
  if (cut === null) return text;
  const gap = (left: number): string => `[about ${grouped(left)} tokens are left out here]`;
  if (tokens < CUT_TOKENS_MIN) return gap(countTokens(text));
  return `${cut.head}\n${gap(cut.leftOutTokens)}\n${cut.tail}`;
}
