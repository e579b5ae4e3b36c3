// Which source a reference means: by its address or path first, then by its whole title, then by the longest in it.

import type { Reference } from './references-of.ts';
import type { Source } from './source.ts';

export interface SourceFinder {
  /** The source that an address, an id, a title or `Author, 2024` means; null where none does. */
  find(text: string, addresses: readonly string[]): Source | null;
  /** Of each label. Two references mean two sources where their words allow it. */
  findAll(references: readonly Reference[]): ReadonlyMap<string, Source | null>;
}

/** Of several sources that fit as well, a free one is meant. */
type Search = (reference: Pick<Reference, 'text' | 'addresses'>, isFree: (source: Source) => boolean) => Source | null;

export function sourceFinder(sources: readonly Source[]): SourceFinder {
  const byAddress = addressSearch(sources);
  const searches: readonly Search[] = [
    ({ addresses }) => byAddress(addresses),
    exactTitleSearch(sources),
    longestTitleSearch(sources),
    ({ text }) => byAuthor(text, sources),
  ];
  const find = (text: string, addresses: readonly string[]): Source | null => {
    for (const search of searches) {
      const found = search({ text, addresses }, () => true);
      if (found !== null) return found;
    }
    return null;
  };
  const findAll: SourceFinder['findAll'] = (references) => {
    const found = new Map<string, Source | null>();
    const taken = new Set<string>();
    for (const search of searches) {
      for (const reference of references) {
        if (found.has(reference.label)) continue;
        const source = search(reference, ({ id }) => !taken.has(id));
        if (source === null) continue;
        found.set(reference.label, source);
        taken.add(source.id);
      }
    }
    for (const { label } of references) if (!found.has(label)) found.set(label, null);
    return found;
  };
  return { find, findAll };
}

function addressSearch(sources: readonly Source[]): (addresses: readonly string[]) => Source | null {
  const whole = new Map<string, Source>();
  const short = new Map<string, Source | null>();
  const names = new Map<string, Source | null>();
  for (const source of sources) {
    for (const name of [source.id, `${source.id}.txt`]) whole.set(name, source);
    for (const address of [source.address, ...source.also]) {
      whole.set(plainAddress(address), source);
      addOnce(short, withoutQuery(address), source);
    }
    addOnce(names, lastPart(source.address), source);
  }
  return (addresses) => {
    for (const get of [
      (address: string) => whole.get(plainAddress(address)),
      (address: string) => short.get(withoutQuery(address)),
      (address: string) => whole.get(lastPart(address)) ?? names.get(lastPart(address)),
    ])
      for (const address of addresses) {
        const found = get(address) ?? null;
        if (found !== null) return found;
      }
    return null;
  };
}

/** What two sources share names neither. */
function addOnce(map: Map<string, Source | null>, key: string, source: Source): void {
  const known = map.get(key);
  map.set(key, known === undefined || known?.id === source.id ? source : null);
}

const plainAddress = (address: string): string =>
  address
    .replace(/[`\s]+/g, ' ')
    .trim()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/^\.\//, '')
    .replace(/\/$/, '');
const withoutQuery = (address: string): string =>
  plainAddress(address)
    .replace(/[#?].*$/s, '')
    .replace(/\/$/, '');
const lastPart = (address: string): string => withoutQuery(address).split('/').at(-1) ?? '';

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const TEXT_MAX = 4000;
const TITLE_MIN = 8;

/** `Author. Title. Publisher.`: a title may have full stops of its own. */
function exactTitleSearch(sources: readonly Source[]): Search {
  const titles = sources.map((source) => [plain(source.title), source] as const).filter(([title]) => title !== '');
  return ({ text }, isFree) => {
    const parts = text
      .slice(0, TEXT_MAX)
      .split(/[.?!:]\s|["“”*_]/)
      .map(plain)
      .slice(0, 40);
    const runs = new Set(
      parts.flatMap((_, from) => [1, 2, 3].map((count) => plain(parts.slice(from, from + count).join(' ')))),
    );
    return pick(
      titles.filter(([title]) => runs.has(title)),
      isFree,
    );
  };
}

function longestTitleSearch(sources: readonly Source[]): Search {
  const titles = sources
    .map((source) => [plain(source.title), source] as const)
    .filter(([title]) => title.length >= TITLE_MIN)
    .sort((one, other) => other[0].length - one[0].length);
  return ({ text }, isFree) => {
    const words = ` ${plain(text.slice(0, TEXT_MAX))} `;
    const longest = titles.find(([title]) => words.includes(` ${title} `))?.[0];
    return pick(
      titles.filter(([title]) => title === longest),
      isFree,
    );
  };
}

const pick = (fitting: readonly (readonly [string, Source])[], isFree: (source: Source) => boolean): Source | null =>
  (fitting.find(([, source]) => isFree(source)) ?? fitting[0])?.[1] ?? null;

function byAuthor(text: string, sources: readonly Source[]): Source | null {
  const year = /\b(?:1[89]|20)\d{2}\b/.exec(text)?.[0];
  const first = /^\p{Lu}[\p{L}'’-]{1,40}/u.exec(text.trim())?.[0]?.toLowerCase();
  if (year === undefined || first === undefined) return null;
  const isOf = ({ authors, publishedAt, publisher }: Source): boolean =>
    publishedAt?.startsWith(year) === true &&
    [...authors, publisher].some((name) => plain(name).split(' ').includes(first));
  return sources.find(isOf) ?? null;
}
