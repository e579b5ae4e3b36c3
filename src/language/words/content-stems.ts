// The words of a sentence that carry its content, cut to stems: what two share says whether they mean the same.

import { stemOf } from './stem-of.ts';
import { sameStem } from './synonyms.ts';

export { stemOf };

const EMPTY = new Set(
  `a an and any are as at be been before being both but by can could do does each every few for from get gets
  give given had has have he her him his how if in into is it its itself kind less let lets like made make makes
  may more most much must my no not of off on once one only onto or other our out over own per see sees shall
  she should show shows shown so some such than that the their them then there these they this those through to
  too up upon us use used uses using via was we were what when where whether which while who whom whose why will
  with within without would you your able allow allows enable enables offer offers provide provides support
  supports system app feature user users way ways thing things able also again all always new`.split(/\s+/),
);

export function contentWords(text: string): ReadonlySet<string> {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/(?<=\p{L}{2})men\b/gu, 'man')
    .replace(/\b(log|sign)(?:s|ged|ed|ging|ing)?[ -](in|on)\b/g, 'login')
    .match(/[\p{L}\p{N}][\p{L}\p{N}.,%-]*/gu);
  const stems = (words ?? [])
    .map((word) => word.replace(/(?<![.,%-])[.,%-]+$/, ''))
    .filter((word) => word !== '' && !EMPTY.has(word))
    .flatMap((word) => (/^\p{L}+-[\p{L}-]+$/u.test(word) ? [word, ...word.split('-')] : [word]))
    .filter((word) => !EMPTY.has(word))
    .map((word) => stemOf(word))
    .filter((stem) => !EMPTY.has(stem) && !(stem.length > 2 && EMPTY.has(`${stem}e`)))
    .map(sameStem);
  return new Set(stems);
}

/** 0..1: how much of `part` is in `whole`, each word by its weight. */
export function shareOf(
  part: ReadonlySet<string>,
  whole: ReadonlySet<string>,
  weight: (word: string) => number = () => 1,
): number {
  let all = 0;
  let shared = 0;
  for (const word of part) {
    const each = weight(word);
    all += each;
    if (whole.has(word)) shared += each;
  }
  return all === 0 ? 0 : shared / all;
}
