// Finds for each word of a claim the word of a source that says it, or says its opposite.

import { inLines } from './any-of.ts';
import { CAUSATION } from './cue-words.ts';
import { areOtherThings } from './other-things.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { sameName } from './same-name.ts';
import { areOpposite } from './word-meaning.ts';

export interface WordPair {
  readonly claim: StatementWord;
  readonly source: StatementWord;
  readonly isOpposite: boolean;
  /** In the clause of the source that the claim is compared with. */
  readonly isInClause: boolean;
  /** How much of the claim's word the source says, from 0 to 1. */
  readonly worth: number;
}

/** The pairs of verbs, and those of the same verb that stand in another sentence of the source. */
export function verbPairs(
  { pairs }: Pick<Alignment, 'pairs'>,
  { words }: Statement,
): readonly Pick<WordPair, 'claim' | 'source' | 'isInClause' | 'isOpposite'>[] {
  const verbs = pairs.filter(({ claim }) => claim.kind === 'verb');
  const others = verbs.flatMap(({ claim, source }) =>
    words
      .filter((word) => word !== source && word.kind === 'verb' && word.base === claim.base)
      .map((word) => ({ claim, source: word, isInClause: false, isOpposite: false })),
  );
  return [...verbs, ...others];
}

export interface Alignment {
  readonly pairs: readonly WordPair[];
  /** Words of the claim that the source lacks, those without weight left out. */
  readonly missing: readonly StatementWord[];
  /** Of the weight of the claim's words, how much the source has. */
  readonly coverage: number;
  /** The clause of the source that says most of it. */
  readonly clause: number;
  readonly sentence: number;
}

interface Match {
  readonly worth: number;
  readonly isOpposite: boolean;
}

const SAME: Match = { worth: 1, isOpposite: false };
const LIKE: Match = { worth: 0.9, isOpposite: false };
const OPPOSITE: Match = { worth: 0.9, isOpposite: true };

/** As `matchWords`, for two sources: what a writer may say in other words does not tell that both speak of the same. */
export const matchClosely = (one: StatementWord, other: StatementWord): Match | null => matchWords(one, other, false);

export function matchWords(claim: StatementWord, source: StatementWord, isWide = true): Match | null {
  if (claim.base === 'last' && claim.kind === 'adjective' && source.lower === 'first') return OPPOSITE;
  if (source.weight === 0) return isCause(claim) && /^(?:because|due|owing|thanks)$/.test(source.lower) ? LIKE : null;
  if (claim.isName || source.isName) {
    if (sameName(claim.lower, source.lower)) return SAME;
    if (claim.isName && source.isName) return null;
  }
  const shared = claim.keys.find((key) => (isWide || !key.startsWith('w')) && source.keys.includes(key));
  if (canOppose(claim, source) && saysOpposite(claim, source)) return OPPOSITE;
  if (areOtherThings(claim.base, source.base)) return null;
  if (shared === undefined) return isPerson(claim) && PEOPLE.test(source.lower) ? LIKE : null;
  // `the leading part` directs nothing: an adjective does not say what is done.
  if (/^[gw]/.test(shared) && claim.kind === 'verb' && source.kind === 'adjective') return null;
  return shared.startsWith('s') ? SAME : claim.isName ? null : LIKE;
}

/** Also as written: `higher` and `less` are opposites, `high` and `less` are not. */
const saysOpposite = (claim: StatementWord, source: StatementWord): boolean =>
  areOpposite(claim.base, source.base) ||
  (claim.kind === 'adjective' && source.kind === 'adjective' && areOpposite(claim.lower, source.lower));

const isCause = ({ base, kind }: StatementWord): boolean =>
  (kind === 'verb' || kind === 'noun') && /^(?:cause|lead|trigger|result|bring|due|reason)$/.test(base);

const PEOPLE = /^(?:people|persons?|individuals?|men|women|adults?|humans?)$/;

/** `passengers`, `visitors`, `patients`: those whom a source may just call people. */
export const isPerson = ({ kind, base }: StatementWord): boolean =>
  kind === 'noun' &&
  /^(?:[a-z]{2,}(?:er|or|ist|ant|ent|ian|ee)|guest|citizen|crew|staff|user|tourist)$/.test(base) &&
  !NO_PERSON.test(base);

const NO_PERSON = inLines(
  `
      (?:ment|ance|ence|water|number|power|computer|paper|river|summer|winter|layer|theatre|event|percent|
      cent|content|extent|tower|order|matter|factor|motor|sector|doctor|plant|accent|agent|parent|current|
      talent|patent|continent|document)$
    `,
);

/** Of a noun only where it is what happens: `the rise` and `the fall`, not `men` and `women`. */
const canOppose = (claim: StatementWord, source: StatementWord): boolean =>
  [claim, source].every(
    ({ kind, base }) => kind === 'verb' || kind === 'adjective' || kind === 'adverb' || CHANGES.has(base),
  );

const CHANGES = new Set([
  ...CAUSATION,
  ...`increase rise growth gain decline fall drop decrease reduction improvement success failure victory defeat
  loss profit surplus deficit benefit harm majority minority north south east west`.split(/\s+/),
]);

const OPPOSITE_WORTH = 0.96;
const ELSEWHERE = { clause: 1, sentence: 0.95, text: 0.85 } as const;

