// Texts that a person gives with a message in a conversation: few, small, plain, each under a file name (conv-1).

import { reject, type Turn } from './turn.ts';
import { readValue, type Value } from './value.ts';

export interface AttachedText {
  readonly name: string;
  readonly text: Value;
}

export const ATTACHMENTS_MAX = 5;
export const ATTACHMENT_BYTES_MAX = 200_000;
const NAME_LENGTH_MAX = 200;
/** A folder's separator, or what cannot be seen. */
const NOT_IN_NAME = /[/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Refuses them all when one cannot be taken, naming it. */
export function checkAttachments(turn: Turn, attachments: readonly AttachedText[]): void {
  const read = attachments.map(({ name, text }) => ({ name, text: readValue(text, [], turn.payloads) }));
  const [problem] = attachmentProblems(read);
  if (problem !== undefined) reject('bad-attachment', problem);
}

/** What is wrong with texts that somebody gives, in sentences. */
export function attachmentProblems(
  attachments: readonly { readonly name: unknown; readonly text: unknown }[],
): readonly string[] {
  if (attachments.length > ATTACHMENTS_MAX)
    return [`Expected at most ${ATTACHMENTS_MAX} attachments with a message, found ${attachments.length}.`];
  const names = new Set<unknown>();
  return attachments.flatMap(({ name, text }) => {
    const problem = nameProblem(name, names) ?? textProblem(text);
    names.add(name);
    return problem === null ? [] : [`The attachment ${shownName(name)} cannot be taken: ${problem}.`];
  });
}

function nameProblem(name: unknown, before: ReadonlySet<unknown>): string | null {
  if (typeof name !== 'string' || name.trim() !== name || name === '') return 'expected the name of a file';
  if (name.length > NAME_LENGTH_MAX) return `expected a name of at most ${NAME_LENGTH_MAX} characters`;
  if (name === '.' || name === '..' || NOT_IN_NAME.test(name)) return 'expected a file name without folders in it';
  return before.has(name) ? 'expected each name once, found it twice' : null;
}

function textProblem(text: unknown): string | null {
  if (typeof text !== 'string') return 'expected text';
  if (text.includes('\0')) return 'expected text, found something else in it';
  const bytes = text.length * 3 <= ATTACHMENT_BYTES_MAX ? 0 : new TextEncoder().encode(text).length;
  if (bytes <= ATTACHMENT_BYTES_MAX) return null;
  const [most, found] = [ATTACHMENT_BYTES_MAX, bytes].map((count) => count.toLocaleString('en'));
  return `expected at most ${most} bytes, found ${found}`;
}

function shownName(name: unknown): string {
  return JSON.stringify(typeof name === 'string' ? name.slice(0, 80) : (name ?? null));
}
