// A claim without the words that only name its source: `According to the agency (2024), `. They are no part of what the
// source says, and are taken off only where they name a source that the claim cites.

import type { Source } from './source.ts';

type Names = readonly { readonly name: string; readonly year: string }[];

const NAME = String.raw`([^,;]{2,160}?)(?: \((\d{4})\))?`;
const VERB = '(?:reports?|notes?|says?|states?|finds?|writes?|estimates?|found|reported|noted|said|stated|argues?)';
const FORMS: readonly RegExp[] = [
  new RegExp(`^[Aa]ccording to ${NAME}, `),
  new RegExp(`^[Aa]s ${NAME} ${VERB}, `),
  new RegExp(`^${NAME}(?:, by contrast,)? ${VERB} that `),
];
const BEHIND = new RegExp(String.raw`, according to ${NAME}\.?$`);
/** Says that sources differ; what one of them says follows. */
const DISAGREE = /^(?:The )?[Ss]ources disagree(?: (?:on|about) [^:]{1,120})?: /;
/** Only where two sources are cited. */
const AGREE = /^(?:Several|Two|Three|Both) sources agree that /;
const AS_OF = /^As of (\d{4}), /;

/** What the article says that it shows, and what it asks the reader to know, is claimed as much as said outright. */
const OF_ITSELF = new RegExp(
  [
    '^(?:(?:In )?[Tt]his (?:article|report|section|text),? (?:we )?(?:show|find|conclude|argue)s? that ',
    'Did you know that )',
  ].join('|'),
);

export function withoutAttribution(claim: string, cited: readonly Source[]): string {
  if (claim.length > 2000) return claim;
  const told = claim.replace(OF_ITSELF, '');
  const own = told === claim ? claim : capital(told.replace(/\?$/, '.'));
  if (cited.length === 0) return own;
  const names = cited.flatMap(namesOf);
  let text = own.replace(DISAGREE, '');
  if (cited.length > 1) text = text.replace(AGREE, '');
  text = text.replace(AS_OF, (whole, year: string) => (names.some((each) => each.year === year) ? '' : whole));
  for (const form of FORMS)
    text = text.replace(form, (whole, name: string, year?: string) => (isOf(names, name, year) ? '' : whole));
  text = text.replace(BEHIND, (whole, name: string, year?: string) => (isOf(names, name, year) ? '.' : whole));
  return text === own ? own : capital(text);
}

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** `The Lake Courier, energy desk` is called `The Lake Courier`; a title by what stands before its colon. */
const SHORTENED = /,\s|:\s|\s[|–—-]\s/;

function namesOf({ publisher, title, authors, publishedAt }: Source): Names {
  const year = publishedAt?.slice(0, 4) ?? '';
  return [publisher, title, ...authors]
    .flatMap((name) => [name, name.split(SHORTENED)[0] ?? ''])
    .filter((name) => name.trim() !== '')
    .map((name) => ({ name: plain(name), year }));
}

const isOf = (names: Names, name: string, year: string | undefined): boolean =>
  names.some((each) => each.name === plain(name) && (year === undefined || each.year === year));

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^(?:the|a|an) /, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
