// A question over a part of a page as a heading: `What about the neighbours?` as `The neighbours`.

import { tagWords } from '../words/tag-words.ts';
import { longPattern } from './long-pattern.ts';

const ABOUT = /^(?:and )?(?:what|how) about (.+)\?$/i;
const ASKS = longPattern(
  String.raw`^(where|how|when|why|what|which \p{L}+|how (?:much|many|long|often
      |far) ?\p{L}*) (should|can|must|will|may) (.+)\?$`,
  'iu',
);
const INSIDE = new Set(['determiner', 'adjective', 'noun', 'name', 'number']);

/** As it was where it is no question that reads as a heading. */
export function withoutQuestion(heading: string): string {
  const text = heading.trim().slice(0, 200);
  const about = ABOUT.exec(text)?.[1];
  if (about !== undefined) return about;
  const [, word, modal, rest] = ASKS.exec(text) ?? [];
  if (word === undefined || modal === undefined || rest === undefined) return text;
  const words = tagWords(rest);
  const end = words.findLastIndex(
    ({ kind }, at) => words.slice(0, at + 1).every((each) => INSIDE.has(each.kind)) && kind !== 'determiner',
  );
  const verb = words[end + 1];
  // `Where should the hive stand`: the verb may look like a noun.
  const at = verb?.at ?? words.at(-1)?.at;
  if (end < 0 || at === undefined || at === 0) return text;
  return `${word} ${rest.slice(0, at).trim()} ${modal} ${rest.slice(at)}`;
}
