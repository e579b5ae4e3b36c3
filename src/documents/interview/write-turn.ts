// Writes a turn as `readTurn` reads it, for writers that are not models.

import type { TurnNotes } from './checklist.ts';

/** `result`: what is offered as the end, such as {complete: true, summary}. */
export function writeTurn(words: string, notes: TurnNotes, result?: object): string {
  return [
    withoutFenceLines(words),
    block('interview', notes),
    ...(result === undefined ? [] : [block('result', result)]),
  ].join('\n\n');
}

// JSON keeps line ends inside of texts as \n: no line of it can begin with a fence.
const block = (language: string, value: object): string =>
  `\`\`\`${language}\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** A fence among the words, such as one that a person wrote, would take the blocks in. */
function withoutFenceLines(words: string): string {
  return words
    .split('\n')
    .map((line) => line.replace(/^ {0,3}(?=`{3}|~{3})/, '\\'))
    .join('\n')
    .trim();
}
