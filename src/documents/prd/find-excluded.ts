// Finds requirements in a PRD that were rejected or put out of scope: by id, by title, or by their own words.

import { linesOf } from '../markdown/headings-of.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import { keptOf } from './assemble-prd.ts';

/** Fewer words than this say too little to be known again without their title. */
const TELLING_WORDS = 5;

interface Excluded {
  readonly item: DecidedRequirement;
  readonly id: RegExp;
  readonly title: string;
  readonly description: string;
  readonly isTelling: boolean;
}

/** Only what the model added or changed is looked at: what code put together (`assembled`) was decided by people. */
export function excludedIn(content: string, assembled: string, items: readonly DecidedRequirement[]): string[] {
  const isOut = ({ standing }: DecidedRequirement): boolean => standing === 'rejected' || standing === 'out-of-scope';
  const excluded = items.filter(isOut).map(excludedOf);
  if (excluded.length === 0) return [];
  const kept = keptOf(items).map(excludedOf);
  const places = newPlaces(content, assembled);
  return excluded.flatMap((one) => {
    const found = places.map((place) => foundIn(place, one, kept)).find((reason) => reason !== null);
    const { id, standing } = one.item;
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

function foundIn(place: string, one: Excluded, kept: readonly Excluded[]): string | null {
  const id = one.id.exec(place)?.[0];
  if (id !== undefined) return `'${id}' in '${short(place)}'`;
  const words = wordsOf(place);
  const text = ` ${words.join(' ')} `;
  const isOwnTitle = one.title !== '' && kept.every(({ title }) => title !== one.title);
  const hasTitle = isOwnTitle && text.includes(` ${one.title} `);
  if (hasTitle && text.includes(` ${one.description} `)) return `its title and description in '${short(place)}'`;
  if (hasTitle && linesOf(place).some((line) => isHeadline(line, one.title))) return `its title in '${short(place)}'`;
  const isKept = kept.some(({ description }) => ` ${description} `.includes(` ${one.description} `));
  if (!one.isTelling || isKept || !text.includes(` ${one.description} `)) return null;
  return `its own words in '${short(place)}'`;
}

/** A heading, or a list item or paragraph that begins with it in bold or before a colon. */
function isHeadline(line: string, title: string): boolean {
  const lead = /^#+\s+(.*)$/.exec(line)?.[1] ?? /^(?:[-*+]|\d+[.)])?\s*\*\*(.+?)\*\*/.exec(line)?.[1];
  const named = lead ?? /^(?:[-*+]|\d+[.)])\s+([^:\s][^:]*):/.exec(line)?.[1];
  return named !== undefined && wordsOf(named.replace(/^[A-Z]+-\d+:?/, '')).join(' ') === title;
}

function excludedOf(item: DecidedRequirement): Excluded {
  const words = wordsOf(item.description);
  return {
    item,
    id: new RegExp(String.raw`(?<![\w-])${item.id.replace(/[^\w-]/g, String.raw`\$&`)}(?![\w-])`, 'i'),
    title: wordsOf(item.title).join(' '),
    description: words.join(' '),
    isTelling: words.length >= TELLING_WORDS,
  };
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function short(place: string): string {
  const line = place.replace(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 120)}...` : line;
}
