// Which of two things a source puts first, where it gives no dates: `had been there when`, `followed thirty years
// later`.

import type { Statement, StatementWord } from './read-statement.ts';

/** Said of what comes second. */
const LATER = /^(?:follow|later|afterwards|subsequently|then|next|after)$/;
const FIRST = /^(?:first|initially|originally|already|earlier)$/;
/** `after the accident`, `following it`, `in the wake of it`. */
const AFTER = /^(?:after|following|wake|aftermath)$/;
const isAfter = ({ lower, kind }: StatementWord): boolean =>
  AFTER.test(lower) && (kind !== 'verb' || lower === 'following');
const WHEN = /^(?:when|before|until|till)$/;

/** null: it does not say, or says it in other words. */
export function tellOrder(
  source: Statement,
  first: readonly StatementWord[],
  second: readonly StatementWord[],
): 'first' | 'second' | null {
  for (const one of first) {
    for (const other of second) {
      if (one.sentence !== other.sentence || one === other) continue;
      const [early, late] = one.start < other.start ? [one, other] : [other, one];
      const order = orderOf(source, early, late);
      if (order === 'unknown') continue;
      return (order === 'as written') === (early === one) ? 'first' : 'second';
    }
  }
  return null;
}

/** `A had stood for years when B came`, `first A; B followed`, `B came after A`. */
function orderOf({ words }: Statement, early: StatementWord, late: StatementWord) {
  const [from, to] = [words.indexOf(early), words.indexOf(late)];
  const between = words.slice(from, to);
  const lead = words.slice(0, from).filter(({ sentence }) => sentence === early.sentence);
  const behind = words.slice(to).filter(({ sentence, clause }) => sentence === late.sentence && clause === late.clause);
  const isHad = between.some(({ lower }) => lower === 'had');
  if (between.some(({ lower }) => WHEN.test(lower)) && isHad) return 'as written';
  if (between.some(({ lower }) => lower === 'before') && !isHad) return 'as written';
  if (between.some(isAfter)) return 'turned';
  if (lead.slice(-2).some(isAfter)) return 'as written';
  const isLater = behind.some(({ base, lower }) => LATER.test(base) || LATER.test(lower));
  if (isLater || lead.some(({ lower }) => FIRST.test(lower))) return 'as written';
  return 'unknown';
}
