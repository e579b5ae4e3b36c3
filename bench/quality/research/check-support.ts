// Whether a cited sentence stands by the words that its ledger entry quotes.

import { judgeClaim } from '../../../src/documents/evidence/judge-claim.ts';
import type { LedgerEntry } from '../../../src/documents/evidence/ledger.ts';
import type { SourceText } from '../../../src/documents/evidence/source.ts';
import { withoutAttribution } from '../../../src/documents/evidence/without-attribution.ts';
import { oneLine } from './words-of.ts';

/** Who is said to say it is no part of what is said: it is compared with the titles of the cited sources instead. */
const ATTRIBUTION = [
  /^According to “([^”]+)” \(\d{4}\), /u,
  /,? according to “([^”]+)” \(\d{4}\)(?=\.$)/u,
  /^“([^”]+)” \(\d{4}\) (?:reports|says|states|finds|notes|puts it) that /u,
];

export function isSupported(entry: LedgerEntry, texts: readonly SourceText[]): boolean {
  if (entry.spans.length === 0 || entry.verdict !== 'supported') return false;
  const cited = texts.filter(({ id }) => entry.spans.some(({ source }) => source === id));
  const { words, title } = withoutTitle(entry.text);
  if (title !== null && !cited.some((source) => source.title.startsWith(title))) return false;
  if (!quotesIn(words).every((quote) => cited.some((source) => holds(source, quote)))) return false;
  const quotes = entry.spans.map(({ quote }) => quote);
  // A quotation whose words were found one by one needs no judging.
  // An attribution without quotation marks is taken off where it names a source that is cited, as the ledger does it.
  return entry.kind === 'quotation' || judgeClaim(withoutAttribution(words, cited), quotes).verdict === 'supported';
}

function withoutTitle(text: string): { readonly words: string; readonly title: string | null } {
  for (const pattern of ATTRIBUTION) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const rest = text.replace(pattern, '');
    return { words: rest.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()), title: found[1] ?? null };
  }
  return { words: text, title: null };
}

/** In its text, or as its title. */
export const holds = ({ text, title }: SourceText, quote: string): boolean =>
  [text, title].some((words) => plainQuotes(words).includes(plainQuotes(quote)));

const plainQuotes = (text: string): string => oneLine(text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'"));

export function quotesIn(text: string): readonly string[] {
  return [...text.replace(/[“”]/g, '"').matchAll(/"([^"\n]{12,400})"/g)].map(([, words]) =>
    (words ?? '').replace(/[,.]$/, ''),
  );
}
