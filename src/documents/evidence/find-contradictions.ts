// What sources say differently of the same: figures, dates and denials, and which of them an article should follow.

import { compareStatements, type StatementConflict } from './compare-statements.ts';
import { type ComparedPassage, comparedPassage, type Rarity } from './compared-passage.ts';
import type { Contradiction, ContradictionSpan } from './ledger.ts';
import { openWordMatcher } from './open-word-matcher.ts';
import type { Passage } from './passage.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { settleContradiction } from './settle-contradiction.ts';
import type { Source } from './source.ts';

interface ReadPassage {
  readonly passage: Passage;
  readonly source: Source;
  readonly compared: ComparedPassage;
  readonly statement: Statement;
}

interface Conflict extends StatementConflict {
  readonly a: ReadPassage;
  readonly b: ReadPassage;
}

/** Each passage is compared with so many others at most: those with which it shares most. */
const PARTNERS_MAX = 40;

/** The surest first. Two sentences of one source are not compared: a text may speak of several times and places. */
export function findContradictions(passages: readonly Passage[], sources: readonly Source[]): readonly Contradiction[] {
  const known = new Map(sources.map((source) => [source.id, source]));
  const read = passages.flatMap((passage): ReadPassage[] => {
    const source = known.get(passage.source);
    if (source === undefined) return [];
    const { before, heading } = passage;
    const compared = comparedPassage(passage.text, { before, heading, ...source });
    return [{ passage, source, compared, statement: compared.statement }];
  });
  const { rarity, partners } = indexWords(read);
  const conflicts: Conflict[] = [];
  const matcher = openWordMatcher();
  for (const [at, a] of read.entries()) {
    for (const other of partners(at)) {
      const b = read[other];
      if (b === undefined) continue;
      const conflict = compareStatements(a.compared, b.compared, rarity, matcher);
      if (conflict !== null) conflicts.push({ ...conflict, a, b });
    }
  }
  conflicts.sort((one, two) => two.likeness - one.likeness);
  return groupsOf(conflicts).map(contradictionOf);
}

function indexWords(read: readonly ReadPassage[]) {
  const places = new Map<string, number[]>();
  const keysAt = read.map(({ compared }, at) => {
    const keys = new Set(compared.words.map(mainKey));
    for (const key of keys) {
      const list = places.get(key);
      if (list === undefined) places.set(key, [at]);
      else list.push(at);
    }
    return keys;
  });
  /** A word of one sentence alone counts fully, in few sentences as in many. */
  const most = Math.log((1 + read.length) / 2);
  const rarityOf = (key: string): number =>
    most <= 0 ? 1 : Math.max(0, Math.log((1 + read.length) / (1 + Math.max(1, places.get(key)?.length ?? 0))) / most);
  const rarity: Rarity = (word) => rarityOf(mainKey(word));
  /** Those after it, so that each pair comes once. */
  const partners = (at: number): readonly number[] => {
    const shared = new Map<number, number>();
    for (const key of keysAt[at] ?? []) {
      const worth = 0.1 + rarityOf(key);
      for (const other of places.get(key) ?? []) {
        if (other > at && read[other]?.source.id !== read[at]?.source.id)
          shared.set(other, (shared.get(other) ?? 0) + worth);
      }
    }
    return [...shared]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, PARTNERS_MAX)
      .map(([other]) => other);
  };
  return { rarity, partners };
}

/** Words of one meaning are one. */
const mainKey = ({ keys, lower, isName }: StatementWord): string =>
  isName ? lower : (keys.find((key) => key.startsWith('g')) ?? keys[0] ?? lower);

/** Conflicts over what the surest one of them is about are one contradiction of several sources. */
function groupsOf(conflicts: readonly Conflict[]): readonly (readonly Conflict[])[] {
  const groups: Conflict[][] = [];
  const groupAt = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
    const nodes = [conflict.a, conflict.b].map(
      ({ passage }, side) => `${conflict.kind} ${passage.id} ${side === 0 ? conflict.one : conflict.other}`,
    );
    const group = nodes.map((node) => groupAt.get(node)).find((each) => each !== undefined);
    if (group !== undefined) {
      group.push(conflict);
      continue;
    }
    const own = [conflict];
    groups.push(own);
    for (const node of nodes) groupAt.set(node, own);
  }
  return groups;
}

interface Side extends ReadPassage {
  /** The figure, or the word that is denied. */
  readonly says: string;
}

function contradictionOf(group: readonly Conflict[]): Contradiction {
  const [first] = group;
  if (first === undefined) throw new Error('Expected a group of conflicts with at least one member.');
  const sides = sidesOf(group);
  const spans = sides.map(
    ({ passage: { id, source, start, end, text }, source: { title }, says }): ContradictionSpan => ({
      ...{ source, start, end, quote: text, title, says },
      ...(id.startsWith('e') ? { passage: id } : {}),
    }),
  );
  const said = sides.map(({ source, says }) => `"${source.title}"${dated(source)} says ${says}`);
  const [last = '', ...before] = said.toReversed();
  const reason = `${before.toReversed().join(', ')}, but ${last}.`;
  return { about: first.about, spans, reason, followed: settleContradiction(first.kind, sides) };
}

/** The two of the surest conflict, and whoever contradicts each of them that says otherwise. A source that gives two
 *  figures gives them of two things: it has one side. */
function sidesOf(group: readonly Conflict[]): readonly Side[] {
  const [first] = group;
  if (first === undefined) return [];
  const isOpposed = (one: Side, other: Side): boolean =>
    group.some(({ a, b }) =>
      [a.passage.id, b.passage.id].every((id) => [one.passage.id, other.passage.id].includes(id)),
    );
  const sides: Side[] = [];
  for (const side of group.flatMap(endsOf)) {
    if (sides.some(({ passage }) => passage.id === side.passage.id)) continue;
    const isOfSource = sides.some(({ source }) => source.id === side.source.id);
    const isAlone = sides.length > 1 && !sides.every((each) => each.says === side.says || isOpposed(each, side));
    if (first.kind === 'denial' || (!isOfSource && !isAlone)) sides.push(side);
  }
  return sides;
}

const endsOf = ({ a, b, one, other }: Conflict): readonly Side[] => [
  { ...a, says: one },
  { ...b, says: other },
];

const dated = ({ publishedAt }: Source): string => (publishedAt === null ? '' : ` (${publishedAt})`);
