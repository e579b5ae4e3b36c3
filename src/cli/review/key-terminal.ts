// The terminal of a person at a terminal: single keys, prompts for text, pages as high as the screen.

import { emitKeypressEvents, type Key as Pressed } from 'node:readline';
import { paintFor } from '../paint.ts';
import { askLine, BACK, LEAVE, type PromptResult } from '../prompt.ts';
import { editText } from './edit-text.ts';
import { type EditorResult, type Key, keyLines, type LineQuestion, type ReviewTerminal } from './review-terminal.ts';
import type { Theme } from './theme.ts';
import { typeMessage } from './type-message.ts';

const WIDTH_MAX = 100;
/** Lines of the screen that keys and the place in the text take. */
const ROWS_AROUND = 8;

export class KeyTerminal implements ReviewTerminal {
  readonly #in: NodeJS.ReadStream;
  readonly #out: NodeJS.WriteStream;
  readonly #onLeave: () => void;
  /** Another reads the terminal: a prompt, an editor. */
  #isAside = false;
  #heard: ((key: Pressed) => void) | null = null;
  #together = 0;
  /** Typed while nothing was asked: it stands in the input of the next message, and answers nothing by itself. */
  #typedAhead = '';

  /** `onLeave`: Ctrl-C where nothing is asked. */
  constructor(input: NodeJS.ReadStream, out: NodeJS.WriteStream, onLeave: () => void) {
    this.#in = input;
    this.#out = out;
    this.#onLeave = onLeave;
    emitKeypressEvents(input);
    input.on('keypress', this.#hear);
    // All the time, not only at questions: what is typed before a question is seen must not answer it.
    this.#listen();
  }

  theme(): Theme {
    const width = Math.min(WIDTH_MAX, this.#out.columns || 80);
    return { paint: paintFor(this.#out), width: Math.max(24, width - 1) };
  }

  page(): number {
    return Math.max(8, (this.#out.rows || 24) - ROWS_AROUND);
  }

  say(lines: readonly string[]): void {
    this.#out.write(lines.map((line) => `${line}\n`).join(''));
  }

  async key(keys: readonly Key[], signal: AbortSignal): Promise<PromptResult<string>> {
    this.say(['', ...keyLines(keys, this.theme())]);
    this.#typedAhead = '';
    const known = new Set(keys.map(({ key }) => key));
    for (;;) {
      const pressed = await this.#press(signal);
      if (pressed === null) return BACK;
      if (isLeaving(pressed)) return LEAVE;
      if (pressed.name === 'escape') return BACK;
      const typed = pressed.name === 'return' || pressed.name === 'enter' ? '\r' : (pressed.sequence ?? '');
      if (!known.has(typed)) continue;
      const { paint } = this.theme();
      this.say([` ${paint.dim('›')} ${keys.find(({ key }) => key === typed)?.label ?? typed}`]);
      return typed;
    }
  }

  line(question: string, options: LineQuestion, signal: AbortSignal): Promise<PromptResult<string>> {
    return this.#aside(() => askLine(question, options, signal));
  }

  message(above: readonly string[], signal: AbortSignal): Promise<PromptResult<string>> {
    const typed = this.#typedAhead.trimEnd();
    this.#typedAhead = '';
    return this.#aside(() => typeMessage({ input: this.#in, out: this.#out, above, typed }, signal));
  }

  edit(text: string, name: string): Promise<EditorResult> {
    return this.#aside(() => editText(text, name));
  }

  /** Something else asks here, with prompts of its own. */
  async aside<T>(use: () => Promise<T>): Promise<T> {
    return this.#aside(use);
  }

  close(): void {
    this.#in.off('keypress', this.#hear);
    this.#in.setRawMode(false);
    this.#in.pause();
  }

  async #aside<T>(use: () => Promise<T>): Promise<T> {
    this.#isAside = true;
    this.#in.setRawMode(false);
    this.#in.pause();
    try {
      return await use();
    } finally {
      this.#isAside = false;
      this.#listen();
    }
  }

  #listen(): void {
    this.#in.setRawMode(true);
    this.#in.resume();
  }

  readonly #hear = (_: string | undefined, key: Pressed): void => {
    if (this.#isAside) return;
    const heard = this.#heard;
    if (isLeaving(key)) (heard ?? this.#onLeave)(key);
    if (!isLeaving(key) && heard === null) this.#typedAhead = withKey(this.#typedAhead, key);
    if (isLeaving(key) || heard === null) return;
    // Keys that come together were pasted, or typed elsewhere: a word with an "a" in it approves nothing.
    this.#together++;
    if (this.#together > 1) return;
    setImmediate(() => {
      const isAlone = this.#together === 1;
      this.#together = 0;
      if (isAlone && this.#heard === heard) heard(key);
    });
  };

  /** null: it is no longer asked. */
  #press(signal: AbortSignal): Promise<Pressed | null> {
    return new Promise((resolve) => {
      const done = (key: Pressed | null): void => {
        this.#heard = null;
        signal.removeEventListener('abort', stop);
        resolve(key);
      };
      const stop = (): void => done(null);
      if (signal.aborted) return resolve(null);
      signal.addEventListener('abort', stop, { once: true });
      this.#heard = done;
    });
  }
}

const TYPED_MAX = 10_000;

function withKey(typed: string, { name, sequence = '', ctrl, meta }: Pressed): string {
  if (name === 'backspace') return [...typed].slice(0, -1).join('');
  const text = name === 'return' || name === 'enter' ? ' ' : sequence;
  const isText = ctrl !== true && meta !== true && !/\p{Cc}/u.test(text);
  return isText && typed.length < TYPED_MAX ? typed + text : typed;
}

function isLeaving({ ctrl, name }: Pressed): boolean {
  return ctrl === true && (name === 'c' || name === 'd');
}
