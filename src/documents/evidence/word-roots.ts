// The words of a text cut to what their forms share, cheaply: for whole libraries, where a tagger would take minutes.

import { remembered } from '../lookup/remembered.ts';

const EMPTY = new Set(
  `a about above across after again against all almost also although among an and another any are around as at be became
  because become been before being below between both but by came can cannot come could did do does done down
  during each
  either else even ever every few first for from further get given go had has have having he her here hers him his how
  however i if in indeed instead into is it its itself just last later least less like made make many may me might more
  moreover most much must my near nearly neither never next no nor not now of off often on once one only or other
  others our
  out over own per perhaps quite rather really said same say says see seem several shall she should since so some still
  such take than that the their them then there therefore these they this those though through thus to together too
  toward
  two under until up upon us use used using very via was way we well were what when where whether which while who
  whom whose
  why will with within without would yet you your`.split(/\s+/),
);

/** With their order and repetitions; words that say nothing of a subject are left out. */
export function rootsOf(text: string): readonly string[] {
  const roots: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}][\p{L}\p{M}\p{N}]{0,60}/gu)) {
    if (UNSPACED.test(word)) roots.push(...pairsIn(word));
    else if (word.length > 1 && !EMPTY.has(word)) roots.push(rootOf(word));
  }
  return roots;
}

/** Scripts without blanks between words: two characters side by side stand for a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function pairsIn(text: string): readonly string[] {
  const characters = [...text];
  return characters.length === 1 ? characters : characters.slice(1).map((each, at) => `${characters[at]}${each}`);
}

/** `pump` of `pumps` and `pumping`, `emission` of `emissions`. */
export const rootOf = remembered((word: string): string => {
  if (word.length < 4) return word;
  return withoutEnding(singular(word)).replace(/(?<=...)[ey]$/, '');
});

function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

function withoutEnding(word: string): string {
  // `insulation` and `insulate`, `beekeeper` and `beekeeping`: in shorter words the ending is mostly none.
  if (word.length >= 8 && word.endsWith('ion')) return word.slice(0, -3);
  if (word.length >= 7 && word.endsWith('er')) return word.slice(0, -2);
  for (const ending of ['ingly', 'edly', 'ing', 'ed', 'ly']) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    if (stem.length < 3 || !/[aeiouy]/.test(stem)) return word;
    return stem.replace(/([bdfgmnprt])\1$/, '$1');
  }
  return word;
}
