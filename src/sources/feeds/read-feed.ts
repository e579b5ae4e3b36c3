// The items of a feed: RSS, Atom, RDF and JSON Feed.

import { parseFeed } from 'feedsmith';
import { parseHTML } from 'linkedom';
import { type HtmlNode, htmlText } from '../corpus/html-text.ts';
import { readDay } from '../search/read-day.ts';

export interface FeedQuestion {
  readonly text: string;
  readonly now: number;
}

export interface FeedItem {
  readonly address: string;
  readonly title: string;
  readonly text: string;
  readonly publishedAt: string | null;
  readonly authors: readonly string[];
  /** Its whole text is in the feed. */
  readonly isWhole: boolean;
}

export type FeedReading =
  | { readonly ok: true; readonly title: string; readonly items: readonly FeedItem[] }
  | { readonly ok: false; readonly why: string };

const ITEMS_MAX = 500;
const HTML_MAX = 300_000;
const WHOLE_WORDS = 200;

export function readFeed({ text, now }: FeedQuestion): FeedReading {
  try {
    const { title, items } = itemsOf(text);
    return { ok: true, title: plain(title), items: items.slice(0, ITEMS_MAX).map((item) => readItem(item, now)) };
  } catch {
    return { ok: false, why: 'it is no RSS, Atom or JSON feed' };
  }
}

interface RawItem {
  readonly address: string | undefined;
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly content: string | undefined;
  readonly date: string | undefined;
  readonly authors: readonly (string | undefined)[];
}

function itemsOf(text: string): { readonly title: string; readonly items: readonly RawItem[] } {
  const read = parseFeed(text);
  switch (read.format) {
    case 'rss':
      return {
        title: read.feed.title ?? '',
        items: (read.feed.items ?? []).map((item) => ({
          address: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
          ...{ title: item.title, summary: item.description, content: item.content?.encoded },
          date: item.pubDate ?? item.dc?.dates?.[0],
          authors: [...(item.authors ?? []).map(({ name }) => name), ...(item.dc?.creators ?? [])],
        })),
      };
    case 'rdf':
      return {
        title: read.feed.title ?? '',
        items: (read.feed.items ?? []).map((item) => ({
          ...{ address: item.link, title: item.title, summary: item.description, content: item.content?.encoded },
          ...{ date: item.dc?.dates?.[0], authors: item.dc?.creators ?? [] },
        })),
      };
    case 'atom':
      return {
        title: read.feed.title?.value ?? '',
        items: (read.feed.entries ?? []).map((entry) => ({
          address: (entry.links?.find(({ rel = 'alternate' }) => rel === 'alternate') ?? entry.links?.[0])?.href,
          ...{ title: entry.title?.value, summary: entry.summary?.value, content: entry.content?.value },
          ...{ date: entry.published ?? entry.updated, authors: (entry.authors ?? []).map(({ name }) => name) },
        })),
      };
    case 'json':
      return {
        title: read.feed.title ?? '',
        items: (read.feed.items ?? []).map((item) => ({
          ...{ address: item.url, title: item.title, summary: item.summary },
          content: item.content_html ?? item.content_text,
          ...{ date: item.date_published, authors: (item.authors ?? []).map(({ name }) => name) },
        })),
      };
  }
}

function readItem(item: RawItem, now: number): FeedItem {
  const [content, summary] = [textOf(item.content), textOf(item.summary)];
  const text = content.length > summary.length ? content : summary;
  return {
    ...{ address: item.address?.trim() ?? '', title: plain(item.title), text, publishedAt: readDay(item.date, now) },
    authors: item.authors
      .map(plain)
      .filter((name) => name !== '' && name.length <= 100)
      .slice(0, 20),
    isWhole: text === content && content.split(' ').length >= WHOLE_WORDS,
  };
}

const plain = (text: string | undefined): string => textOf(text).replaceAll('\n', ' ').slice(0, 300);

/** Feeds hold HTML, and text that only looks like it. */
function textOf(html: string | undefined): string {
  const given = (html ?? '').slice(0, HTML_MAX);
  if (!/[<&]/.test(given)) return given.replace(/[^\S\n]{1,99}/g, ' ').trim();
  const { document } = parseHTML(`<html><body>${given}</body></html>`) as unknown as { readonly document: HtmlPage };
  return document.body === null ? '' : htmlText(document.body);
}

interface HtmlPage {
  readonly body: HtmlNode | null;
}
