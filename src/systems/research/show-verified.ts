// What `research verify` found, in lines for people: what differs or is not found, with the nearest words of a source.

import type { LedgerEntry } from '../../documents/evidence/ledger.ts';
import { shortSourceId } from '../../documents/evidence/source-id.ts';
import { countedParts } from '../../documents/evidence/unchecked-parts.ts';
import type { Json } from '../../json.ts';

interface ShownEntry {
  readonly id: string;
  readonly text: string;
  readonly line: number;
  readonly cites: readonly string[];
  readonly kind: string;
  readonly verdict: LedgerEntry['verdict'];
  readonly finding: string;
  readonly judge?: LedgerEntry['verdict'];
  readonly reasons: readonly string[];
  readonly spans: readonly { readonly source: string; readonly quote: string }[];
}

interface Verified {
  readonly article: string;
  readonly passed: boolean;
  readonly showsAll: boolean;
  /** `ledger`: verdicts are those of the ledger beside the article, and nobody judged again. */
  readonly by: 'rules' | 'ledger';
  readonly total: string;
  readonly entries: readonly ShownEntry[];
  readonly sources: readonly { readonly id: string; readonly address: string; readonly title: string }[];
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly unchecked: readonly { readonly kind: string; readonly line: number; readonly text: string }[];
}

const JUDGED = {
  ...{ supported: 'supported', contradicted: 'contradicted', insufficient: 'not enough support' },
  'not judged': 'not judged',
} as const;
const FINE: readonly string[] = ['supported', 'not judged'];
const QUOTE_MAX = 400;
const ENTRIES_MAX = 200;

export function showVerified(output: Json, width: number | null): readonly string[] {
  const verified = output as unknown as Verified;
  const { article, entries, problems, notes, showsAll, unchecked } = verified;
  const wide = width ?? 1000;
  const shown = entries.filter(({ kind, verdict }) => kind !== 'framing' && (showsAll || !FINE.includes(verdict)));
  const lines = shown.slice(0, ENTRIES_MAX).flatMap((entry) => [...entryLines(entry, verified, wide), '']);
  const more = shown.length - ENTRIES_MAX;
  const problemLines = problems.flatMap((problem) => hung(`  ${problem}`, '    ', wide));
  const read = notes.flatMap((note) => hung(`  ${note}`, '    ', wide));
  const left = unchecked.flatMap(({ kind, line, text }) =>
    hung(`  ${article}:${line} ${kind}: ${shortened(text)}`, '    ', wide),
  );
  return [
    ...lines,
    ...(more > 0 ? [`... and ${more} more: --json gives all of them.`, ''] : []),
    ...(left.length === 0 ? [] : ['Not checked:', ...left, '']),
    ...(problemLines.length === 0 ? [] : ['Citations, references and sources do not agree:', ...problemLines, '']),
    ...(read.length === 0 ? [] : ['Notes on the sources:', ...read, '']),
    ...hung(`${article}: ${endOf(verified)}`, '  ', wide),
  ];
}

function endOf({ by, passed, problems, total, unchecked }: Verified): string {
  const agrees = problems.length === 0 ? 'agrees with its ledger, ' : 'does not agree with its ledger, ';
  const parts = countedParts(unchecked.map(({ kind }) => kind));
  const left = parts.length === 0 ? '' : `; not checked: ${parts.join(', ')}`;
  return `${by === 'ledger' ? agrees : passed ? 'passed, ' : ''}${total}${left}`;
}

function entryLines(
  { id, text, line, finding, judge, reasons, spans, cites }: ShownEntry,
  { article, sources }: Verified,
  wide: number,
): readonly string[] {
  const named = cites.length === 0 ? '' : ` [${cites.slice(0, 8).join(', ')}]`;
  const nearest = spans[0];
  const address =
    sources.find((source) => source.id === nearest?.source)?.address ?? shortSourceId(nearest?.source ?? '');
  return [
    ...hung(
      `${article}:${line} ${id} ${finding}${judge === undefined ? '' : `; the judge: ${JUDGED[judge]}`}`,
      '  ',
      wide,
    ),
    ...hung(`  ${shortened(text)}${named}`, '  ', wide),
    ...reasons.flatMap((reason) => hung(`  ${reason}`, '    ', wide)),
    ...(nearest === undefined ? [] : hung(`  ${address}: "${shortened(nearest.quote)}"`, '    ', wide)),
  ];
}

const shortened = (text: string): string => {
  const joined = text
    .slice(0, QUOTE_MAX * 2)
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');
  return joined.length > QUOTE_MAX ? `${joined.slice(0, QUOTE_MAX - 1)}…` : joined;
};

/** Lines of at most `width` characters; those after the first begin with `indent`. */
function hung(text: string, indent: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = /^ */.exec(text)?.[0] ?? '';
  let isEmpty = true;
  for (const word of text.trim().split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}
