// OpenAlex, a catalogue of scholarly works: https://developers.openalex.org

import * as z from 'zod';
import type { FoundText } from '../../ports/sources.ts';
import type { PoliteFetch } from '../fetch/polite-fetch.ts';
import { AUTHORS_MAX, academicEndpoint } from './academic-endpoint.ts';
import { plainLine } from './plain-text.ts';
import { readDay } from './read-day.ts';
import type { SearchEndpoint } from './search-endpoint.ts';
import { webAddress } from './web-address.ts';

export const OPENALEX_ADDRESS = 'https://api.openalex.org/works';
/** Of an abstract; a position beyond is a mistake. */
const WORDS_MAX = 20_000;
const FIELDS = [
  ...['id', 'doi', 'display_name', 'publication_date', 'publication_year', 'authorships', 'primary_location'],
  'abstract_inverted_index',
];

const answerShape = z.object({ results: z.array(z.unknown()) });
const workShape = z.object({
  id: z.string().nullish().catch(null),
  doi: z.string().nullish().catch(null),
  display_name: z.string().nullish().catch(null),
  publication_date: z.string().nullish().catch(null),
  publication_year: z.number().nullish().catch(null),
  authorships: z.array(z.object({ author: z.object({ display_name: z.string() }) })).catch([]),
  primary_location: z
    .object({
      landing_page_url: z.string().nullish().catch(null),
      source: z.object({ display_name: z.string().nullish() }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  abstract_inverted_index: z.record(z.string(), z.array(z.number())),
});

export interface OpenAlexOptions {
  readonly address: URL;
  /** '' where there is none: a small number of searches a day is answered without. */
  readonly key: string;
  readonly mayBePrivate: boolean;
  readonly now: () => number;
}

export function openAlex(fetch: PoliteFetch, { key, ...options }: OpenAlexOptions): SearchEndpoint {
  return academicEndpoint(fetch, {
    ...{ ...options, name: 'OpenAlex', whenForbidden: 'Check OPENALEX_API_KEY.', found: foundOf },
    query: (search, per_page) => ({
      ...{ search, per_page, filter: 'has_abstract:true,is_retracted:false', select: FIELDS.join(',') },
      ...(key !== '' && { api_key: key }),
    }),
    works: (answer) => answerShape.safeParse(answer).data?.results ?? null,
  });
}

function foundOf(one: unknown, now: number): FoundText | null {
  const read = workShape.safeParse(one);
  if (!read.success) return null;
  const work = read.data;
  const address = webAddress(work.doi) ?? webAddress(work.primary_location?.landing_page_url) ?? webAddress(work.id);
  const text = abstractOf(work.abstract_inverted_index);
  if (address === null || text === '') return null;
  const day = readDay(work.publication_date, now) ?? readDay(String(work.publication_year ?? ''), now);
  return {
    ...{ address: address.href, title: plainLine(work.display_name) || address.href, type: 'academic', text },
    authors: work.authorships.slice(0, AUTHORS_MAX).map(({ author }) => plainLine(author.display_name)),
    ...{ publishedAt: day, publisher: plainLine(work.primary_location?.source?.display_name), isWhole: false },
  };
}

/** Each word with its places, as OpenAlex keeps abstracts; the words in order. */
export function abstractOf(index: Readonly<Record<string, readonly number[]>>): string {
  const words: string[] = [];
  for (const [word, places] of Object.entries(index)) {
    for (const place of places) if (Number.isInteger(place) && place >= 0 && place < WORDS_MAX) words[place] = word;
  }
  return plainLine(words.filter(Boolean).join(' '));
}
