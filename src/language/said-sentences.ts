// What a person said, sentence by sentence, each word for word.

import { sentencesIn } from './sentences.ts';
import { tellLanguage } from './words/tell-language.ts';

/** Each is a line, a requirement or a use case of a document that must stay readable. */
const SENTENCES_MAX = 1_000;

/** Of a text with more sentences than that, several that follow each other count as one. */
export function saidSentences(text: string): readonly string[] {
  const all = sentencesIn(text, tellLanguage(text) ?? undefined);
  const size = Math.ceil(all.length / SENTENCES_MAX);
  if (size <= 1) return all;
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size).join(' '),
  );
}
