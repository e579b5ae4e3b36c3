// Who did it, what caused it, and on which side of something it was: another one in the source speaks against a
// claim.

import { type Alignment, verbPairs } from './align-words.ts';
import { anyOf } from './any-of.ts';
import { sidesOf } from './clause-sides.ts';
import { DONE_ONCE, OPPOSITE_PLACES } from './cue-words.ts';
import type { Objection } from './objection.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { sameName } from './same-name.ts';

const RELATED = anyOf(`
  sister brother wife husband son daughter father mother pupil student teacher assistant colleague friend partner
  successor predecessor law cousin nephew niece rival deputy
`);

/** `by his sister, Clara Voss`. */
const isRelated = (side: readonly StatementWord[]): boolean =>
  side.slice(0, 8).some(({ base }, at) => RELATED.test(base) && side.slice(0, at).some(({ lower }) => OWN.test(lower)));

const OWN = /^(?:his|her|their|its)$/;

const namesBehind = (side: readonly StatementWord[], comma: number): readonly StatementWord[] => {
  const behind = comma < 0 ? [] : side.slice(comma + 1);
  const from = behind.findIndex(({ isName }) => isName);
  const end = behind.findIndex(({ isName }, at) => at > from && !isName);
  return from < 0 || from > 2 ? [] : behind.slice(from, end < 0 ? behind.length : end);
};

/** `designed by Jonas Pell` against a claim that somebody else designed it. */
export function checkAgent(claim: Statement, source: Statement, { pairs }: Alignment): readonly Objection[] {
  for (const { claim: verb, source: other, isInClause } of verbPairs({ pairs }, source)) {
    const isOnce =
      DONE_ONCE.has(verb.base) || (verb.base === 'set' && pairs.some(({ claim: { base } }) => base === 'record'));
    if ((!isInClause && verb.base !== other.base) || verb.kind !== 'verb' || other.kind !== 'verb' || !isOnce) continue;
    const [own, theirs] = [sidesOf(verb, claim), sidesOf(other, source)];
    const head = (side: readonly StatementWord[]): readonly StatementWord[] => {
      // `a Finnish company` names no company.
      const names = side.filter(
        (word, at) =>
          word.isName && side[at + 1]?.kind !== 'noun' && !/^(?:in|at|near|of|from)$/.test(side[at - 1]?.lower ?? ''),
      );
      const end = side.findIndex(({ text, isName }, at) => text === ',' && at > 0 && !isName);
      const near = end < 0 ? names : names.filter((name) => side.indexOf(name) < end);
      return near.length > 0 || !isRelated(side) ? near : namesBehind(side, end);
    };
    const [mine, others] = [head(own.before), head(theirs.before)];
    const isObject = pairs.some((pair) => own.after.includes(pair.claim) && theirs.after.includes(pair.source));
    const doer = mine.length === 0 && isObject ? otherDoer(own.before, theirs.before, source) : null;
    if (doer !== null) return [doer];
    if (mine.length === 0 || others.length === 0 || !isObject) continue;
    if (mine.some((name) => others.some((each) => sameName(name.lower, each.lower)))) continue;
    const who = others.map(({ text }) => text).join(' ');
    return [
      { kind: 'conflict', reason: `By the source it was ${who}, not ${mine.map(({ text }) => text).join(' ')}.` },
    ];
  }
  return [];
}

/** `by the composer himself` where the source has `by his sister`, and a composer elsewhere. */
function otherDoer(
  mine: readonly StatementWord[],
  theirs: readonly StatementWord[],
  source: Statement,
): Objection | null {
  if (mine[0]?.lower !== 'by' || theirs[0]?.lower !== 'by') return null;
  const isThing = ({ kind, weight }: StatementWord): boolean => kind === 'noun' && weight >= 0.8;
  const [own, other] = [mine.find(isThing), theirs.find((word) => isThing(word) || word.isName)];
  if (own === undefined || other === undefined || theirs.some(({ base }) => base === own.base)) return null;
  if (!source.words.some(({ base }) => base === own.base)) return null;
  return { kind: 'conflict', reason: `By the source it was "${other.text}", not "${own.text}".` };
}

const CAUSES = /^(?:cause|start|trigger|ignite|kill|destroy|bring|provoke|produce)$/;

/** `started by lightning` against `caused by a faulty cable`: another cause of the same. */
export function checkCauses(claim: Statement, source: Statement, { pairs }: Alignment): readonly Objection[] {
  for (const { claim: verb, source: other, isInClause } of pairs) {
    if (!isInClause || !CAUSES.test(verb.base) || !CAUSES.test(other.base) || other.isNegated || verb.isNegated)
      continue;
    if (verb.kind !== 'verb' || other.kind !== 'verb' || other.doubt !== '') continue;
    const [own, theirs] = [sidesOf(verb, claim), sidesOf(other, source)];
    const things = (side: readonly StatementWord[]): readonly StatementWord[] =>
      side.filter(({ kind, weight, isName }) => weight >= 0.8 && (isName || kind === 'noun' || kind === 'name'));
    const [mine, others] = [things(own.before), things(theirs.before)];
    const isObject = pairs.some((pair) => own.after.includes(pair.claim) && theirs.after.includes(pair.source));
    if (mine.length === 0 || others.length === 0 || !isObject) continue;
    if (mine.some((word) => pairs.some((pair) => pair.claim === word))) continue;
    const [said, claimed] = [others, mine].map((words) => words.map(({ text }) => text).join(' '));
    return [{ kind: 'conflict', reason: `By the source the cause was "${said}", not "${claimed}".` }];
  }
  return [];
}

/** `before the election` against `after the election`: the opposite preposition before the same word. */
export function checkPlaces(
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
  { pairs }: Alignment,
): readonly Objection[] {
  const clauses = new Set(items.map(({ clause }) => clause));
  for (const { claim: word, source: other } of pairs) {
    if (!clauses.has(word.clause) || word.weight < 0.1) continue;
    const [own, theirs] = [placeBefore(word, claim), placeBefore(other, source)];
    if (own === null || theirs === null || OPPOSITE_PLACES.get(own) !== theirs) continue;
    if (source.words.some(({ lower }) => lower === own || lower === `${own}wards` || lower === `${own}hand`)) continue;
    return [
      { kind: 'conflict', reason: `The source says "${theirs} ${other.text}", the claim says "${own} ${word.text}".` },
    ];
  }
  return [];
}

/** `less rain than the average` is below it. */
function placeBefore(word: StatementWord, { words }: Statement): string | null {
  const at = words.indexOf(word);
  const near = words.slice(Math.max(0, at - 7), at);
  const than = near.findLastIndex(({ lower }) => lower === 'than');
  const more =
    than < 0
      ? undefined
      : near
          .slice(0, than)
          .findLast(({ lower }) => /^(?:more|less|fewer|higher|lower|greater|smaller|larger)$/.test(lower));
  if (more !== undefined && near.length - than <= 4)
    return /^(?:more|higher|greater|larger)$/.test(more.lower) ? 'above' : 'below';
  const before = words
    .slice(Math.max(0, at - 3), at)
    .findLast(({ lower, weight }) => OPPOSITE_PLACES.has(lower) || weight >= 0.8);
  return before !== undefined && OPPOSITE_PLACES.has(before.lower) ? before.lower : null;
}
