// Reads a page: its article where one can be recognised, else all of its text.

import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { DocumentText } from './document-text.ts';
import { plainDate } from './find-date.ts';
import { type HtmlNode, htmlText } from './html-text.ts';
import { isAddress, namesOf } from './read-document-front.ts';

/** Telling the article apart takes long and recursion: of larger pages all text is read. */
const ELEMENTS_MAX = 30_000;
const DEPTH_MAX = 400;
/** What sites put over or around their texts. */
const NOTICES = ['cookie', 'consent', 'newsletter', 'breadcrumb', 'share-', 'social-', 'advert']
  .flatMap((name) => [`div[class*="${name}"]`, `section[class*="${name}"]`, `div[id*="${name}"]`])
  .join(',');
/** Less than this is not an article. */
const ARTICLE_CHARACTERS_MIN = 250;

interface PageElement {
  readonly textContent: string;
  getAttribute(name: string): string | null;
  remove(): void;
}

interface PageDocument {
  readonly body: HtmlNode;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

export function readHtml(html: string): DocumentText {
  const { document } = parseHTML(hasRoot(html) ? html : `<html><body>${html}</body></html>`) as unknown as {
    document: PageDocument;
  };
  const root = document as unknown as HtmlNode;
  const known = knownOf(document);
  const isRead = isSimple(root);
  if (isRead) for (const notice of document.querySelectorAll(NOTICES)) notice.remove();
  const whole = htmlText(document.body ?? root, { isPage: true });
  const article = isRead ? articleOf(document) : null;
  const text = article !== null && article.text.length >= ARTICLE_CHARACTERS_MIN ? article.text : whole;
  return {
    ...{ ...known, text, publisher: known.publisher || (article?.site ?? '') },
    publishedAt: known.publishedAt ?? plainDate(article?.date ?? ''),
    authors: known.authors.length > 0 ? known.authors : namesOf(article?.byline ?? '').filter(isPerson),
  };
}

/** A byline has more in it than names: `Ada Nord, 9 March 2024, 5 min read`. */
const isPerson = (name: string): boolean => /^\p{Lu}[^\d@|:/]{2,60}$/u.test(name) && name.split(' ').length <= 5;

/** What the reader view finds, also in a page's JSON-LD. */
interface PageArticle {
  readonly text: string;
  readonly byline: string | null | undefined;
  readonly site: string | null | undefined;
  readonly date: string | null | undefined;
}

const hasRoot = (html: string): boolean => /<(?:html|body)[\s>]/i.test(html.slice(0, 20_000));

function articleOf(document: PageDocument): PageArticle | null {
  try {
    const reader = new Readability<HtmlNode>(document as never, {
      charThreshold: ARTICLE_CHARACTERS_MIN,
      serializer: (node) => node as unknown as HtmlNode,
    });
    const found = reader.parse();
    if (!found?.content) return null;
    return { text: htmlText(found.content), byline: found.byline, site: found.siteName, date: found.publishedTime };
  } catch {
    return null;
  }
}

/** Few enough elements, and none nested so deep that recursion would end in an error. */
function isSimple(root: HtmlNode): boolean {
  let [node, depth, count]: [HtmlNode | null, number, number] = [root, 0, 0];
  while (node !== null) {
    if (++count > ELEMENTS_MAX * 3 || depth > DEPTH_MAX) return false;
    if (node.firstChild !== null) {
      node = node.firstChild;
      depth++;
      continue;
    }
    while (node !== null && node.nextSibling === null) {
      node = node.parentNode;
      depth--;
    }
    node = node?.nextSibling ?? null;
  }
  return true;
}

const TITLES = ['citation_title', 'og:title', 'dc.title', 'twitter:title'];
/** What front matter is to Markdown. */
const TYPES = ['type', 'source-type', 'source_type'];
const DATES = [
  ...[
    'citation_publication_date',
    'citation_date',
    'article:published_time',
    'datepublished',
    'dc.date',
    'dcterms.date',
  ],
  ...[
    'dc.date.issued',
    'date',
    'pubdate',
    'publish-date',
    'parsely-pub-date',
    'article:modified_time',
    'last-modified',
  ],
];
const AUTHORS = ['citation_author', 'author', 'dc.creator', 'article:author', 'parsely-author'];
const PUBLISHERS = ['citation_journal_title', 'og:site_name', 'dc.publisher', 'application-name'];

function knownOf(document: PageDocument): Omit<DocumentText, 'text'> {
  const metas = new Map<string, string[]>();
  for (const meta of document.querySelectorAll('meta')) {
    const name = (
      meta.getAttribute('name') ??
      meta.getAttribute('property') ??
      meta.getAttribute('itemprop') ??
      ''
    ).toLowerCase();
    const value = (meta.getAttribute('content') ?? '').replace(/\s+/g, ' ').trim().slice(0, 500);
    if (name !== '' && value !== '') metas.set(name, [...(metas.get(name) ?? []).slice(0, 50), value]);
  }
  const first = (names: readonly string[]): string =>
    names.map((name) => metas.get(name)?.[0] ?? '').find(Boolean) ?? '';
  const firstText = (selector: string): string => {
    for (const each of document.querySelectorAll(selector))
      return each.textContent.replace(/\s+/g, ' ').trim().slice(0, 500);
    return '';
  };
  const authors = AUTHORS.map((name) => metas.get(name) ?? []).find((values) => values.length > 0) ?? [];
  const names = authors.length === 1 ? namesOf(authors[0] ?? '') : authors;
  return {
    title: first(TITLES) || withoutSite(firstText('title'), first(PUBLISHERS)) || firstText('h1'),
    type: first(TYPES).toLowerCase().slice(0, 40) || (metas.has('citation_title') ? 'academic' : ''),
    publishedAt: plainDate(first(DATES)) ?? timeOf(document),
    authors: names.filter((name) => !/^https?:/.test(name)),
    publisher: first(PUBLISHERS),
    url: canonicalOf(document),
  };
}

/** `Heat pumps in Norway | The Gazette`. */
function withoutSite(title: string, site: string): string {
  const end = Math.max(title.lastIndexOf(' | '), title.lastIndexOf(' - '), title.lastIndexOf(' – '));
  return end > 0 && site !== '' && title.slice(end + 3) === site ? title.slice(0, end) : title;
}

function timeOf(document: PageDocument): string | null {
  for (const time of document.querySelectorAll('time[datetime]')) return plainDate(time.getAttribute('datetime') ?? '');
  return null;
}

function canonicalOf(document: PageDocument): string {
  for (const link of document.querySelectorAll('link[rel="canonical"]')) {
    const address = link.getAttribute('href') ?? '';
    return isAddress(address) ? address : '';
  }
  return '';
}
