// Words of a text as the measuring programs compare them: their own, so that no rule measures itself.

const EMPTY = new Set(
  (
    'a an and are as at be been but by for from had has have he her his in into is it its more most not of on one or ' +
    'other our she so some such than that the their them then there these they this to was we were what when where ' +
    'which who will with would you your about after also all any because before between both can could did' +
    ' do does during each even ' +
    'how if just like many may might much no now only over own same ' +
    'should since still those through under until up very while'
  ).split(' '),
);

/** In the order of the text, without what every text has; the plural is taken for the singular. */
export function contentWords(text: string): readonly string[] {
  return plainWords(text)
    .filter((word) => !EMPTY.has(word))
    .map(stemOf);
}

export function plainWords(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}[\p{L}'’-]*|\d[\d.,:]*\d|\d/gu) ?? [];
}

export function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(?:ies|es|s|ed|ing)$/u, '') : word;
}

/** How much of the smaller set the other one has, from 0 to 1. */
export function overlapOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const smaller = Math.min(one.size, other.size);
  return smaller === 0 ? 0 : [...one].filter((word) => other.has(word)).length / smaller;
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
