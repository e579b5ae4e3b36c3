// What a person answered to questions about their request, as it is kept with it (`userInput.clarifications`).

import { isJsonObject, type Json } from '../../json.ts';

export interface Clarification {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

/** Of a run's `userInput`; what has not their form is left out. */
export function clarificationsOf(userInput: Json | undefined): readonly Clarification[] {
  const given = isJsonObject(userInput) ? userInput.clarifications : undefined;
  if (!Array.isArray(given)) return [];
  return given.flatMap((each) => {
    const { id, question, answer } = isJsonObject(each) ? each : {};
    if (typeof id !== 'string' || typeof answer !== 'string') return [];
    return [{ id, question: typeof question === 'string' ? question : '', answer }];
  });
}
