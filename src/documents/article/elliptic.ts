// Sentences that leave out what they count or compare, because the sentence before named it: `Eleven kept five days`,
// `In 18 percent the temperature was too high`, `The highest was 4.3`, `Inspectors also looked at radiators`.

import { tagWords } from '../words/tag-words.ts';
import { longPattern } from './long-pattern.ts';

const NUMBER =
  longPattern(String.raw`^(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen
      |fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|half|some|most|many|few
      |several|none|all|both|each|neither|another|others)$`);
const SHARE = /^(?:percent|per|cent|%|third|thirds|quarter|quarters|half)$/;
const ONE_OF_SOME = longPattern(
  String.raw`^(?:In|At|For|On|Of|With|By|From) (?:the (?:first|second|third|fourth|other|others|former|latter
  |rest)|both|neither
    |each|one|either|some|others|all but one|most)\b,?(?! (?:half|quarter|part|place|time|instance|sense|hand
    |world|person
    |years?|days?|weeks?|months?|century|decade|seasons?|day|week|of|\p{L}+ (?:of|in|that|who)|case[s]? of
    |people|countries|\p{L}{4,}))`,
  'u',
);
const SUPERLATIVE = longPattern(
  String.raw`^The (?:highest|lowest|largest|smallest|best|worst|longest|shortest|oldest|newest|latest|biggest
  |cheapest|fastest
    |slowest|most \p{L}+|least \p{L}+)(?: of an? \p{L}+(?:-\p{L}+)? \p{L}+| one| \p{L}+)?,? (?:is|was|were|are|\d)`,
  'u',
);
/** Adds to something that is not there any more. */
const ADDS = longPattern(
  String.raw`^(?:[\p{L}'’-]+ ){1,6}(?:also|likewise|too|equally)\b|,? (?:too|as well|either|again|once more
  |once again)[.]$
    |\bonce more\b|\bdo(?:es)? the rest\b|^(?:Again|Still|Even then|Also|More recently|Later|Soon|Afterwards?
    |Before that|Not all|Not every)\b
    |^(?:In|At|By|Around|During|Before|After|Since|Until) (?:that|this|those|these|such)\b|\bby then\b|\bat such\b
    |^(?:Among|Of|Between) (?:them|these|those)\b|^(?:Yes|No|Almost certainly)\b[,. ]|\bthe other(?:s
    |\s\w+)? (?:is|are|was|were)\b
    |^(?:A|An)(?:nother| second| third| further| fourth| fifth| similar| different)\b|^More(?! than| and)\b
    |^(?:Further|Additional|Similar|Comparable|Corresponding)(?! (?:work|research|studies|information|reading)\b)`,
  'u',
);
/** `hopes for a similar result`: similar to what? */
const SIMILAR =
  /\b(?:an?|the) (?:similar|comparable) (?:result|effect|finding|outcome|success|picture)s?\b(?! (?:to|as)\b)/;
const SUCH = /\bsuch (?!as\b)\p{L}+/iu;
const COMPARED =
  longPattern(String.raw`\b(?:than|compared with|compared to|against|over|above|below) (?:before|the year before
      |in the year before)\b|\bthe year before\b`);

/** `The association offers one that runs until May`: one of what? */
const ONE_OF_WHAT =
  longPattern(String.raw`\b(?:offers?|needs?|has|have|had|uses?|used|chose|built|found|got|wants?|bought|with
      |without|is|was) one(?: that| which|[,.])`);
const PAST = longPattern(`^(?:went|came|let|kept|took|fell|rose|said|did|had|gave|got|lost|won|left|chose|began|became
      |made|met|paid|led|fed)$`);
/** `Memory takes longer`: than what? */
const THAN_WHAT =
  longPattern(String.raw`\b(?:takes?|took|is|are|was|were|needs?) (?:much |far |even |a little )?(?:longer
      |larger|smaller|higher|lower|better|worse|faster|slower|cheaper|shorter)[,.]`);

/** `The county pays £1.5 million of it`, `More than half of them died`: of what stands in the sentence before. */
const PART_OF_WHAT =
  longPattern(String.raw`^[^,;:]{0,80}\b(?:million|billion|thousand|percent|per cent|pence|half|part|most|some|much
      |third|thirds|quarter|quarters|all|none|many|few|each|one|two|three|\d[\d,.]*)%?
      \sof (?:it|that|them|those|these)\b(?! (?:who|which|that))`);
