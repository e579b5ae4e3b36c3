// A quotation: its words must stand in a source one by one, in the cited one first; who said it must be named there.

import { matchWords } from './align-words.ts';
import { anyOf } from './any-of.ts';
import { findParts, plainText, quotationsIn } from './find-quote.ts';
import type { LedgerEntry, LedgerSpan } from './ledger.ts';
import { CHARACTERS_MAX, readStatement } from './read-statement.ts';
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
  const quotations = quotationsIn(text);
  if (quotations.length === 0 || text.length > CHARACTERS_MAX) return null;
  const order = [...cited, ...[...sources.keys()].filter((at) => !cited.has(at))];
  const spans: LedgerSpan[] = [];
  const reasons: string[] = [];
  for (const parts of quotations) {
    const found = firstWith(parts, sources, order);
    if (found === null) reasons.push(`No source has the words "${shortened(parts.join(' [...] '))}".`);
    else spans.push(...found);
  }
  if (reasons.length > 0) return { verdict: 'insufficient', reasons, spans };
  const unknown = unknownNames(text, spans, sources);
  if (unknown.length > 0) return lacking(`does not name ${unknown.join(', ')}`, spans);
  const unsaid = unsaidWords(text, spans, sources);
  if (unsaid.length > 0) return lacking(`does not say "${unsaid.join('", "')}"`, spans);
  return { verdict: 'supported', reasons: ['The source has it word for word.'], spans };
}

const lacking = (what: string, spans: readonly LedgerSpan[]): Pick<LedgerEntry, 'verdict' | 'reasons' | 'spans'> => ({
  ...{ verdict: 'insufficient', reasons: [`The words are there, but the source ${what}.`], spans },
});

const shortened = (quote: string): string => (quote.length > 120 ? `${quote.slice(0, 119)}…` : quote);

function firstWith(
  parts: readonly string[],
  sources: readonly SourceText[],
  order: readonly number[],
): readonly LedgerSpan[] | null {
  for (const at of order) {
    const source = sources[at];
    const found = source === undefined ? null : findParts(parts, plainOf(source));
    if (source !== undefined && found !== null)
      return found.map((place) => ({ source: source.id, ...place, quote: source.text.slice(place.start, place.end) }));
  }
  return null;
}

const QUOTED = /“[^“”]{1,5000}”|"[^"]{1,5000}"|«[^«»]{1,5000}»|„[^„“”]{1,5000}[“”]/g;
const AROUND = 800;
const SAYS = anyOf(`
  say tell write state report note add explain call describe put argue claim declare announce warn conclude comment
  believe think ask answer reply quote word sentence phrase statement interview letter speech spokesman spokeswoman
  text article report study author paper source
`);

/** Words outside of the quotation that the source does not say near to it: a quotation proves only itself. */
function unsaidWords(text: string, spans: readonly LedgerSpan[], sources: readonly SourceText[]): readonly string[] {
  const outside = readStatement(text.replace(QUOTED, ' '));
  const near = spans.flatMap(({ source, start, end }) => {
    const whole = sources.find(({ id }) => id === source);
    if (whole === undefined) return [];
    const around = whole.text.slice(Math.max(0, start - AROUND), end + AROUND);
    return readStatement(`${around} ${whole.title} ${whole.publisher} ${whole.authors.join(' ')}`).words;
  });
  return outside.words
    .filter(({ weight, isName, kind, base }) => weight >= 0.8 && !isName && kind !== 'adverb' && !SAYS.test(base))
    .filter((word) => !near.some((other) => matchWords(word, other)?.isOpposite === false))
    .map((word) => word.text);
}

const NAME = /(?<![.!?:] |^)\b\p{Lu}[\p{L}'’-]{2,40}/gu;

const FIGURE = /\d[\d.,]{0,20}\d|\d/g;

/** Names and figures outside of the quotation that the source, its title and its authors do not have. */
function unknownNames(text: string, spans: readonly LedgerSpan[], sources: readonly SourceText[]): readonly string[] {
  const outside = text.replace(QUOTED, ' ');
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
