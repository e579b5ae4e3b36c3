// A ledger as an appendix for readers, in Markdown: each claim with an anchor, its verdict, and the words it rests on.

import type { RemovedClaim } from './ledger.ts';
import {
  type Contradiction,
  type ContradictionSpan,
  isShown,
  type Ledger,
  type LedgerEntry,
  type LedgerSpan,
} from './ledger.ts';
import type { Source } from './source.ts';
import { tellSides } from './told-sides.ts';

export function ledgerText(ledger: Ledger): string {
  const sources = new Map(ledger.sources.map((source, at) => [source.id, { source, number: at + 1 }]));
  const { claims, supported, contradicted, insufficient } = ledger.counts;
  const counts = `${supported} supported, ${contradicted} contradicted, ${insufficient} without enough support`;
  const parts = [
    '# Evidence ledger',
    `${claims} claims: ${counts}. Article \`${ledger.article}\`.`,
    ...ledger.entries.filter(isShown).map((entry) => entryText(entry, sources)),
    ...listText('## Taken out or written anew', ledger.removed, removedText),
    ...listText('## Where sources disagree', ledger.contradictions, (each) => contradictionText(each, sources)),
    ...listText('## Sources', ledger.sources, sourceLine),
  ];
  return `${parts.join('\n\n')}\n`;
}

const sourceLine = ({ id, title, address, hash }: Source, at: number): string =>
  `${at + 1}. ${plain(title)}. ${addressText(address)}. [Stored text](sources/${id}.txt), \`${hash}\`.`;

/** A path may have any character in its names. */
const addressText = (address: string): string =>
  /^https?:\/\/[^\s<>"'`\\|]{1,2000}$/i.test(address) ? `<${address}>` : plain(address);

type Known = ReadonlyMap<string, { readonly source: Source; readonly number: number }>;

const WORDS = { supported: 'supported', contradicted: 'contradicted', insufficient: 'not enough support' } as const;

function entryText(entry: LedgerEntry, known: Known): string {
  const { id, text, verdict, reasons, spans, judge } = entry;
  const lines = [
    `<a id="${id}"></a>`,
    `**${id}** ${plain(text)}`,
    `*${WORDS[verdict]}*${reasonsText(reasons)}`,
    ...(judge === undefined ? [] : [`*${plain(judge.worker)}: ${WORDS[judge.verdict]}*${reasonsText(judge.reasons)}`]),
    ...spans.map((span) => quoteText(span, known)),
  ];
  return lines.join('\n\n');
}

const reasonsText = (reasons: readonly string[]): string =>
  reasons.length === 0 ? '' : `: ${reasons.map(plain).join(' ')}`;

function quoteText({ source, quote, start, end }: LedgerSpan, known: Known): string {
  const found = known.get(source);
  const from = found === undefined ? source : `[${found.number}] ${plain(found.source.title)}`;
  const file = `sources/${source}.txt`;
  return `> ${plain(quote)}\n>\n> ${from}, [${file}](${file}), characters ${start} to ${end}.`;
}

function listText<Item>(
  heading: string,
  items: readonly Item[],
  of: (item: Item, at: number) => string,
): readonly string[] {
  return items.length === 0 ? [] : [heading, items.map(of).join('\n')];
}

function removedText({ text, verdict, reasons, rewritten }: RemovedClaim): string {
  const now = rewritten === null ? '' : ` Now: ${plain(rewritten)}`;
  return `- ${plain(text)} *${WORDS[verdict]}*: ${reasons.map(plain).join(' ')}${now}`;
}

/** Titles stand once, with the quotations; a source that the article does not cite has no number. */
function contradictionText(contradiction: Contradiction, known: Known): string {
  const { about, reason, spans } = contradiction;
  const quotes = spans.map((span) => `  - "${plain(span.quote)}" (${titleOf(span, known)})`);
  const said = spans.map((span) =>
    span.says === undefined ? '' : `${shortName(span, known)} says ${plain(span.says)}`,
  );
  const [last = '', ...before] = said.toReversed();
  const told = said.includes('') ? plain(reason) : `${before.toReversed().join(', ')}, but ${last}.`;
  const nameOf = (id: string): string => shortName(spans.find(({ source }) => source === id) ?? { source: id }, known);
  return [`- **${plain(about)}** ${told} ${tellSides(contradiction, nameOf)}`, ...quotes].join('\n');
}

type NamedSpan = Pick<ContradictionSpan, 'source' | 'title'>;

const shortName = ({ source, title }: NamedSpan, known: Known): string => {
  const found = known.get(source);
  return found === undefined ? `"${plain(title ?? source)}"` : `[${found.number}]`;
};

const titleOf = ({ source, title }: NamedSpan, known: Known): string => {
  const found = known.get(source);
  return found === undefined
    ? `${plain(title ?? source)}, not cited`
    : `[${found.number}] ${plain(found.source.title)}`;
};

/** In one line, and nothing of it is Markdown: texts come from anywhere. */
const plain = (text: string): string =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .join(' ')
    .replace(/[\\`*_[\]<>#|]/g, (mark) => `\\${mark}`);
