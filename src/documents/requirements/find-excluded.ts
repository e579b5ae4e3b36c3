// Finds requirements in a PRD that were rejected or put out of scope: by id, by title, by nearly the same words, or by
// other words that say the same.

import { findRepeats } from '../lint/find-duplicates.ts';
import { readStatements } from '../lint/statement.ts';
import { linesOf } from '../markdown/headings-of.ts';
import { keptOf } from '../prd/assemble-prd.ts';
import type { DecidedRequirement } from './requirement.ts';

/** Of the word groups of a description, how many must stand in one place. */
const LIKENESS_MIN = 0.8;
const GROUP_WORDS = 3;
/** Fewer words than this say too little to be known again without their title. */
const TELLING_WORDS = 5;

/** Of a place, how much is read sentence by sentence. */
const PLACE_MAX = 4000;
const EMPTY = { title: '', priority: 'low', category: '' } as const;

interface Told {
  readonly item: DecidedRequirement;
  readonly id: RegExp;
  readonly title: string;
  readonly description: string;
  readonly groups: ReadonlySet<string>;
}

/** Only what the model added or changed is looked at: what code put together (`assembled`) was decided by people. */
export function excludedIn(content: string, assembled: string, items: readonly DecidedRequirement[]): string[] {
  const isOut = ({ standing }: DecidedRequirement): boolean => standing === 'rejected' || standing === 'out-of-scope';
  const excluded = items.filter(isOut).map(toldOf);
  if (excluded.length === 0) return [];
  const kept = keptOf(items).map(toldOf);
  const places = newPlaces(content, assembled);
  return excluded.flatMap((told) => {
    const found = places.map((place) => foundIn(place, told, kept)).find((reason) => reason !== null);
    const { id, standing } = told.item;
    return found === undefined
      ? []
      : [`${id}: expected it nowhere (${standing.replaceAll('-', ' ')}), found ${found}.`];
  });
}

/** Runs of lines that are not in what code put together, without blank ones. */
function newPlaces(content: string, assembled: string): string[] {
  const own = new Set(linesOf(assembled).map((line) => line.trim()));
  const places: string[] = [];
  let place: string[] = [];
  for (const line of [...linesOf(content), '']) {
    const text = line.trim();
    const isNew = text !== '' && !own.has(text);
    if (isNew) place.push(text);
    // A heading's text and what it heads are one place, a blank line between them or not.
    const isOver = text === '' ? !/^#/.test(place.at(-1) ?? '') : !isNew;
    if (isOver && place.length > 0) places.push(place.join('\n'));
    if (isOver) place = [];
  }
  return place.length > 0 ? [...places, place.join('\n')] : places;
}

function foundIn(place: string, told: Told, kept: readonly Told[]): string | null {
  const id = told.id.exec(place)?.[0];
  if (id !== undefined) return `'${id}' in '${short(place)}'`;
  const words = wordsOf(place);
  const text = ` ${words.join(' ')} `;
  const isOwnTitle = told.title !== '' && kept.every(({ title }) => title !== told.title);
  const hasTitle = isOwnTitle && text.includes(` ${told.title} `);
  if (hasTitle && text.includes(` ${told.description} `)) return `its title and description in '${short(place)}'`;
  if (hasTitle && linesOf(place).some((line) => isHeadline(line, told.title))) return `its title in '${short(place)}'`;
  const groups = groupsOf(words);
  const likeness = likenessTo(groups, told);
  const isTelling = told.groups.size >= TELLING_WORDS - GROUP_WORDS + 1;
  const isKept = kept.some((other) => likenessTo(groups, other) >= likeness);
  if (isTelling && likeness >= LIKENESS_MIN && !isKept) return `nearly the same words in '${short(place)}'`;
  const same = sameIn(place, told);
  return same === null || sameIn(place, ...kept) !== null ? null : `the same in other words in '${short(same)}'`;
}

/** The line or sentence of a place that says what one of these says, role by role. */
function sameIn(place: string, ...items: readonly Told[]): string | null {
  const decided = items
    .map(({ item }, at) => ({ ...item, id: `OUT-${at}` }))
    .filter(({ description }) => description !== '');
  if (decided.length === 0) return null;
  const said = linesOf(place.slice(0, PLACE_MAX)).flatMap((line) => readStatements(line).map(({ text }) => text));
  const lines = said.map((description, at) => ({ ...EMPTY, id: `NEW-${at}`, description }));
  const [found] = findRepeats(lines, decided).filter(({ of }) => of.startsWith('OUT-'));
  return found === undefined ? null : (said[Number(found.id.slice('NEW-'.length))] ?? null);
}

/** A heading, or a list item or paragraph that begins with it in bold or before a colon. */
function isHeadline(line: string, title: string): boolean {
  const lead = /^#+\s+(.*)$/.exec(line)?.[1] ?? /^(?:[-*+]|\d+[.)])?\s*\*\*(.+?)\*\*/.exec(line)?.[1];
  const named = lead ?? /^(?:[-*+]|\d+[.)])\s+([^:\s][^:]*):/.exec(line)?.[1];
  return named !== undefined && wordsOf(named.replace(/^[A-Z]+-\d+:?/, '')).join(' ') === title;
}

function toldOf(item: DecidedRequirement): Told {
  const words = wordsOf(item.description);
  return {
    item,
    id: new RegExp(String.raw`(?<![\w-])${item.id.replace(/[^\w-]/g, String.raw`\$&`)}(?![\w-])`, 'i'),
    title: wordsOf(item.title).join(' '),
    description: words.join(' '),
    groups: groupsOf(words),
  };
}

function likenessTo(groups: ReadonlySet<string>, { groups: own }: Told): number {
  return own.size === 0 ? 0 : [...own].filter((group) => groups.has(group)).length / own.size;
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function groupsOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.slice(GROUP_WORDS - 1).map((_, at) => words.slice(at, at + GROUP_WORDS).join(' ')));
}

function short(place: string): string {
  const line = place.replace(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 120)}...` : line;
}
