// What made it so: `the shifts drove up sick leave` is more than `sick leave has gone up`.

import { type Alignment, matchWords } from './align-words.ts';
import { sidesOf } from './clause-sides.ts';
import type { Objection } from './objection.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { areOpposite } from './word-meaning.ts';

/** Who gets what was not their own choice: then it is the reason. */
const TRIAL = /\b(?:placebo|control group|randomi[sz]ed|assigned to|controls|trial|after|since it|because|due to)\b/i;

export function checkMaker(claim: Statement, source: Statement, { pairs }: Alignment): readonly Objection[] {
  if (TRIAL.test(source.text)) return [];
  for (const verb of claim.words) {
    if (verb.kind !== 'verb' || !isChange(verb) || verb.doubt !== '') continue;
    const { before, after } = sidesOf(verb, claim);
    const object = after.find(isThing);
    if (object === undefined || !before.some(isThing) || !isDirect(verb, object, claim)) continue;
    const paired = pairs.find((pair) => pair.claim === verb && !pair.isOpposite)?.source;
    const said = [compared(object, source), paired].find(
      (word) => word !== undefined && isOfItself(word, object, source),
    );
    if (said === undefined || before.filter(isThing).some((word) => isBeside(word, said, source))) continue;
    return [{ kind: 'missing', reason: `The source does not say what made it so: "${said.text}".` }];
  }
  return [];
}

/** `lower` of `had lower blood pressure`. */
const compared = (object: StatementWord, { words }: Statement): StatementWord | undefined =>
  words.find(
    ({ lower }, at) =>
      /^(?:lower|higher|less|more|fewer|greater|smaller|better)$/.test(lower) &&
      words.slice(at + 1, at + 4).some((word) => matchWords(object, word)?.isOpposite === false),
  );

const isChange = ({ base }: StatementWord): boolean => areOpposite(base, 'decrease') || areOpposite(base, 'increase');

const isThing = ({ kind, isName, weight }: StatementWord): boolean =>
  weight >= 0.8 && (isName || kind === 'noun' || kind === 'name');

/** Nothing but small words between the verb and what it is done to. */
function isDirect(verb: StatementWord, object: StatementWord, { words }: Statement): boolean {
  const between = words.slice(words.indexOf(verb) + 1, words.indexOf(object));
  return between.length <= 4 && between.every(({ lower, kind }) => /^(?:up|down)$/.test(lower) || SMALL.test(kind));
}

const SMALL = /^(?:determiner|adjective|noun|name|pronoun|particle|adverb)$/;

/** `sick leave has gone up`, `had lower blood pressure`: nobody does it. */
function isOfItself(said: StatementWord, object: StatementWord, source: Statement): boolean {
  const isObject = (word: StatementWord | undefined): boolean =>
    word !== undefined && matchWords(object, word)?.isOpposite === false;
  if (said.kind === 'adjective') {
    const at = source.words.indexOf(said);
    return source.words.slice(at + 1, at + 4).some(isObject);
  }
  return said.kind === 'verb' && sidesOf(said, source).before.some(isObject);
}

/** The source names it as what does it, or with it. */
const isBeside = (word: StatementWord, said: StatementWord, { words }: Statement): boolean =>
  words.some((other) => other.clause === said.clause && matchWords(word, other)?.isOpposite === false);
