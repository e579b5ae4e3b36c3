// Finds proposals that say again what was decided before, or what an earlier proposal says.

import type { Duplicate } from './finding.ts';
import { type Content, contentOf } from './lint/content-words.ts';
import { splitCondition } from './lint/ears.ts';
import { readStatements, type Statement } from './lint/statement.ts';
import type { Requirement } from './requirement.ts';

/** Of the weight of all words of both, how much both have. */
const LIKENESS_MIN = 0.7;
/** What one of the two may say more; a word in exchange for another is a different requirement. */
const MORE_MAX = 1;
const EXCHANGED_MAX = 0.5;
/** No pair that may still be alike differs in more words: four light ones, or a whole one and light ones. */
const DIFFERENT_MAX = 4;

/** Words that name the product as a whole or a part of its face: leaving them out changes little. */
const LIGHT = new Set([
  'system',
  'softwar',
  'platform',
  'solution',
  'product',
  'page',
  'screen',
  'degre',
  'featur',
  'automatical',
]);
const MESSAGES = new Set(['email', 'notif', 'messag', 'sms', 'remind']);

interface Entry {
  readonly item: Requirement;
  readonly content: Content;
  readonly weight: number;
}

/** At most one for each proposal: the likest, decided ones before proposals. */
export function findDuplicates(
  proposed: readonly Requirement[],
  decided: readonly Requirement[],
): readonly Duplicate[] {
  const seen: Entry[] = [];
  const places = new Map<string, number[]>();
  for (const item of decided) remember(entryOf(item), seen, places);
  const found: Duplicate[] = [];
  for (const item of proposed) {
    const entry = entryOf(item);
    const best = likest(entry, seen, places);
    if (best !== null) found.push(best);
    remember(entry, seen, places);
  }
  return found;
}

function entryOf(item: Requirement): Entry {
  const content = contentOf(item.description.trim() === '' ? item.title : item.description);
  return { item, content, weight: weigh(content.stems, content) };
}

function remember(entry: Entry, seen: Entry[], places: Map<string, number[]>): void {
  const place = seen.push(entry) - 1;
  for (const stem of entry.content.stems) {
    const list = places.get(stem);
    if (list === undefined) places.set(stem, [place]);
    else list.push(place);
  }
}

/** Only what shares enough words is compared: the counts come from the index. */
function likest(
  entry: Entry,
  seen: readonly Entry[],
  places: ReadonlyMap<string, readonly number[]>,
): Duplicate | null {
  const shared = new Array<number>(seen.length).fill(0);
  for (const stem of entry.content.stems) {
    for (const place of places.get(stem) ?? []) shared[place] = (shared[place] ?? 0) + 1;
  }
  const size = entry.content.stems.size;
  let best: Duplicate | null = null;
  for (const [place, other] of seen.entries()) {
    const count = shared[place] ?? 0;
    if (count === 0 || count + DIFFERENT_MAX < Math.max(size, other.content.stems.size)) continue;
    if (other.item.id === entry.item.id) continue;
    const duplicate = compare(entry, other);
    if (duplicate !== null && (best === null || duplicate.likeness > best.likeness)) best = duplicate;
  }
  return best;
}

function compare(one: Entry, other: Entry): Duplicate | null {
  const ids = { id: one.item.id, of: other.item.id };
  if (one.content.spelling === other.content.spelling) return { ...ids, kind: 'exact', likeness: 1 };
  if (one.content.negative !== other.content.negative || one.content.figures !== other.content.figures) return null;
  if (contradict(one.content.bounds, other.content.bounds)) return null;
  const more = weigh(without(one.content.stems, other.content.stems), one.content);
  const less = weigh(without(other.content.stems, one.content.stems), other.content);
  const both = one.weight - more;
  const likeness = both / (both + more + less);
  if (Math.max(more, less) > MORE_MAX || Math.min(more, less) > EXCHANGED_MAX || likeness < LIKENESS_MIN) return null;
  if (areSwapped(one.item, other.item)) return null;
  return { ...ids, kind: 'near', likeness: Math.min(0.99, Math.round(likeness * 100) / 100) };
}

/** `at least` against `at most`, `before` against `after`; a bound that only one of them names is no contradiction. */
function contradict(one: string, other: string): boolean {
  const opposed = [
    ['min', 'max'],
    ['before', 'after'],
  ] as const;
  return opposed.some(
    ([low, high]) =>
      (one.includes(low) && !one.includes(high) && other.includes(high) && !other.includes(low)) ||
      (one.includes(high) && !one.includes(low) && other.includes(low) && !other.includes(high)),
  );
}

/** The same words, another deed: `The doctor calls the patient` and `The patient calls the doctor`. */
function areSwapped(one: Requirement, other: Requirement): boolean {
  const [mine] = readStatements(one.description);
  const [theirs] = readStatements(other.description);
  if (mine === undefined || theirs === undefined) return false;
  const object = (text: string): string => lastStem(/^\S+ (?:the |an? |each |its )?(\S+)/i.exec(text)?.[1] ?? '');
  const subjects =
    lastStem(mine.subject) === object(theirs.response) && lastStem(theirs.subject) === object(mine.response);
  return subjects || haveOtherTriggers(mine, theirs);
}

/** `When A changes, write it to B` and `When B changes, write it to A`: each trigger names what only the other does. */
function haveOtherTriggers(mine: Statement, theirs: Statement): boolean {
  const [one, other] = [mine, theirs].map((statement) => {
    const { response, condition } = splitCondition(statement.response);
    return { trigger: contentOf(`${statement.lead} ${condition}`).stems, deed: contentOf(response).stems };
  });
  if (one === undefined || other === undefined) return false;
  const moved = (from: typeof one, to: typeof one): boolean =>
    [...from.trigger].some((stem) => !to.trigger.has(stem) && to.deed.has(stem));
  return moved(one, other) && moved(other, one);
}

const lastStem = (text: string): string => [...contentOf(text).stems].at(-1) ?? text;

function without(stems: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...stems].filter((stem) => !others.has(stem));
}

/** To send a message is to e-mail, to notify, to remind: beside such a word `send` adds nothing. */
function weigh(stems: Iterable<string>, content: Content): number {
  const isMessage = [...MESSAGES].some((stem) => content.stems.has(stem));
  let weight = 0;
  for (const stem of stems) weight += LIGHT.has(stem) || (stem === 'send' && isMessage) ? 0.25 : 1;
  return weight;
}
