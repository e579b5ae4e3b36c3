// Applies an editor's changes to a draft: only those whose words stand in it once, that touch no mark and no heading's
// level, and after which each sentence is still supported.

import type { Passage } from '../evidence/passage.ts';
import type { Source } from '../evidence/source.ts';
import { draftClaims } from './draft-claims.ts';
import type { ArticleEdit } from './edit.ts';
import { makeSupporter } from './support-claims.ts';
import { figuresOf } from './terms-of.ts';

const EDITS_MAX = 500;

export interface AppliedEdits {
  readonly draft: string;
  /** In sentences, for those that were not applied. */
  readonly refused: readonly string[];
}

export function applyEdits(
  draft: string,
  edits: readonly ArticleEdit[],
  passages: readonly Passage[],
  sources: readonly Source[],
): AppliedEdits {
  const known = new Set(passages.map(({ id }) => id));
  const { isSupported } = makeSupporter(passages, sources, new Set(), []);
  const refused: string[] = [];
  let text = draft;
  for (const { find, replace } of edits.slice(0, EDITS_MAX)) {
    const problem =
      problemOf(text, find, replace) ?? supportProblem(text, find, replace, (id) => known.has(id), isSupported);
    if (problem !== null) refused.push(`"${shortened(find)}": ${problem}`);
    else text = text.replace(find, () => replace);
  }
  return { draft: text, refused };
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
const marksOf = (text: string): string => (text.match(/\[e[\de, ]{1,400}\]/g) ?? []).join();

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
function supportProblem(
  text: string,
  find: string,
  replace: string,
  isKnown: (id: string) => boolean,
  isSupported: (text: string, marks: readonly string[]) => boolean,
): string | null {
  const at = text.indexOf(find);
  const start = Math.max(0, text.lastIndexOf('\n\n', at));
  const end = text.indexOf('\n\n', at + find.length);
  const before = text.slice(start, end < 0 ? text.length : end);
  const after = before.replace(find, () => replace);
  const lost = (paragraph: string): number =>
    draftClaims(paragraph, isKnown).filter(
      ({ kind, text: own, marks }) => kind !== 'framing' && marks.length > 0 && !isSupported(own, marks),
    ).length;
  const count = (paragraph: string): number =>
    draftClaims(paragraph, isKnown).filter(({ marks }) => marks.length === 0).length;
  return lost(after) > lost(before) || count(after) > count(before)
    ? 'its sentence would no longer be supported.'
    : null;
}
