// Terminals for tests of the reviews: lines on stdin, and a terminal that is a stream.

import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { KeyTerminal } from '../../src/cli/review/key-terminal.ts';
import { LineTerminal } from '../../src/cli/review/line-terminal.ts';
import type { ReviewTerminal } from '../../src/cli/review/review-terminal.ts';
import { cleaned } from '../../src/cli/terminal.ts';

/** A question that is never over. */
export const never = new AbortController().signal;

/** Asks with these lines on stdin, and gives what was answered and shown. */
export async function asked<T>(lines: readonly string[], ask: (terminal: ReviewTerminal) => Promise<T>) {
  const out = new PassThrough();
  let shown = '';
  out.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const terminal = new LineTerminal(Readable.from(lines.map((line) => `${line}\n`)), cleaned(out));
  try {
    return { given: await ask(terminal), shown };
  } finally {
    terminal.close();
  }
}

/** A terminal of 80 columns that is a stream: what is typed goes in, what is shown comes out. */
export function fakeTerminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const out = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  let [shown, hasLeft] = ['', false];
  out.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const written = cleaned(out) as unknown as NodeJS.WriteStream;
  const terminal = new KeyTerminal(input as unknown as NodeJS.ReadStream, written, () => {
    hasLeft = true;
  });
  const sees = async (expected: RegExp): Promise<void> => {
    for (let looks = 0; !expected.test(stripVTControlCharacters(shown)); looks++) {
      assert.ok(looks < 2000, `Expected ${expected} in:\n${shown}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    shown = '';
  };
  return { terminal, sees, types: (keys: string) => input.write(keys), hasLeft: () => hasLeft };
}
