// What a text says, statement by statement: its sentences, word for word. A heading is one of its own, without its
// mark: what people ask for may be a document that they pasted.

import { headingsOf } from '../../documents/markdown/headings-of.ts';
import { saidSentences } from '../../language/said-sentences.ts';

export const statementsIn = (text: string): readonly string[] => saidSentences(withHeadingsAs(text, (words) => words));

/** The text with a paragraph in place of each heading. */
export function withHeadingsAs(text: string, shown: (words: string) => string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { text: words, start, end } of headingsOf(text)) {
    pieces.push(text.slice(from, start), shown(words));
    from = end;
  }
  return [...pieces, text.slice(from)].join('\n\n');
}
