// A catalogue of papers that is asked by one GET and answers with JSON: what OpenAlex and Crossref share.

import type { FoundText } from '../../ports/sources.ts';
import type { PoliteFetch } from '../fetch/polite-fetch.ts';
import { askJson, notReadable, readEach, type SearchEndpoint } from './search-endpoint.ts';

const COUNT_MAX = 100;
const QUERY_MAX = 400;
/** Of one paper. */
export const AUTHORS_MAX = 20;

export interface AcademicCatalogue {
  readonly name: string;
  readonly address: URL;
  readonly mayBePrivate: boolean;
  readonly now: () => number;
  /** What to check where it refuses. */
  readonly whenForbidden: string;
  /** The parameters of a search for at most `count` papers. */
  query(text: string, count: string): Readonly<Record<string, string>>;
  /** The papers of an answer; null: it cannot be read. */
  works(answer: unknown): readonly unknown[] | null;
  /** null: not a paper with an abstract. */
  found(work: unknown, now: number): FoundText | null;
}

export function academicEndpoint(fetch: PoliteFetch, catalogue: AcademicCatalogue): SearchEndpoint {
  const { name, address, mayBePrivate, whenForbidden, now } = catalogue;
  return {
    kind: 'academic',
    name,
    id: address.href,
    async search({ text, max }, signal) {
      const url = new URL(address);
      const asked = catalogue.query(text.slice(0, QUERY_MAX), String(Math.min(max, COUNT_MAX)));
      url.search = String(new URLSearchParams(asked));
      const works = catalogue.works(await askJson(fetch, { name, url, mayBePrivate, whenForbidden, signal }));
      if (works === null) throw notReadable(name);
      return readEach(works, (one) => catalogue.found(one, now()), { name, max });
    },
  };
}
