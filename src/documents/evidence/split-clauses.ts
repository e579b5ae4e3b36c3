// Which words of a text belong to one clause: what is negated or in doubt in one says nothing of the next.

import { baseOfParticiple } from '../words/verbs.ts';
import { anyOf } from './any-of.ts';
import type { PlacedWord } from './read-statement.ts';

export interface Clauses {
  /** The number of each word's clause. */
  readonly of: readonly number[];
  /** A clause that another reports: `found that ...`, `no evidence that ...`; by its number that of the other. */
  readonly reportedBy: ReadonlyMap<number, number>;
}

const OPENS = new Set(
  `but while whereas although though yet because which who whose where when if unless since despite not rather
  except whether`.split(/\s+/),
);
const OPENS_WITHOUT_COMMA = new Set(
  'which who because while whereas although though unless whether if when where but'.split(' '),
);
const AHEAD_MAX = 9;

export function splitClauses(words: readonly PlacedWord[]): Clauses {
  const of: number[] = [];
  const reportedBy = new Map<number, number>();
  let clause = 0;
  let last = 0;
  /** Clauses that an inserted one interrupted. */
  let outer: { readonly clause: number; readonly closes: string }[] = [];
  /** The last clause that says which one, without commas: `those who slept well`. */
  let inner: { readonly clause: number; readonly outer: number } | null = null;
  const opened = (): number => ++last;
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    if (before !== undefined && before.sentence !== word.sentence) {
      clause = opened();
      outer = [];
    } else if (word.text === '"' && outer.at(-1)?.closes === '"') {
      of.push(clause);
      // What stands behind a quotation that opened the sentence says who said it.
      const around = outer.pop()?.clause ?? clause;
      clause = of.includes(around) ? around : opened();
      continue;
    } else if (word.text === '"' && isSpoken(words, at)) {
      outer.push({ clause, closes: '"' });
      clause = opened();
    } else if (/^[;:—]$/.test(word.text)) clause = opened();
    else if (word.text === '(') {
      outer.push({ clause, closes: ')' });
      clause = opened();
    } else if (word.text === ')' && outer.at(-1)?.closes === ')') {
      of.push(clause);
      clause = outer.pop()?.clause ?? clause;
      continue;
    } else if (before?.text === ',' && OPENS.has(word.lower)) {
      if (/^(?:which|who|whose|where|not|despite)$/.test(word.lower)) outer.push({ clause, closes: ',' });
      clause = opened();
    } else if (
      before?.text === ',' &&
      word.kind === 'preposition' &&
      /^wh(?:ich|om|ose)$/.test(words[at + 1]?.lower ?? '')
    ) {
      // `the breach, in which a stolen account was used,`
      outer.push({ clause, closes: ',' });
      clause = opened();
    } else if (before?.text === ',' && (isAside(words, at) || isReduced(words, at))) {
      outer.push({ clause, closes: ',' });
      clause = opened();
    } else if (before?.text === ',' && outer.at(-1)?.closes === ',' && words[at - 2] !== undefined) {
      clause = outer.pop()?.clause ?? clause;
    } else if (before?.text === ',' && isBehindFronted(words, at, of, clause)) clause = opened();
    else if (isReport(words, at)) {
      const reporting = clause;
      clause = opened();
      if (!TAKEN_FOR_TRUE.test(before?.base ?? '')) reportedBy.set(clause, reporting);
    } else if (OPENS_WITHOUT_COMMA.has(word.lower) && word.kind !== 'determiner') {
      if (/^(?:who|which)$/.test(word.lower) && !/^[,;]$/.test(before?.text ?? ','))
        inner = { clause: last + 1, outer: clause };
      clause = opened();
    } else if (isRelativeThat(words, at)) {
      inner = { clause: last + 1, outer: clause };
      clause = opened();
    } else if (inner !== null && inner.clause === clause && isMainVerb(words, at, of, clause)) clause = inner.outer;
    // `does not collect or send`: what is denied goes on behind `or`.
    else if (word.lower === 'and' && isNewClause(words, at, of)) clause = opened();
    of.push(clause);
  }
  return { of, reportedBy };
}

/** `those who slept well recalled more`: a second verb, with nothing before it that goes on, is the sentence's own. */
function isMainVerb(words: readonly PlacedWord[], at: number, of: readonly number[], clause: number): boolean {
  const [before, word] = [words[at - 1], words[at]];
  if (word === undefined || before === undefined || !isFiniteVerb(word)) return false;
  if (!/^(?:noun|name|adverb|number|adjective)$/.test(before.kind) || before.lower === 'to') return false;
  const first = of.indexOf(clause);
  return hasVerb(words.slice(first, at));
}

/** A verb before the last of the words; an auxiliary alone has its verb still to come. */
function hasVerb(words: readonly PlacedWord[]): boolean {
  const at = words.findIndex(isFiniteVerb);
  if (at < 0) return false;
  if (words[at]?.kind !== 'auxiliary') return at < words.length - 1;
  return words.slice(at + 1, -1).some(({ kind }) => kind === 'verb' || kind === 'adjective');
}

const isFiniteVerb = ({ kind, lower }: PlacedWord): boolean =>
  kind === 'auxiliary' || (kind === 'verb' && !lower.endsWith('ing'));

