// Whether two words are the same name: with a genitive, as an adjective of a country, as initials.

const KINDRED = new Map(
  [
    'france french',
    'netherlands dutch holland',
    'britain british uk england english',
    'us usa american america states',
    'switzerland swiss',
    'spain spanish',
    'greece greek',
    'denmark danish',
    'poland polish',
    'wales welsh',
    'ireland irish',
    'sweden swedish',
    'finland finnish',
    'turkey turkish türkiye',
    'norway norwegian',
    'germany german',
    'china chinese',
    'europe european eu',
    'portugal portuguese',
    'peru peruvian',
    'iceland icelandic',
    'scotland scottish',
    'uk kingdom',
    'philippines filipino philippine',
    'thailand thai',
    'ukraine ukrainian',
    'japan japanese',
    'vietnam vietnamese',
  ].flatMap((line, at) => line.split(' ').map((word) => [word, at] as const)),
);

/** Both in small letters. */
export function sameName(first: string, second: string): boolean {
  const [one, other] = [plain(first), plain(second)];
  if (one === other) return one !== '';
  const relatedTo = KINDRED.get(one);
  if (relatedTo !== undefined && relatedTo === KINDRED.get(other)) return true;
  const length = Math.min(one.length, other.length);
  if (length < 4) return false;
  return isAdjectiveOf(one, other) || isAdjectiveOf(other, one);
}

const plain = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').replace(/'s?$/, '').replaceAll('.', '');

/** `italian` of `italy`, `canadian` of `canada`, `brazilian` of `brazil`. */
function isAdjectiveOf(name: string, adjective: string): boolean {
  const ending = /(?:ians?|ans?|ese|ish|ic|i|s)$/.exec(adjective)?.[0];
  if (ending === undefined) return false;
  const stem = adjective.slice(0, -ending.length);
  return stem.length >= 3 && (name === stem || name.replace(/[aeiouy]{1,2}$/, '') === stem.replace(/[aeiouy]$/, ''));
}

/** `WHO` in a text that has `World Health Organization`, and the other way round. */
export function isInitialsOf(initials: string, words: readonly string[]): boolean {
  if (!/^\p{Lu}{2,6}s?$/u.test(initials)) return false;
  const letters = initials.replace(/s$/, '').toLowerCase();
  const small = /^(?:of|the|and|for|in|on|to|de|la)$/;
  const firsts = words.filter((word) => /^\p{L}/u.test(word) && !small.test(word.toLowerCase()));
  const text = firsts.map((word) => (word[0] ?? '').toLowerCase()).join('');
  const at = text.indexOf(letters);
  return (
    at >= 0 &&
    firsts.slice(at, at + letters.length).filter((word) => /^\p{Lu}/u.test(word)).length * 2 >= letters.length
  );
}
