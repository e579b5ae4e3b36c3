// Brave Search: https://api-dashboard.search.brave.com/app/documentation/web-search

import * as z from 'zod';
import type { FoundText } from '../../ports/sources.ts';
import type { PoliteFetch } from '../fetch/polite-fetch.ts';
import { plainLine, plainText } from './plain-text.ts';
import { readDay } from './read-day.ts';
import { askJson, type KeyedEndpointOptions, notReadable, readEach, type SearchEndpoint } from './search-endpoint.ts';
import { webAddress } from './web-address.ts';

export const BRAVE_ADDRESS = 'https://api.search.brave.com/res/v1/web/search';
/** What the endpoint takes. */
const QUERY_MAX = 400;
const WORDS_MAX = 50;
const COUNT_MAX = 20;

/** `web` is missing where nothing was found. */
const answerShape = z.object({ web: z.object({ results: z.array(z.unknown()) }).nullish() });
const resultShape = z.object({
  url: z.string(),
  title: z.string().catch(''),
  description: z.string().catch(''),
  extra_snippets: z.array(z.string()).catch([]),
  page_age: z.string().nullish().catch(null),
  profile: z.object({ name: z.string() }).nullish().catch(null),
});

export function brave(fetch: PoliteFetch, { address, key, mayBePrivate, now }: KeyedEndpointOptions): SearchEndpoint {
  const name = 'Brave Search';
  return {
    kind: 'web',
    name,
    id: address.href,
    async search({ text, max }, signal) {
      const url = new URL(address);
      const q = text.split(' ').slice(0, WORDS_MAX).join(' ').slice(0, QUERY_MAX);
      const count = String(Math.min(max, COUNT_MAX));
      url.search = String(new URLSearchParams({ q, count, text_decorations: 'false', result_filter: 'web' }));
      const headers = { 'x-subscription-token': key };
      const request = { name, url, headers, mayBePrivate, whenForbidden: 'Check BRAVE_API_KEY.', signal };
      const answer = answerShape.safeParse(await askJson(fetch, request));
      if (!answer.success) throw notReadable(name);
      return readEach(answer.data.web?.results ?? [], (one) => foundOf(one, now()), { name, max });
    },
  };
}

function foundOf(one: unknown, now: number): FoundText | null {
  const read = resultShape.safeParse(one);
  const address = read.success ? webAddress(read.data.url) : null;
  if (!read.success || address === null) return null;
  const { title, description, extra_snippets: more, page_age: age, profile } = read.data;
  const text = [description, ...more].map(plainText).filter(Boolean).join('\n\n');
  if (text === '') return null;
  return {
    ...{ address: address.href, title: plainLine(title) || address.host, type: 'web', text, isWhole: false },
    ...{ publishedAt: readDay(age, now), authors: [], publisher: plainLine(profile?.name) || address.hostname },
  };
}
