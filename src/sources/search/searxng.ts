// SearXNG, a search that people run themselves: https://docs.searxng.org/dev/search_api.html

import * as z from 'zod';
import type { FoundText } from '../../ports/sources.ts';
import type { PoliteFetch } from '../fetch/polite-fetch.ts';
import { plainLine, plainText } from './plain-text.ts';
import { readDay } from './read-day.ts';
import { askJson, notReadable, readEach, type SearchEndpoint } from './search-endpoint.ts';
import { webAddress } from './web-address.ts';

const answerShape = z.object({
  results: z.array(z.unknown()),
  unresponsive_engines: z.array(z.unknown()).catch([]),
});
const resultShape = z.object({
  url: z.string(),
  title: z.string().catch(''),
  content: z.string().catch(''),
  publishedDate: z.string().nullish().catch(null),
});

export interface SearxngOptions {
  readonly address: URL;
  /** The setting that names it. */
  readonly setting: string;
  readonly mayBePrivate: boolean;
  readonly now: () => number;
}

export function searxng(fetch: PoliteFetch, { address, setting, mayBePrivate, now }: SearxngOptions): SearchEndpoint {
  const name = `SearXNG at ${address.host}`;
  return {
    kind: 'web',
    name,
    id: address.href,
    async search({ text, max }, signal) {
      const url = new URL(address);
      url.pathname = `${url.pathname.replace(/\/{1,9}$/, '').replace(/\/search$/, '')}/search`;
      url.search = String(new URLSearchParams({ q: text, format: 'json' }));
      const whenForbidden = `Let it answer with JSON (search.formats in its settings.yml), or change ${setting}.`;
      const answer = answerShape.safeParse(await askJson(fetch, { name, url, mayBePrivate, whenForbidden, signal }));
      if (!answer.success) throw notReadable(name);
      const { results, unresponsive_engines: silent } = answer.data;
      const read = readEach(results, (one) => foundOf(one, now()), { name, max });
      const more = results.length === 0 && silent.length > 0 ? [`${name}: its engines did not answer.`] : [];
      return { found: read.found, notes: [...read.notes, ...more] };
    },
  };
}

function foundOf(one: unknown, now: number): FoundText | null {
  const read = resultShape.safeParse(one);
  const address = read.success ? webAddress(read.data.url) : null;
  const text = read.success ? plainText(read.data.content) : '';
  if (!read.success || address === null || text === '') return null;
  return {
    ...{ address: address.href, title: plainLine(read.data.title) || address.host, type: 'web', text, isWhole: false },
    ...{ publishedAt: readDay(read.data.publishedDate, now), authors: [], publisher: address.hostname },
  };
}
