// The marks of a draft: `[e12]` or `[e12, e31]` at the end of a sentence name the passages that it rests on.

import type { Passage } from '../../documents/evidence/passage.ts';

const MARK = /\[(e\d{1,6}(?:, ?e\d{1,6}){0,40})\]/g;

/** The ids that a draft names, each once, in order. */
export function marksIn(draft: string): readonly string[] {
  return [...new Set([...draft.matchAll(MARK)].flatMap(([, ids = '']) => ids.split(/, ?/)))];
}

/** A draft of an earlier execution, with the ids that the same passages have now; what is no longer there is not
 *  cited. */
export function renumberMarks(draft: string, before: readonly Passage[], now: readonly Passage[]): string {
  const place = ({ source, start, end }: Passage): string => `${source} ${start} ${end}`;
  const current = new Map(now.map((passage) => [place(passage), passage.id]));
  const ids = new Map(before.map((passage) => [passage.id, current.get(place(passage))]));
  return draft.replace(MARK, (_, marks: string) => {
    const kept = marks.split(/, ?/).flatMap((id) => ids.get(id) ?? []);
    return kept.length === 0 ? '' : `[${kept.join(', ')}]`;
  });
}
