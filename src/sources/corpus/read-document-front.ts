// What a document says of itself in its front matter: title, type, date, authors, publisher and address.

import { listIn, readFront, textOf } from '../../documents/markdown/front-matter.ts';
import { type DocumentText, NOTHING_KNOWN } from './document-text.ts';
import { plainDate } from './find-date.ts';

/** More is not front matter: a text may begin with a rule. */
const LINES_MAX = 200;
const VALUE_CHARACTERS_MAX = 500;

export interface DocumentFront {
  readonly known: Omit<DocumentText, 'text'>;
  /** Behind the front matter; the whole where there is none. */
  readonly body: string;
}

export function readDocumentFront(text: string): DocumentFront {
  const front = readFront(text);
  if (front === null || front.values.size === 0 || front.lines.length > LINES_MAX) {
    return { known: NOTHING_KNOWN, body: text };
  }
  const values = new Map(
    [...front.values].map(([name, value]) => [
      name.toLowerCase(),
      BLOCK.test(value) ? firstOfBlock(name, front.lines) : value,
    ]),
  );
  const first = (...names: readonly string[]): string =>
    names.map((name) => textOf(values.get(name)) ?? '').find((value) => value !== '') ?? '';
  const url = first('url', 'link', 'source_url', 'canonical', 'source');
  const known = {
    title: first('title').slice(0, VALUE_CHARACTERS_MAX),
    type: first('type', 'source_type', 'kind').toLowerCase().slice(0, 40),
    publishedAt: plainDate(first('date', 'published', 'published_at', 'publishedat', 'year', 'updated')),
    authors: authorsOf(values, front.lines).slice(0, 50),
    publisher: first('publisher', 'journal', 'site', 'outlet', 'organisation', 'organization').slice(0, 200),
    url: isAddress(url) ? url : '',
  };
  return { known, body: front.body };
}

/** `|` and `>`, with or without signs of indentation and of line ends: the value is in the lines below. */
const BLOCK = /^[|>][-+0-9]{0,2}(?:\s{1,9}#.*)?$/;

/** '' where the block is empty. */
function firstOfBlock(name: string, lines: readonly string[]): string {
  const start = lines.findIndex((line) => line.startsWith(`${name}:`) || line.startsWith(`${name} `));
  const next = lines.slice(start + 1).find((line) => line.trim() !== '') ?? '';
  // As it stands: a block has neither quotes nor comments.
  return /^\s/.test(next) ? JSON.stringify(next.trim()) : '';
}

export const isAddress = (text: string): boolean => /^https?:\/\/[^\s<>"]{3,2000}$/i.test(text);

function authorsOf(values: ReadonlyMap<string, string>, lines: readonly string[]): readonly string[] {
  const name = ['authors', 'author', 'by'].find((each) => values.has(each));
  if (name === undefined) return [];
  const value = values.get(name) ?? '';
  if (value.startsWith('[')) return listIn(value);
  if (value !== '') return namesOf(textOf(value) ?? '');
  const start = lines.findIndex((line) => line.toLowerCase().startsWith(`${name}:`));
  const items: string[] = [];
  for (const line of lines.slice(start + 1)) {
    const [, item] = /^[ \t]{0,20}-[ \t]{1,20}(?:name:[ \t]{1,9})?(.*)$/.exec(line) ?? [];
    if (item !== undefined) items.push(textOf(item.trim()) ?? '');
    else if (/^\S/.test(line)) break;
  }
  return items.filter((each) => each !== '');
}

/** `Ada Lovelace and Alan Turing`, `A. Lovelace; A. Turing`. `House & Garden Monthly` is one. */
export function namesOf(text: string): readonly string[] {
  const short = text.slice(0, 5_000).trim().replace(/^by /i, '');
  const parts = short.split(short.includes(';') ? ';' : /, (?:and )?| and | & /).map((part) => part.trim());
  const isList = short.includes(';') || parts.every(isPersonsName);
  return (isList ? parts : [short])
    .filter((part) => part !== '')
    .map((part) => part.slice(0, 200))
    .slice(0, 50);
}

const BODIES =
  'universit institut clinic hospital department group laborator office agency service associat societ committee ' +
  'council press news magazine post times editor team staff desk centre center company guild school college ' +
  'foundation ministry network archive forum';
const OF_BODIES = new RegExp(`\\b(?:${BODIES.replaceAll(' ', '|')})`, 'i');

const isPersonsName = (part: string): boolean =>
  /^\p{Lu}[\p{L}.'’-]{0,30}(?: (?:van|von|de|der|la|al|bin|\p{Lu}[\p{L}.'’-]{0,30})){1,4}$/u.test(part) &&
  !OF_BODIES.test(part);
