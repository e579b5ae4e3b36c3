// Lines of stdin up to a length: a longer one is dropped and answered, and whatever follows it is read as before.

import { Transform, type TransformCallback } from 'node:stream';

/** What the transport behind it would take; over it, it stops reading for good. */
export const LINE_BYTES_MAX = 10_000_000;
const NEWLINE = 10;
/** Where a request's id stands: near the beginning or at the very end of its line. */
const END_KEPT = 200;
const ID_FIRST = /^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*("(?:[^"\\]|\\.){0,100}"|\d{1,15})\s*,/;
const ID_LAST = /"id"\s*:\s*("(?:[^"\\]|\\.){0,100}"|\d{1,15})\s*\}\s*$/;

/** `onLong` is called with the id of each message that was dropped, where one was found. */
export class BoundedLines extends Transform {
  readonly #onLong: (id: string | number | null) => void;
  readonly #bytesMax: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #begin = '';
  #end = '';

  constructor(onLong: (id: string | number | null) => void, bytesMax = LINE_BYTES_MAX) {
    super();
    this.#onLong = onLong;
    this.#bytesMax = bytesMax;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#take(chunk.subarray(from, at + 1));
      this.#lineEnds();
      from = at + 1;
    }
    if (from < chunk.length) this.#take(chunk.subarray(from));
    done();
  }

  #take(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#begin.length < END_KEPT) this.#begin += part.toString('latin1', 0, END_KEPT);
    this.#end = (this.#end + part.subarray(-END_KEPT).toString('latin1')).slice(-END_KEPT);
    if (this.#bytes > this.#bytesMax) this.#parts = [];
    else this.#parts.push(part);
  }

  #lineEnds(): void {
    if (this.#bytes > this.#bytesMax) this.#onLong(idIn(this.#begin, this.#end));
    else for (const part of this.#parts) this.push(part);
    this.#parts = [];
    this.#bytes = 0;
    this.#begin = '';
    this.#end = '';
  }
}

function idIn(begin: string, end: string): string | number | null {
  const found = ID_FIRST.exec(begin) ?? ID_LAST.exec(end);
  return found?.[1] === undefined ? null : (JSON.parse(found[1]) as string | number);
}