/** `Turnover has remained the same`: whose? */
const OF_WHOM =
  /^\p{Lu}\p{Ll}+ (?:has|have) (?:remained|stayed|become|fallen|risen|doubled|grown)\b(?!.* (?:in|of|at) )/u;
const WITHOUT_THAN = /\b(?:becomes?|became|grown|grew) (?:much |far |even )?\p{L}{2,12}er(?=[,.])(?!.*\bthan\b)/u;
/** `Friday is the most popular and the most expensive, because`: the most popular what? */
const MOST_WHAT = /\b(?:is|are|was|were) the (?:most|least) \p{L}+(?: and the (?:most|least) \p{L}+)?(?=[,.;])/u;
/** `The largest models lost least.` */
const LEAST_OF_WHAT = /\b(?:lost|gained|fell|rose|grew|changed|improved|profited|suffered) (?:the )?(?:least|most)[.]$/;
const COUNTED_BACK = /\b[Tt]he \d{1,3}(?=[,.;]| (?:were|was|had|are|have|who)\b)|\b(?:is|are|was|were) another \p{L}+/u;

/** `Runs on trails are growing faster`, `may have faced higher costs`: the one comparison stands at the end. */
const ENDS_COMPARED = longPattern(
  String.raw`\b(?:faster|slower|higher|lower|larger|smaller|cheaper|longer|shorter|more often|less often)
    (?: (?:costs|prices|risks?|rates|fares|wages|losses))?[.]$`,
);
const COMPARATIVE =
  /\b(?:than|the (?:more|less|longer)|from \S+ to|(?:bett|wors|fast|slow|high|low|larg|cheap|long)er)\b/gi;

function comparesAtEnd(text: string): boolean {
  return ENDS_COMPARED.test(text) && !/\bthan\b|\d/.test(text) && (text.match(COMPARATIVE)?.length ?? 0) <= 1;
}

/** `Each orders bigger ships`: a verb where the noun should stand. */
const EACH_DOES = /^Each (?!species\b|series\b)\p{Ll}+[^sui\W]s\b/u;

export function isElliptic(text: string): boolean {
  if (
    [MOST_WHAT, LEAST_OF_WHAT, SIMILAR, PART_OF_WHAT, OF_WHOM, WITHOUT_THAN, COUNTED_BACK, EACH_DOES].some((pattern) =>
      pattern.test(text),
    )
  )
    return true;
  if ([ONE_OF_SOME, SUPERLATIVE, ADDS, SUCH, COMPARED, ONE_OF_WHAT, AGAIN].some((pattern) => pattern.test(text)))
    return true;
  if (comparesAtEnd(text)) return true;
  return (THAN_WHAT.test(text) && !/\bthan\b|\bthe (?:more|less|longer)/i.test(text)) || countsNothing(text);
}

const AGAIN = /\bagain(?=[,.])/;

/** A number at the beginning with no noun behind it. */
function countsNothing(text: string): boolean {
  const words = tagWords(text).slice(0, 8);
  let at = /^(?:in|for|at|by|of|about|around|only|nearly|almost|just|over|under|some|another)$/.test(
    words[0]?.lower ?? '',
  )
    ? 1
    : 0;
  if (!NUMBER.test(words[at]?.lower ?? '') && words[at]?.kind !== 'number') return false;
  if (at === 0 && /^(?:all|both|each|half)$/.test(words[0]?.lower ?? '') && words[1]?.kind === 'determiner')
    return false;
  while (words[at] !== undefined && (NUMBER.test(words[at]?.lower ?? '') || words[at]?.kind === 'number')) at++;
  const isShare = SHARE.test(words[at]?.lower ?? '');
  while (SHARE.test(words[at]?.lower ?? '')) at++;
  const next = words[at];
  if (next === undefined) return true;
  if (isShare)
    return (
      /^\p{L}{3,}ed$/u.test(next.lower) ||
      (next.lower !== 'of' &&
        next.kind !== 'noun' &&
        next.kind !== 'adjective' &&
        next.kind !== 'name' &&
        next.lower !== 'more' &&
        next.lower !== 'less')
    );
  if (PAST.test(next.lower)) return true;
  return /^(?:verb|auxiliary|determiner)$/.test(next.kind) && !/(?:ed|ing|en)$/.test(next.lower);
}
