// Who published a plain text, where its first line says so in capitals over the title: `ENERGY AGENCY`.

export interface Letterhead {
  readonly publisher: string;
  readonly title: string;
}

const WORDS_MAX = 7;
/** `THE RUNNING BOOM IN FIGURES` is a title in capitals. */
const IS_TITLE = /^(?:THE|A|AN|HOW|WHY|WHAT|WHEN|ON) |[?!:]| IN /;
const SMALL = /^(?:OF|FOR|AND|THE|AT|ON|DE|VON)$/;

export function letterheadIn(text: string): Letterhead | null {
  const [first = '', second = ''] = text
    .slice(0, 1_000)
    .split('\n', 2)
    .map((line) => line.trim());
  // `LINDAU COURIER, 14 August 2016`.
  const name = first.replace(/, \d{1,2} \p{Lu}\p{Ll}+ \d{4}$/u, '');
  if (!/^\p{Lu}[\p{Lu}\d .&'’-]{3,80}$/u.test(name) || IS_TITLE.test(name)) return null;
  if (name.split(' ').length > WORDS_MAX || !/^\p{Lu}.{3,160}[^.!;,]$/u.test(second) || !/\p{Ll}/u.test(second))
    return null;
  return { publisher: name.split(' ').map(inSmall).join(' '), title: second };
}

/** Words of two or three letters without a vowel, and of two letters, are abbreviations. */
function inSmall(word: string, at: number): string {
  if (at > 0 && SMALL.test(word)) return word.toLowerCase();
  if (word.length < 3 || (word.length < 5 && !/[AEIOUY]/.test(word))) return word;
  return word.replace(/(?<=\p{L})\p{L}+/gu, (rest) => rest.toLowerCase());
}
