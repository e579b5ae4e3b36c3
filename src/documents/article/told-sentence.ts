// Sentences of a draft: what is told, and the passages each rests on.

import { announces } from './announcement.ts';
import type { PoolItem } from './evidence-pool.ts';
import { follows, type Statement } from './statements-of.ts';

export interface ToldSentence {
  /** With its full stop, without marks. */
  readonly text: string;
  readonly marks: readonly string[];
  /** What it was taken from; null: the rules' own words. */
  readonly item: PoolItem | null;
  /** Says something only behind the sentence before it. */
  readonly isBound: boolean;
}

/** `Sentence text [e12, e31].` */
export function writeSentence({ text, marks }: ToldSentence): string {
  if (marks.length === 0) return text;
  const [, body = text, stop = '.'] = /^(.*?)((?<![.!?])[.!?]{1,6}["”’)]{0,2})$/s.exec(text) ?? [];
  // The quotation mark belongs to the words before it.
  const [, point = stop, quote = ''] = /^([.!?]{1,6})(.{0,2})$/.exec(stop) ?? [];
  return `${body}${quote} [${marks.join(', ')}]${point}`;
}

/** Each passage in turn: as its source has it behind the sentence before it, else as it may stand alone, else not. */
export function tellItems(items: readonly PoolItem[]): readonly ToldSentence[] {
  const told: { readonly sentence: ToldSentence; readonly statement: Statement }[] = [];
  for (const item of items) {
    for (const statement of item.statements) {
      const last = told.at(-1)?.statement;
      const isBound = last !== undefined && follows(statement, last);
      const text = isBound ? statement.own : statement.alone;
      if (text === null) continue;
      const isRepaired = !isBound && statement.isRepaired && item.previous !== null;
      const marks = isRepaired && item.previous !== null ? [item.previous, item.passage.id] : [item.passage.id];
      const needsLast = isBound && (statement.alone === null || statement.alone !== statement.own);
      told.push({ sentence: { text, marks, item, isBound: needsLast }, statement });
    }
  }
  const isFollowed = (at: number): boolean =>
    [at + 1, at + 2].every((next) => {
      const [one, other] = [told[next - 1]?.statement, told[next]?.statement];
      return one !== undefined && other !== undefined && follows(other, one);
    });
  // What needs an announcement that is not told needs the sentence before it even more.
  const dropped = new Set<number>();
  for (const [at, { sentence, statement }] of told.entries())
    if ((announces(statement.own) && !isFollowed(at)) || (sentence.isBound && dropped.has(at - 1))) dropped.add(at);
  return told.flatMap(({ sentence }, at) => (dropped.has(at) ? [] : [sentence]));
}
