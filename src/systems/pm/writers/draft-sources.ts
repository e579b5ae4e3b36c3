// Parts of a draft with the words they were made from, so that a test can say that nothing was made up.

export interface SourcedText {
  /** `R-001`, `R-001.2`, `vision`, `in scope`, `out of scope`. */
  readonly place: string;
  readonly text: string;
  /** Quotes, choices that were taken, and assumptions; each as it was said. */
  readonly from: readonly string[];
}

/** A sentence begins with a capital and ends with a mark. */
export function asSentence(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const begun = /^\p{Ll}[\p{Ll}'’]*(?:[,.]? |[.]?$)/u.test(plain) ? upper(plain) : plain;
  return /[.!?)]$/.test(begun) ? begun : `${begun}.`;
}

export const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Names and abbreviations keep their capital. */
export const lower = (text: string): string =>
  /^\p{Lu}(?:\p{Ll}| )/u.test(text) && !/^I\b/.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;

export const withoutDot = (text: string): string => text.trim().replace(/[.!]$/, '');
export const inQuotes = (text: string): string => `"${withoutDot(text).replace(/["“”]/g, "'").replace(/\s+/g, ' ')}"`;
