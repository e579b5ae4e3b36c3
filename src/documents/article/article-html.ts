// An article as one page that needs nothing else: no scripts, no fonts, no images. Every citation opens the entry of
// the ledger behind it. All text is escaped; links lead to http, https or places on the page.

import type { Language } from '../evidence/language.ts';
import type { Ledger } from '../evidence/ledger.ts';
import type { Source } from '../evidence/source.ts';
import { isSourceId } from '../evidence/source-id.ts';
import { headingsOf } from '../markdown/headings-of.ts';
import { ARTICLE_STYLE } from './article-style.ts';
import { blocksHtml } from './blocks-html.ts';
import { escapeHtml, safeAddress } from './inline-html.ts';
import { ledgerHtml } from './ledger-html.ts';
import { readProse } from './read-prose.ts';
import { webAddressOf } from './reference-line.ts';

export function articleHtml(markdown: string, ledger: Ledger, language: Pick<Language, 'ends'>): string {
  const { title, sentences } = readProse(markdown, language);
  const description = sentences[0]?.text.slice(0, 200) ?? '';
  const { body, contents } = withContents(blocksHtml(withoutReferenceList(markdown)));
  const words = sentences.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
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
    '<div class="page">',
    `<main id="text">${belowTitle(body, `${madeHtml(ledger, words)}\n${contentsHtml(contents, ledger)}`)}</main>`,
    referencesHtml(ledger.sources),
    ledgerHtml(ledger),
    '</div>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** The sections of the text get names that the contents lead to. */
function withContents(html: string): { readonly body: string; readonly contents: readonly string[] } {
  const contents: string[] = [];
  const body = html.replace(/<h2>(.*?)<\/h2>/g, (_, heading: string) => {
    contents.push(heading.replace(/<[^<>]{0,5000}>/g, ''));
    return `<h2 id="s${contents.length}">${heading}</h2>`;
  });
  return { body, contents };
}

function contentsHtml(contents: readonly string[], { sources, entries }: Ledger): string {
  const items = [
    ...contents.map((heading, at) => `<li><a href="#s${at + 1}">${heading}</a></li>`),
    ...(sources.length === 0 ? [] : ['<li><a href="#references">References</a></li>']),
    ...(entries.length === 0 ? [] : ['<li><a href="#ledger">Evidence ledger</a></li>']),
  ];
  if (items.length === 0) return '';
  const list = `<summary>Contents</summary>\n<ol>\n${items.join('\n')}\n</ol>`;
  return `<nav aria-label="Contents"><details>${list}</details></nav>`;
}

/** When its sources were read, how long it is, and how it was checked. */
function madeHtml({ counts, sources, entries }: Ledger, words: number): string {
  const read = sources.map(({ retrievedAt }) => retrievedAt.slice(0, 10)).sort();
  const facts = [
    ...(words === 0 ? [] : [`${Math.max(1, Math.ceil(words / WORDS_PER_MINUTE))} min to read`]),
    ...(counts.claims === 0 ? [] : [`${counts.supported} of ${counts.claims} claims supported`]),
    ...(counts.not_judged ? [`${counts.not_judged} not judged`] : []),
    ...(sources.length === 0 ? [] : [sources.length === 1 ? '1 source' : `${sources.length} sources`]),
  ];
  const date = read.at(-1);
  const isJudged = entries.some(({ judge }) => judge !== undefined);
  const who = counts.not_judged === undefined ? (isJudged ? 'rules and a model' : 'rules') : 'code and a judge';
  const claims = counts.not_judged ? `each claim but ${counts.not_judged} not judged` : 'each claim';
  const checked =
    counts.not_judged !== undefined && !isJudged
      ? 'code compared figures, dates, names and quotations of each claim with the passages that it cites; ' +
        'nobody judged the rest.'
      : `${who} compared ${claims} with the stored text of its source, and what no source supports was taken out.`;
  const how = `Made with Signoff: ${checked} A number behind a sentence shows the words that it rests on.`;
  const dated = date === undefined ? '' : `<time datetime="${escapeHtml(date)}">${escapeHtml(date)}</time>`;
  const head = [dated, ...facts.map(escapeHtml)]
    .filter((fact) => fact !== '')
    .join(' <span aria-hidden="true">·</span> ');
  return `<p class="facts">${head}</p>\n<p class="made">${how}</p>`;
}

const WORDS_PER_MINUTE = 200;

function belowTitle(body: string, made: string): string {
  const end = body.indexOf('</h1>');
  return end < 0 ? `${made}\n${body}` : `${body.slice(0, end + 5)}\n${made}${body.slice(end + 5)}`;
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
