// Whether an article, its citations, its reference list and its ledger agree. What does not is said in sentences.

import { claimsOf } from './claims-of.ts';
import type { Language } from './language.ts';
import type { Claim, Ledger } from './ledger.ts';
import { referencesOf } from './references-of.ts';
import type { SourceText } from './source.ts';
import { sourceFinder } from './source-finder.ts';

export interface ProblemOptions {
  readonly language: Language;
  /** `sha256:` and the digest of a text; without it the ledger's own is not compared. */
  readonly hash?: (text: string) => string;
  /** To look up the quotes; without them only the ledger itself is read. */
  readonly sources?: readonly SourceText[];
}

/** More say nothing new. */
const PROBLEMS_MAX = 200;

export function ledgerProblems(
  article: string,
  ledger: Ledger,
  { hash, sources, language }: ProblemOptions,
): readonly string[] {
  const problems = new Set<string>();
  const claims = claimsOf(article, language);
  if (hash !== undefined && ledger.article !== hash(article)) {
    problems.add('The ledger is of another version of the article: its hash differs.');
  }
  for (const problem of citationProblems(article, ledger, claims)) problems.add(problem);
  for (const problem of entryProblems(ledger, claims)) problems.add(problem);
  for (const problem of elsewhereProblems(article, ledger, sources)) problems.add(problem);
  if (sources !== undefined) {
    for (const problem of unknownReferences(article, sources)) problems.add(problem);
    for (const problem of quoteProblems(ledger, sources)) problems.add(problem);
  }
  const all = [...problems];
  const left = all.length - PROBLEMS_MAX;
  return left > 0 ? [...all.slice(0, PROBLEMS_MAX), `There are ${left} more.`] : all;
}

function* citationProblems(article: string, ledger: Ledger, claims: readonly Claim[]): Generator<string> {
  const references = referencesOf(article);
  const labels = new Set(references.map(({ label }) => label));
  const cited = new Set(claims.flatMap(({ cites }) => cites));
  for (const label of cited) {
    if (/^\d+$/.test(label) && !labels.has(label))
      yield `The text cites [${label}], which the reference list does not have.`;
    if (/^e\d+$/.test(label)) yield `The text cites the passage [${label}] of a draft, which is no reference.`;
  }
  for (const { label } of references) if (!cited.has(label)) yield `Reference ${label} is cited nowhere in the text.`;
  const numbered = references.filter(({ label }) => /^\d+$/.test(label)).length;
  if (numbered > ledger.sources.length) {
    const known = ledger.sources.length;
    yield `The reference list has ${numbered} entries, but only ${known} of them are sources that are there.`;
  }
}

/** A reference that means no source, while another source happens to say the sentence. */
function* unknownReferences(article: string, sources: readonly SourceText[]): Generator<string> {
  const references = referencesOf(article);
  const found = sourceFinder(sources).findAll(references);
  for (const { label, text } of references)
    if (/^\d+$/.test(label) && found.get(label) === null)
      yield `Reference ${label} ("${shortened(text)}") is none of the sources that are there.`;
}

function* entryProblems(ledger: Ledger, claims: readonly Claim[]): Generator<string> {
  const known = new Set(ledger.sources.map(({ id }) => id));
  const entries = new Map(ledger.entries.map((entry) => [`${entry.start}:${entry.text}`, entry]));
  for (const claim of claims) {
    const entry = entries.get(`${claim.start}:${claim.text}`);
    if (entry === undefined) yield `The ledger has no entry for the sentence "${shortened(claim.text)}".`;
    else if (entry.cites.join() !== claim.cites.join())
      yield `Entry ${entry.id} cites ${listed(entry.cites)}, the text cites ${listed(claim.cites)}.`;
  }
  if (ledger.entries.length > claims.length)
    yield `The ledger has ${ledger.entries.length} entries, the article ${claims.length} sentences.`;
  for (const entry of ledger.entries) {
    if (entry.kind !== 'framing' && entry.verdict === 'supported' && entry.spans.length === 0) {
      yield `Entry ${entry.id} is supported, but names no words of a source.`;
    }
    for (const { source } of entry.spans)
      if (!known.has(source)) yield `Entry ${entry.id} rests on ${source}, which is not among the sources.`;
  }
  const supported = ledger.entries.filter(({ kind, verdict }) => kind !== 'framing' && verdict === 'supported').length;
  if (supported !== ledger.counts.supported)
    yield `The ledger counts ${ledger.counts.supported} supported claims, its entries are ${supported}.`;
}

/** What is cited by numbers must be where the support is. Places are named as the reader of the article sees them. */
function* elsewhereProblems(article: string, ledger: Ledger, sources: readonly SourceText[] = []): Generator<string> {
  const references = referencesOf(article);
  const found = sources.length === 0 ? null : sourceFinder(sources).findAll(references);
  const idOf = (label: string): string | undefined =>
    found === null ? ledger.sources[Number(label) - 1]?.id : found.get(label)?.id;
  const labels = new Map(references.map(({ label }) => [idOf(label), label]));
  for (const { id, cites, spans, verdict, kind } of ledger.entries) {
    const numbers = cites.filter((label) => /^\d{1,6}$/.test(label)).slice(0, 1000);
    const [best] = spans;
    const isFound = verdict === 'supported' || verdict === 'not judged';
    if (!isFound || kind === 'framing' || numbers.length === 0 || best === undefined) continue;
    const cited = new Set(numbers.map(idOf));
    if (spans.some(({ source }) => cited.has(source))) continue;
    const label = labels.get(best.source);
    const title = ledger.sources.find((source) => source.id === best.source)?.title;
    if (label === undefined && title === undefined) continue;
    const place =
      label === undefined ? `"${shortened(title ?? '')}", which is not in the reference list` : `[${label}]`;
    yield `Entry ${id} cites ${listed(numbers)}, but what it says stands in ${place}.`;
  }
}

function* quoteProblems({ entries }: Ledger, sources: readonly SourceText[]): Generator<string> {
  const texts = new Map(sources.map(({ id, text }) => [id, text]));
  for (const { id, spans } of entries) {
    for (const { source, start, end, quote } of spans) {
      const text = texts.get(source);
      if (text === undefined) yield `The text of ${source}, which entry ${id} rests on, is not there.`;
      else if (text.slice(start, end) !== quote)
        yield `Entry ${id} quotes ${source} at ${start}, but other words stand there.`;
    }
  }
}

const listed = (labels: readonly string[]): string =>
  labels.length === 0
    ? 'nothing'
    : `${labels
        .slice(0, 8)
        .map((label) => `[${label}]`)
        .join(', ')}${labels.length > 8 ? ', …' : ''}`;
const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
