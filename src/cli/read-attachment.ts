// A text file that a person attaches to a message: read whole, known by its file name alone.

import { basename } from 'node:path';
import { ATTACHMENT_BYTES_MAX } from '../engine/attachments.ts';
import type { Attachment } from '../ports/action.ts';
import { readText } from '../runtime/read-text.ts';

/** A text says why it cannot be attached. */
export function readAttachment(path: string): Attachment | string {
  const read = readText(path);
  const expected = `Expected a text file of at most ${ATTACHMENT_BYTES_MAX.toLocaleString('en')} bytes at ${path}`;
  if (!('text' in read)) return `${expected}, found ${read.found}.`;
  const bytes = Buffer.byteLength(read.text);
  if (bytes > ATTACHMENT_BYTES_MAX) return `${expected}, found ${bytes.toLocaleString('en')}.`;
  return { name: basename(path), text: read.text };
}
