// Whether two passages give different dates for the same event.

import { aboutDate } from './about-text.ts';
import { type AlignedPassages, isTelling, likenessOf, type Range } from './align-passages.ts';
import { clauseAt } from './compare-figures.ts';
import { compareDates, compareQuantities } from './compare-quantities.ts';
import type { StatementConflict } from './compare-statements.ts';
import type { ComparedPassage } from './compared-passage.ts';
import { countedIn } from './figure-role.ts';
import { pattern } from './pattern.ts';
import type { DateMention } from './read-dates.ts';
import type { StatementWord } from './read-statement.ts';
import { areToldApart } from './tell-apart.ts';

const LIKE_FROM = 0.5;
/** Where no verb and no kind of event is the same. */
const UNNAMED_LIKE_FROM = 0.7;
const TELLING_FROM = 1.2;
const UNNAMED_TELLING_FROM = 1;
/** Nearly all of both is the same, if only in words of the topic. */
const SURELY_LIKE_FROM = 0.62;
const SURELY_TELLING_FROM = 0.6;

export function dateConflict(aligned: AlignedPassages): StatementConflict | null {
  const { one, other } = aligned;
  for (const mine of eventDates(one)) {
    for (const theirs of eventDates(other)) {
      if (!areApart(mine, theirs) || isSaidToo(mine, other) || isSaidToo(theirs, one)) continue;
      const scope = { mine: eventClause(mine, one), theirs: eventClause(theirs, other) };
      const event = sameEvent(aligned, mine, theirs, scope.mine, scope.theirs);
      // `began` and `got under way` are one event, whatever the words.
      const likeness = likenessOf(aligned, {
        ...{ ...scope, mineRange: rangeOf(mine, one), theirsRange: rangeOf(theirs, other) },
        ...(event ? { without: eventWords(one, other) } : {}),
      });
      if (likeness.value < (event ? LIKE_FROM : UNNAMED_LIKE_FROM)) continue;
      const isSurely = event && likeness.value >= SURELY_LIKE_FROM;
      if (!isTelling(likeness, isSurely ? SURELY_TELLING_FROM : event ? TELLING_FROM : UNNAMED_TELLING_FROM)) continue;
      if (!likeness.shared.some(({ isName }) => !isName) && !event) continue;
      if (areToldApart(aligned, scope) || isDevelopment(aligned, event) || haveOtherDeeds(one, other)) continue;
      const about = aboutDate(one.statement, mine, likeness.shared);
      return { kind: 'date', about, one: mine.text, other: theirs.text, likeness: likeness.value };
    }
  }
  return null;
}

const DEED = /\b(?:stop|begin|start|end|cease|finish|continue|quit|resume)(?:s|ped|ned|ed|d)? ([a-z]{3,20})ing\b/gi;
const BEGAN = /\bbegan ([a-z]{3,20})ing\b/gi;

/** `stopped building reefs` and `stopped paying for the bus`. */
function haveOtherDeeds(one: ComparedPassage, other: ComparedPassage): boolean {
  const [here, there] = [one, other].map(({ statement: { text } }) =>
    [...text.matchAll(DEED), ...text.matchAll(BEGAN)].map(([, deed = '']) => deed.toLowerCase()),
  );
  return here?.length === 1 && there?.length === 1 && here[0] !== there[0];
}

/** Of `since 2014, when the law took effect` the clause behind it. */
function eventClause(date: DateMention, passage: ComparedPassage): number | undefined {
  const { words } = passage.statement;
  const next = words.find(({ start, kind }) => start >= date.end && kind !== 'mark');
  return next?.lower === 'when' ? next.clause : clauseAt(date, passage);
}

/** The part between commas that the date stands in, with the one before it where it has no verb of its own. */
function rangeOf(date: DateMention, { statement: { text, words } }: ComparedPassage): Range | null {
  const commas = [-1, ...[...text.matchAll(/,(?= )/g)].map(({ index }) => index), text.length];
  const place = commas.findLastIndex((comma) => comma < date.start);
  const hasVerb = (from: number, to: number): boolean =>
    words.some(({ start, end, kind }) => start >= from && end <= to && (kind === 'verb' || kind === 'auxiliary'));
  const [from = -1, to = text.length] = [commas[place], commas[place + 1]];
  if (hasVerb(from, to)) return from < 0 && to === text.length ? null : [from, to];
  const before = place > 0 ? (commas[place - 1] ?? -1) : from;
  return hasVerb(before, to) ? [before, to] : null;
}

const areApart = (mine: DateMention, theirs: DateMention): boolean =>
  compareDates(plain(mine), plain(theirs)) === 'different' && compareDates(plain(theirs), plain(mine)) === 'different';

/** `since 2016` names the day on which it began. */
const plain = (date: DateMention): DateMention => ({ ...date, relation: '' });

const isSaidToo = (date: DateMention, { dates }: ComparedPassage): boolean =>
  dates.some((each) => compareDates(plain(date), plain(each)) !== 'different');

const STATES = /^(?:be|have|stand|lie|cost|weigh|number|count|live|amount|remain|stay|contain|hold|cover|use|need)$/;

