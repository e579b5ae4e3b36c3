// What an article claims, sentence by sentence. Front matter, code, tables, headings and the reference list claim
// nothing.

import { termsOf } from '../article/terms-of.ts';
import { framedIn, headingsToName, kindOfClaim } from './kind-of-claim.ts';
import type { Claim } from './ledger.ts';
import { readCitations } from './read-citations.ts';
import { isReferenceHeading } from './references-of.ts';
import { type Sentence, sentencesOf } from './sentences-of.ts';

const FRONT = /^\uFEFF?---[ \t]*\r?\n(?:[^\r\n]{0,2000}\r?\n){0,200}?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** `[^1]: ...` and `[1]: https://...`: what a mark stands for. `[1]: A sentence.` is shown as it is. */
const DEFINITION =
  /^\s{0,3}\[(?:\^[^\]\n]{1,60}\]:|[^\]\n]{1,60}\]:\s{0,9}<?[^\s<>]{1,2000}>?\s{0,9}(?:["'(][^\n]{0,300})?$)/;
const WORDS_MIN = 2;

export function claimsOf(markdown: string): readonly Claim[] {
  const front = FRONT.exec(markdown.slice(0, 100_000))?.[0] ?? '';
  const text = front.replace(/[^\r\n]/g, ' ') + markdown.slice(front.length);
  const claims: (Claim & { end: number; cites: readonly string[] })[] = [];
  const sentences = sentencesOf(text);
  const headings = headingsToName(new Set(sentences.map(({ heading }) => heading)));
  for (const sentence of sentences) {
    if (isReferenceHeading(sentence.heading)) continue;
    const raw = text.slice(sentence.start, sentence.end);
    if (DEFINITION.test(raw.slice(0, 2400)) && isAtLineStart(text, sentence.start)) continue;
    const { leading, rest, start } = leadingCitations(raw, sentence);
    const last = claims.at(-1);
    // Citations behind the full stop belong to the sentence that it ends.
    if (leading.length > 0 && last !== undefined && last.section === sentence.heading) {
      last.cites = [...new Set([...last.cites, ...leading])];
      last.end = start;
    }
    const { text: plain, cites } = readCitations(rest);
    const words = plain.split(' ', 3).length;
    if (words < WORDS_MIN || !/\p{L}{2}/u.test(plain)) continue;
    // `Veltrin kills.` claims something, `Very slow` and `Table 2.` do not.
    if (words === WORDS_MIN && !/^\p{Lu}\p{L}+ \p{Ll}+[.!]$/u.test(plain)) continue;
    const id = `c${claims.length + 1}`;
    const section = sentence.heading;
    claims.push({ id, text: plain, section, start, end: sentence.end, cites, kind: kindOfClaim(plain, headings) });
  }
  return withoutPresuming(claims, headings);
}

/** `This report presents the fraud of the agency` is framing only in an article that speaks of a fraud. */
function withoutPresuming(claims: readonly Claim[], headings: readonly string[]): readonly Claim[] {
  if (claims.every(({ kind }) => kind !== 'framing')) return claims.map((claim) => ({ ...claim }));
  const said = claims.filter(({ kind }) => kind !== 'framing').map(({ text }) => text);
  const known = termsOf([...said, ...headings].join(' '));
  return claims.map((claim) => {
    const isNamed = claim.kind !== 'framing' || [...termsOf(framedIn(claim.text))].every((term) => known.has(term));
    return isNamed ? { ...claim } : { ...claim, kind: 'fact' };
  });
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
