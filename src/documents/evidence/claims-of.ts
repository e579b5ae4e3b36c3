// What an article claims, sentence by sentence. Front matter, code, tables, headings and the reference list claim
// nothing.

import { headingsToName, kindOfClaim } from './kind-of-claim.ts';
import type { Claim } from './ledger.ts';
import { readCitations } from './read-citations.ts';
import { isReferenceHeading } from './references-of.ts';
import { type Sentence, sentencesOf } from './sentences-of.ts';

const FRONT = /^\uFEFF?---[ \t]*\r?\n(?:[^\r\n]{0,2000}\r?\n){0,200}?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** `[^1]: ...` and `[1]: https://...`: what a mark stands for. */
const DEFINITION = /^\s{0,3}\[\^?[^\]\n]{1,60}\]:/;
const WORDS_MIN = 3;

export function claimsOf(markdown: string): readonly Claim[] {
  const front = FRONT.exec(markdown.slice(0, 100_000))?.[0] ?? '';
  const text = front.replace(/[^\r\n]/g, ' ') + markdown.slice(front.length);
  const claims: (Claim & { end: number; cites: readonly string[] })[] = [];
  const sentences = sentencesOf(text);
  const headings = headingsToName(new Set(sentences.map(({ heading }) => heading)));
  for (const sentence of sentences) {
    if (isReferenceHeading(sentence.heading)) continue;
    const raw = text.slice(sentence.start, sentence.end);
    if (DEFINITION.test(raw.slice(0, 80)) && isAtLineStart(text, sentence.start)) continue;
    const { leading, rest, start } = leadingCitations(raw, sentence);
    const last = claims.at(-1);
    // Citations behind the full stop belong to the sentence that it ends.
    if (leading.length > 0 && last !== undefined && last.section === sentence.heading) {
      last.cites = [...new Set([...last.cites, ...leading])];
      last.end = start;
    }
    const { text: plain, cites } = readCitations(rest);
    if (plain.split(' ', WORDS_MIN).length < WORDS_MIN || !/\p{L}{2}/u.test(plain)) continue;
    const id = `c${claims.length + 1}`;
    const section = sentence.heading;
    claims.push({ id, text: plain, section, start, end: sentence.end, cites, kind: kindOfClaim(plain, headings) });
  }
  return claims.map((claim) => ({ ...claim }));
}

const isAtLineStart = (text: string, at: number): boolean =>
  /(?:^|\n)[\s>]{0,20}$/.test(text.slice(Math.max(0, at - 21), at));

const MARK = /^(?:\[\[[^[\]]{1,40}\]\]\([^()\s]{0,500}\)|\[[\w^, ;–-]{1,60}\](?![(:]))[\s.,]{0,4}/;

function leadingCitations(
  raw: string,
  { start }: Sentence,
): { readonly leading: readonly string[]; readonly rest: string; readonly start: number } {
  let from = 0;
  for (;;) {
    const mark = MARK.exec(raw.slice(from, from + 600))?.[0];
    if (mark === undefined) break;
    from += mark.length;
  }
  if (from === 0) return { leading: [], rest: raw, start };
  const { cites } = readCitations(raw.slice(0, from));
  return cites.length === 0
    ? { leading: [], rest: raw, start }
    : { leading: cites, rest: raw.slice(from), start: start + from };
}
