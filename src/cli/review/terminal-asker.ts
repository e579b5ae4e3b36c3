// A value asked for at a terminal, with keys and lines: as it is asked for anywhere else.

import type { Asker } from '../ask-value.ts';
import { type Choice, isPromptExit } from '../prompt.ts';
import { oneLine } from '../shown-text.ts';
import type { ReviewTerminal } from './review-terminal.ts';
import { paragraph } from './theme.ts';

const KEYS_MAX = 9;

export function terminalAsker(terminal: ReviewTerminal): Asker {
  return {
    commands: [':quit'],
    line: (message, options, signal) => terminal.line(message, options, signal),
    error: (words) => {
      const { paint, width } = terminal.theme();
      terminal.say(paragraph(words, 1, width, paint.yellow));
    },
    async choice(message, choices, signal) {
      terminal.say(['', ` ${oneLine(message)}`]);
      const at =
        choices.length <= KEYS_MAX ? await byKey(terminal, choices, signal) : await byNumber(terminal, choices, signal);
      return isPromptExit(at) ? at : (choices[at] as (typeof choices)[number]).value;
    },
  };
}

async function byKey(terminal: ReviewTerminal, choices: readonly Choice<unknown>[], signal: AbortSignal) {
  const keys = choices.map(({ label }, at) => ({ key: String(at + 1), label: oneLine(label) }));
  const key = await terminal.key(keys, signal);
  return isPromptExit(key) ? key : Number(key) - 1;
}

async function byNumber(terminal: ReviewTerminal, choices: readonly Choice<unknown>[], signal: AbortSignal) {
  terminal.say(choices.map(({ label }, at) => `   ${at + 1}  ${oneLine(label)}`));
  const placeOf = (line: string): number => {
    const named = choices.findIndex(({ label }) => label.toLowerCase() === line.trim().toLowerCase());
    return named >= 0 ? named : Number(/^\d{1,4}$/.exec(line.trim())?.[0] ?? 0) - 1;
  };
  const check = (line: string): string | undefined =>
    choices[placeOf(line)] === undefined ? `Expected 1 to ${choices.length}, or one of the words.` : undefined;
  const line = await terminal.line('Which one?', { check }, signal);
  return isPromptExit(line) ? line : placeOf(line);
}
