// Ids that sort by time: a prefix and 26 characters, 10 of the clock and 16 of chance.

import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CLOCK_CHARACTERS = 10;
const CHANCE_CHARACTERS = 16;

export function newId(prefix: 'run' | 'task', nowMs: number): string {
  let clock = '';
  for (let rest = Math.max(0, Math.floor(nowMs)); clock.length < CLOCK_CHARACTERS; rest = Math.floor(rest / 32)) {
    clock = (ALPHABET[rest % 32] ?? '0') + clock;
  }
  const chance = [...randomBytes(CHANCE_CHARACTERS)].map((byte) => ALPHABET[byte % 32] ?? '0').join('');
  return `${prefix}_${clock}${chance}`;
}

/** When ids that begin with these characters (after the prefix) were made; null when no id begins so. */
export function newIdTimes(start: string): { readonly from: number; readonly to: number } | null {
  const clock = start.slice(0, CLOCK_CHARACTERS);
  let value = 0;
  for (const character of clock) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return null;
    value = value * 32 + digit;
  }
  const unit = 32 ** (CLOCK_CHARACTERS - clock.length);
  return { from: value * unit, to: (value + 1) * unit };
}
