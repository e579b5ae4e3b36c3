// Where decisions come from: a terminal, lines on a pipe, or a file of answers.

import { paintFor } from '../paint.ts';
import { KeyTerminal } from '../review/key-terminal.ts';
import { LineTerminal } from '../review/line-terminal.ts';
import type { ReviewTerminal } from '../review/review-terminal.ts';
import type { Theme } from '../review/theme.ts';
import { stderr, stdin, stdout } from '../terminal.ts';
import type { WrittenAnswers } from './written-answers.ts';

export interface ReviewInput {
  readonly out: NodeJS.WriteStream;
  readonly answers: WrittenAnswers | null;
  /** null: there is no terminal. */
  readonly terminal: KeyTerminal | null;
  /** Aborted when the person leaves, by Ctrl-C or as the system asks. */
  readonly signal: AbortSignal;
  /** Opened when it is first asked for: a run that needs nobody reads nothing. */
  reviewTerminal(): ReviewTerminal;
  /** Nobody is here who could answer, now or later. */
  isEmpty(): boolean;
  theme(): Theme;
  say(lines: readonly string[]): void;
  close(): void;
}

const PLAIN_WIDTH = 100;

/** With `isQuiet` what is shown goes beside the result, which alone is printed. */
export function openReviewInput(answers: WrittenAnswers | null, isQuiet: boolean): ReviewInput {
  const out = isQuiet ? stderr : stdout;
  const controller = new AbortController();
  const leave = (): void => controller.abort();
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  // Prompts are written to stdout, which belongs to the result then.
  const isAtTerminal = answers === null && !isQuiet && stdin().isTTY === true && out.isTTY === true;
  const terminal = isAtTerminal ? new KeyTerminal(stdin(), out, leave) : null;
  let lines: LineTerminal | null = null;
  return {
    ...{ out, answers, terminal, signal: controller.signal },
    reviewTerminal: () => {
      if (terminal !== null) return terminal;
      lines ??= new LineTerminal(stdin(), out);
      return lines;
    },
    isEmpty: () => lines?.isOver === true,
    theme: () => terminal?.theme() ?? { paint: paintFor(out), width: PLAIN_WIDTH },
    say: (some) => void out.write(some.map((line) => `${line}\n`).join('')),
    close: () => {
      process.off('SIGINT', leave);
      process.off('SIGTERM', leave);
      terminal?.close();
      lines?.close();
    },
  };
}
