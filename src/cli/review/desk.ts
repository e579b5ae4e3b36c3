// Where a person reviews: shows lines, takes keys, lines and edited texts. At a terminal, or as lines on stdin.

import type { Asked } from '../prompt.ts';
import { fitPainted, widthOf } from '../shown-text.ts';
import { hanging, type Look } from './look.ts';

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

export type Edited = { readonly text: string } | { readonly problem: string };

export interface Desk {
  look(): Look;
  /** Lines that are seen at once; null: nothing is cut into pages. */
  page(): number | null;
  say(lines: readonly string[]): void;
  /** What is on the screen must be seen before a key counts: what was typed earlier is dropped. */
  key(keys: readonly Key[], signal: AbortSignal): Promise<Asked<string>>;
  line(question: string, options: LineQuestion, signal: AbortSignal): Promise<Asked<string>>;
  /** The person's own editor; `name` is what the file is called there. */
  edit(text: string, name: string): Promise<Edited>;
}

/** The desk with words that must be seen: they stand just above its first keys. */
export function withNotice(desk: Desk, words: (look: Look) => readonly string[]): Desk {
  const lines = words(desk.look());
  if (lines.length === 0) return desk;
  let isTold = false;
  const page = (): number | null => {
    const rows = desk.page();
    return rows === null || isTold ? rows : Math.max(8, rows - lines.length - 1);
  };
  return {
    page,
    look: () => desk.look(),
    say: (some) => desk.say(some),
    key: (keys, signal) => {
      if (!isTold) desk.say(['', ...lines]);
      isTold = true;
      return desk.key(keys, signal);
    },
    line: (question, options, signal) => desk.line(question, options, signal),
    edit: (text, name) => desk.edit(text, name),
  };
}

const APART = '   ';

/** ` a approve   c request changes   q leave`, on as many lines as that takes. */
export function keyLines(keys: readonly Key[], { paint, width }: Look): string[] {
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
export function helpLines(keys: readonly (Key & { readonly help: string })[], { paint, width }: Look): string[] {
  const lines = keys.flatMap(({ key, help }) => {
    const name = (key === ' ' ? 'space' : key).padEnd(5);
    const [first = '', ...more] = hanging(' '.repeat(10), help, width);
    return [`   ${paint.bold(paint.cyan(name))}  ${first.trimStart()}`, ...more];
  });
  return ['', ...lines];
}

export const notEmpty = (line: string): string | undefined =>
  line.trim() === '' ? 'Expected some words here. Escape goes back.' : undefined;
