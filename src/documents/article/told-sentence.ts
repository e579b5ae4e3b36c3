// Sentences of a draft: what is told, and the passages each rests on.

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
  const told: ToldSentence[] = [];
  let last: Statement | null = null;
  for (const item of items) {
    for (const statement of item.statements) {
      const isBound = last !== null && follows(statement, last);
      const text = isBound ? statement.own : statement.alone;
      if (text === null) continue;
      const isRepaired = !isBound && statement.isRepaired && item.previous !== null;
      const marks = isRepaired && item.previous !== null ? [item.previous, item.passage.id] : [item.passage.id];
      told.push({
        text,
        marks,
        item,
        isBound: isBound && (statement.alone === null || statement.alone !== statement.own),
      });
      last = statement;
    }
  }
  return told;
}
