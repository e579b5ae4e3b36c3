// How long a Markdown text may be that is read block by block. The parser takes up to 100 µs for a line, and a draft is
// read many times; nobody reviews a document of this length.

import { isJsonObject, type Json } from '../../json.ts';

interface TextLimit {
  readonly characters: number;
  readonly lines: number;
}

/** Of a text in one answer. */
export const ANSWER_MAX: TextLimit = { characters: 500_000, lines: 10_000 };
/** Of what is made of several, and of a file. */
export const DOCUMENT_MAX: TextLimit = { characters: 1_000_000, lines: 20_000 };

/** What was expected and found; null where the text may be read. */
export function tooLong(text: string, { characters, lines: linesMax }: TextLimit): string | null {
  const most = `Expected a text of at most ${shown(characters)} characters and ${shown(linesMax)} lines`;
  if (text.length > characters) return `${most}, found ${shown(text.length)} characters.`;
  const lines = text.length >= linesMax ? countLines(text) : 0;
  if (lines <= linesMax) return null;
  return `${most}, found ${shown(lines)} lines, each quote or item inside of another counted as one.`;
}

/** What is said against filing this into a document that came of it; null where the document may be read. */
export function tooLongWith(document: string): string | null {
  const against = tooLong(document, ANSWER_MAX);
  return against === null ? null : `with that the document would be too long: ${against} Say less.`;
}

/** The same of the first text in an answer that is too long. */
export function tooLongIn(answer: Json): string | null {
  const left: Json[] = [answer];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') {
      const found = tooLong(next, ANSWER_MAX);
      if (found !== null) return found;
    } else if (Array.isArray(next)) for (const each of next) left.push(each as Json);
    else if (isJsonObject(next)) for (const each of Object.values(next)) left.push(each as Json);
  }
  return null;
}

const shown = (count: number): string => count.toLocaleString('en');

const LINE = /\r\n|\r|\n|^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])(?=[ \t>]))+/gm;

/** A quote or item inside of another takes as long as a line of its own. */
function countLines(text: string): number {
  let count = 1;
  for (const [found] of text.matchAll(LINE)) count += /[\r\n]/.test(found) ? 1 : marksIn(found) - 1;
  return count;
}

const marksIn = (prefix: string): number => prefix.match(/[^\s\d]/g)?.length ?? 1;
