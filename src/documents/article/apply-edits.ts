// Applies an editor's changes to a draft: only those whose words stand in it once, that touch no mark and no heading's
// level, and after which each sentence is still supported.

import type { ArticleEdit } from './edit.ts';

const EDITS_MAX = 500;
const FIGURE = /(?<![\w.])(\d[\d,]{0,15}(?:\.\d{1,8})?)\s{0,2}(%|percent\b|per cent\b|[a-zµ°]{1,12}\b)?/gi;

export interface AppliedEdits {
  readonly draft: string;
  /** In sentences, for those that were not applied. */
  readonly refused: readonly string[];
}

/** How many sentences of a paragraph may not stay, by kinds of reasons. An edit makes none of them more. */
export type CountFaults = (paragraph: string) => readonly number[];

export function applyEdits(draft: string, edits: readonly ArticleEdit[], countFaults: CountFaults): AppliedEdits {
  const refused: string[] = [];
  let text = draft;
  for (const { find, replace } of edits.slice(0, EDITS_MAX)) {
    const problem = problemOf(text, find, replace) ?? supportProblem(text, find, replace, countFaults);
    if (problem !== null) refused.push(`"${shortened(find)}": ${problem}`);
    else text = text.replace(find, () => replace);
  }
  return { draft: text, refused };
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
const marksOf = (text: string): string => (text.match(/\[e[\de, ]{1,400}\]/g) ?? []).join();

/** `40 %`, `12 gigawatts`, `1951`: the number, and whether it is a share, written one way. */
const figuresOf = (text: string): readonly string[] =>
  Array.from(text.slice(0, 5000).matchAll(FIGURE), ([, number = '', unit = '']) => {
    const plain = number.replace(/,/g, '').replace(/\.0+$/, '');
    return `${plain}${/^(?:per ?cent|%)$/i.test(unit) ? '%' : ''}`;
  });

function problemOf(text: string, find: string, replace: string): string | null {
  if (find === '' || find === replace) return 'it changes nothing.';
  const at = text.indexOf(find);
  if (at < 0) return 'these words are not in the draft.';
  if (text.indexOf(find, at + 1) >= 0) return 'these words stand in the draft more than once.';
  if (marksOf(find) !== marksOf(replace)) return 'it changes which passages are cited.';
  if (figuresOf(find).join() !== figuresOf(replace).join()) return 'it changes a figure.';
  return /^#{1,6} /m.test(replace) && !/^#{1,6} /m.test(find) ? 'it adds a heading.' : null;
}

/** Only the paragraph is read again, so that many edits of a long draft take no longer than their own text. */
function supportProblem(text: string, find: string, replace: string, countFaults: CountFaults): string | null {
  const at = text.indexOf(find);
  const start = Math.max(0, text.lastIndexOf('\n\n', at));
  const end = text.indexOf('\n\n', at + find.length);
  const paragraph = text.slice(start, end < 0 ? text.length : end);
  const before = countFaults(paragraph);
  const after = countFaults(paragraph.replace(find, () => replace));
  return after.some((count, kind) => count > (before[kind] ?? 0)) ? 'its sentence would no longer be supported.' : null;
}
