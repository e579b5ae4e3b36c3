// Titles as people set them: short, every telling word with a capital, nothing left hanging at the end.

const LITTLE = new Set(
  `a an the of for to in on at by with from and or but nor that which who as into via per so than then when if while
  before after within their his her its our my your is are be`.split(/\s+/),
);
const JOINING = new Set(
  `of for to in on at by with from and or but that which who as into via per when if while before after within until
  instead up`.split(/\s+/),
);
/** A title does not end in these. */
const HANGING = new Set([
  ...LITTLE,
  'more',
  'able',
  'also',
  'not',
  'can',
  'should',
  'must',
  'will',
  'i',
  'they',
  'it',
  'up',
  'until',
  'within',
]);
const COUNT = /^(?:\d+|one|two|three|four|five|six)$/i;
const POSSESSIVE = /\s(?:their|his|her|its|our|my|your)(?=\s)/gi;

export function titleCase(text: string, wordsMax = 6, charactersMax = 60): string {
  const bare = text
    .replace(/\([^)]{0,1000}\)/g, ' ')
    .replace(POSSESSIVE, '')
    .replace(/^(?:an?|the)\s+/i, '');
  const words = bare.split(/[^\p{L}\p{N}'’+%.-]+/u).filter((word) => /[\p{L}\p{N}%]/u.test(word));
  const edge = words.findLastIndex(
    (word, at) => at > 1 && at <= wordsMax && JOINING.has(word.toLowerCase()) && !COUNT.test(words[at - 1] ?? ''),
  );
  // Too long for a title: it ends where a part of it does, not in the middle of one.
  let kept = words.length > wordsMax && edge > 1 ? words.slice(0, edge) : words.slice(0, wordsMax);
  while (kept.length > 1 && kept.join(' ').length > charactersMax) kept = kept.slice(0, -1);
  const isHanging = (word: string) => HANGING.has(word.toLowerCase()) || /^\d+$/.test(word);
  while (kept.length > 1 && kept.length < words.length && isHanging(kept.at(-1) ?? '')) kept = kept.slice(0, -1);
  const title = kept.map((word, at) => (at > 0 && LITTLE.has(word) ? word : capital(word))).join(' ');
  return [...title.replace(/(?<![.\s])[.\s]+$/, '')].slice(0, charactersMax).join('');
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
