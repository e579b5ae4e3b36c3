// Writes a list of words or phrases, separated by commas, as the source of a pattern that matches any of them.

/** `a, b c` -> `(?:a|b c)`; longer ones first, so that `as well as` is not read as `as`. */
export function oneOf(phrases: string): string {
  const list = phrases
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
  return `(?:${list.sort((one, other) => other.length - one.length).join('|')})`;
}
