// Sources that are the same text, or nearly, become one, with the other addresses beside it. A new edition in which
// figures or negations differ is a different source: what changed is what matters.

import { isNegator } from './cue-words.ts';
import { decisiveIn } from './evidence-candidates.ts';
import type { Language } from './language.ts';
import { sentencesOf } from './sentences-of.ts';
import type { SourceText } from './source.ts';

/** So many words in a row make one mark of a text. */
const SHINGLE_WORDS = 5;
/** One mark of so many is kept, chosen by its hash: the same ones in every text. */
const KEPT_OF = 2;
const CHARACTERS_MAX = 500_000;
/** Of the marks of the shorter text: from here on the longer one holds it. */
const HELD_FROM = 0.7;
const MARKS_MIN = 8;
/** A mark in more texts than these is part of a form, such as a notice, and tells nothing. */
const TEXTS_MAX = 40;

/** In the order given; each group stands where its first one stood. */
export function mergeDuplicates(texts: readonly SourceText[], language: Language): readonly SourceText[] {
  const marks = texts.map(({ text }) => marksOf(text));
  const groups: number[][] = [];
  const groupOf = new Map<number, number[]>();
  for (const [one, other] of likelyPairs(marks)) {
    if (groupOf.get(one) !== undefined && groupOf.get(one) === groupOf.get(other)) continue;
    if (!isHeld(marks[one], marks[other]) || isRevised(texts[one], texts[other], language)) continue;
    const merged = [...(groupOf.get(one) ?? [one]), ...(groupOf.get(other) ?? [other])].sort((a, b) => a - b);
    groups.push(merged);
    for (const member of merged) groupOf.set(member, merged);
  }
  return texts.flatMap((text, index) => {
    const group = groupOf.get(index);
    if (group === undefined) return [text];
    return group[0] === index ? [mergedOf(group.flatMap((member) => texts[member] ?? []))] : [];
  });
}

/** The one that says most is kept: whole, much longer, dated, and of those the earliest. */
function mergedOf(group: readonly SourceText[]): SourceText {
  const [kept, ...others] = group.toSorted(
    (a, b) =>
      Number(b.isWhole) - Number(a.isWhole) ||
      longer(a, b) ||
      Number(b.publishedAt !== null) - Number(a.publishedAt !== null) ||
      compare(a.publishedAt ?? '', b.publishedAt ?? ''),
  );
  if (kept === undefined) throw new Error('Expected a group of sources with at least one member.');
  const places = [...kept.also, ...others.flatMap((other) => [other.address, ...other.also])];
  return { ...kept, also: [...new Set(places)].filter((place) => place !== kept.address) };
}

const longer = (a: SourceText, b: SourceText): number =>
  Math.max(a.words, b.words) > Math.min(a.words, b.words) * 1.2 ? b.words - a.words : 0;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Hashes of words in a row, those that are kept. Of a short text all: too few would say little. */
function marksOf(text: string): ReadonlySet<number> {
  const words =
    text
      .slice(0, CHARACTERS_MAX)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{1,40}/gu) ?? [];
  const hashes = words.map(hashOf);
  const marks = new Set<number>();
  for (let at = 0; at + SHINGLE_WORDS <= hashes.length; at++) {
    let mark = 17;
    for (let next = 0; next < SHINGLE_WORDS; next++)
      mark = (Math.imul(mark, 0x01000193) ^ (hashes[at + next] ?? 0)) >>> 0;
    mark = Math.imul(mark ^ (mark >>> 15), 0x2c1b3c6d) >>> 0;
    if (mark % KEPT_OF === 0) marks.add(mark);
  }
  return marks;
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Pairs that share marks, found by the index of marks alone: texts that share none are never compared. */
function* likelyPairs(marks: readonly ReadonlySet<number>[]): Generator<readonly [number, number]> {
  const places = new Map<number, number[]>();
  for (const [index, own] of marks.entries()) {
    const shared = new Map<number, number>();
    for (const mark of own) {
      const before = places.get(mark);
      if (before === undefined) {
        places.set(mark, [index]);
        continue;
      }
      for (const other of before) shared.set(other, (shared.get(other) ?? 0) + 1);
      if (before.length < TEXTS_MAX) before.push(index);
    }
    for (const [other, count] of shared) {
      if (count >= Math.min(own.size, marks[other]?.size ?? 0) * HELD_FROM * 0.9) yield [other, index];
    }
  }
}

function isHeld(one: ReadonlySet<number> = new Set(), other: ReadonlySet<number> = new Set()): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  if (small.size < MARKS_MIN) return false;
  let both = 0;
  for (const mark of small) if (large.has(mark)) both++;
  return both / small.size >= HELD_FROM;
}

/** A sentence of one stands in the other with other figures, or with a negation more. One that a text has several
 *  times, such as a row of a list, is the same where one of them is. */
function isRevised(one: SourceText | undefined, other: SourceText | undefined, language: Language): boolean {
  if (one === undefined || other === undefined) return false;
  const stated = statementsOf(one.text, language);
  for (const [words, decisive] of statementsOf(other.text, language)) {
    const before = stated.get(words);
    if (before !== undefined && ![...decisive].some((each) => before.has(each))) return true;
  }
  return false;
}

const STATEMENT_WORDS_MIN = 5;

/** Figures and negations by the other words of their sentences. */
function statementsOf(text: string, language: Language): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const sentence of sentencesOf(text.slice(0, CHARACTERS_MAX), language)) {
    const words = (sentence.text.toLowerCase().match(/[\p{L}']{1,40}/gu) ?? []).filter((word) => !isNegator(word));
    if (words.length < STATEMENT_WORDS_MIN) continue;
    const key = words.join(' ');
    const known = found.get(key);
    if (known === undefined) found.set(key, new Set([decisiveIn(sentence.text)]));
    else known.add(decisiveIn(sentence.text));
  }
  return found;
}
