// A word of a fixed vocabulary as models write it: bold, in brackets, with a label, with a remark after it.

import { singleFence } from './single-fence.ts';

export const STATUSES = ['SUCCESS', 'PARTIAL', 'BLOCKED', 'FAILED'] as const;
export const NEXT_ACTIONS = ['COMPLETE', 'CONTINUE', 'ESCALATE', 'HOLD'] as const;

export type ReadWord<Word extends string> =
  | { readonly ok: true; readonly word: Word; readonly remark: string }
  | { readonly ok: false; readonly problem: string };

const DECORATION = /^(?:[\s*_`[("'“”‘’•\u200b]|\ufe0f|\u200d|-(?=\s)|\p{Extended_Pictographic})+/u;
const CLOSING = /^(?:[*_`\])"'“”‘’\u200b]|\ufe0f|\u200d)+/;
const SEPARATOR = /^(?:\s*[-–—:：.,;(!]|\s*\n|\s*\p{Extended_Pictographic}|\s*$)/u;
const ANOTHER = /^\s*(?:[|/,;&]|or\b|and\b|->|→)\s*[*_`["'“]*([A-Za-z]+)/i;

/** `label` is the name of the field, which may stand before the word ("Status: SUCCESS"). */
export function readWord<Word extends string>(text: string, words: readonly Word[], label: string): ReadWord<Word> {
  const body = withoutLabel((singleFence(text)?.body ?? text).trim(), label).replace(DECORATION, '');
  const token = /^[A-Za-z]+/.exec(body)?.[0] ?? '';
  const word = words.find((each) => each === token.toUpperCase());
  if (word === undefined) return unknown(text, words, label);
  const after = body.slice(token.length).replace(CLOSING, '');
  const other = ANOTHER.exec(after)?.[1]?.toUpperCase();
  if (words.some((each) => each === other)) return ambiguousWord(text, words, label);
  if (!SEPARATOR.test(after)) return unknown(text, words, label);
  const remark = after.replace(/^[\s\-–—:：.,;!*_)\]]+/u, '').trim();
  return { ok: true, word, remark };
}

/** Whether another word of the vocabulary is shouted in `text`: it may say more than one thing. */
export function otherWord(text: string, words: readonly string[], word: string): string | null {
  return words.find((each) => each !== word && new RegExp(`\\b${each}\\b`).test(text)) ?? null;
}

function withoutLabel(text: string, label: string): string {
  const pattern = new RegExp(`^[\\s*_\`]*${label.replace(' ', '[\\s_-]*')}[\\s*_\`]*[:：][\\s*_\`]*`, 'i');
  return text.replace(pattern, '');
}

function unknown(text: string, words: readonly string[], label: string): { ok: false; problem: string } {
  return { ok: false, problem: `${label}: expected one of ${words.join(', ')}, found ${quotedExcerpt(text)}.` };
}

function ambiguousWord(text: string, words: readonly string[], label: string): { ok: false; problem: string } {
  return {
    ok: false,
    problem: `${label}: expected exactly one of ${words.join(', ')}, found several: ${quotedExcerpt(text)}.`,
  };
}

/** A short quotation for a problem. */
export function quotedExcerpt(text: string): string {
  const line = text.slice(0, 400).replace(/\s+/g, ' ').trim();
  if (line === '') return 'nothing';
  return line.length > 60 ? `"${line.slice(0, 60)}..."` : `"${line}"`;
}
