// The prompts of a person at the terminal: Escape goes back, Ctrl-C and Ctrl-D leave, an abort closes what is open.

import { confirm, isCancel, log, type Option, select, text } from '@clack/prompts';
import { fit, oneLine } from './shown-text.ts';
import { drawing, stdin, stdout } from './terminal.ts';
import { terminalText, withoutHidden } from './terminal-text.ts';

/** Escape, or the prompt was closed because what it asked for is over. */
export const BACK = Symbol('back');
/** Ctrl-C, or Ctrl-D where nothing is typed. */
export const LEAVE = Symbol('leave');
export type PromptExit = typeof BACK | typeof LEAVE;
export type PromptResult<T> = T | PromptExit;

export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

export interface LineOptions {
  readonly placeholder?: string;
  /** What stands there to be changed. */
  readonly initial?: string;
  /** What is wrong with it, if anything. Without this an empty line is fine. */
  readonly check?: (line: string) => string | undefined;
}

const TEXT_MAX = 200;

export function isPromptExit(said: unknown): said is PromptExit {
  return said === BACK || said === LEAVE;
}

export async function askChoice<T>(message: string, choices: readonly Choice<T>[], signal: AbortSignal) {
  const options = choices.map(({ label, hint }, at) => ({
    value: at,
    label: promptText(label, labelWidth()),
    ...(hint !== undefined && hint !== '' && { hint: promptText(hint, labelWidth()) }),
  })) as Option<number>[];
  const at = await readAnswer<number>(
    (own) => select({ message: promptText(message), options, signal: own, input: stdin(), output: drawing }),
    signal,
  );
  return isPromptExit(at) ? at : (choices[at] as Choice<T>).value;
}

/** `y` and `n` answer at once; Enter answers no. */
export function askYes(message: string, signal: AbortSignal): Promise<PromptResult<boolean>> {
  return readAnswer<boolean>(
    (own) =>
      confirm({ message: promptText(message), initialValue: false, signal: own, input: stdin(), output: drawing }),
    signal,
  );
}

export async function askLine(
  message: string,
  options: LineOptions,
  signal: AbortSignal,
): Promise<PromptResult<string>> {
  const { placeholder = '', initial, check } = options;
  const line = await readAnswer<string | undefined>(
    (own) =>
      text({
        ...{
          message: promptText(message),
          placeholder: terminalText(placeholder),
          signal: own,
          input: stdin(),
          output: drawing,
        },
        ...(initial !== undefined && { initialValue: withoutHidden(initial) }),
        ...(check !== undefined && { validate: (given) => faultShown(check(given ?? '')) }),
      }),
    signal,
  );
  return isPromptExit(line) ? line : (line ?? '');
}

/** Says something between two prompts. Only here are texts handed to what draws them. */
export const tell = {
  info: (words: string) => log.info(terminalText(words), { output: drawing }),
  warn: (words: string) => log.warn(terminalText(words), { output: drawing }),
  step: (words: string) => log.step(terminalText(words), { output: drawing }),
  error: (words: string) => log.error(terminalText(words), { output: drawing }),
  message: (words: string) => log.message(terminalText(words), { output: drawing }),
};

function promptText(words: string, width = TEXT_MAX): string {
  return terminalText(fit(oneLine(words), width));
}

function faultShown(fault: string | undefined): string | undefined {
  return fault === undefined ? undefined : terminalText(fault);
}

function labelWidth(): number {
  return Math.max(10, Math.min(TEXT_MAX, (stdout.columns || 80) - 10));
}

/** Both keys end a prompt the same way: which one it was is heard here. */
async function readAnswer<T>(
  prompt: (signal: AbortSignal) => Promise<T | symbol>,
  signal: AbortSignal,
): Promise<PromptResult<T>> {
  const own = new AbortController();
  let isLeaving = false;
  const leave = (): void => {
    isLeaving = true;
    own.abort();
  };
  const hear = (_: string | undefined, key: { readonly name?: string; readonly ctrl?: boolean } | undefined): void => {
    if (key?.ctrl !== true) return;
    if (key.name === 'c') isLeaving = true;
    // On an empty line it ends the input, which the prompt would not notice; elsewhere it deletes.
    if (key.name === 'd') setImmediate(() => stdin().isPaused() && leave());
  };
  stdin().on('keypress', hear);
  try {
    const said = await prompt(AbortSignal.any([signal, own.signal]));
    if (isCancel(said)) return isLeaving ? LEAVE : BACK;
    return said as T;
  } finally {
    stdin().off('keypress', hear);
  }
}
