// How a source stands in the list of references.

import type { Source } from '../evidence/source.ts';

/** `Publisher (2024). Title. https://…`, with what is known. */
export function referenceLine(source: Source): string {
  const { title, authors, publisher, publishedAt, address } = source;
  const by = authors.length > 0 ? namesOf(authors) : '';
  const date = publishedAt === null ? 'no date' : publishedAt;
  const shown = webAddressOf(source) ?? `\`${address.replace(/[`\s]+/g, ' ')}\``;
  const parts = [by, oneLine(title === '' ? address : title), oneLine(publisher), date].filter((part) => part !== '');
  return `${parts.map((part) => part.replace(/\.$/, '')).join('. ')}. ${shown}`;
}

/** Where it stands on the web: a document of a folder may say so, and does first; behind it are addresses of copies. */
export const webAddressOf = ({ address, also }: Pick<Source, 'address' | 'also'>): string | null =>
  [address, ...also.slice(0, 1)].find((each) => /^https?:/i.test(each)) ?? null;

const namesOf = (authors: readonly string[]): string =>
  authors.length > 3 ? `${oneLine(authors[0] ?? '')} and others` : authors.map(oneLine).join(', ');

/** No mark of Markdown in it changes the line. */
const oneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[[\]<>*_`#|]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
