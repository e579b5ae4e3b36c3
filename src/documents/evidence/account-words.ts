// Words of a claim that a source says in other words: by a phrase, by a unit, or because they only introduce a name.

import { once } from '../words/once.ts';
import type { Alignment, WordPair } from './align-words.ts';
import { anyOf } from './any-of.ts';
import { compareQuantities } from './compare-quantities.ts';
import { NEGATORS } from './cue-words.ts';
import { areOtherThings } from './other-things.ts';
import { PARAPHRASES, type Paraphrases } from './paraphrases.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { saysNothingMore } from './says-nothing-more.ts';
import { areOpposite } from './word-meaning.ts';

const PHRASE_WORTH = 0.9;

/** The alignment with what phrases of the source say. */
export function withParaphrases(alignment: Alignment, claim: Statement, source: Statement): Alignment {
  const found = alignment.missing.flatMap((word): WordPair[] => {
    const isDenied =
      word.kind === 'adjective' && source.words.some((other) => !other.isNegated && areOpposite(word.base, other.base));
    const said = word.isName || isDenied ? null : saidByPhrase(word, claim, source);
    if (said === null) return [];
    const isInClause = said.clause === alignment.clause;
    return [{ claim: word, source: said, isOpposite: false, isInClause, worth: PHRASE_WORTH }];
  });
  if (found.length === 0) return alignment;
  const pairs = [...alignment.pairs, ...found];
  const missing = alignment.missing.filter((word) => !found.some((pair) => pair.claim === word));
  const whole = [...pairs.map((pair) => pair.claim), ...missing].reduce((sum, { weight }) => sum + weight, 0);
  const had = pairs.reduce((sum, pair) => sum + pair.claim.weight * pair.worth, 0);
  return { ...alignment, pairs, missing, coverage: whole === 0 ? 0 : had / whole };
}

/** From each word to the groups of which a phrase has it. */
const groups = once(() => {
  const of = new Map<string, Paraphrases[]>();
  for (const group of PARAPHRASES) {
    for (const word of new Set(group.flat())) {
      const before = of.get(word);
      if (before === undefined) of.set(word, [group]);
      else before.push(group);
    }
  }
  return of;
});

function saidByPhrase(word: StatementWord, claim: Statement, source: Statement): StatementWord | null {
  // `following the accident`, `compared with`: a participle can be a word of its own.
  const forms = /(?:ed|ing)$/.test(word.lower) ? [word.base, word.lower] : [word.base];
  for (const group of forms.flatMap((form) => groups().get(form) ?? [])) {
    const own = group.find(
      (phrase) =>
        forms.some((form) => phrase.includes(form)) && placesOf(phrase, claim).some((all) => all.includes(word)),
    );
    if (own === undefined) continue;
    for (const phrase of group) {
      if (phrase === own) continue;
      const [place] = placesOf(phrase, source);
      // `without help`: the denial is part of what the phrase says.
      const head =
        place?.find(({ base }) => NEGATORS.has(base)) ??
        place?.reduce((best, each) => (each.weight > best.weight ? each : best));
      if (head !== undefined && !areOtherThings(word.base, head.base)) return head;
    }
  }
  return null;
}

const GAP_MAX = 3;
const SMALL = /^(?:determiner|adjective|adverb|pronoun|auxiliary|name|noun|particle|number)$/;

/** Where a text has the words of a phrase in their order. */
function placesOf(phrase: readonly string[], { words }: Statement): readonly (readonly StatementWord[])[] {
  const [first] = phrase;
  return words.flatMap((word, at) => {
    if (!isWord(word, first ?? '')) return [];
    const found = [word];
    let place = at + 1;
    for (const wanted of phrase.slice(1)) {
      const end = place + GAP_MAX;
      while (
        place < end &&
        words[place] !== undefined &&
        !isWord(words[place], wanted) &&
        SMALL.test(words[place]?.kind ?? '')
      )
        place++;
      const next = words[place];
      if (next === undefined || !isWord(next, wanted)) return [];
      found.push(next);
      place++;
    }
    return [found];
  });
}

const isWord = (word: StatementWord | undefined, wanted: string): boolean =>
  word !== undefined && (word.base === wanted || word.lower === wanted);

/** What the source neither says nor implies; words of little weight left out. */
export function unaccounted(alignment: Alignment, claim: Statement, source: Statement): readonly StatementWord[] {
  const open = alignment.missing.filter(
    ({ weight, kind, lower }) =>
      weight >= WEIGHT_MIN && ((kind !== 'adverb' && lower !== 'much') || !LIGHT_ADVERB.test(lower)),
  );
  return open.filter(
    (word) =>
      !isLabel(word, claim, source, alignment) &&
      !isBeforeBound(word, claim) &&
      !isMeasure(word, claim, source) &&
      !isTold(word, claim, source) &&
      !saysNothingMore(word, claim, source),
  );
}

