// A sentence that says several things between semicolons or behind a colon, as one sentence for each of them.

import { tagWords } from '../words/tag-words.ts';
import { isPerson, isPlural, singularOf } from './nouns.ts';
import { isOperationVerb } from './verb-kinds.ts';

const WORDS_MIN = 3;
/** How it is done today, as a whole, asks for nothing. */
export const TODAY = /\b(?:today|currently|at the moment|so far|nowadays|until now|replaces?|at present)\b/i;
/** Says nothing without what stands before it. */
const LEANS = /^ (?:otherwise|else|then|or|so|in that case)\b/i;

/** `students submit homework; teachers grade it`. What only names something more stays with what it belongs to. */
export function splitStatements(sentence: string): readonly string[] {
  if (TODAY.test(sentence)) return [sentence];
  const [label = ''] = /^[A-Z][\w-]{1,30}(?: [\w-]{1,30}){0,3}: /.exec(sentence) ?? [];
  const rest = sentence.slice(label.length);
  // `Driving school: students book lessons`: a name, and then what is asked for.
  if (label !== '' && !isStatement(label.slice(0, -2)) && isStatement(rest.slice(0, nextJoint(rest, 0))))
    return splitStatements(asSentence(rest));
  const pieces: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < sentence.length; at++) {
    const sign = sentence[at];
    if (sign === '(') depth += 1;
    if (sign === ')') depth = Math.max(0, depth - 1);
    if (depth > 0 || (sign !== ';' && sign !== ':') || sentence[at + 1] !== ' ') continue;
    const next = nextJoint(sentence, at + 1);
    if (LEANS.test(sentence.slice(at + 1, at + 20))) continue;
    if (!isStatement(sentence.slice(from, at)) || !isStatement(sentence.slice(at + 1, next))) continue;
    pieces.push(sentence.slice(from, at));
    from = at + 1;
  }
  if (pieces.length === 0) return [sentence];
  return [...pieces, sentence.slice(from)].map(asSentence);
}

function nextJoint(sentence: string, from: number): number {
  const at = sentence.slice(from).search(/[;:] /);
  return at < 0 ? sentence.length : from + at;
}

const asSentence = (piece: string): string => {
  const text = piece.trim().replace(/^(?:and|but) /i, '');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
};

/** Somebody or something in it does something. */
function isStatement(piece: string): boolean {
  const words = tagWords(piece.trim());
  if (words.length < WORDS_MIN) return false;
  return words.some(({ kind, lower }, at) => {
    if (kind === 'verb' || kind === 'auxiliary')
      return !/(?:ing|ed)$/.test(lower) || words[at - 1]?.kind === 'auxiliary';
    // `Members book rooms`: the tagger takes it for a noun.
    const prior = words[at - 1]?.lower ?? '';
    if (!isOperationVerb(lower)) return false;
    return at === 0 || (isPlural(prior) && (isPerson(singularOf(prior)) || /^(?:sensor|device|meter)s$/.test(prior)));
  });
}
