// Crossref, which registers most DOIs: https://api.crossref.org/swagger-ui/index.html

import * as z from 'zod';
import type { FoundText } from '../../ports/sources.ts';
import type { PoliteFetch } from '../fetch/polite-fetch.ts';
import { AUTHORS_MAX, academicEndpoint } from './academic-endpoint.ts';
import { plainLine, plainText } from './plain-text.ts';
import { dayOf } from './read-day.ts';
import type { SearchEndpoint } from './search-endpoint.ts';
import { webAddress } from './web-address.ts';

export const CROSSREF_ADDRESS = 'https://api.crossref.org/works';
const FIELDS = 'DOI,URL,title,author,abstract,issued,container-title,publisher';

const answerShape = z.object({ message: z.object({ items: z.array(z.unknown()) }) });
const workShape = z.object({
  DOI: z.string().nullish().catch(null),
  URL: z.string().nullish().catch(null),
  title: z.array(z.string()).catch([]),
  author: z
    .array(z.object({ given: z.string().nullish(), family: z.string().nullish(), name: z.string().nullish() }))
    .catch([]),
  abstract: z.string(),
  issued: z
    .object({ 'date-parts': z.array(z.array(z.number().nullable())) })
    .nullish()
    .catch(null),
  'container-title': z.array(z.string()).catch([]),
  publisher: z.string().nullish().catch(null),
});

export interface CrossrefOptions {
  readonly address: URL;
  /** A mail address: Crossref then asks before it refuses; '' where nobody gave one. */
  readonly contact: string;
  readonly mayBePrivate: boolean;
  readonly now: () => number;
}

export function crossref(fetch: PoliteFetch, { contact, ...options }: CrossrefOptions): SearchEndpoint {
  return academicEndpoint(fetch, {
    ...{ ...options, name: 'Crossref', whenForbidden: 'Check SIGNOFF_MAILTO.', found: foundOf },
    query: (query, rows) => ({
      ...{ query, rows, filter: 'has-abstract:true', select: FIELDS },
      ...(contact !== '' && { mailto: contact }),
    }),
    works: (answer) => answerShape.safeParse(answer).data?.message.items ?? null,
  });
}

function foundOf(one: unknown, now: number): FoundText | null {
  const read = workShape.safeParse(one);
  if (!read.success) return null;
  const work = read.data;
  const address = webAddress(work.DOI ? `https://doi.org/${work.DOI}` : work.URL);
  const text = plainText(work.abstract).replace(/^abstract[\s.:]{1,9}/i, '');
  if (address === null || text === '') return null;
  const authors = work.author.map(({ given, family, name }) =>
    plainLine(name ?? [given, family].filter(Boolean).join(' ')),
  );
  return {
    ...{ address: address.href, title: plainLine(work.title[0]) || address.href, type: 'academic', text },
    authors: authors.filter((each) => each !== '').slice(0, AUTHORS_MAX),
    publishedAt: dayOf(work.issued?.['date-parts'][0] ?? [], now),
    ...{ publisher: plainLine(work['container-title'][0] ?? work.publisher), isWhole: false },
  };
}
