// Where whoever decides sits: at a terminal, behind a pipe that writes lines, or in a file of answers.

import { paintFor } from '../paint.ts';
import type { Desk } from '../review/desk.ts';
import { LineDesk } from '../review/line-desk.ts';
import type { Look } from '../review/look.ts';
import { TerminalDesk } from '../review/terminal-desk.ts';
import { stderr, stdin, stdout } from '../terminal.ts';
import type { WrittenAnswers } from './written-answers.ts';

export interface Seat {
  readonly out: NodeJS.WriteStream;
  readonly answers: WrittenAnswers | null;
  /** null: nobody sits at a terminal here. */
  readonly terminal: TerminalDesk | null;
  /** Aborted when the person leaves, by Ctrl-C or as the system asks. */
  readonly signal: AbortSignal;
  /** Opened when it is first asked for: a run that needs nobody reads nothing. */
  desk(): Desk;
  /** Nobody is here who could answer, now or later. */
  isEmpty(): boolean;
  look(): Look;
  say(lines: readonly string[]): void;
  close(): void;
}

const PLAIN_WIDTH = 100;

/** With `isQuiet` what is shown goes beside the result, which alone is printed. */
export function openSeat(answers: WrittenAnswers | null, isQuiet: boolean): Seat {
  const out = isQuiet ? stderr : stdout;
  const controller = new AbortController();
  const leave = (): void => controller.abort();
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  // Prompts are written to stdout, which belongs to the result then.
  const isAtTerminal = answers === null && !isQuiet && stdin().isTTY === true && out.isTTY === true;
  const terminal = isAtTerminal ? new TerminalDesk(stdin(), out, leave) : null;
  let lines: LineDesk | null = null;
  return {
    ...{ out, answers, terminal, signal: controller.signal },
    desk: () => {
      if (terminal !== null) return terminal;
      lines ??= new LineDesk(stdin(), out);
      return lines;
    },
    isEmpty: () => lines?.isOver === true,
    look: () => terminal?.look() ?? { paint: paintFor(out), width: PLAIN_WIDTH },
    say: (some) => void out.write(some.map((line) => `${line}\n`).join('')),
    close: () => {
      process.off('SIGINT', leave);
      process.off('SIGTERM', leave);
      terminal?.close();
      lines?.close();
    },
  };
}