/** Dates on which something happened: not those of a state, of a plan or of who wrote what. */
function eventDates(passage: ComparedPassage): readonly DateMention[] {
  const { statement, dates } = passage;
  return dates.filter((date) => {
    if (date.isYearless || !/\d/.test(date.text) || /^(?:before|after|by)$/.test(date.relation) || isStretch(date))
      return false;
    const clause = eventClause(date, passage);
    const words = wordsIn(statement.words, clause);
    if (isAttribute(statement.text, date)) return false;
    const verbs = words.filter(({ kind, lower }) => kind === 'verb' && !lower.endsWith('ing'));
    // What did not happen in the one year may have happened in the other.
    if (verbs.length > 0 && verbs.every(({ isNegated }) => isNegated)) return false;
    const hasEvent = verbs.some(({ base }) => !STATES.test(base)) || kindsIn(passage, clause).size > 0;
    const figures = passage.figures.filter(
      (figure) => clauseAt(figure, passage) === clause && !/^(?:ordinal|length|factor)$/.test(figure.dimension),
    );
    if (figures.some(({ dimension }) => dimension === 'share' || dimension.startsWith('money'))) return false;
    return (hasEvent || date.relation === 'since') && (figures.length === 0 || hasEvent);
  });
}

const wordsIn = (words: readonly StatementWord[], clause: number | undefined): readonly StatementWord[] =>
  words.filter((word) => isIn(word, clause));

const isIn = (word: StatementWord, clause: number | undefined): boolean =>
  clause === undefined || word.clause === clause;

/** `the electricity mix of 2022`: no event. */
const isAttribute = (text: string, { start }: DateMention): boolean =>
  pattern(
    'i',
    String.raw`(?<!\b(?:year|spring|summer|autumn|fall|winter|end|beginning|start|middle|month|day|night|`,
    String.raw`january|february|march|april|may|june|july|august|september|october|november|december|\d(?:st|`,
    'nd|rd|th)?)) of(?: the)? $',
  ).test(text.slice(Math.max(0, start - 40), start));

const isStretch = ({ from, to }: DateMention): boolean => Math.floor(to / 10_000) - Math.floor(from / 10_000) > 1;

const KINDS: readonly (readonly [string, RegExp])[] = [
  [
    'begin',
    pattern(
      'i',
      String.raw`\b(?:begin|began|begun|start(?:s|ed)?|open(?:s|ed|ing)?|launch(?:es|ed)?|introduc(?:e|es|ed|`,
      String.raw`tion)|found(?:ed|ing)|establish(?:ed|ment)?|inaugurat\w+|first|switched on|went (?:in|on|`,
      String.raw`live)\w*|came? into|took effect|takes? effect|under way|entered into|in force|got going|`,
      'go(?:es)? live|started|commission(?:ed|ing)|completed|taken into|set up|put into|created|',
      String.raw`debut\w*)\b`,
    ),
  ],
  ['again', /\b(?:again|reopen\w*|restart\w*|resum\w+|return\w*|back)\b/i],
  [
    'end',
    pattern(
      'i',
      String.raw`\b(?:end(?:s|ed)?|clos(?:e|es|ed|ure)|last|final(?:ly)?|abolish\w*|stop(?:s|ped)?|shut|ceas\w+|`,
      String.raw`discontinu\w+|scrapp\w+|withdr\w+|demolish\w+|torn down|expir\w+)\b`,
    ),
  ],
];

function kindsIn({ statement: { text, words } }: ComparedPassage, clause: number | undefined): ReadonlySet<string> {
  const own = wordsIn(words, clause);
  const part = text.slice(own[0]?.start ?? 0, own.at(-1)?.end ?? text.length);
  const isState = own.some((word) => /^(?:have|be)$/.test(word.base) && /^(?:had|been|have|has)$/.test(word.lower));
  const since = isState && /\bsince\b/i.test(part) ? ['begin'] : [];
  return new Set([...since, ...KINDS.filter(([, form]) => form.test(part)).map(([kind]) => kind)]);
}

const eventWords = (one: ComparedPassage, other: ComparedPassage): ReadonlySet<StatementWord> =>
  new Set(
    [...one.words, ...other.words].filter(
      ({ text }) =>
        KINDS.some(([, form]) => form.test(text)) ||
        /^(?:way|force|effect|service|operation|place|air|came|took|went|got|put)$/.test(text),
    ),
  );

function sameEvent(
  { one, other, pairs }: AlignedPassages,
  mine: DateMention,
  theirs: DateMention,
  here: number | undefined,
  there: number | undefined,
): boolean {
  const isVerb = pairs.some(
    (pair) =>
      !pair.isOpposite &&
      isIn(pair.mine, here) &&
      isIn(pair.theirs, there) &&
      pair.worth === 1 &&
      pair.mine.weight > 0.3 &&
      pair.mine.kind === 'verb' &&
      pair.theirs.kind === 'verb',
  );
  if (isVerb) return true;
  const [kinds, others] = [kindsIn(one, here), kindsIn(other, there)];
  if (kinds.has('begin') !== others.has('begin') && kinds.has('end') !== others.has('end')) return false;
  return (
    [...kinds].some((kind) => others.has(kind)) &&
    (mine.relation === 'since' || theirs.relation === 'since' || kinds.size > 0)
  );
}

/** Figures that change with the date are a development, not a contradiction. */
function isDevelopment({ one, other }: AlignedPassages, event: boolean): boolean {
  const counts = (passage: ComparedPassage): boolean =>
    passage.figures.some(
      (figure) =>
        figure.dimension === 'share' || figure.dimension.startsWith('money') || countedIn(figure, passage).length > 0,
    );
  const isOther = one.figures.some((mine) =>
    other.figures.some(
      (theirs) =>
        mine.dimension === theirs.dimension &&
        !/^(?:ordinal|count)$/.test(mine.dimension) &&
        compareQuantities(mine, theirs) === 'different',
    ),
  );
  return isOther || (event ? counts(one) && counts(other) : counts(one) || counts(other));
}
