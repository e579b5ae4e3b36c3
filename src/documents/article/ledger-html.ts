// The ledger at the end of the page of an article: what each claim rests on, folded by the sections of the article.
// A link to an entry opens the section that it is in.

import { isShown, type Ledger, type LedgerEntry } from '../evidence/ledger.ts';
import { againstHeading, countsText, removedHeading } from '../evidence/ledger-text.ts';
import type { Source } from '../evidence/source.ts';
import { tellSides } from '../evidence/tell-sides.ts';
import { escapeHtml, inlineHtml } from './inline-html.ts';

type Numbered = ReadonlyMap<string, { readonly number: number; readonly source: Source }>;

export function ledgerHtml(ledger: Ledger): string {
  const { entries, removed, contradictions, sources } = ledger;
  const numbered: Numbered = new Map(sources.map((source, at) => [source.id, { number: at + 1, source }]));
  const gone = removed.map(({ text, reasons, rewritten }) => {
    const now = rewritten === null ? '' : ` Now: ${escapeHtml(rewritten)}`;
    return `<li><q>${escapeHtml(text)}</q> ${escapeHtml(reasons.join(' '))}${now}</li>`;
  });
  const named = (id: string): string => (numbered.has(id) ? `[${numbered.get(id)?.number}]` : id);
  const against = contradictions.map((each) => {
    const said = [`${each.about}: ${each.reason}`, tellSides(each, named)].map(escapeHtml).join(' ');
    return `<li>${said}${each.spans.map((span) => quoteHtml(span, numbered)).join('')}</li>`;
  });
  return [
    '<section class="ledger" aria-labelledby="ledger"><h2 id="ledger">Evidence ledger</h2>',
    `<p>${escapeHtml(countsText(ledger))}. Open a section to see the words that its claims rest on.</p>`,
    ...sectionsOf(entries.filter(isShown)).map(([name, own]) => sectionHtml(name, own, numbered)),
    ...folded(againstHeading(ledger), against),
    ...folded(removedHeading(ledger), gone),
    '</section>',
  ].join('\n');
}

/** In the order of the article. */
function sectionsOf(entries: readonly LedgerEntry[]): readonly (readonly [string, readonly LedgerEntry[]])[] {
  return [...Map.groupBy(entries, ({ section }) => section)];
}

function sectionHtml(name: string, entries: readonly LedgerEntry[], numbered: Numbered): string {
  const doubtful = entries.filter(({ verdict }) => verdict === 'contradicted' || verdict === 'insufficient').length;
  const open = entries.filter(({ verdict }) => verdict === 'not judged').length;
  const counts = [
    countOf(entries.length),
    ...(doubtful === 0 ? [] : [`${doubtful} not supported`]),
    ...(open === 0 ? [] : [`${open} not judged`]),
  ].join(', ');
  const cards = entries.map((entry) => entryHtml(entry, numbered)).join('\n');
  const head = summaryHtml(name === '' ? 'Introduction' : name, counts);
  return `<details class="fold"><summary>${head}</summary>\n${cards}</details>`;
}

const countOf = (count: number): string => `${count} ${count === 1 ? 'claim' : 'claims'}`;

function folded(name: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const head = summaryHtml(name, String(items.length));
  return [`<details class="fold"><summary>${head}</summary>\n<ul>${items.join('\n')}</ul></details>`];
}

const summaryHtml = (name: string, counts: string): string =>
  `<h3>${escapeHtml(name)}</h3> <span class="count">${escapeHtml(counts)}</span>`;

function entryHtml({ id, text, verdict, reasons, spans, judge }: LedgerEntry, numbered: Numbered): string {
  const own = escapeHtml(id);
  const kind = escapeHtml(verdict.replace(' ', '-'));
  const judgedBy = judge?.model === undefined ? '' : ` Judge: ${escapeHtml(judge.model)}.`;
  return [
    `<article class="entry ${kind}" id="${own}" aria-label="Evidence for claim ${own}">`,
    `<p class="claim"><span class="verdict">${escapeHtml(verdict)}</span> ${inlineHtml(text)}</p>`,
    ...spans.map((span) => quoteHtml(span, numbered)),
    `<p class="why">${escapeHtml(reasons.join(' '))}${judgedBy}</p>`,
    `<p class="back"><a href="#t-${own}">Back to the text</a></p>`,
    '</article>',
  ].join('');
}

function quoteHtml({ source, quote }: LedgerEntry['spans'][number], numbered: Numbered): string {
  const found = numbered.get(source);
  const from = found === undefined ? escapeHtml(source) : originHtml(found.number, found.source);
  return `<blockquote><p>${escapeHtml(quote)}</p><footer>${from}</footer></blockquote>`;
}

/** `[1] Title. Publisher, 2024-05`. */
function originHtml(number: number, { title, address, publisher, publishedAt }: Source): string {
  const more = [publisher, publishedAt ?? 'no date'].filter((part) => part !== '').map(escapeHtml);
  const shown = `<cite>${escapeHtml(title === '' ? address : title)}</cite>`;
  return `<a href="#r${number}">[${number}] ${shown}</a> <span class="origin">${more.join(', ')}</span>`;
}
