// Questions that make an unclear request clearer. Nobody has to answer them, and nothing waits for an answer.

import type { ClarifyingQuestion } from './unclear.ts';

export type { ClarifyingQuestion };

/** [] where the request says enough. Reading it needs a tagger, which is loaded here and not before. */
export async function clarifyUtterance(utterance: string): Promise<readonly ClarifyingQuestion[]> {
  const { clarifyingQuestions } = await import('./unclear.ts');
  return clarifyingQuestions(utterance);
}
