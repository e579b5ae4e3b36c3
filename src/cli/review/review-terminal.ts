// Where a person reviews: shows lines, takes keys, lines and edited texts. At a terminal, or as lines on stdin.

import type { PromptResult } from '../prompt.ts';
import { fitPainted, widthOf } from '../shown-text.ts';
import { hangingLines, type Theme } from './theme.ts';

export interface Key {
  readonly key: string;
  readonly label: string;
}

export interface LineQuestion {
  readonly placeholder?: string;
  /** What stands there to be changed. */
  readonly initial?: string;
  /** What is wrong with it, if anything. Without this an empty line is fine. */
  readonly check?: (line: string) => string | undefined;
}

export type EditorResult = { readonly text: string } | { readonly problem: string };

export interface ReviewTerminal {
  theme(): Theme;
  /** Lines that are seen at once; null: nothing is cut into pages. */
  page(): number | null;
  say(lines: readonly string[]): void;
  /** What is on the screen must be seen before a key counts: what was typed earlier is dropped. */
  key(keys: readonly Key[], signal: AbortSignal): Promise<PromptResult<string>>;
  line(question: string, options: LineQuestion, signal: AbortSignal): Promise<PromptResult<string>>;
  /** What the person says next, of one line or several that were pasted together. `above` stands over what they type
   *  and goes away when it is sent. '': they sent nothing. */
  message(above: readonly string[], signal: AbortSignal): Promise<PromptResult<string>>;
  /** The person's own editor; `name` is what the file is called there. */
  edit(text: string, name: string): Promise<EditorResult>;
}

/** The terminal with words that must be seen: they stand just above its first keys. */
export function withNotice(terminal: ReviewTerminal, words: (theme: Theme) => readonly string[]): ReviewTerminal {
  const lines = words(terminal.theme());
  if (lines.length === 0) return terminal;
  let isNoticeShown = false;
  const tell = (): void => {
    if (!isNoticeShown) terminal.say(['', ...lines]);
    isNoticeShown = true;
  };
  const page = (): number | null => {
    const rows = terminal.page();
    return rows === null || isNoticeShown ? rows : Math.max(8, rows - lines.length - 1);
  };
  return {
    page,
    theme: () => terminal.theme(),
    say: (some) => terminal.say(some),
    key: (keys, signal) => {
      tell();
      return terminal.key(keys, signal);
    },
    message: (above, signal) => {
      tell();
      return terminal.message(above, signal);
    },
    line: (question, options, signal) => terminal.line(question, options, signal),
    edit: (text, name) => terminal.edit(text, name),
  };
}

const APART = '   ';

/** ` a approve   c request changes   q leave`, on as many lines as that takes. */
export function keyLines(keys: readonly Key[], { paint, width }: Theme): string[] {
  const lines: { text: string; columns: number }[] = [];
  for (const { key, label } of keys) {
    const name = key === ' ' ? 'space' : key;
    const columns = widthOf(`${name} ${label}`);
    const text = `${paint.bold(paint.cyan(name))} ${label}`;
    const last = lines.at(-1);
    if (last !== undefined && last.columns + APART.length + columns <= width - 1) {
      last.text += APART + text;
      last.columns += APART.length + columns;
    } else lines.push({ text: ` ${text}`, columns: columns + 1 });
  }
  return lines.map(({ text }) => fitPainted(text, width));
}

/** Explains every key on a line of its own. */
export function helpLines(keys: readonly (Key & { readonly help: string })[], { paint, width }: Theme): string[] {
  const lines = keys.flatMap(({ key, help }) => {
    const name = (key === ' ' ? 'space' : key).padEnd(5);
    const [first = '', ...more] = hangingLines(' '.repeat(10), help, width);
    return [`   ${paint.bold(paint.cyan(name))}  ${first.trimStart()}`, ...more];
  });
  return ['', ...lines];
}

export const notEmpty = (line: string): string | undefined =>
  line.trim() === '' ? 'Expected some words here. Escape goes back.' : undefined;
