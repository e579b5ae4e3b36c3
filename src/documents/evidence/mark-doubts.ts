// Which words of a text stand under a doubt: what may be, is planned, is somebody's opinion or holds under a condition.

import { ALLEGED, CONDITIONAL, PLANNED, POSSIBLE } from './cue-words.ts';
import type { PlacedWord } from './read-statement.ts';
import type { Clauses } from './split-clauses.ts';

export type Doubt = '' | 'possible' | 'alleged' | 'planned' | 'conditional';

export function markDoubts(words: readonly PlacedWord[], clauses: Clauses): readonly Doubt[] {
  const doubts: Doubt[] = [];
  const open = new Map<number, Doubt>();
  for (const [at, word] of words.entries()) {
    const clause = clauses.of[at] ?? 0;
    const outer = clauses.reportedBy.get(clause);
    // `buses will run while the line is closed`: it will be.
    if (opensTime(words, at) && clauses.of[at - 1] !== clause && open.get(clauses.of[at - 1] ?? -1) === 'planned')
      open.set(clause, 'planned');
    doubts.push(open.get(clause) ?? (outer === undefined ? '' : (open.get(outer) ?? '')));
    const doubt = doubtOf(words, at);
    if (doubt === '') continue;
    open.set(clause, doubt);
    // `probably`, `likely`: of the whole clause, what stands before it too.
    if (word.kind === 'adverb' || doubt === 'conditional') {
      // `was abandoned, probably after a flood`: not of what stands before the comma.
      for (let back = at; back >= 0 && clauses.of[back] === clause; back--) {
        if (words[back]?.text === ',' && back === at - 1 && word.kind === 'adverb') break;
        doubts[back] = doubt;
      }
    }
  }
  return doubts;
}

const opensTime = (words: readonly PlacedWord[], at: number): boolean =>
  /^(?:while|when|until|once|after|before)$/.test(words[at]?.lower ?? '') &&
  words[at - 1]?.sentence === words[at]?.sentence;

function doubtOf(words: readonly PlacedWord[], at: number): Doubt {
  const word = words[at];
  if (word === undefined) return '';
  const next = words[at + 1];
  if (CONDITIONAL.has(word.lower)) return word.lower === 'if' && words[at - 1]?.lower === 'even' ? '' : 'conditional';
  if (POSSIBLE.has(word.base) || POSSIBLE.has(word.lower)) return isPossible(words, at) ? 'possible' : '';
  if (
    /^(?:alleged|accused|suspected|rumoured|rumored|said|thought|believed|claimed|reputed)$/.test(word.lower) &&
    isReportedOf(words, at)
  )
    return 'alleged';
  if (isCharge(words, at) || isHearsay(words, at)) return 'alleged';
  if (isMeantTo(words, at)) return 'planned';
  if (ALLEGED.has(word.base)) return isReporting(word, next) && !/^(?:say)$/.test(word.base) ? 'alleged' : '';
  if (PLANNED.has(word.base) || PLANNED.has(word.lower)) return isPlan(words, at) ? 'planned' : '';
  return '';
}

/** `is alleged to have`, `is said to be`. */
const isReportedOf = (words: readonly PlacedWord[], at: number): boolean =>
  words[at + 1]?.lower === 'to' && words.slice(Math.max(0, at - 3), at).some(({ base }) => base === 'be');

/** `according to a rumour`, `my neighbour says`, `some people say`: nobody who would know. */
function isHearsay(words: readonly PlacedWord[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 3), at).map(({ lower }) => lower);
  if (/^(?:rumou?rs?|gossip|hearsay)$/.test(words[at]?.lower ?? '')) return true;
  if (!/^(?:say|tell|think|reckon)$/.test(words[at]?.base ?? '')) return false;
  return (
    before.includes('my') || /\bsome(?:one| people| users?| say)?$|\b(?:somebody|they|people)$/.test(before.join(' '))
  );
}

