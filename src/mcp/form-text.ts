// The text above a form's fields: what is decided on, bounded to what a dialog can show.

import type { JsonObject } from '../json.ts';

/** Clients show it in a dialog: what is longer is read elsewhere. */
const MESSAGE_CHARACTERS_MAX = 20_000;

/** More would make a form nobody reads: then it is asked in the chat. */
export const FIELDS_MAX = 40;

const CUT = '\n[cut: ask for the whole in the chat]';

/** `body` is cut where there is no room for all of it; what stands after it is read all the same. */
export function formMessage(before: readonly string[], body: string, after: readonly string[] = []): string {
  const whole = joined([...before, body, ...after]);
  if (whole.length <= MESSAGE_CHARACTERS_MAX) return whole;
  const charactersLeft = MESSAGE_CHARACTERS_MAX - joined([...before, ...after]).length;
  return joined([...before, `${body.slice(0, Math.max(0, charactersLeft))}${CUT}`, ...after]);
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** What was filled in, without the space around it; '' where nothing was. */
export function textIn(content: JsonObject, name: string): string {
  const value = content[name];
  return typeof value === 'string' ? value.trim() : '';
}
