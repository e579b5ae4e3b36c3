// Claims on what came first: `A was founded before B`. A source supports them by saying so, or by a date for each.

import { matchWords } from './align-words.ts';
import { anyOf } from './any-of.ts';
import type { Objection } from './objection.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { tellOrder } from './tell-order.ts';

const SAYS_ORDER = anyOf(`
  before after following followed then later earlier since until once when during prior afterwards subsequently
  preceded first next wake aftermath response
`);
/** `As a result, the bridge was closed`: then it was closed after what is told before. */
const SAYS_RESULT = /\b(?:as a (?:result|consequence)|because of (?:this|that)|therefore|in response|consequently)\b/i;

/** `named after`, `looks after`: nothing comes later. */
const NO_TIME = /^(?:name|call|look|take|model|seek|inquire|day|year|week|time|court|judge)$/;

/** `supported`: the dates of the source say it. */
export function checkOrder(
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
): Objection | 'supported' | null {
  const clauses = new Set(items.map(({ clause }) => clause));
  const at = claim.words.findIndex(
    ({ lower, clause }, place) =>
      /^(?:before|after)$/.test(lower) && clauses.has(clause) && !NO_TIME.test(claim.words[place - 1]?.base ?? ''),
  );
  const word = claim.words[at];
  if (word === undefined) return null;
  const things = (words: readonly StatementWord[]): readonly StatementWord[] =>
    words.filter(({ weight }) => weight >= 0.8);
  const [main, subordinate] = sidesOf(claim.words, at);
  const [before, after] = [things(main), things(subordinate)];
  if (before.length === 0 || after.length === 0) return null;
  const [one, other] = datesInOrder(before, after, source) ??
    datesByName(before, after, source) ?? [dateOf(before, source), dateOf(after, source)];
  if (one !== null && other !== null && one.from !== other.from && one.isYearless === other.isYearless) {
    const isEarlier = one.to < other.from;
    if (isEarlier === (word.lower === 'before')) return 'supported';
    return {
      kind: 'conflict',
      reason: `By the source's dates (${one.text}, ${other.text}) it is the other way round.`,
    };
  }
  const earlier = tellOrder(source, placesOf(before, source), placesOf(after, source));
  if (earlier !== null && (earlier === 'first') !== (word.lower === 'before')) {
    return { kind: 'conflict', reason: 'By the source it is the other way round.' };
  }
  if (earlier !== null) return 'supported';
  if (
    source.words.some(({ lower }) => SAYS_ORDER.test(lower) || /^(?:pre|post)-/.test(lower)) ||
    SAYS_RESULT.test(source.text)
  )
    return null;
  if (word.lower === 'after' && isToldInOrder(placesOf(after, source), placesOf(before, source), source)) return null;
  return { kind: 'missing', reason: `The claim says what came "${word.text}" what; the source does not.` };
}

/** `clocked 10.94 in the heats but pulled out of the final`: what is told next came next. */
const isToldInOrder = (
  first: readonly StatementWord[],
  second: readonly StatementWord[],
  { words }: Statement,
): boolean =>
  first.some((one) =>
    second.some(
      (other) =>
        one.start < other.start &&
        (other.sentence === one.sentence + 1 ||
          (other.sentence === one.sentence &&
            words.some(
              ({ lower, start }) => start > one.start && start < other.start && /^(?:and|but|then)$/.test(lower),
            ))),
    ),
  );

/** What happens, and what it comes before or after; `After the war, trade grew` has them the other way round. */
function sidesOf(
  words: readonly StatementWord[],
  at: number,
): readonly [readonly StatementWord[], readonly StatementWord[]] {
  const comma = words.findIndex(({ text }, place) => place > at && text === ',');
  const isFirst = words.slice(0, at).every(({ weight, sentence }) => weight < 0.8 || sentence !== words[at]?.sentence);
  if (isFirst && comma > 0) return [words.slice(comma + 1), words.slice(at + 1, comma)];
  return [words.slice(0, at), words.slice(at + 1)];
}

/** `The mill dates from 1820, the bridge from 1855`: two things and two dates in one sentence. */
function datesInOrder(before: readonly StatementWord[], after: readonly StatementWord[], source: Statement) {
  const isThing = ({ kind, isName }: StatementWord): boolean => isName || kind === 'noun' || kind === 'name';
  const [one, other] = [before, after].map((words) => placesOf(words.filter(isThing), source)[0]);
  const [early, late] = source.dates;
  if (one === undefined || other === undefined || one.sentence !== other.sentence) return null;
  if (early === undefined || late === undefined || source.dates.length !== 2) return null;
  const [first, second] = one.start < other.start ? [one, other] : [other, one];
  if (!(first.start < early.start && early.start < second.start && second.start < late.start)) return null;
  return one === first ? ([early, late] as const) : ([late, early] as const);
}

/**
 * Where the source speaks of the thing that comes before or after: its verb where it stands once, else its first
 * noun.
 */
function placesOf(words: readonly StatementWord[], source: Statement): readonly StatementWord[] {
  const placesOfWord = (thing: StatementWord | undefined): readonly StatementWord[] =>
    thing === undefined ? [] : source.words.filter((other) => matchWords(thing, other)?.isOpposite === false);
  const byVerb = placesOfWord(words.find(({ kind }) => kind === 'verb'));
  if (byVerb.length === 1) return byVerb;
  return placesOfWord(words.find(({ kind, isName }) => isName || kind === 'noun' || kind === 'name'));
}

function datesByName(before: readonly StatementWord[], after: readonly StatementWord[], source: Statement) {
  const [one, other] = [dateByName(before, after, source), dateByName(after, before, source)];
  return one === null || other === null ? null : ([one, other] as const);
}

/** The date in the sentence that has the name of which the event is told: `the Senate followed on 20 March`. */
function dateByName(words: readonly StatementWord[], others: readonly StatementWord[], source: Statement) {
  const names = words.filter(({ isName, lower }) => isName && !others.some((other) => other.lower === lower));
  const isThere = (sentence: number | undefined): boolean =>
    names.some((name) =>
      source.words.some((word) => word.sentence === sentence && matchWords(name, word)?.worth === 1),
    );
  const isOther = (sentence: number | undefined): boolean =>
    others.some(
      (name) =>
        name.isName && source.words.some((word) => word.sentence === sentence && matchWords(name, word)?.worth === 1),
    );
  const found = source.dates.filter(({ start }) => {
    const sentence = source.words.find(({ end }) => end > start)?.sentence;
    return isThere(sentence) && !isOther(sentence);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The date in the sentence that says most of the event; a verb of the event must be there as a verb. */
function dateOf(words: readonly StatementWord[], source: Statement) {
  const verbs = words.filter(({ kind }) => kind === 'verb');
  let best: { readonly date: Statement['dates'][number]; readonly count: number } | null = null;
  for (const date of source.dates) {
    const place = source.words.find(({ end }) => end > date.start);
    const near = source.words.filter(({ clause, sentence }) =>
      verbs.length === 0 ? sentence === place?.sentence : clause === place?.clause,
    );
    const isSaid = (word: StatementWord): boolean =>
      near.some(
        (other) => matchWords(word, other)?.isOpposite === false && (word.kind !== 'verb' || other.kind === 'verb'),
      );
    const count = words.filter(isSaid).length;
    if (count === 0 || (verbs.length > 0 && !verbs.some(isSaid))) continue;
    if (best === null || count > best.count) best = { date, count };
  }
  return best?.date ?? null;
}
