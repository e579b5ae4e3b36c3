// Whether one passage says that something is over or was given up, and another that it goes on or was kept.

import { aboutDenial } from './about-text.ts';
import { type AlignedPassages, isTelling, likenessOf } from './align-passages.ts';
import { matchClosely } from './align-words.ts';
import type { StatementConflict } from './compare-statements.ts';
import type { ComparedPassage } from './compared-passage.ts';
import { pattern } from './pattern.ts';
import { perPassage } from './per-passage.ts';
import type { StatementWord } from './read-statement.ts';
import { areToldApart } from './tell-apart.ts';

interface StatePair {
  readonly over: RegExp;
  readonly kept: RegExp;
  /** What was given up stands behind its verb, what has ended before it. */
  readonly isBehind: boolean;
}

const STATES: readonly StatePair[] = [
  {
    isBehind: false,
    over: pattern(
      'i',
      String.raw`\b(?:(?:was|were|is|are|been) (?:already |finally |long |all )?(?:shut(?: down)?|closed(?: down)?|`,
      'switched off|turned off|taken out of (?:service|use)|discontinued|decommissioned|scrapped|dismantled|',
      'demolished|abolished|disbanded|dissolved|gone|at an end|over(?=[.,;]|$| (?:by|in|after|when|before|within)))|',
      'came to an end|ceased|died (?:out|down)|subsided|petered out|went out of (?:use|service|business)|',
      String.raw`no longer (?:runs?|works?|operates?|exists?|in (?:use|operation|force|service)))\b`,
    ),
    kept: pattern(
      'i',
      String.raw`\b(?:(?:is|are) still (?:[a-z]+ing|in (?:use|operation|service|force)|open|active|at work)|still `,
      '(?:runs?|works?|operates?|exists?|stands?|serves?|goes|goes on|produces?)|(?:goes|go|went) on (?:for|day|as|',
      'until|without)|goes on|continues?|persists?|remains? (?:open|active|in (?:use|operation|force|service))|',
      '(?:does|do|did|has|have) not (?:[a-z]+ )?(?:subsided?|end|ended|ceased?|faded?|closed?|shut)|(?:has|have|',
      String.raw`was|were) never (?:been )?(?:shut|closed|discontinued|switched off|abolished))\b`,
    ),
  },
  {
    isBehind: true,
    over: pattern(
      'i',
      String.raw`\b(?<!(?:not|never|n't|to) )(?:gave up|given up|released|waived|renounced|relinquished|surrendered|`,
      String.raw`ceded|signed away|sold|handed over|parted with)\b`,
    ),
    kept: pattern(
      'i',
      String.raw`\b(?:(?:never|not|n't) (?:gave|given?) up|(?:never|not|n't) (?:release|waive|renounce|relinquish|`,
      'surrender|cede|sell|sold|part(?:ed)? with|hand(?:ed)? over)[ds]?|kept|retained|held on to|clung to|',
      String.raw`refused to (?:give up|release|waive|sell|part with|hand over))\b`,
    ),
  },
];

const LIKE_FROM = 0.45;
const TELLING_FROM = 1.2;
/** An undated end and an older text that says it goes on may both have been right. */
const YEARS_APART_MAX = 3;

const statesIn = perPassage(({ statement: { text } }) =>
  STATES.map(({ over, kept }) => ({ over: over.exec(text), kept: kept.exec(text) })),
);

/** The first one says that it is over. */
export function stateConflict(aligned: AlignedPassages): StatementConflict | null {
  const { one, other } = aligned;
  for (const [at, { isBehind }] of STATES.entries()) {
    const [here, there] = [statesIn(one)[at]?.over ?? null, statesIn(other)[at]?.kept ?? null];
    if (here === null || there === null || statesIn(other)[at]?.over != null || wasKeptBefore(one, other)) continue;
    const [mine, theirs] = [wordAt(one, here), wordAt(other, there)];
    if (mine === undefined || theirs === undefined || mine.doubt !== '' || theirs.doubt !== '') continue;
    if (isOfSome(one, here) || isOfSome(other, there)) continue;
    if (!haveSameThing(aligned, here, there, isBehind)) continue;
    const without = new Set([...marked(one, here), ...marked(other, there)]);
    const scope = { mine: mine.clause, theirs: theirs.clause, without };
    const likeness = likenessOf(aligned, scope);
    if (likeness.value < LIKE_FROM || !isTelling(likeness, TELLING_FROM) || likeness.shared.length < 2) continue;
    if (areToldApart(aligned, scope)) continue;
    const about = aboutDenial(one.statement, mine.clause, likeness.shared);
    return { kind: 'denial', about, one: `"${here[0]}"`, other: `"${there[0]}"`, likeness: likeness.value };
  }
  return null;
}

/** It was still going on when the one wrote, and ended later. */
function wasKeptBefore(over: ComparedPassage, kept: ComparedPassage): boolean {
  const ends = over.dates.filter(({ isYearless }) => !isYearless).map(({ to }) => Math.floor(to / 10_000));
  const last = kept.dates.filter(({ isYearless }) => !isYearless).map(({ to }) => Math.floor(to / 10_000));
  const told = last.length > 0 ? Math.max(...last) : kept.year;
  if (told === null) return false;
  if (ends.length > 0) return told < Math.max(...ends);
  return over.year !== null && told < over.year - YEARS_APART_MAX;
}

/** `some shops were closed`: others may be open. */
const isOfSome = ({ statement: { text } }: ComparedPassage, { index }: RegExpExecArray): boolean =>
  /\b(?:some|several|many|most|others?|half|few|part|parts) (?:[a-z]+ ){0,4}$/i.test(
    text.slice(Math.max(0, index - REACH), index),
  );

const wordAt = ({ statement }: ComparedPassage, { index, 0: text }: RegExpExecArray): StatementWord | undefined =>
  statement.words.findLast(({ start }) => start < index + text.length);

const marked = ({ words }: ComparedPassage, { index, 0: text }: RegExpExecArray): readonly StatementWord[] =>
  words.filter(({ start }) => start >= index && start < index + text.length);

const REACH = 60;

/** A noun beside both marks is the same: what has ended is what goes on. */
function haveSameThing(
  { one, other }: AlignedPassages,
  here: RegExpExecArray,
  there: RegExpExecArray,
  isBehind: boolean,
): boolean {
  const beside = ({ words }: ComparedPassage, { index, 0: text }: RegExpExecArray): readonly StatementWord[] =>
    words.filter(({ start, end, kind, isName }) => {
      const isNear = isBehind
        ? start >= index + text.length && start < index + text.length + REACH
        : end <= index && end > index - REACH;
      return isNear && (kind === 'noun' || isName);
    });
  const [own, others] = [beside(one, here), beside(other, there)];
  // Of a mill and a brewery in the same place the place alone is the same.
  const isNamed = [own, others].some((words) => words.every(({ isName }) => isName));
  return own.some((word) => (isNamed || !word.isName) && others.some((each) => matchClosely(word, each)?.worth === 1));
}