/** `figures`: clauses of the source that have a figure of the claim, once for each of them. */
export function alignWords(
  items: readonly StatementWord[],
  source: Statement,
  figures: readonly number[] = [],
): Alignment {
  const matches = items.map((item) => matchesOf(item, source));
  const clause = bestClause(items, matches, figures);
  const sentence = source.words.find((word) => word.clause === clause)?.sentence ?? 0;
  const said = saidWords(matches, clause);
  const pairs: WordPair[] = [];
  const missing: StatementWord[] = [];
  let [had, whole] = [0, 0];
  for (const [at, claim] of items.entries()) {
    whole += claim.weight;
    const best = bestMatch(claim, matches[at] ?? [], clause, sentence, said);
    if (best === null) missing.push(claim);
    else {
      pairs.push(best);
      had += claim.weight * best.worth;
    }
  }
  return { pairs, missing, coverage: whole === 0 ? 0 : had / whole, clause, sentence };
}

/** Of each word of the claim that the source has the place where it has it: `fire crews` is not yet `the fire`. */
function saidWords(matches: readonly (readonly Found[])[], clause: number): ReadonlySet<StatementWord> {
  const said = new Set<StatementWord>();
  for (const found of matches) {
    const exact = found.filter(({ isOpposite, worth, word }) => !isOpposite && worth === 1 && !said.has(word));
    const place = exact.find(({ word }) => word.clause === clause) ?? exact[0];
    if (place !== undefined) said.add(place.word);
  }
  return said;
}

interface Found extends Match {
  readonly word: StatementWord;
}

function matchesOf(claim: StatementWord, source: Statement): readonly Found[] {
  return source.words.flatMap((word) => {
    const match = matchWords(claim, word);
    return match === null ? [] : [{ ...match, word }];
  });
}

/** What happens tells clauses apart better than what they are about. */
const VERB_PART = 1.25;
/** The next sentence goes on with a pronoun. */
const NAME_PART = 0.2;
const isNamed = ({ isName, kind }: StatementWord): boolean => isName || kind === 'name';
/** A figure of the claim in a clause counts as a noun does; beside its verb it says that the clause is the one. */
const FIGURE_PARTS = { alone: 1, besideVerb: 5 } as const;

/** The words of the clause itself count most, those of its sentence a little: they say what it is about. */
function bestClause(
  items: readonly StatementWord[],
  matches: readonly (readonly Found[])[],
  figures: readonly number[],
): number {
  const scores = new Map<number, number>();
  const sentences = new Map<number, number>();
  const clauseSentence = new Map<number, number>();
  for (const [at, item] of items.entries()) {
    const seen = new Set<number>();
    const seenSentences = new Set<number>();
    for (const { word, worth } of matches[at] ?? []) {
      clauseSentence.set(word.clause, word.sentence);
      const weight = item.weight * worth * (item.kind === 'verb' ? VERB_PART : isNamed(item) ? NAME_PART : 1);
      if (!seen.has(word.clause)) scores.set(word.clause, (scores.get(word.clause) ?? 0) + weight);
      if (!seenSentences.has(word.sentence)) {
        sentences.set(word.sentence, (sentences.get(word.sentence) ?? 0) + weight);
      }
      seen.add(word.clause);
      seenSentences.add(word.sentence);
    }
  }
  for (const clause of figures) {
    const score = scores.get(clause);
    const isBesideVerb = items.some(
      ({ kind }, at) => kind === 'verb' && matches[at]?.some((one) => !one.isOpposite && one.word.clause === clause),
    );
    if (score !== undefined) scores.set(clause, score + (isBesideVerb ? FIGURE_PARTS.besideVerb : FIGURE_PARTS.alone));
  }
  let [best, most] = [0, -1];
  for (const [clause, score] of scores) {
    const whole = score + 0.3 * (sentences.get(clauseSentence.get(clause) ?? 0) ?? 0);
    if (whole > most) [best, most] = [clause, whole];
  }
  return best;
}

function bestMatch(
  claim: StatementWord,
  found: readonly Found[],
  clause: number,
  sentence: number,
  said: ReadonlySet<StatementWord>,
): WordPair | null {
  let best: WordPair | null = null;
  // `exports fell after years of growth`: of what happens the verb tells, not a noun beside it.
  const isVerbAgainst =
    claim.kind === 'verb' &&
    found.some(({ isOpposite, word }) => isOpposite && word.kind === 'verb' && word.clause === clause);
  const isSaidHere = found.some(
    ({ isOpposite, word }) =>
      !isOpposite &&
      (word.kind === claim.kind || !isVerbAgainst) &&
      (word.clause === clause || (word.sentence === sentence && word.kind === claim.kind)),
  );
  for (const { word, worth, isOpposite } of found) {
    // `nominated for the prize`: what says the claim's `prize` does not say its `won` as well.
    if (!isOpposite && worth < 1 && said.has(word)) continue;
    const isInClause = word.clause === clause;
    // The opposite counts where the claim is compared, and where neither the claim nor the source says the word itself.
    if (isOpposite && (!isInClause || isSaidHere || said.has(word))) continue;
    const place = isInClause ? ELSEWHERE.clause : word.sentence === sentence ? ELSEWHERE.sentence : ELSEWHERE.text;
    if (!isOpposite && isVerbAgainst && !isSaidHere && worth < 1) continue;
    const given = isOpposite ? OPPOSITE_WORTH : worth * place;
    if (given > (best?.worth ?? 0)) best = { claim, source: word, isOpposite, isInClause, worth: given };
  }
  return best;
}
