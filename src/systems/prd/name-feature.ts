// A title and a free id for a feature, from its first wish.

const TITLE_WORDS_MAX = 6;
const TITLE_CHARACTERS_MAX = 60;
const ID_CHARACTERS_MAX = 40;
const ID = /^[a-z][a-z0-9-]{2,49}$/;
const UNNAMED = 'Untitled Feature';
const LITTLE = new Set(
  `a an the of for to in on at by with from and or that which who their his her its our my your can could should
  must will would be is are it this so as into via when where users user people let i we me us have has get`.split(
    /\s+/,
  ),
);
const DEED = /^(?:add|build|create|make|implement|need|want|let|allow|have|offer|support|see|view|get)\s+/i;

export function titleOf(wanted: readonly string[]): string {
  const said = (wanted[0] ?? '').replace(DEED, '');
  const first = said.replace(/^(?:\S+\s+){1,3}?(?:can|should|must|will)\s+(?:be able to\s+)?/i, '').replace(DEED, '');
  const bare = first.replace(/^(?:(?:an?|the|their|our|my|your|its|his|her)\s+)+/i, '');
  const words = bare.split(/[^\p{L}\p{N}'’+-]+/u).filter((word) => word !== '');
  let title = words.slice(0, TITLE_WORDS_MAX);
  while (title.length > 1 && LITTLE.has((title.at(-1) ?? '').toLowerCase())) title = title.slice(0, -1);
  const text = title
    .map((word, at) => (at > 0 && LITTLE.has(word.toLowerCase()) ? word.toLowerCase() : capital(word)))
    .join(' ');
  const short = [...text].slice(0, TITLE_CHARACTERS_MAX).join('').trim();
  return short === '' ? UNNAMED : short;
}

/** `^[a-z][a-z0-9-]*$`, 3 to 50 characters, none of `taken`. */
export function featureIdOf(title: string, taken: readonly string[]): string {
  const stem = slugOf(title);
  const used = new Set(taken);
  if (!used.has(stem)) return stem;
  for (let number = 2; number <= used.size + 2; number += 1) {
    const id = `${stem}-${number}`;
    if (!used.has(id)) return id;
  }
  return stem;
}

function slugOf(title: string): string {
  const words = title
    .replace(/ß/g, 'ss')
    .replace(/[æÆ]/g, 'ae')
    .replace(/[øØ]/g, 'o')
    .replace(/[łŁ]/g, 'l')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !LITTLE.has(word));
  const slug = (telling.length > 0 ? telling : words).join('-').replace(/^[^a-z]+/, '');
  const short = slug.length <= ID_CHARACTERS_MAX ? slug : slug.slice(0, ID_CHARACTERS_MAX).replace(/-[^-]*$/, '');
  const id = short.replace(/-+$/, '');
  if (ID.test(id)) return id;
  return id === '' ? 'feature' : `feature-${id}`.slice(0, ID_CHARACTERS_MAX);
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
