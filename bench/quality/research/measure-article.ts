// What can be counted of an article: support of its citations, repetition, coverage, outdated figures, length.

import type { Ledger, LedgerEntry } from '../../../src/documents/evidence/ledger.ts';
import type { SourceText } from '../../../src/documents/evidence/source.ts';
import { holds, isSupported, quotesIn } from './check-support.ts';
import type { Outdated, TopicLabels } from './read-topic.ts';
import { contentWords, overlapOf, plainWords, stemOf } from './words-of.ts';

export interface ArticleFigures {
  readonly words: number;
  readonly target: number;
  /** Sentences that state something of the subject. */
  readonly facts: number;
  readonly cited: number;
  /** Cited sentences that the words they are tied to support, by judgeClaim. */
  readonly supported: number;
  readonly unsupported: readonly string[];
  /** Figures that stand in a sentence and nowhere in a source that it cites: counted without judgeClaim. */
  readonly strangeFigures: readonly string[];
  readonly quotations: number;
  /** Quotations that stand in no source word for word. */
  readonly misquoted: readonly string[];
  readonly pairs: number;
  readonly repeated: readonly (readonly [string, string])[];
  readonly points: number;
  readonly uncovered: readonly string[];
  readonly outdated: number;
  /** Outdated figures that are told, and those told as if they were of today. */
  readonly outdatedTold: number;
  readonly outdatedAsCurrent: readonly string[];
}

const REPEATED_FROM = 0.6;

export function measureArticle(
  labels: TopicLabels,
  markdown: string,
  ledger: Ledger,
  texts: readonly SourceText[],
): ArticleFigures {
  const body = bodyOf(markdown);
  const facts = ledger.entries.filter(({ kind }) => kind !== 'framing');
  const cited = facts.filter(({ cites }) => cites.length > 0);
  const unsupported = cited.filter((entry) => !isSupported(entry, texts)).map(({ text }) => text);
  const sentences = facts.map(({ text }) => text);
  const quotations = quotesIn(body);
  const told = labels.outdated.map((each) => ({ each, sentence: sentences.find((text) => tells(text, each)) }));
  return {
    words: plainWords(body).length,
    target: labels.brief.target_length,
    facts: facts.length,
    cited: cited.length,
    supported: cited.length - unsupported.length,
    unsupported,
    strangeFigures: cited.filter((entry) => hasStrangeFigure(entry, texts)).map(({ text }) => text),
    quotations: quotations.length,
    misquoted: quotations.filter((quote) => !texts.some((source) => holds(source, quote))),
    pairs: (sentences.length * (sentences.length - 1)) / 2,
    repeated: repeatedIn(sentences),
    points: labels.outline.length,
    uncovered: labels.outline
      .filter(({ words }) => !sentences.some((text) => isAbout(text, words)))
      .map(({ point }) => point),
    outdated: labels.outdated.length,
    outdatedTold: told.filter(({ sentence }) => sentence !== undefined).length,
    outdatedAsCurrent: told.flatMap(({ sentence }) => (sentence === undefined || isDated(sentence) ? [] : [sentence])),
  };
}

/** Without headings, marks of citations and the list of references. */
function bodyOf(markdown: string): string {
  return markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^## References\b[\s\S]*/m, '')
    .replace(/\[\[\d+\]\]\([^)]*\)/g, '')
    .replace(/\[e\d+(?:, e\d+)*\]/g, '');
}

function hasStrangeFigure({ text, spans }: LedgerEntry, texts: readonly SourceText[]): boolean {
  const sources = texts.filter(({ id }) => spans.some(({ source }) => source === id));
  // A title and a date that the writer adds to what was said are the source's own.
  const known = new Set(
    sources.flatMap(({ text: words, title, publishedAt }) =>
      plainWords(`${words} ${title} ${publishedAt?.replaceAll('-', ' ') ?? ''}`),
    ),
  );
  return plainWords(text).some((word) => /^\d/.test(word) && !known.has(word));
}

function repeatedIn(sentences: readonly string[]): readonly (readonly [string, string])[] {
  const sets = sentences.map((text) => new Set(contentWords(text)));
  return sentences.flatMap((one, at) =>
    sentences.slice(at + 1).flatMap((other, next): (readonly [string, string])[] => {
      const [mine, theirs] = [sets[at] ?? new Set<string>(), sets[at + 1 + next] ?? new Set<string>()];
      if (Math.min(mine.size, theirs.size) < 4) return [];
      return overlapOf(mine, theirs) >= REPEATED_FROM ? [[one, other]] : [];
    }),
  );
}

/** Two of the point's words in one sentence. */
function isAbout(text: string, words: readonly string[]): boolean {
  const own = new Set(plainWords(text).map(stemOf));
  const lower = text.toLowerCase();
  return words.filter((word) => (word.includes(' ') ? lower.includes(word) : own.has(stemOf(word)))).length >= 2;
}

function tells(text: string, { old }: Outdated): boolean {
  if (!text.includes(old.figure)) return false;
  return overlapOf(new Set(contentWords(text)), new Set(contentWords(old.sentence))) >= 0.5;
}

/** Says of when it is: by a year, or as something past. */
const isDated = (text: string): boolean =>
  /\b(?:1[89]|20)\d\d\b|\bat the time\b|\bearlier\b|\bformerly\b|\bused to\b|\bolder\b/i.test(text);
