// Which words of a clause do something and which have it done to them; passives are turned round.

import type { Statement, StatementWord } from './read-statement.ts';

export interface Sides {
  readonly before: readonly StatementWord[];
  readonly after: readonly StatementWord[];
}

const ENDS_ADDITION = /^(?:preposition|adverb)$/;

/** Who does it before, to whom after; of a passive with `by` the other way round. */
export function sidesOf(verb: StatementWord, { words }: Statement): Sides {
  const at = words.indexOf(verb);
  const clause = words.filter((word) => word.clause === verb.clause);
  const own = clause.filter(({ start }) => start < verb.start);
  // `the firm, founded by two nurses`: what was founded stands before the comma.
  const outer = words[at - 1]?.text === ',' ? words[at - 2]?.clause : undefined;
  const before = own.length > 0 ? own : words.slice(0, at).filter((word) => word.clause === outer);
  const after = clause.filter(({ start }) => start > verb.start);
  const isBe = words.slice(Math.max(0, at - 4), at).some(({ base, kind }) => base === 'be' && kind === 'auxiliary');
  const by = after.findIndex(({ lower }) => lower === 'by');
  const last = before.at(-1);
  const isNamed = !/^(?:number|other)$/.test(after[by + 1]?.kind ?? 'other');
  const isPassive =
    verb.kind === 'verb' &&
    by >= 0 &&
    by < 5 &&
    isNamed &&
    (isBe ||
      last?.kind === 'noun' ||
      last?.kind === 'name' ||
      last?.text === ',' ||
      /^(?:stand|get|become|remain)$/.test(last?.base ?? '')) &&
    /(?:ed|en|wn|t|d|ne|n|g)$/.test(verb.lower);
  const agent = after.slice(by);
  const end = agent.findIndex(({ kind }, place) => place > 0 && (kind === 'verb' || kind === 'auxiliary'));
  if (isPassive) return { before: end < 0 ? agent : agent.slice(0, end), after: before };
  // `the shifts introduced in April have ...`: nobody says who did it.
  const isAddition =
    verb.kind === 'verb' &&
    /(?:ed|en|wn)$/.test(verb.lower) &&
    last?.kind === 'noun' &&
    ENDS_ADDITION.test(after[0]?.kind ?? '') &&
    after.some(({ kind }) => kind === 'auxiliary');
  if (isAddition) return { before: [], after: before };
  // `was closed on Monday`: nobody says who did it.
  return isBe && verb.kind === 'verb' && !verb.lower.endsWith('ing')
    ? { before: [], after: before }
    : { before, after };
}
