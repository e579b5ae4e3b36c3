// What people see of an agent's turn: its words, new assumptions with their ids, and numbered questions with choices.

import type { Assumption, Question, TurnNotes } from './checklist.ts';

const ALPHABET = 'abcdefghij';

/** `added`: the assumptions this turn offers, as `applyTurn` numbered them. */
export function shownTurn(words: string, notes: TurnNotes, added: readonly Assumption[] = []): string {
  return [
    ...(words === '' ? [] : [words]),
    ...(added.length === 0 ? [] : [shownAssumptions(added)]),
    ...(notes.questions.length === 0 ? [] : [notes.questions.map(shownQuestion).join('\n')]),
  ].join('\n\n');
}

function shownAssumptions(added: readonly Assumption[]): string {
  const first = added[0]?.id ?? '';
  const how = `Write \`confirm ${first}\` or \`refuse ${first}: why\`.`;
  return [
    `${added.length === 1 ? 'I would assume this' : 'I would assume these'}, unless you refuse. ${how}`,
    ...added.map(({ id, text }) => `- ${id}: ${text}`),
  ].join('\n');
}

function shownQuestion({ text, choices = [], recommended }: Question, at: number): string {
  const offered = choices.map(
    (choice, number) =>
      `   ${ALPHABET[number] ?? number + 1}) ${choice}${choice === recommended ? ' (recommended)' : ''}`,
  );
  return [`${at + 1}. ${text}`, ...offered].join('\n');
}
