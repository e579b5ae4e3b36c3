// Reviews without a terminal: each line on stdin is a key, or the text that was asked for.

import type { Readable, Writable } from 'node:stream';
import { WrongLine } from '../exit-codes.ts';
import { Lines } from '../lines.ts';
import { paintFor } from '../paint.ts';
import { LEAVE, type PromptResult } from '../prompt.ts';
import { oneLine } from '../shown-text.ts';
import { editText } from './edit-text.ts';
import { type EditorResult, type Key, keyLines, type LineQuestion, type ReviewTerminal } from './review-terminal.ts';
import type { Theme } from './theme.ts';

const PLAIN_WIDTH = 100;

export class LineTerminal implements ReviewTerminal {
  readonly #out: Writable;
  readonly #lines: Lines;
  #count = 0;
  /** What stood behind a key on its line answers the next question. */
  #behind: string | null = null;

  constructor(input: Readable, out: Writable) {
    this.#out = out;
    this.#lines = new Lines({ input });
  }

  /** Everything that was written was read. */
  get isOver(): boolean {
    return this.#lines.isOver;
  }

  theme(): Theme {
    return { paint: paintFor(this.#out as Writable & { readonly isTTY?: boolean }), width: PLAIN_WIDTH };
  }

  page(): null {
    return null;
  }

  say(lines: readonly string[]): void {
    this.#out.write(lines.map((line) => `${line}\n`).join(''));
  }

  async key(keys: readonly Key[], signal: AbortSignal): Promise<PromptResult<string>> {
    this.say(['', ...keyLines(keys, this.theme())]);
    for (;;) {
      const line = (await this.#next(signal))?.trim();
      if (line === undefined) return LEAVE;
      if (line === '' || line.startsWith('#')) continue;
      const [, word = '', behind = ''] = /^(\S+)\s*(.*)$/s.exec(line) ?? [];
      // A word is read as its key, so that a script can be read by people.
      const found = keys.find(({ key, label }) => key === word || label === line || label.split(' ')[0] === word);
      if (found === undefined) this.#refuse(keys, line);
      this.#behind = found.label === line || behind === '' ? null : behind;
      this.say([`> ${oneLine(line)}`]);
      return found.key;
    }
  }

  async line(question: string, { initial, check }: LineQuestion, signal: AbortSignal): Promise<PromptResult<string>> {
    this.say([` ${oneLine(question)}`]);
    const given = this.#behind ?? (await this.#next(signal));
    const wasBehind = this.#behind !== null;
    this.#behind = null;
    if (given === null) return LEAVE;
    // An empty line leaves what is there as it is.
    const line = given.trim().replaceAll('\\n', '\n') || (initial ?? '');
    if (!wasBehind) this.say([`> ${oneLine(line)}`]);
    const wrong = check?.(line);
    if (wrong !== undefined) throw new WrongLine(`Line ${this.#count} of stdin: ${wrong} The run is kept as it is.`);
    return line;
  }

  /** One line is one message. An empty line is passed over, and one that begins with `#` is a remark. */
  async message(above: readonly string[], signal: AbortSignal): Promise<PromptResult<string>> {
    this.say(above);
    for (;;) {
      const line = (await this.#next(signal))?.trim();
      if (line === undefined) return LEAVE;
      if (line === '' || line.startsWith('#')) continue;
      return line.replaceAll('\\n', '\n');
    }
  }

  edit(text: string, name: string): Promise<EditorResult> {
    return editText(text, name);
  }

  close(): void {
    this.#lines.close();
  }

  #refuse(keys: readonly Key[], found: string): never {
    const expected = keys.map(({ key, label }) => `${key === ' ' ? 'space' : key} (${label})`).join(', ');
    const where = `on line ${this.#count} of stdin`;
    throw new WrongLine(`Expected ${expected} ${where}, found "${oneLine(found)}". The run is kept as it is.`);
  }

  /** null: there are no more. */
  async #next(signal: AbortSignal): Promise<string | null> {
    const line = await this.#lines.next(signal);
    if (line !== null) this.#count++;
    return line;
  }
}