/** `accused of`, `suspected of`, `charged with`: not yet found to be so. */
function isCharge(words: readonly PlacedWord[], at: number): boolean {
  const [word, next] = [words[at]?.lower ?? '', words[at + 1]?.lower];
  return (/^(?:accused|suspected)$/.test(word) && next === 'of') || (word === 'charged' && next === 'with');
}

/** `are supposed to`, `are allowed to`, `is capable of`, `has yet to`: whether they do it is left open. */
function isMeantTo(words: readonly PlacedWord[], at: number): boolean {
  const [word, next] = [words[at]?.lower ?? '', words[at + 1]?.lower];
  const isBefore = next === 'to' && words[at + 2]?.kind === 'verb';
  if (
    /^(?:supposed|allowed|permitted|entitled|authorised|authorized|due|meant|asked|told|urged|encouraged)$/.test(word)
  )
    return isBefore;
  // `whoever wants to borrow books`: says who is meant, no plan.
  if (/^wants?$/.test(word) && /^(?:who|whoever|anyone|anybody)$/.test(words[at - 1]?.lower ?? '')) return false;
  if (
    /^(?:yet|offer|offers|offered|agree|agreed|promised|promises|vowed|pledged|threatened|wants|want|wanted)$/.test(
      word,
    )
  )
    return isBefore;
  return word === 'capable' && next === 'of';
}

function isPossible(words: readonly PlacedWord[], at: number): boolean {
  const word = words[at];
  // `may not smoke` forbids; `may not be true` doubts.
  const isBan = words[at + 1]?.lower === 'not' && !/^(?:be|have)$/.test(words[at + 2]?.base ?? 'be');
  if (word?.lower === 'may') return word.text === 'may' && word.kind !== 'name' && !isBan;
  // `more likely to die`, `likely than`: a comparison, no doubt.
  if (word?.lower === 'likely')
    return !/^(?:more|less|as|times|most|least|equally|so)$/.test(words[at - 1]?.lower ?? '');
  if (word?.base === 'appear') return /^(?:to|that|as)$/.test(words[at + 1]?.lower ?? '');
  if (/^(?:suggest|suspect|hope|consider|propose|aim)$/.test(word?.base ?? ''))
    return word?.kind === 'verb' && isActive(words, at);
  return true;
}

/** `considered`: only where something is to come of it: `hopes to`, `proposes that`, `suspects that`. */
function isActive(words: readonly PlacedWord[], at: number): boolean {
  const next = words[at + 1]?.lower ?? '';
  if (/^(?:consider|aim|hope|propose)$/.test(words[at]?.base ?? ''))
    return /^(?:to|that|a|an|the|for)$/.test(next) || next.endsWith('ing');
  return true;
}

/** How sure what stands under a doubt is: a claim may be as sure as its source, not surer. */
export const surenessOf = (doubt: Doubt): number => (doubt === '' ? 3 : doubt === 'planned' ? 2 : 1);

/** `claims that`, `is believed to`, `argue the ...`: not `a claim`, `the argument`. */
const isReporting = (word: PlacedWord, next: PlacedWord | undefined): boolean =>
  word.kind === 'verb' ? true : word.kind === 'noun' && next?.lower === 'that';

const FORETELLS = /^(?:expect|forecast|predict|anticipate|foresee)$/;

function isPlan(words: readonly PlacedWord[], at: number): boolean {
  const word = words[at];
  const next = words[at + 1]?.lower ?? '';
  if (word?.kind === 'auxiliary') return true;
  // `expect sales to grow`, `forecast growth`: whatever stands behind them.
  if (word?.kind === 'verb' && FORETELLS.test(word.base)) return true;
  if (word?.kind === 'verb') return /^(?:to|that|for|a|an|the|by)$/.test(next) || word.lower.endsWith('ed');
  if (FORETELLS.test(word?.base ?? '')) return word?.kind === 'noun';
  return (
    word?.kind === 'noun' && (next === 'to' || next === 'for') && word.base !== 'project' && word.base !== 'target'
  );
}
