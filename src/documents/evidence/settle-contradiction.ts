// Which of several sources an article follows where they say different things, and why; null where it should name both.

import type { Contradiction } from './ledger.ts';
import { pattern } from './pattern.ts';
import type { Statement } from './read-statement.ts';
import type { Source } from './source.ts';

export interface ContradictionSide {
  readonly source: Source;
  readonly statement: Statement;
  /** The figure, or the word that is denied. */
  readonly says: string;
}

/** A figure so much older than another is out of date. Two reports of one year can be a year apart. */
const OUTDATED_MONTHS = 15;
/** Where the later one says that it speaks of now, less will do. */
const SUPERSEDED_MONTHS = 9;

export function settleContradiction(
  kind: 'figure' | 'date' | 'denial',
  sides: readonly ContradictionSide[],
): Contradiction['followed'] {
  return (kind === 'figure' ? laterSide(sides) : null) ?? sideOfMost(sides);
}

/** Only what held when it was written gets out of date: what a study found in its year stays found. */
function laterSide(sides: readonly ContradictionSide[]): Contradiction['followed'] {
  const dated = sides.flatMap((side) => {
    const { publishedAt } = side.source;
    return publishedAt === null ? [] : [{ ...side, publishedAt, months: monthsOf(publishedAt) }];
  });
  const [newest, ...older] = dated.toSorted((a, b) => b.months - a.months);
  const oldest = older.findLast(({ says }) => says !== newest?.says);
  if (newest === undefined || oldest === undefined || dated.length < sides.length) return null;
  const months = newest.months - oldest.months;
  const isOutdated =
    (months >= OUTDATED_MONTHS && isOfItsTime(oldest)) ||
    (months >= SUPERSEDED_MONTHS && NOW.test(newest.statement.text));
  if (!isOutdated) return null;
  // Of those that say what the newest says, the one that is worth most.
  const [best = newest] = dated
    .filter(({ says }) => says === newest.says)
    .sort((a, b) => b.source.score - a.source.score);
  const why = `It is from ${best.publishedAt}; ${oldest.says} is from ${oldest.publishedAt} and out of date.`;
  return { source: best.source.id, why };
}

const monthsOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7) || '7');

const NOW = pattern(
  'i',
  String.raw`\b(?:now|today|currently|at present|(?<!\b(?:run|go|gone|went|come|came|walked|been) )so far|to date|`,
  String.raw`still|this (?:year|month|week|spring|summer|autumn|winter))\b`,
);
const VERB = /^(?:auxiliary|verb)$/;
const PAST = /^(?:was|were|had|did|could|would|might)$/;
const PRESENT = /^(?:is|are|has|have|does|do|can|may|will|'s|'re)$/;

/** How long or large a built thing is does not change from year to year. */
const LASTING = /\b(?:long|wide|deep|high|tall|thick|heavy|in (?:length|width|depth|height|weight))\b/i;
const MEASURED =
  /\b(?:yards?|miles?|feet|foot|inch(?:es)?|(?:kilo|centi|milli)?met(?:er|re)s?|km|cm|mm|m|tons?|tonnes?)$/i;

/** It says what is the case, not what was, by the verb of the clause that the figure stands in. */
function isOfItsTime({ statement: { text, words }, says }: ContradictionSide): boolean {
  const place = text.indexOf(says);
  if (MEASURED.test(says) && LASTING.test(text.slice(place + says.length, place + says.length + 20))) return false;
  const clause = words.find(({ end }) => end > place)?.clause;
  const own = words.filter((word) => word.clause === clause);
  if (NOW.test(text.slice(own[0]?.start ?? 0, own.at(-1)?.end))) return true;
  const verbs = own.filter(({ kind, lower }) => VERB.test(kind) && !lower.endsWith('ing'));
  // `When she cast off, she carried 62`: the verb nearest before it. `Nineteen men died`: else the first behind it.
  const verb = verbs.findLast((word) => word.start < place) ?? verbs[0];
  const first = verbs.find(
    (word) => word.start < place && word.kind === 'auxiliary' && !isBetween(text, word.end, place),
  );
  if (first !== undefined && PAST.test(first.lower)) return false;
  if (verb === undefined || PRESENT.test(verb.lower)) return true;
  return !isPast(verb.lower) && (verb.lower === verb.base || verb.lower.endsWith('s'));
}

/** Of one form in all tenses, but in a text that tells figures mostly past. */
const SAME_FORM = /^(?:cast|put|set|cut|hit|let|shut|spread|split|burst|quit|read)$/;

const isPast = (lower: string): boolean => PAST.test(lower) || SAME_FORM.test(lower) || lower.endsWith('ed');

const isBetween = (text: string, from: number, to: number): boolean => /[,;:]/.test(text.slice(from, to));

/** Two sources more that say the same, by sources of their own. */
function sideOfMost(sides: readonly ContradictionSide[]): Contradiction['followed'] {
  const by = new Map<string, Set<string>>();
  for (const { says, source } of sides) by.set(says, (by.get(says) ?? new Set()).add(source.id));
  const [most, next] = [...by].sort((a, b) => b[1].size - a[1].size);
  if (most === undefined || next === undefined || most[1].size < next[1].size + 2) return null;
  const source = sides
    .filter(({ says }) => says === most[0])
    .toSorted((a, b) => b.source.score - a.source.score)[0]?.source;
  if (source === undefined) return null;
  return {
    source: source.id,
    why: `${most[1].size} sources say it, ${next[1].size} say${next[1].size === 1 ? 's' : ''} otherwise.`,
  };
}
