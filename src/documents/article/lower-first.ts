// The first word of a sentence as it is written inside of another: small, unless it is a name.

import { tagWords } from '../words/tag-words.ts';
import { isVerb } from '../words/verbs.ts';
import { longPattern } from './long-pattern.ts';

/** `Boatmen`, `Paddlers`: people and things in the plural are no names, whether a dictionary has them or not, nor is
 *  what verbs are made into: `Containerisation`. */
const COMMON = longPattern(
  String.raw`^\p{Lu}\p{Ll}+(?:men|women|workers|makers|tions?|ments?|isms?|ness|ings|ists
    |(?:ers|ors|ees) (?:are|were|have|had|do|can|must|may|need|use|who|often|usually))\b`,
  'u',
);

/** `names`: words that the texts write with a capital inside of sentences, and never without. */
export function lowerFirst(text: string, names: ReadonlySet<string>): string {
  const word = /^[\p{L}][\p{L}'’-]*/u.exec(text)?.[0] ?? '';
  if (word === '' || word === 'I' || /^.\p{L}*[\p{Lu}\d]/u.test(word)) return text;
  const small = text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
  const [first, next] = tagWords(small);
  // `Old ports`, in a text that has a quarter called Old Quay.
  if (names.has(word.toLowerCase()))
    return first?.kind === 'adjective' && first.isKnown && next?.kind === 'noun' && /^\p{Ll}/u.test(next.text)
      ? small
      : text;
  // A word that no dictionary has without its capital is taken for a name.
  const isKnown = (first?.isKnown === true && first.kind !== 'name') || isMadeOfKnown(word.toLowerCase());
  return isKnown || COMMON.test(text) ? small : text;
}

const PREFIX =
  /^(?:re|under|over|inter|multi|non|pre|post|anti|micro|electro|hydro|photo|bio|tele|super|sub)-?(?=.{4})/;

/** `readmissions`, `underfloor`, `nozzles`, `installers`. */
function isMadeOfKnown(lower: string): boolean {
  const doing = /^(\p{L}{3,})ers?$/u.exec(lower)?.[1] ?? '';
  if (lower.endsWith('s') && (isVerb(doing) || isVerb(`${doing}e`))) return true;
  const parts = [lower.replace(PREFIX, ''), lower.replace(/(?<=[^aious])s$/, '')];
  return parts.some((part) => {
    const word = part === lower ? undefined : tagWords(part)[0];
    return word?.isKnown === true && word.kind !== 'name';
  });
}
