// Nouns with what stands before them, as a reader takes them together: `the seasonal performance factor`.

import { isVerb as isVerbBase } from '../words/verbs.ts';
import type { StatementWord } from './read-statement.ts';

export interface NounChunk {
  readonly head: StatementWord;
  readonly modifiers: readonly StatementWord[];
  /** Of the words given. */
  readonly start: number;
  readonly end: number;
  /** The small word before it: `of`, `in`; '' where there is none. */
  readonly preposition: string;
}

const IN_CHUNK = /^(?:adjective|noun|name)$/;

/** Of all words of a text or a clause, marks and small words included. */
export function nounChunks(words: readonly StatementWord[]): readonly NounChunk[] {
  const before = kept.get(words);
  if (before !== undefined) return before;
  const chunks = readChunks(words);
  kept.set(words, chunks);
  return chunks;
}

const kept = new WeakMap<readonly StatementWord[], readonly NounChunk[]>();

function readChunks(words: readonly StatementWord[]): readonly NounChunk[] {
  const chunks: NounChunk[] = [];
  let run: { readonly word: StatementWord; readonly at: number }[] = [];
  const close = (): void => {
    const last = run.findLastIndex(({ word }) => word.isName || word.kind === 'noun' || word.kind === 'name');
    const own = withoutVerb(run.slice(0, last + 1), words);
    run = [];
    const [first, head] = [own[0], own.at(-1)];
    if (first === undefined || head === undefined) return;
    const modifiers = own.slice(0, -1).map(({ word }) => word);
    chunks.push({ head: head.word, modifiers, start: first.at, end: head.at, preposition: leadOf(words, first.at) });
  };
  for (const [at, word] of words.entries()) {
    const isJoint = word.text === '-' && run.length > 0;
    if (isJoint) continue;
    if (IN_CHUNK.test(word.kind) || word.isName || isParticiple(words, at)) run.push({ word, at });
    else close();
  }
  close();
  return chunks;
}

/** `A meal costs the council 4 euros`: what the tagger takes for a noun is the verb. */
function withoutVerb<Run extends { readonly word: StatementWord; readonly at: number }>(
  run: readonly Run[],
  words: readonly StatementWord[],
): readonly Run[] {
  const [before, last] = run.slice(-2);
  if (run.length < 2 || last === undefined || before?.word.kind !== 'noun') return run;
  const next = words[last.at + 1];
  const isVerb =
    last.word.kind === 'noun' &&
    !last.word.isName &&
    last.word.lower === `${last.word.base}s` &&
    /^(?:determiner|number|pronoun)$/.test(next?.kind ?? '');
  return isVerb && isVerbBase(last.word.base) ? run.slice(0, -1) : run;
}

/** `imported samples`. */
const isParticiple = (words: readonly StatementWord[], at: number): boolean =>
  words[at]?.kind === 'verb' &&
  /(?:ed|en)$/.test(words[at]?.lower ?? '') &&
  words[at + 1]?.kind === 'noun' &&
  /^(?:determiner|preposition|adjective|mark)$/.test(words[at - 1]?.kind ?? 'mark');

function leadOf(words: readonly StatementWord[], start: number): string {
  for (let at = start - 1; at >= 0 && at >= start - 3; at--) {
    const word = words[at];
    if (word?.kind === 'preposition') return word.lower;
    if (word?.kind !== 'determiner' && word?.kind !== 'number' && word?.kind !== 'pronoun') return '';
  }
  return '';
}
