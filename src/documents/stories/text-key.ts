// The same key for texts that differ in case, punctuation and marks of Markdown only.

export function textKey(text: string): string {
  const plain = text.toLowerCase().replaceAll('’', "'");
  const words = plain.match(/\p{N}{1,40}(?:[.,:]\p{N}{1,40}){0,4}|[\p{L}\p{M}'_]{1,80}/gu) ?? [];
  // Of a text without words only its signs are left to tell it by.
  return words.length === 0 ? text.trim() : words.join(' ');
}
