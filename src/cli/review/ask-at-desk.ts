// A value asked for at a desk, with keys and lines: as it is asked for anywhere else.

import type { Asker } from '../ask-value.ts';
import { type Choice, isUnsaid } from '../prompt.ts';
import { oneLine } from '../shown-text.ts';
import type { Desk } from './desk.ts';
import { paragraph } from './look.ts';

const KEYS_MAX = 9;

export function askAtDesk(desk: Desk): Asker {
  return {
    commands: [':quit'],
    line: (message, options, signal) => desk.line(message, options, signal),
    error: (words) => {
      const { paint, width } = desk.look();
      desk.say(paragraph(words, 1, width, paint.yellow));
    },
    async choice(message, choices, signal) {
      desk.say(['', ` ${oneLine(message)}`]);
      const at =
        choices.length <= KEYS_MAX ? await byKey(desk, choices, signal) : await byNumber(desk, choices, signal);
      return isUnsaid(at) ? at : (choices[at] as (typeof choices)[number]).value;
    },
  };
}

async function byKey(desk: Desk, choices: readonly Choice<unknown>[], signal: AbortSignal) {
  const keys = choices.map(({ label }, at) => ({ key: String(at + 1), label: oneLine(label) }));
  const key = await desk.key(keys, signal);
  return isUnsaid(key) ? key : Number(key) - 1;
}

async function byNumber(desk: Desk, choices: readonly Choice<unknown>[], signal: AbortSignal) {
  desk.say(choices.map(({ label }, at) => `   ${at + 1}  ${oneLine(label)}`));
  const placeOf = (line: string): number => {
    const named = choices.findIndex(({ label }) => label.toLowerCase() === line.trim().toLowerCase());
    return named >= 0 ? named : Number(/^\d{1,4}$/.exec(line.trim())?.[0] ?? 0) - 1;
  };
  const check = (line: string): string | undefined =>
    choices[placeOf(line)] === undefined ? `Expected 1 to ${choices.length}, or one of the words.` : undefined;
  const line = await desk.line('Which one?', { check }, signal);
  return isUnsaid(line) ? line : placeOf(line);
}
