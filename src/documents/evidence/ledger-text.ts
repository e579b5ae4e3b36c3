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
import { tellSides } from './tell-sides.ts';

export function ledgerText(ledger: Ledger): string {
  const sources = new Map(ledger.sources.map((source, at) => [source.id, { source, number: at + 1 }]));
  const parts = [
    '# Evidence ledger',
    `${countsText(ledger)}. Article \`${ledger.article}\`.`,
    ...ledger.entries.filter(isShown).map((entry) => entryText(entry, sources)),
    ...listText(`## ${removedHeading(ledger)}`, ledger.removed, removedText),
    ...listText(`## ${againstHeading(ledger)}`, ledger.contradictions, (each) => contradictionText(each, sources)),
    ...listText('## Sources', ledger.sources, sourceLine),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A model wrote it: what it says of sources that disagree was confirmed by a judge. */
const isWritten = ({ counts }: Ledger): boolean => counts.not_judged !== undefined;

export const removedHeading = (ledger: Ledger): string =>
  isWritten(ledger) ? 'Taken out' : 'Taken out or written anew';

export const againstHeading = (ledger: Ledger): string =>
  isWritten(ledger) ? 'Where sources disagree' : 'Where sources may disagree (found by their words, not judged)';

/** `26 claims: 3 word for word, 20 supported by the judge, 3 not judged; 4 taken out`; of a check `26 claims: 3 word
 *  for word, 20 not judged, 1 differs, 2 not found`. */
export function countsText({ counts, entries, removed }: Ledger): string {
  const { claims, supported, contradicted, insufficient, not_judged } = counts;
  if (not_judged !== undefined && entries.some(({ finding }) => finding !== undefined)) {
    const against = `${contradicted} ${contradicted === 1 ? 'differs' : 'differ'}, ${insufficient} not found`;
    return `${claims} claims: ${supported} word for word, ${not_judged} not judged, ${against}`;
  }
  if (not_judged === undefined) {
    const rest = `${contradicted} contradicted, ${insufficient} without enough support`;
    return `${claims} claims: ${supported} supported, ${rest}`;
  }
  const exact = entries.filter(({ foundBy }) => foundBy === 'word for word').length;
  const found = `${exact} word for word, ${supported - exact} supported by the judge, ${not_judged} not judged`;
  return `${claims} claims: ${found}; ${removed.filter(({ takenOutBy }) => takenOutBy !== undefined).length} taken out`;
}

const sourceLine = ({ id, title, address, hash }: Source, at: number): string =>
  `${at + 1}. ${plain(title)}. ${addressText(address)}. [Stored text](sources/${id}.txt), \`${hash}\`.`;

/** A path may have any character in its names. */
const addressText = (address: string): string =>
  /^https?:\/\/[^\s<>"'`\\|]{1,2000}$/i.test(address) ? `<${address}>` : plain(address);

type Known = ReadonlyMap<string, { readonly source: Source; readonly number: number }>;

const WORDS = {
  ...{ supported: 'supported', contradicted: 'contradicted', insufficient: 'not enough support' },
  'not judged': 'not judged',
} as const;

function entryText(entry: LedgerEntry, known: Known): string {
  const { id, text, verdict, reasons, spans, judge } = entry;
  const judgedBy = judge === undefined ? '' : plain(judge.model === undefined ? judge.worker : `Judge, ${judge.model}`);
  const lines = [
    `<a id="${id}"></a>`,
    `**${id}** ${plain(text)}`,
    `*${WORDS[verdict]}*${reasonsText(reasons)}`,
    ...(judge === undefined ? [] : [`*${judgedBy}: ${WORDS[judge.verdict]}*${reasonsText(judge.reasons)}`]),
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

function removedText({ text, verdict, reasons, rewritten, takenOutBy }: RemovedClaim): string {
  const now = rewritten === null ? '' : ` Now: ${plain(rewritten)}`;
  const by = takenOutBy === undefined ? '' : takenOutBy === 'code' ? ', by code' : ', by the judge';
  return `- ${plain(text)} *${WORDS[verdict]}${by}*: ${reasons.map(plain).join(' ')}${now}`;
}

/** Titles stand once, with the quotations; a source that the article does not cite has no number. */
function contradictionText(contradiction: Contradiction, known: Known): string {
  const { about, reason, spans } = contradiction;
  const quotes = spans.map((span) => `  - "${plain(span.quote)}" (${titleOf(span, known)})`);
  const said = spans.map((span) =>
    span.says === undefined ? '' : `${shortName(span, known)} says ${plain(span.says)}`,
  );
  const [last = '', ...before] = said.toReversed();
  const explained = said.includes('') ? plain(reason) : `${before.toReversed().join(', ')}, but ${last}.`;
  const nameOf = (id: string): string => shortName(spans.find(({ source }) => source === id) ?? { source: id }, known);
  return [`- **${plain(about)}** ${explained} ${tellSides(contradiction, nameOf)}`, ...quotes].join('\n');
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
