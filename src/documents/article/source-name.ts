// How a text calls a source: by who published it, else by who wrote it, else by its title.

import type { Source } from '../evidence/source.ts';
import { longPattern } from './long-pattern.ts';
import { yearOf } from './terms-of.ts';

export interface SourceName {
  /** `the Headache Foundation (2023)`. */
  readonly text: string;
  readonly isPlural: boolean;
}

const ORGANISATION = longPattern(
  String.raw`\b(?:Foundation|Agency|Institute|Museum|Society|Association|Journal|Annals|Review|Laboratory|Clinic
    |Hospital|Guild|Group|Tribunal|Court|Chamber|Board|Network|Library|Archive|Team|School|College
    |Ministry|Office|Council|Centre|Center|University of|Bureau|Organi[sz]ation|Commission
    |Union|Committee|Department|Academy|Alliance|Federation
    |Encyclopa?edia|Dictionary|Handbook|Telegraph|Post|Times|Courier|Observer|Mirror|Chronicle|Guardian
    |Authority|Regulator|Fund|Service|Survey
    |Bulletin|Gazette|Herald|Tribune)\b|^\p{Lu}[\p{L}'’]+ (?:of|for) (?:the )?\p{Lu}`,
  'u',
);
const WORDS_MAX = 9;

/** Null where nothing short names it. */
export function nameOf(source: Source): SourceName | null {
  const year = yearOf(source.publishedAt);
  const dated = (shown: string): string => (year === null ? shown : `${shown} (${year})`);
  const own = [source.publisher, ...(source.authors.length === 1 ? source.authors : [])]
    .map((name) => name.split(',')[0]?.trim() ?? '')
    .find(isNamed);
  if (own !== undefined) {
    const isPlural = /^\p{Lu}\p{Ll}+(?<![su'’])s (?:of|for|at)\b/u.test(own);
    const isClear = /^the\b|^\p{L}+['’]s? /iu.test(own);
    const needsArticle = (ORGANISATION.test(own) || isPlural) && !isClear;
    return { text: dated(`${needsArticle ? 'the ' : ''}${own.replace(/^The (?=\p{Lu})/u, 'the ')}`), isPlural };
  }
  // A title that is cut at its colon names nothing: `Four-day week` says no more than the topic.
  const title = source.title.split(/\s[|–—-]\s/)[0]?.trim() ?? '';
  return isPlain(title.replace(/: /, ' ')) ? { text: dated(`*${title}*`), isPlural: false } : null;
}

/** As a text calls it once it has been named: without the year, and a title only as far as its colon. */
export function shortNameOf({ text, isPlural }: SourceName): SourceName {
  const plain = text.replace(/ \(\d{4}\)$/, '');
  return { text: plain.replace(/^\*([^:*]{8,}): [^*]+\*$/, '*$1*'), isPlural };
}

/** Names are written with capitals: `Blog of a web agency of nineteen people` is none. */
const isNamed = (name: string): boolean =>
  isPlain(name) && name.split(' ').every((word) => /^(?:of|for|and|the|at|in|on|de|von|&)$|^[^\p{Ll}]/u.test(word));

const isPlain = (name: string): boolean =>
  name !== '' && name.split(' ').length <= WORDS_MAX && !/[[\]()<>*_#"“”?!,:;]|\.\s|\.\w{2,4}$/.test(name);
