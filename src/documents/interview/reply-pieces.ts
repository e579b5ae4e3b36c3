// A person's message in pieces that can be quoted: lines and sentences, each with the number of the question it names.

import { withoutFences } from '../design/fenced-blocks.ts';

export interface ReplyPiece {
  /** Word for word. */
  readonly quote: string;
  /** "2. phones": the question it answers. */
  readonly number: number | null;
  /** Of the line it stands in, among those that say something; from 0. */
  readonly line: number;
}

const NUMBER = /^\s{0,8}(?:(\d)\s{0,3}[.):]|[-*•])\s{1,8}(?=\S)/;
const DECISION = /^\s{0,8}(?:confirm|refuse)(?:ed|d)?\b[^\n]{0,40}\bA-\d{3}/i;

export function replyPieces(text: string): readonly ReplyPiece[] {
  const lines = withoutFences(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !DECISION.test(line));
  return lines.flatMap((line, at) => {
    const [mark = '', digit] = NUMBER.exec(line) ?? [];
    const rest = line.slice(mark.length).trim();
    const number = digit === undefined ? null : Number(digit);
    return sentencesIn(rest)
      .filter((quote) => !DECISION.test(quote))
      .map((quote) => ({ quote, number, line: at }));
  });
}

/** A semicolon ends one too. */
function sentencesIn(line: string): readonly string[] {
  return line
    .split(/(?<=[.!?])\s+(?=[\p{L}\d"'(])|(?<=;)\s+/u)
    .map((part) => part.trim().replace(/;$/, ''))
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}