const FRONTED = /^(?:while|whereas|although|though|when|if|since|because|unless|after|before|once|as)$/;

/** `While six in ten had tried it, 9 percent used it`: a clause of its own begins at the comma. */
function isBehindFronted(words: readonly PlacedWord[], at: number, of: readonly number[], clause: number): boolean {
  const first = of.indexOf(clause);
  const isFronted = FRONTED.test(words[first]?.lower ?? '') && words[first - 1]?.sentence !== words[first]?.sentence;
  if (!isFronted || !words.slice(first, at).some(isVerb)) return false;
  const ahead = words.slice(at, at + AHEAD_MAX + 4);
  const end = ahead.findIndex(({ text }) => /^[,.;]$/.test(text));
  return (end < 0 ? ahead : ahead.slice(0, end)).some(isVerb);
}

/** `did not notice that it was wrong`: wrong it was. */
const TAKEN_FOR_TRUE = /^(?:notice|realise|realize|know|recognise|recognize|remember|forget|mention|disclose)$/;

const ASIDE_MAX = 9;
const TELLS = anyOf(`
  say report write state add explain note tell believe think claim announce find confirm accord warn hope show
  suggest indicate reveal estimate conclude argue insist
`);

/** `, doctors say.`, `, the trade office reported,`: who says it, up to the next comma or the end. */
function isAside(words: readonly PlacedWord[], at: number): boolean {
  const ahead = words.slice(at, at + ASIDE_MAX);
  const end = ahead.findIndex(({ text }) => /^[.,;]$/.test(text));
  const inside = ahead.slice(0, Math.max(0, end));
  if (words[at]?.base === 'accord' || words[at]?.lower === 'according') return inside.length > 0;
  const verbs = inside.filter(({ kind }) => kind === 'verb');
  const isLast = TELLS.test(inside.at(-1)?.base ?? '') || TELLS.test(inside[0]?.base ?? '');
  return verbs.length === 1 && TELLS.test(verbs[0]?.base ?? '') && isLast && inside.length >= 2;
}

/** `the crossing at Dorne, shut since 2014`: which was shut; no plan to reopen it says anything of that. */
const isReduced = (words: readonly PlacedWord[], at: number): boolean =>
  /^(?:noun|name)$/.test(words[at - 2]?.kind ?? '') &&
  words[at]?.kind === 'verb' &&
  (words[at]?.lower === 'shut' || baseOfParticiple(words[at]?.lower ?? '') !== null) &&
  /^(?:since|by|in|on|at|for|from|to|with|until|during|under|near|as)$/.test(words[at + 1]?.lower ?? '');

const QUOTED_MAX = 60;

/** A whole sentence between quotation marks, not a word or a title. */
function isSpoken(words: readonly PlacedWord[], at: number): boolean {
  const end = words.findIndex(({ text }, place) => place > at && place - at < QUOTED_MAX && text === '"');
  const inside = end < 0 ? [] : words.slice(at + 1, end);
  return inside.length >= 4 && inside.some(isVerb);
}

const REPORTING_NOUN = anyOf(`
  evidence sign proof indication claim fact hypothesis view belief idea conclusion doubt suggestion hope concern
  rumour rumor myth lie hoax story false untrue wrong
`);

/** `found that`, `evidence that`, `whether` after a verb. */
function isReport(words: readonly PlacedWord[], at: number): boolean {
  const word = words[at];
  if (word?.lower !== 'that' && word?.lower !== 'whether') return false;
  const before = words[at - 1];
  if (before === undefined) return false;
  return (
    before.kind === 'verb' ||
    REPORTING_NOUN.test(before.base) ||
    (before.kind === 'adjective' && word.kind === 'subordinator')
  );
}

/** `the drug that was approved`: a verb comes soon after it. */
function isRelativeThat(words: readonly PlacedWord[], at: number): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  if (word?.lower !== 'that' || before === undefined) return false;
  return (before.kind === 'noun' || before.kind === 'name') && (next?.kind === 'verb' || next?.kind === 'auxiliary');
}

const isVerb = (word: PlacedWord | undefined): boolean => word?.kind === 'verb' || word?.kind === 'auxiliary';

/** `exports rose and imports fell`: a verb on both sides. */
function isNewClause(words: readonly PlacedWord[], at: number, of: readonly number[]): boolean {
  const clause = of.at(-1);
  let hasBefore = false;
  for (let place = at - 1; place >= 0 && of[place] === clause && at - place < 40; place--) {
    if (isVerb(words[place])) hasBefore = true;
  }
  if (!hasBefore) return false;
  for (let place = at + 1; place < Math.min(words.length, at + AHEAD_MAX); place++) {
    const word = words[place];
    if (word === undefined || word.sentence !== words[at]?.sentence || /^[;:.]$/.test(word.text)) return false;
    if (/^(?:and|or|which|who|that)$/.test(word.lower)) return false;
    // `to reduce and to prevent`: an infinitive is no clause of its own.
    if (isVerb(word) && words[place - 1]?.lower !== 'to' && !word.lower.endsWith('ing')) return true;
    if (isVerb(word)) return false;
  }
  return false;
}
