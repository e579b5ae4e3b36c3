// A terminal whose program is called in this process. Keys are only heard where the program listens for each of them:
// Ctrl-C elsewhere is a signal, lines are the terminal's own, and both need the real one of terminal.ts.

import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { callProgram } from '../../src/call-program.ts';
import type { ProgramStreams } from '../../src/cli/program-call.ts';
import { root } from './run-signoff.ts';
import { inPlace } from './signoff-here.ts';
import { KEYS, playSteps, type Screen, type Step, TerminalScreen } from './terminal-screen.ts';

/** One after the other: the next begins when the one before has ended. */
export class TerminalHere extends TerminalScreen {
  readonly #keyboard = new Keyboard();
  readonly #begun = Promise.withResolvers<void>();

  /** Calls `signoff` with `args` on a screen of its own. */
  constructor(args: readonly string[], { cwd, home, columns = 100, rows = 50 }: Screen) {
    super();
    const screen = (): NodeJS.WriteStream => new ShownOutput((text) => this.show(text), columns, rows) as never;
    const streams: ProgramStreams = { stdin: this.#keyboard as never, stdout: screen(), stderr: screen() };
    const env = { CI: undefined, TERM: 'xterm-256color' };
    const ended = inPlace({ cwd, home, env }, () => {
      this.#begun.resolve();
      return callProgram(args, streams, join(root, 'signoff'));
    });
    ended.then(
      (code) => this.end(code),
      (thrown: unknown) => this.fail(thrown),
    );
  }

  protected override begun(): Promise<void> {
    return this.#begun.promise;
  }

  protected override press(keys: string): void {
    if (!this.#keyboard.isRaw) throw new Error('Expected a program that listens for keys, found one that does not.');
    this.#keyboard.write(keys);
  }

  /** As far as this can be done to a call: the program learns that the person leaves. */
  protected override stop(): void {
    this.#keyboard.end(KEYS.interrupt);
  }
}

/** Plays steps to the end of the program, on 80 columns. */
export async function atTerminalHere(args: readonly string[], steps: readonly Step[], screen: Screen) {
  using terminal = new TerminalHere(args, { columns: 80, ...screen });
  return await playSteps(terminal, steps);
}

class Keyboard extends PassThrough {
  readonly isTTY = true;
  isRaw = false;

  setRawMode(isRaw: boolean): this {
    this.isRaw = isRaw;
    return this;
  }
}

class ShownOutput extends Writable {
  readonly isTTY = true;
  readonly columns: number;
  readonly rows: number;
  readonly #show: (text: string) => void;

  constructor(show: (text: string) => void, columns: number, rows: number) {
    super({ decodeStrings: false });
    this.#show = show;
    this.columns = columns;
    this.rows = rows;
  }

  override _write(chunk: string | Buffer, _: string, done: () => void): void {
    this.#show(chunk.toString());
    done();
  }
}
