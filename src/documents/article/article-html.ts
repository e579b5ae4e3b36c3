// An article as one page that needs nothing else: no scripts, no fonts, no images. Every citation opens the entry of
// the ledger behind it. All text is escaped; links lead to http, https or places on the page.

import { isShown, type Ledger, type LedgerEntry } from '../evidence/ledger.ts';
import type { Source } from '../evidence/source.ts';
import { isSourceId } from '../evidence/source-id.ts';
import { tellSides } from '../evidence/told-sides.ts';
import { headingsOf } from '../markdown/headings-of.ts';
import { ARTICLE_STYLE } from './article-style.ts';
import { blocksHtml } from './blocks-html.ts';
import { escapeHtml, inlineHtml, safeAddress } from './inline-html.ts';
import { readProse } from './read-prose.ts';
import { webAddressOf } from './reference-line.ts';

export function articleHtml(markdown: string, ledger: Ledger): string {
  const { title, sentences } = readProse(markdown);
  const description = sentences[0]?.text.slice(0, 200) ?? '';
  const body = blocksHtml(withoutReferenceList(markdown));
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title === '' ? 'Article' : title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<style>${ARTICLE_STYLE}</style>`,
    '</head>',
    '<body>',
    '<a class="skip" href="#text">Skip to the text</a>',
    `<main id="text">${body}</main>`,
    referencesHtml(ledger.sources),
    ledgerHtml(ledger),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** The page makes its own list, with places that entries lead to. */
function withoutReferenceList(markdown: string): string {
  const found = headingsOf(markdown).findLast(({ text }) => /^references$/i.test(text));
  return found === undefined ? markdown : markdown.slice(0, found.start);
}

function referencesHtml(sources: readonly Source[]): string {
  if (sources.length === 0) return '';
  const items = sources.map((source, at) => `<li id="r${at + 1}">${sourceHtml(source)}</li>`).join('\n');
  const heading = '<h2 id="references">References</h2>';
  return `<section class="references" aria-labelledby="references">${heading}\n<ol>\n${items}\n</ol></section>`;
}

function sourceHtml(source: Source): string {
  const { id, title, authors, publisher, publishedAt, address } = source;
  const by = [...authors.slice(0, 3), publisher].filter((part) => part !== '').join(', ');
  // A path of the project leads nowhere from here; the text itself lies beside the article.
  const onWeb = webAddressOf(source);
  const link = onWeb === null ? (isSourceId(id) ? `sources/${id}.txt` : null) : safeAddress(onWeb);
  const shown = escapeHtml(title === '' ? address : title);
  const named = link === null ? `<cite>${shown}</cite>` : `<a href="${escapeHtml(link)}"><cite>${shown}</cite></a>`;
  const more = [by, publishedAt ?? 'no date'].filter((part) => part !== '').map(escapeHtml);
  return `${named}. ${more.join('. ')}.${onWeb === null ? ` <code>${escapeHtml(address)}</code>` : ''}`;
}

function ledgerHtml({ entries, removed, contradictions, sources, counts }: Ledger): string {
  const numbers = new Map(sources.map(({ id }, at) => [id, at + 1]));
  const shown = entries.filter(isShown).map((entry) => entryHtml(entry, numbers));
  const gone = removed.map(({ text, reasons, rewritten }) => {
    const now = rewritten === null ? '' : ` Now: ${escapeHtml(rewritten)}`;
    return `<li><q>${escapeHtml(text)}</q> ${escapeHtml(reasons.join(' '))}${now}</li>`;
  });
  const named = (id: string): string => (numbers.has(id) ? `[${numbers.get(id)}]` : id);
  const against = contradictions.map((each) => {
    const said = [`${each.about}: ${each.reason}`, tellSides(each, named)].map(escapeHtml).join(' ');
    return `<li>${said}${each.spans.map((span) => quoteHtml(span, numbers)).join('')}</li>`;
  });
  return [
    '<section class="ledger" aria-labelledby="ledger"><h2 id="ledger">Evidence ledger</h2>',
    `<p>${counts.claims} claims: ${counts.supported} supported, ${counts.contradicted} contradicted,`,
    `${counts.insufficient} without enough evidence.</p>`,
    ...shown,
    ...(against.length === 0 ? [] : [`<h3>Where sources disagree</h3><ul>${against.join('\n')}</ul>`]),
    ...(gone.length === 0 ? [] : [`<h3>Taken out or written anew</h3><ul>${gone.join('\n')}</ul>`]),
    '</section>',
  ].join('\n');
}

function entryHtml({ id, text, verdict, reasons, spans }: LedgerEntry, numbers: ReadonlyMap<string, number>): string {
  const own = escapeHtml(id);
  return [
    `<article class="entry ${escapeHtml(verdict)}" id="${own}" aria-label="Evidence for claim ${own}">`,
    `<p class="claim"><span class="verdict">${escapeHtml(verdict)}</span> ${inlineHtml(text)}</p>`,
    ...spans.map((span) => quoteHtml(span, numbers)),
    `<p class="why">${escapeHtml(reasons.join(' '))}</p>`,
    `<p class="back"><a href="#t-${own}">Back to the text</a></p>`,
    '</article>',
  ].join('');
}

function quoteHtml({ source, quote }: LedgerEntry['spans'][number], numbers: ReadonlyMap<string, number>): string {
  const number = numbers.get(source);
  const from = number === undefined ? escapeHtml(source) : `<a href="#r${number}">[${number}]</a>`;
  return `<blockquote><p>${escapeHtml(quote)}</p><footer>${from}</footer></blockquote>`;
}
