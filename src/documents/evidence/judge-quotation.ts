// A quotation: its words must stand in a source one by one, in the cited one first; who said it must be named there.

import { findQuote, plainText, quotesIn } from './find-quote.ts';
import type { LedgerEntry, LedgerSpan } from './ledger.ts';
import { CHARACTERS_MAX } from './read-statement.ts';
import type { SourceText } from './source.ts';

/** Kept as long as the source is: a text of a library is searched for every quotation of an article. */
const plain = new WeakMap<SourceText, ReturnType<typeof plainText>>();

function plainOf(source: SourceText): ReturnType<typeof plainText> {
  const known = plain.get(source);
  if (known !== undefined) return known;
  const made = plainText(source.text);
  plain.set(source, made);
  return made;
}

/** null: nothing is quoted, or the sentence is too long to be judged. */
export function judgeQuotation(
  text: string,
  sources: readonly SourceText[],
  cited: ReadonlySet<number>,
): Pick<LedgerEntry, 'verdict' | 'reasons' | 'spans'> | null {
  const quotes = quotesIn(text);
  if (quotes.length === 0 || text.length > CHARACTERS_MAX) return null;
  const order = [...cited, ...[...sources.keys()].filter((at) => !cited.has(at))];
  const spans: LedgerSpan[] = [];
  const reasons: string[] = [];
  for (const quote of quotes) {
    const found = firstWith(quote, sources, order);
    if (found === null) reasons.push(`No source has the words "${shortened(quote)}".`);
    else spans.push(found);
  }
  if (reasons.length > 0) return { verdict: 'insufficient', reasons, spans };
  const unknown = unknownNames(text, spans, sources);
  if (unknown.length === 0) return { verdict: 'supported', reasons: ['The source has it word for word.'], spans };
  return {
    verdict: 'insufficient',
    reasons: [`The words are there, but the source does not name ${unknown.join(', ')}.`],
    spans,
  };
}

const shortened = (quote: string): string => (quote.length > 120 ? `${quote.slice(0, 119)}…` : quote);

function firstWith(quote: string, sources: readonly SourceText[], order: readonly number[]): LedgerSpan | null {
  for (const at of order) {
    const source = sources[at];
    const found = source === undefined ? null : findQuote(quote, plainOf(source));
    if (source !== undefined && found !== null)
      return { source: source.id, ...found, quote: source.text.slice(found.start, found.end) };
  }
  return null;
}

const NAME = /(?<![.!?:] |^)\b\p{Lu}[\p{L}'’-]{2,40}/gu;

const FIGURE = /\d[\d.,]{0,20}\d|\d/g;

/** Names and figures outside of the quotation that the source, its title and its authors do not have. */
function unknownNames(text: string, spans: readonly LedgerSpan[], sources: readonly SourceText[]): readonly string[] {
  const outside = text.replace(/“[^“”]{1,5000}”|"[^"]{1,5000}"|«[^«»]{1,5000}»/g, ' ');
  const quoted = sources.filter(({ id }) => spans.some(({ source }) => source === id));
  const known = quoted.map((source) => {
    const { title, publisher, publishedAt, authors } = source;
    return `${plainOf(source).text} ${[title, publisher, publishedAt, ...authors].join(' ').toLowerCase()}`;
  });
  const names = [...outside.slice(0, 2000).matchAll(NAME)].map(([name]) => name.replace(/['’]s?$/, ''));
  const figures = outside.slice(0, 2000).match(FIGURE) ?? [];
  return [...new Set([...names, ...figures])].filter(
    (name) => !known.some((words) => words.includes(name.toLowerCase())),
  );
}
