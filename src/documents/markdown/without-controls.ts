// Text as it may stand in a document: without characters that nobody sees or that turn the order of others around.

import { isJsonObject, type Json } from '../../json.ts';

/** Controls but tab and line ends; and those that turn the direction of text around (marks of direction may stay). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069]/g;

export function withoutControls<T extends Json>(value: T): T;
export function withoutControls(value: Json): Json {
  if (typeof value === 'string') return value.replace(CONTROLS, '');
  if (Array.isArray(value)) return value.map((each) => withoutControls(each as Json));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutControls(each as Json)]));
}
