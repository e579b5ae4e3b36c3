// What an article claims, sentence by sentence. Front matter, code, tables, headings and the reference list claim
// nothing.

import { quotesIn } from './find-quote.ts';
import { isHeadNote } from './head-note.ts';
import type { Language } from './language.ts';
import type { Claim } from './ledger.ts';
import { readCitations } from './read-citations.ts';
import { isReferenceHeading } from './references-of.ts';
import type { Sentence } from './sentences-of.ts';
import { wholeSentencesOf } from './whole-sentences.ts';

const FRONT = /^\uFEFF?---[ \t]*\r?\n(?:[^\r\n]{0,2000}\r?\n){0,200}?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** `[^1]: ...` and `[1]: https://...`: what a mark stands for. `[1]: A sentence.` is shown as it is. */
const DEFINITION =
  /^\s{0,3}\[(?:\^[^\]\n]{1,60}\]:|[^\]\n]{1,60}\]:\s{0,9}<?[^\s<>]{1,2000}>?\s{0,9}(?:["'(][^\n]{0,300})?$)/;
const WORDS_MIN = 2;

const NEW_BLOCK = /\n[ \t>]{0,20}(?:\n|(?:[-*+•]|\d{1,3}[.)])[ \t])/;

export function claimsOf(markdown: string, language: Language): readonly Claim[] {
  const front = FRONT.exec(markdown.slice(0, 100_000))?.[0] ?? '';
  const text = front.replace(/[^\r\n]/g, ' ') + markdown.slice(front.length);
  const claims: (Claim & { end: number; cites: readonly string[] })[] = [];
  for (const sentence of wholeSentencesOf(text, language)) {
    if (isReferenceHeading(sentence.heading)) continue;
    const raw = text.slice(sentence.start, sentence.end);
    if (isHeadNote(raw)) continue;
    if (DEFINITION.test(raw.slice(0, 2400)) && isAtLineStart(text, sentence.start)) continue;
    const last = claims.at(-1);
    const isNext = last !== undefined && !NEW_BLOCK.test(text.slice(last.end, sentence.start));
    const { leading, rest, start } = isNext ? leadingCitations(raw, sentence) : { ...sentence, leading: [], rest: raw };
    // Citations behind the full stop belong to the sentence that it ends; those that begin a paragraph are its own.
    if (leading.length > 0 && last !== undefined && last.section === sentence.heading) {
      last.cites = [...new Set([...last.cites, ...leading])];
      last.end = start;
    }
    const { text: plain, cites } = readCitations(rest);
    const words = shortCount(plain);
    if (!/\p{L}{2}/u.test(plain)) continue;
    // An item such as `carers [e3]` claims what its passage has. `Veltrin kills.` claims something, `Very slow` and
    // `Table 2.` do not.
    if (cites.length === 0 && words < WORDS_MIN) continue;
    if (cites.length === 0 && words === WORDS_MIN && !/^\p{Lu}\p{L}+ \p{Ll}+[.!]$/u.test(plain)) continue;
    const id = `c${claims.length + 1}`;
    const section = sentence.heading;
    const kind = quotesIn(plain).length > 0 ? 'quotation' : 'fact';
    claims.push({ id, text: plain, section, start, end: sentence.end, cites, kind });
  }
  return claims;
}

/** Written without blanks between words: two letters are about a word. */
export const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]{2}/gu;
const SHORT_MAX = 200;

/** Of a few words, how many: 3 and more are a sentence. */
export const shortCount = (text: string): number =>
  text.split(' ', WORDS_MIN + 1).length + (text.slice(0, SHORT_MAX).match(UNSPACED) ?? []).length;

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
