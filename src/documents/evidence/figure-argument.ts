// Whether two figures are said of one thing: by the unit that was left out, by their places in a list, by who speaks.

import type { AlignedPassages } from './align-passages.ts';
import type { ComparedPassage } from './compared-passage.ts';
import { countedIn, unitEnd } from './figure-role.ts';
import { pattern } from './pattern.ts';
import type { Quantity } from './read-quantities.ts';
import type { StatementWord } from './read-statement.ts';

export function haveOtherArguments(mine: Quantity, theirs: Quantity, aligned: AlignedPassages): boolean {
  const { one, other, isInOther } = aligned;
  if (leftOutUnit(mine, one) !== leftOutUnit(theirs, other)) return true;
  if (isListedWithAnother(mine, one, isInOther) || isListedWithAnother(theirs, other, isInOther)) return true;
  if (isOfSpeaker(mine, one) !== isOfSpeaker(theirs, other)) return true;
  if (isMoney(mine) && paysOf(mine, one) * paysOf(theirs, other) < 0) return true;
  if (isOfYear(mine, one, other) || isOfYear(theirs, other, one)) return true;
  if (mine.dimension !== 'clock') return false;
  return isOwnObject(mine, one, isInOther) || isOwnObject(theirs, other, isInOther);
}

/** `0.31 euros per metre and year` beside `14 euros a metre`, which is paid once. */
const isOfYear = (figure: Quantity, own: ComparedPassage, other: ComparedPassage): boolean =>
  /\band (?:a |per |each )?year$/i.test(own.statement.text.slice(figure.end, unitEnd(figure, own))) &&
  other.dates.length === 0 &&
  !/\b(?:year|annual)/i.test(other.statement.text);

const isMoney = ({ dimension }: Quantity): boolean => dimension.startsWith('money');

/** `thirty days in a long week, twenty-four in a short one`: days, too; '' where no unit was left out. */
function leftOutUnit(figure: Quantity, passage: ComparedPassage): string {
  if (figure.dimension !== 'count' || countedIn(figure, passage).length > 0) return '';
  const before = passage.figures
    .filter(({ end, dimension, text }) => end <= figure.start && dimension === 'time' && !text.includes('-'))
    .sort((one, other) => other.end - one.end)[0];
  return before?.text.split(' ').at(-1)?.toLowerCase().replace(/s$/, '') ?? '';
}

/** `52 percent from reservoirs, 31 percent from wells`: beside wells, only the second is meant. */
function isListedWithAnother(
  figure: Quantity,
  { figures, statement: { text, words } }: ComparedPassage,
  isInOther: (word: StatementWord) => boolean,
): boolean {
  const listed = figures
    .filter(({ dimension, role }) => dimension === figure.dimension && role === '')
    .sort((one, other) => one.start - other.start);
  if (listed.length < 2 || !isList(text, listed)) return false;
  const nounsBehind = ({ end }: Quantity): readonly StatementWord[] => {
    const next = listed.find(({ start }) => start >= end)?.start ?? end + NEAR;
    return words.filter((word) => word.start >= end && word.end <= next && isThing(word) && word.weight >= 0.3);
  };
  const isMeant = (each: Quantity): boolean => nounsBehind(each).some(isInOther);
  const own = nounsBehind(figure);
  return own.length > 0 && !isMeant(figure) && listed.some((each) => each !== figure && isMeant(each));
}

const NEAR = 40;

/** Behind each figure but the last: `came from reservoirs, `. */
const isList = (text: string, listed: readonly Quantity[]): boolean =>
  listed.every((each, at) => {
    const next = listed[at + 1];
    return next === undefined || /^[^,;:.]{2,50}(?:,|,? and) $/.test(text.slice(each.end, next.start));
  });

const isThing = ({ kind, isName }: StatementWord): boolean => isName || kind === 'noun';

const TALLIES = pattern(
  '',
  '^(?:count|record|report|register|find|observe|estimate|list|survey|note|measure|put|see|give|name|cite|',
  'calculate|document|know|say|identify|catch|collect|sample|analyse|examine|study|test|detect)$',
);

/** `We run nine routes`: of those who write it. What they counted is of all. */
function isOfSpeaker(figure: Quantity, { statement: { words } }: ComparedPassage): boolean {
  const clause = words.find(({ end }) => end > figure.start)?.clause;
  const own = words.filter((word) => word.clause === clause);
  const verb = own.findIndex(({ kind, lower }) => kind === 'verb' && !lower.endsWith('ing'));
  const before = own.slice(0, Math.max(0, verb));
  if (before.some(({ lower }) => lower === 'our' || lower === 'my')) return figure.start > (own[verb]?.start ?? 0);
  return (
    /^(?:we|i)$/.test(before.findLast(({ kind }) => kind === 'pronoun')?.lower ?? '') &&
    !TALLIES.test(own[verb]?.base ?? '')
  );
}

const COSTS = /^(?:cost|charge)$/;
const GAINS = /^(?:get|receive|earn|gain|collect)$/;

/** -1 what is paid for it, 1 what somebody gets, 0 not said. */
function paysOf({ start }: Quantity, { statement: { words } }: ComparedPassage): number {
  const verb = words.findLast(({ end, kind }) => end <= start && kind === 'verb');
  return verb === undefined ? 0 : COSTS.test(verb.base) ? -1 : GAINS.test(verb.base) ? 1 : 0;
}

/** `opens its library at 7:30`: what stands between the verb and the time. */
function isOwnObject(
  { start }: Quantity,
  { statement: { words } }: ComparedPassage,
  isInOther: (word: StatementWord) => boolean,
): boolean {
  const verb = words.findLast(({ end, kind }) => end <= start && kind === 'verb');
  const object = words.find((word) => word.end <= start && word.start > (verb?.end ?? start) && isThing(word));
  return object !== undefined && object.weight >= 0.3 && !isInOther(object);
}
