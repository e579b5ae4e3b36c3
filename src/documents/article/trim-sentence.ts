// A sentence of a source as it may stand elsewhere: without references, links, and words that join it to what stood
// before it. What it says is not changed.

import { longPattern } from './long-pattern.ts';

/** A citation of an article like ours. */
const CITATION =
  /\s{0,2}\[\[[^[\]]{1,40}\]\](?:\([^()\s]{0,500}\))?|\s{0,2}\[[^[\]]{0,40}\]\(ledger\.md[^()\s]{0,200}\)/g;
const LINK = /!?\[([^\][]{0,300})\]\([^()\s]{0,500}\)/g;
const EMPHASIS =
  /(?<![\w*])\*{1,3}(?=[^\s*])([^*]{1,300})\*{1,3}(?![\w*])|(?<!\w)_{1,2}(?=[^\s_])([^_]{1,300})_{1,2}(?!\w)/g;
const NOTE = /\s{0,2}\[(?:\d{1,3}(?:\s{0,2}[,–-]\s{0,2}\d{1,3}){0,12}|note \d{1,3}|citation needed|edit|[a-z])\]/gi;
const BULLET = /^\s{0,8}(?:[-*•–—]|\(?\d{1,2}[.)]|\(?[a-z]\))\s{1,4}(?=\S)/;

/** What a pair of parentheses may hold that only points elsewhere. */
const POINTER = longPattern(
  String.raw`^(?:see\b|cf\.?\b|fig(?:ure|s|\.)?\s?\d|table\s?\d|box\s?\d|section\s?\d|chapter\s?\d
    |appendix|eq(?:uation|\.)?\s?\d|pp?\.\s?\d|ibid|op\. cit|source:|sources:|doi\b|https?:
    |www\.|above|below|left|right|top|bottom|pictured|emphasis added)`,
  'i',
);
const AUTHOR = String.raw`(?:(?:van|von|de|der|la|le|di)\s){0,2}\p{Lu}[\p{L}'’.-]{0,30}`;
/** `Author et al., 2019`, `e.g. Author and Author 2020a, p. 3`. */
const AUTHOR_YEAR = longPattern(
  String.raw`^(?:(?:e\.g\.|i\.e\.|see|reviewed in|after|from),?\s)?${AUTHOR}
    (?:(?:,\s|\sand\s|\s&\s|,\sand\s|,\s&\s|\s)(?:${AUTHOR}|et al\.?)){0,6}
    ,?\s(?:in press|(?:1[89]|20)\d\d[a-z]?)(?:,\s(?:(?:1[89]|20)\d\d[a-z]?|pp?\.\s?[\d–-]{1,12})){0,4}$`,
  'u',
);
const PARENTHESES = /\s{0,3}\(([^()]{1,300})\)/g;

const POINTS_AHEAD = longPattern(
  String.raw`^(?:as|and as)\s(?:(?:was|is|has been|already|we have|can be)\s){0,3}(?:shown|seen
    |noted|mentioned|described|discussed|stated|explained|outlined|illustrated|indicated
    |pointed out|said)(?:\s(?:above|below|before|earlier|previously|already|in (?:the )?(?:previous
    |last|next|following|preceding) (?:section|chapter|paragraph)|(?:in|by) (?:figure
    |fig\.|table|section|chapter|box) ?[\d.]{0,6}[a-z]?)){1,2},\s`,
  'i',
);
const SHOWS = longPattern(
  String.raw`^(?:figure|fig\.|table|box|chart|graph|section|chapter) ?[\d.]{0,6}[a-z]? (?:below 
    |above )?(?:also )?(?:shows|indicates|illustrates|demonstrates|suggests|makes clear
    |reveals|summarises|summarizes) that\s`,
  'i',
);

/** `We found that`: the source is named with what it found. */
const FOUND = longPattern(
  String.raw`^(?:(?:taken together|in summary|in conclusion|overall|in short), )?we (?:also |therefore |thus |hence )?
    (?:find|found|show|showed|conclude|observed|demonstrate|demonstrated|confirm|confirmed) that\s`,
  'i',
);
const BY_OWN =
  /,? (?:on|by|in|to|from) our (?:own )?(?:estimates?|calculations?|data|measurements|knowledge|sample),?(?= )/g;

