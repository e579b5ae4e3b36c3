// Makes each part of a compound sentence stand alone: `reserve it` becomes `reserve the taxi`, or no part is given.

import { tagWords } from '../words/tag-words.ts';
import { responseOf, splitCondition } from './ears.ts';
import { blankQuotes, type Statement } from './statement.ts';

const PRONOUN = /\b(?:it|them)\b/i;
const UNCLEAR = /\b(?:its|ones?|they|this|these|those|there|the (?:former|latter|other))\b/i;

/** Null if a part would be wrong or unclear by itself. */
export function wholeParts(parts: readonly Statement[]): readonly Statement[] | null {
  const [first] = parts;
  if (first === undefined) return null;
  const isConditionLast = parts.some((part, at) => at > 0 && splitCondition(part.response).condition !== '');
  if (isConditionLast && first.lead === '' && parts.every(({ text }) => text === first.text)) return null;
  // `returns to its base, lands`: an action that was not told apart.
  if (parts.some(({ response }) => /,\s+[\w-]+$/.test(response))) return null;
  const thing = thingOf(responseOf(first));
  const whole = parts.map((part, at) => (at === 0 ? part : named(part, thing)));
  return whole.some((part) => part === null) ? null : whole.filter((part) => part !== null);
}

function named(part: Statement, thing: string | null): Statement | null {
  const plain = blankQuotes(part.response);
  if (UNCLEAR.test(plain) || /^(?:their|its)\b/i.test(part.subject)) return null;
  if (!PRONOUN.test(plain)) return part;
  if (thing === null || [...plain.matchAll(/\b(?:it|them)\b/gi)].length > 1) return null;
  return { ...part, response: part.response.replace(PRONOUN, thing) };
}

/** What the first action is done to: an article and at most three words more. */
function thingOf(response: string): string | null {
  const words = tagWords(`It shall ${blankQuotes(response)}`).slice(3);
  const [first] = words;
  if (first === undefined) return null;
  const end = words.findIndex(({ kind }, at) => at > 0 && !/^(?:noun|name|adjective)$/.test(kind));
  const thing = words.slice(0, end < 0 ? words.length : end);
  const last = thing.at(-1);
  if (last === undefined || thing.length > 4 || last.kind !== 'noun' || words[end]?.lower === 'of') return null;
  if (words[end]?.kind === 'conjunction' || words[end]?.lower === ',') return null;
  if (first.kind === 'determiner')
    return `the ${thing
      .slice(1)
      .map(({ text }) => text)
      .join(' ')}`;
  return first.kind === 'noun' && /[^su]s$/.test(last.lower) ? thing.map(({ text }) => text).join(' ') : null;
}
