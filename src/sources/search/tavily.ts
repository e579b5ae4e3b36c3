// Tavily, and endpoints that speak like it: https://docs.tavily.com/documentation/api-reference/endpoint/search

import * as z from 'zod';
import type { FoundText } from '../../ports/sources.ts';
import type { PoliteFetch } from '../fetch/polite-fetch.ts';
import { plainLine, plainText } from './plain-text.ts';
import { readDay } from './read-day.ts';
import { askJson, type KeyedEndpointOptions, notReadable, readEach, type SearchEndpoint } from './search-endpoint.ts';
import { webAddress } from './web-address.ts';

export const TAVILY_ADDRESS = 'https://api.tavily.com/search';
/** What the endpoint takes. */
const QUERY_MAX = 400;
const COUNT_MAX = 20;
const RAW_MAX = 200_000;

const answerShape = z.object({ results: z.array(z.unknown()) });
const resultShape = z.object({
  url: z.string(),
  title: z.string().catch(''),
  content: z.string().catch(''),
  raw_content: z.string().nullish().catch(null),
  published_date: z.string().nullish().catch(null),
});

export function tavily(fetch: PoliteFetch, { address, key, mayBePrivate, now }: KeyedEndpointOptions): SearchEndpoint {
  const name = 'Tavily';
  return {
    kind: 'web',
    name,
    id: address.href,
    async search({ text, max }, signal) {
      const body = {
        ...{ query: text.slice(0, QUERY_MAX), max_results: Math.min(max, COUNT_MAX), search_depth: 'basic' },
        ...{ include_raw_content: true, include_answer: false, include_images: false },
      };
      const headers = { authorization: `Bearer ${key}` };
      const request = {
        name,
        url: address,
        headers,
        body,
        mayBePrivate,
        whenForbidden: 'Check TAVILY_API_KEY.',
        signal,
      };
      const answer = answerShape.safeParse(await askJson(fetch, request));
      if (!answer.success) throw notReadable(name);
      return readEach(answer.data.results, (one) => foundOf(one, now()), { name, max });
    },
  };
}

function foundOf(one: unknown, now: number): FoundText | null {
  const read = resultShape.safeParse(one);
  const address = read.success ? webAddress(read.data.url) : null;
  if (!read.success || address === null) return null;
  const { title, content, raw_content: raw, published_date: date } = read.data;
  const whole = (raw ?? '').slice(0, RAW_MAX).trim();
  const text = whole.length > content.length ? whole : plainText(content);
  if (text === '') return null;
  return {
    ...{ address: address.href, title: plainLine(title) || address.host, type: 'web', text },
    ...{ publishedAt: readDay(date, now), authors: [], publisher: address.hostname, isWhole: text === whole },
  };
}
