// What code alone has against a claim: a figure, unit, date or name that stands nowhere near the cited passages, a
// quotation that is not word for word, and a plain negation. Everything else is for the judge.

import { type CitedText, readCited } from './cited-text.ts';
import { findParts, plainText, quotationsIn } from './find-quote.ts';
import type { Language } from './language.ts';
import { objectToDates } from './object-to-dates.ts';
import { objectToFigures } from './object-to-figures.ts';
import { objectToForeign } from './object-to-foreign.ts';
import { objectToNames } from './object-to-names.ts';
import { objectToNegation } from './object-to-negation.ts';
import { objectToReplaced } from './object-to-replaced.ts';
import type { Passage } from './passage.ts';
import { readCitations } from './read-citations.ts';
import { sentencesOf } from './sentences-of.ts';
import type { Source } from './source.ts';
import { plainFigures } from './written-numbers.ts';

export interface CitedContext {
  /** Those that the claim cites. */
  readonly passages: readonly Passage[];
  /** Of those passages. */
  readonly sources: readonly Source[];
  /** The sentences before and after each passage in its source. */
  readonly beside: readonly string[];
  readonly language: Language;
}

/** `length`: the sentence is longer than what is read of one. */
export type ObjectionKind = 'figure' | 'unit' | 'date' | 'name' | 'quotation' | 'negation' | 'length';

export interface HardObjection {
  readonly kind: ObjectionKind;
  readonly verdict: 'contradicted' | 'insufficient';
  /** A sentence for the writer. */
  readonly reason: string;
}

/** Empty: code has nothing against it. */
export function objectTo(claim: string, context: CitedContext): readonly HardObjection[] {
  if (claim.length > CHARACTERS_MAX) return [TOO_LONG];
  const written = withoutMarks(claim);
  const text = plainFigures(written);
  const cited = readCited(context);
  const isEnglish = context.language.isEnglish(text);
  const measured = [
    ...objectToFigures(text, cited, isEnglish),
    ...objectToDates(text, cited, isEnglish),
    ...(isEnglish && cited.isEnglish ? [] : objectToForeign(text, cited)),
  ];
  return [
    ...objectToQuotations(written, cited, context),
    ...(measured.length > 0 ? measured : objectToReplaced(text, cited)),
    ...objectToNames(text, cited, isEnglish),
    ...objectToNegation(text, cited),
  ];
}

/** Of one sentence. */
const CHARACTERS_MAX = 2000;

/** Its end would be read by nobody. */
const TOO_LONG: HardObjection = {
  ...{ kind: 'length', verdict: 'insufficient' },
  reason: `The sentence is longer than the ${CHARACTERS_MAX} characters that are read of one. Write shorter ones.`,
};

const CITATION = /\[[e\d\s,;–-]{1,400}\]/g;
const LIST_MARK = /^\s{0,20}(?:[-*+•]|\(?\d{1,3}[.)])\s+/;

/** Numbers of citations and of lists are no figures: `[e12]`, `3. `, `(2)`. */
const withoutMarks = (claim: string): string =>
  claim
    .replace(CITATION, ' ')
    .replace(LIST_MARK, '')
    .replace(/\(\d{1,2}\)/g, ' ')
    .trim();

function objectToQuotations(
  claim: string,
  { parts }: CitedText,
  { passages, beside }: CitedContext,
): readonly HardObjection[] {
  const quotations = quotationsIn(claim);
  if (quotations.length === 0) return [];
  // A quotation may begin in a sentence before or end in one behind.
  const joint = passages.flatMap(({ text, before }) => [
    `${before} ${text}`,
    ...beside.map((next) => `${text} ${next}`),
  ]);
  const texts = [...parts, ...joint].map((part) => plainText(readCitations(plainFigures(part)).text));
  const stands = (quotation: readonly string[]): boolean => {
    const own = quotation.map((part) => plainFigures(part));
    return texts.some((text) => findParts(own, text, 1) !== null);
  };
  return quotations
    .filter((quotation) => quotation.length > 0 && !stands(quotation))
    .map((quotation) => {
      const words = quotation.join(' [...] ').slice(0, QUOTED_MAX);
      return {
        kind: 'quotation',
        verdict: 'insufficient',
        reason: `The cited passages do not have these words: "${words}".`,
      };
    });
}

const QUOTED_MAX = 160;

/** The whole sentence stands as a sentence of one cited passage; white space, marks of Markdown, the form of quotation
 *  marks, the final stop and the case of the first letter aside. */
export function standsWordForWord(claim: string, cited: Pick<CitedContext, 'passages' | 'language'>): boolean {
  const own = bare(claim);
  const isOwn = ({ text }: { readonly text: string }): boolean => bare(text) === own;
  return own !== '' && cited.passages.some((each) => isOwn(each) || sentencesOf(each.text, cited.language).some(isOwn));
}

/** As it is compared word for word. */
export const bare = (sentence: string): string => {
  const plain = readCitations(sentence)
    .text.normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[“”„«»]/g, '"')
    .replace(/[’‘]/g, "'")
    .trim();
  const [first = '', ...rest] = plain.replace(/[.。]$/, '');
  return first.toLowerCase() + rest.join('');
};
