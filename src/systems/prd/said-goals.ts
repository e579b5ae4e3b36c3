// The goals in what was asked for: its sentences, word for word. A heading is a sentence of its own, without its mark.

import { headingsOf } from '../../documents/markdown/headings-of.ts';
import { saidSentences } from '../../language/said-sentences.ts';

export function saidGoals(utterance: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { text, start, end } of headingsOf(utterance)) {
    pieces.push(utterance.slice(from, start), text);
    from = end;
  }
  return saidSentences([...pieces, utterance.slice(from)].join('\n\n'));
}