/** `slightly less than one kilogram`; how far sales fell is another matter. */
const isBeforeBound = (word: StatementWord, { words }: Statement): boolean =>
  word.lower === 'slightly' &&
  /^(?:less|more|over|under|above|below|fewer)$/.test(words[words.indexOf(word) + 1]?.lower ?? '');

const WEIGHT_MIN = 0.4;
/** Say when, how surely or how much: a claim without them says the same. */
const LIGHT_ADVERB = anyOf(`
  currently recently eventually finally officially originally initially previously formerly actually really simply
  clearly greatly significantly considerably substantially strongly heavily highly fully largely
  mainly mostly usually generally typically often first later earlier early soon once then now still already ever
  far further about around roughly nearly almost just exactly precisely at as back there here out up down off over
  away along together apart else instead however yearly annually daily weekly monthly so well long ago newly
  much directly immediately quickly rapidly steadily publicly apparently in on by to least too
`);

const KINDS_OF_THINGS = anyOf(`
  company firm town city village river lake mountain island country state region software app program drug
  medicine phone smartphone laptop camera robot probe satellite ship film novel book album song painting species
  bird plant
`);

/** `The software Quillon`, `the town of Merrit`, `the Pelia 4 smartphone`: the name alone says which one. */
function isLabel(word: StatementWord, { words }: Statement, source: Statement, { pairs }: Alignment): boolean {
  if (word.kind !== 'noun' && word.kind !== 'adjective') return false;
  const at = words.indexOf(word);
  const isFound = (each: StatementWord | undefined): boolean =>
    each?.isName === true && pairs.some(({ claim }) => claim === each);
  const ahead = words.slice(at + 1, at + 4);
  const next = ahead.find((each) => each.isName || (each.kind !== 'noun' && each.lower !== 'of'));
  if (word.kind === 'noun' && KINDS_OF_THINGS.test(word.base) && isCalledOther(word, next, source)) return false;
  if (word.kind === 'noun' && isFound(next)) return true;
  const before = words.slice(Math.max(0, at - 2), at).find(({ isName }) => isName);
  return KINDS_OF_THINGS.test(word.base) && isFound(before);
}

/** `the ship Merrit`, where the claim has a film of that name. */
const isCalledOther = ({ base }: StatementWord, name: StatementWord | undefined, { words }: Statement): boolean =>
  words.some(
    (word, at) =>
      word.lower === name?.lower &&
      words.slice(Math.max(0, at - 2), at).some((each) => each.base !== base && KINDS_OF_THINGS.test(each.base)),
  );

/** What a unit says by itself. */
const MEASURES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^length/,
    /^(?:long|length|wide|width|tall|high|height|deep|depth|altitude|elevation|distance|run|stretch|extend|measure)$/,
  ],
  [/^time/, /^(?:old|age|last|long|duration|lifespan|live)$/],
  [/^mass/, /^(?:weigh|weight|heavy)$/],
  [/^money/, /^(?:cost|price|expensive|sum|amount)$/],
  [/^temperature/, /^(?:hot|warm|cold|temperature)$/],
  [/^(?:length|time|speed)/, /^(?:speed|fast|travel|move|drive|fly)$/],
  [/^area|^length/, /^(?:cover|area|extend|size|large)$/],
];

function isMeasure(word: StatementWord, claim: Statement, source: Statement): boolean {
  // `eats 900 kilograms` does not say what it weighs.
  const amounts = source.quantities.filter((other) =>
    claim.quantities.some((own) => compareQuantities(own, other) === 'same'),
  );
  const places = new Set(amounts.map(({ start }) => source.words.find(({ end }) => end > start)?.clause));
  if (word.kind === 'verb' && source.words.some((other) => places.has(other.clause) && isOtherDeed(other, claim)))
    return false;
  return claim.quantities.some(
    ({ dimension }) =>
      MEASURES.some(([of, words]) => of.test(dimension) && words.test(word.base)) &&
      source.quantities.some((other) => other.dimension === dimension),
  );
}

/** Say that it is so much, or go so far. */
const STATES = anyOf(`
  be have measure amount reach stand come last cost weigh take run stretch extend walk travel drive fly swim sail
  cycle ride move go
`);

const isOtherDeed = ({ kind, base, weight }: StatementWord, { words }: Statement): boolean =>
  kind === 'verb' && weight >= 0.8 && !STATES.test(base) && !words.some((own) => own.base === base);

const TELLS =
  /^(?:say|call|describe|state|tell|believe|consider|think|report|reported|comment|add|explain|write|speak)$/;

/** Who says or thinks so is told by any word of saying, or by quotation marks. */
const isTold = (word: StatementWord, claim: Statement, source: Statement): boolean =>
  TELLS.test(word.base) &&
  // Whatever stands in a text its author writes.
  (/^(?:author|writer|text|article|source)$/.test(claim.words[claim.words.indexOf(word) - 1]?.base ?? '') ||
    isSaying(source));

const isSaying = (source: Statement): boolean =>
  source.words.some(({ base: other, text }) => TELLS.test(other) || text === '"' || other === 'accord');
