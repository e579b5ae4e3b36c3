// News by feeds: one whose address takes the words of the search, or one whose items are looked through for them.

import { SourceFault } from '../../errors.ts';
import type { FoundText } from '../../ports/sources.ts';
import { charsetOf, decodeText } from '../corpus/decode-text.ts';
import type { PoliteFetch } from '../fetch/polite-fetch.ts';
import type { SearchEndpoint } from '../search/search-endpoint.ts';
import { wordsOf } from '../search/search-words.ts';
import { webAddress } from '../search/web-address.ts';
import { type FeedSetting, feedAddress } from '../source-settings.ts';
import type { FeedItem } from './read-feed.ts';
import { readFeedApart } from './read-feed-apart.ts';

const TYPES = 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5';
/** An item that has fewer of the words is about something else. */
const WORDS_MIN = 2;

export function feed(fetch: PoliteFetch, { address, isOwn }: FeedSetting, now: () => number): SearchEndpoint {
  const { host } = new URL(feedAddress(address, 'x'));
  const name = `the feed at ${host}`;
  const takesQuery = address.includes('{query}');
  return {
    kind: 'news',
    name,
    id: address,
    async search({ text, words, max }, signal) {
      const url = feedAddress(address, text);
      const reply = await fetch.endpoint({ url, signal, mayBePrivate: isOwn, headers: { accept: TYPES } });
      const { status } = reply;
      if (status >= 500) throw new SourceFault('source-unreachable', `${name} answered with ${status}.`);
      if (status < 200 || status >= 300) throw new SourceFault('source-refused', `${name} answered with ${status}.`);
      const decoded = decodeText(reply.bytes, charsetOf(reply.headers['content-type'] ?? '')) ?? '';
      const read = await readFeedApart({ text: decoded, now: now() });
      if (!read.ok) throw new SourceFault('source-not-readable', `${name} cannot be read: ${read.why}.`);
      const publisher = read.title || host;
      const fitting = takesQuery ? read.items : about(read.items, words);
      const found = fitting.flatMap((item) => foundOf(item, publisher, reply.url) ?? []).slice(0, max);
      const none = `${name}: none of its ${read.items.length} items is about this.`;
      return { found, notes: found.length === 0 && read.items.length > 0 ? [none] : [] };
    },
  };
}

/** Those with most of the words first; among equals as they stand in the feed. */
function about(items: readonly FeedItem[], words: readonly string[]): readonly FeedItem[] {
  const least = Math.min(WORDS_MIN, words.length);
  const counted = items.map((item) => {
    const [title, text] = [wordsOf(item.title), wordsOf(item.text)].map((all) => new Set(all));
    const hits = words.filter((word) => title?.has(word) === true || text?.has(word) === true).length;
    return { item, hits, inTitle: words.filter((word) => title?.has(word) === true).length };
  });
  return counted
    .filter(({ hits }) => hits >= least)
    .sort((a, b) => b.hits + b.inTitle - (a.hits + a.inTitle))
    .map(({ item }) => item);
}

function foundOf(item: FeedItem, publisher: string, from: URL): FoundText | null {
  const address = webAddress(URL.parse(item.address, from.href)?.href);
  const text = item.text || item.title;
  if (address === null || item.address === '' || text === '') return null;
  return {
    ...{ address: address.href, title: item.title || address.host, type: 'news', publishedAt: item.publishedAt },
    ...{ authors: item.authors, publisher, text, isWhole: item.isWhole },
  };
}
