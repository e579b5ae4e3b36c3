// What two sources disagree on, where that reads as a thing: `the cost of the canal`, `whether naps help`.

import { stemOf } from '../words/stem-of.ts';
import { subjectOf } from './subject-of.ts';

const BEGINS = /^(?:the|an?|how|whether|what|when|why|where|who|which|its|their)\b/i;
const WORDS = { min: 2, max: 14 };
/** `the figure for weekly output` says of two figures what they themselves say better. */
const OF_FIGURES = /^the figure for\b/i;

/** Null where it would not read behind `disagree on`. */
export function plainAbout(about: string): string | null {
  const text = about.trim().replace(/[.:;,]{1,9}$/, '');
  const words = text.split(/\s+/).length;
  if (
    !BEGINS.test(text) ||
    OF_FIGURES.test(text) ||
    words < WORDS.min ||
    words > WORDS.max ||
    /[[\]()<>*"“”?!:]/.test(text)
  )
    return null;
  return text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

const SUBJECT_WORDS_MAX = 7;

/** `on the cost of the canal`, or `about the old tunnel` where both sentences have that subject; null: neither. */
export function tellAbout(about: string, sentences: readonly string[]): string | null {
  const thing = plainAbout(about);
  if (thing !== null) return `on ${thing}`;
  const subjects = sentences.map((text) => subjectOf(text));
  const [first] = subjects;
  const isSame = subjects.every((each) => each !== null && stemOf(each.head) === stemOf(first?.head ?? ''));
  if (first === undefined || first === null || !isSame) return null;
  const [longest = ''] = subjects.map((each) => each?.text ?? '').sort((one, other) => other.length - one.length);
  const isPlain = /^\p{L}[\p{L}\s'’-]+$/u.test(longest) && longest.split(' ').length <= SUBJECT_WORDS_MAX;
  const isCommon = /^(?:The|An?) /.test(longest) || /^\p{Ll}/u.test(longest);
  return isPlain ? `about ${isCommon ? longest.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()) : longest}` : null;
}
