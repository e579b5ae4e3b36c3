// What a person reads at a terminal and types there; subclasses say what the terminal is.

import { stripVTControlCharacters } from 'node:util';
import type { ProgramResult } from './run-signoff.ts';

/** Far more than any answer takes: it catches what hangs. */
const HANGS_MS = 30_000;

export const KEYS = {
  ...{ enter: '\r', escape: '\u001b', down: '\u001b[B', back: '\u007f', interrupt: '\u0003', end: '\u0004' },
} as const;

export interface Screen {
  readonly cwd: string;
  /** The SIGNOFF_HOME of several programs that share a store. */
  readonly home?: string;
  readonly columns?: number;
  readonly rows?: number;
}

export abstract class TerminalScreen {
  readonly #ended = Promise.withResolvers<number | null>();
  #isEnded = false;
  #raw = '';
  /** Where in `#raw` the answer to what was last typed begins. */
  #typedAt = 0;
  #onChange: () => void = () => {};

  /** Resolves when the program has begun. */
  protected abstract begun(): Promise<void>;
  protected abstract press(keys: string): void;
  /** Ends the program, whatever it does. */
  protected abstract stop(): void;

  protected show(text: string): void {
    this.#raw += text;
    this.#onChange();
  }

  protected end(code: number | null): void {
    this.#isEnded = true;
    this.#ended.resolve(code);
    this.#onChange();
  }

  protected fail(thrown: unknown): void {
    this.#isEnded = true;
    this.#ended.reject(thrown);
    this.#onChange();
  }

  get raw(): string {
    return this.#raw;
  }

  /** Everything that was shown, one frame after the other, without colours and movements. */
  get text(): string {
    return plain(this.#raw);
  }

  /** Resolves when what was shown since the last key matches. */
  async sees(expected: RegExp): Promise<RegExpExecArray> {
    await this.begun();
    const giveUpAt = performance.now() + HANGS_MS;
    for (;;) {
      const found = expected.exec(plain(this.#raw.slice(this.#typedAt)));
      if (found !== null) return found;
      const isLate = performance.now() > giveUpAt;
      if (this.#isEnded || isLate) {
        const why = isLate ? `nothing of the kind in ${HANGS_MS} ms` : 'the end of the program';
        throw new Error(`Expected to see ${expected}, found ${why}. The screen:\n${this.text.slice(-3000)}`);
      }
      await this.#change(giveUpAt - performance.now());
    }
  }

  types(keys: string): void {
    this.#typedAt = this.#raw.length;
    this.press(keys);
  }

  /** Resolves when the words stand there, and on their line or below the prompt, which alone listens. */
  async isAsked({ source }: RegExp): Promise<void> {
    await this.sees(new RegExp(`(${source}[^]*◆|◆.*${source})[^]*└`));
  }

  /** Waits for a question, then types a line. */
  async answers(question: RegExp, line: string): Promise<void> {
    await this.isAsked(question);
    this.types(line + KEYS.enter);
  }

  /** Waits for a complaint of the prompt that is open, then types and sends again. */
  async corrects(complaint: RegExp, keys: string): Promise<void> {
    await this.sees(complaint);
    this.types(keys + KEYS.enter);
  }

  /** Waits for a question, moves down to the choice that begins with `label`, and takes it. */
  async chooses(question: RegExp, label: string): Promise<void> {
    await this.isAsked(question);
    const passed = new Set<string>();
    for (;;) {
      const [, active = ''] = await this.sees(/● (.+)/);
      if (active.split(' ')[0] === label) break;
      if (passed.has(active)) throw new Error(`Expected the choice ${label}, found only: ${[...passed].join(', ')}`);
      passed.add(active);
      this.types(KEYS.down);
    }
    this.types(KEYS.enter);
  }

  async exitCode(): Promise<number | null> {
    await this.begun();
    let isLate = false;
    const giveUp = setTimeout(() => {
      isLate = true;
      this.stop();
    }, HANGS_MS);
    const code = await this.#ended.promise;
    clearTimeout(giveUp);
    if (isLate) throw new Error(`Expected the program to end, but it did not. The screen:\n${this.text.slice(-3000)}`);
    return code;
  }

  [Symbol.dispose](): void {
    if (!this.#isEnded) this.stop();
  }

  #change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const late = setTimeout(resolve, Math.max(0, ms));
      this.#onChange = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }
}

/** What must be on the screen since the last keys, and what is typed then. */
export type Step = readonly [RegExp, ...string[]];

/** Plays steps to the end of the program. `out` is all that was ever shown. */
export async function playSteps(
  terminal: TerminalScreen,
  steps: readonly Step[],
): Promise<ProgramResult & { readonly raw: string }> {
  for (const [expected, ...keys] of steps) {
    await terminal.sees(expected);
    if (keys.length > 0) terminal.types(keys.join(''));
  }
  const code = await terminal.exitCode();
  return { code, out: terminal.text, err: '', raw: terminal.raw };
}

function plain(raw: string): string {
  return stripVTControlCharacters(raw).replaceAll('\r\n', '\n');
}