/** Their partner is the sentence before; what follows them stands by itself. */
const CONNECTIVE = longPattern(
  String.raw`^(?:however|moreover|furthermore|additionally|in addition|besides|also|similarly|likewise
    |equally|meanwhile|nevertheless|nonetheless|still|yet|thus|therefore|hence|consequently
    |accordingly|as a result|as a consequence|for this reason|because of this|in turn
    |in fact|indeed|of course|for example|for instance|in particular|specifically|notably
    |importantly|interestingly|unsurprisingly|in contrast|by contrast|conversely|on the other hand
    |on the one hand|at the same time|that said|even so|overall|in general|finally|lastly
    |first|firstly|first of all|second|secondly|third|thirdly|next|then|again|in short
    |in summary|in conclusion|to sum up|to conclude|in other words|put simply|simply put
    |as such|to this end|after all|in any case|on top of that|above all|more recently
    |what is more),\s{1,3}`,
  'i',
);
const BARE = /^(?:But|And|So|Yet|Thus|Hence|Nor) (?=[\p{L}\d])/u;
const INNER = longPattern(
  String.raw`,\s(?:however|therefore|moreover|furthermore|nevertheless|nonetheless|consequently
    |too|of course|for example|for instance|in turn|in fact|by contrast|meanwhile),\s`,
  'gi',
);

const ADVERB = /(?<=[a-z]) (?:therefore|thus|hence|consequently|accordingly|nevertheless|nonetheless) (?=[a-z])/g;

/** The same words without what is there for the eye and for other pages. */
export function withoutReferences(text: string): string {
  const plain = text
    .slice(0, 4000)
    .replace(/\s+/g, ' ')
    .replace(BULLET, '')
    .replace(CITATION, '')
    .replace(LINK, '$1')
    .replace(EMPHASIS, (_, one: string | undefined, two: string | undefined) => one ?? two ?? '')
    .replace(/`([^`]{1,200})`/g, '$1')
    .replace(NOTE, '')
    .replace(PARENTHESES, (whole, inner: string) => (isReference(inner) ? '' : whole))
    .replace(/\s{1,4}([,.;:!?])/g, '$1')
    .trim();
  const cut = plain.replace(POINTS_AHEAD, '').replace(SHOWS, '').replace(BY_OWN, '');
  const own = FOUND.test(cut) ? cut.replace(FOUND, '').replace(/, (but|and) that (?=\p{L})/gu, ', $1 ') : cut;
  return own === plain ? plain : finished(own);
}

/** As it may stand without the sentence before it. */
export function withoutConnectives(text: string): string {
  let left = text;
  for (let round = 0; round < 2; round++) left = left.replace(CONNECTIVE, '').replace(BARE, '');
  left = left.replace(INNER, ' ').replace(ADVERB, ' ');
  return left === text ? text : finished(left);
}

const JOINS_BACK = longPattern(
  String.raw`^(?:instead|otherwise|rather|or|unlike this|despite this|in spite of this|if so|if not
    |either way|likewise|the opposite|so too|not so|nor|neither)\b(?!\s(?:of|than|a|an)\b)`,
  'i',
);

/** Needs its partner: without it the sentence says something else. */
export const joinsBack = (text: string): boolean => JOINS_BACK.test(text);

const isReference = (inner: string): boolean =>
  POINTER.test(inner) || inner.split(/;\s?/).every((part) => AUTHOR_YEAR.test(part.trim()));

function finished(text: string): string {
  const trimmed = text.trim();
  const first = /^["'“‘(]{0,2}\p{Ll}[\p{Ll}]*(?![\p{Lu}\d])/u.exec(trimmed)?.[0];
  return first === undefined ? trimmed : trimmed.replace(/\p{Ll}/u, (letter) => letter.toUpperCase());
}
