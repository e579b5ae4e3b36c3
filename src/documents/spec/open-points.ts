// What a specification says of how it was written without a model, and the questions that stand open in it.

import { outlineSpec } from './outline-spec.ts';

/** The key of the front matter that says so. */
export const WRITTEN = 'written';
export const WITHOUT_MODEL = 'without a model';

export const EDITED = `${WITHOUT_MODEL} and edited by a person`;
export const editedAfter = (messages: number): string => `${EDITED} after message ${messages}`;

/** The value of `written` in the front matter; null: it has none. */
export function writtenBy(markdown: string): string | null {
  return outlineSpec(markdown).front?.entries.find(({ name }) => name === WRITTEN)?.value ?? null;
}

/** All of it, or in part. */
export const isWithoutModel = (markdown: string): boolean => writtenBy(markdown)?.includes(WITHOUT_MODEL) ?? false;

export interface OpenPoint {
  /** Of its line, from 1. */
  readonly line: number;
  /** Without the mark. */
  readonly text: string;
}

const OPEN = /^[ \t]*[-*+] (?:\[[ xX]?\] )?open: (.+)$/;

export function openPoints(markdown: string): readonly OpenPoint[] {
  return outlineSpec(markdown).lines.flatMap(({ text, kind }, at) => {
    const found = kind === 'text' ? OPEN.exec(text)?.[1] : undefined;
    return found === undefined ? [] : [{ line: at + 1, text: found.trim() }];
  });
}
