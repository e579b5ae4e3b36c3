// Where a line of text names a state. A name that could be a plain word counts only in bold or as code.

import { stateName } from './state-names.ts';
import { CONFORM_LIMITS } from './transition.ts';

export interface Mention {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

export interface MentionedNames {
  /** By the name as written. */
  readonly plain: ReadonlyMap<string, string>;
  readonly marked: ReadonlyMap<string, string>;
}

const WORDS = /\*\*([^*\n]{1,80})\*\*|`([^`\n]{1,80})`|[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)*/gu;
const WORD = /[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)*/gu;

/** `names`: a name as written, with the key of its state. */
export function mentionedNames(names: Iterable<readonly [name: string, key: string]>): MentionedNames {
  const plain = new Map<string, string>();
  const marked = new Map<string, string>();
  for (const [name, key] of names) {
    marked.set(name, key);
    if (isDistinct(name)) plain.set(name, key);
  }
  return { plain, marked };
}

function isDistinct(name: string): boolean {
  if (name.length < 3 || /[ .]/.test(name)) return false;
  const isConstant = name === name.toUpperCase() && /[A-Z]/.test(name);
  return isConstant || name.includes('_') || /[a-z][A-Z]/.test(name);
}

export function mentionsIn(text: string, { plain, marked }: MentionedNames): readonly Mention[] {
  const found: Mention[] = [];
  const words = (from: number, part: string): void => {
    for (const { 0: word, index } of part.matchAll(WORD)) {
      const key = plain.get(word);
      if (key !== undefined) found.push({ key, start: from + index, end: from + index + word.length });
    }
  };
  const line = text.slice(0, CONFORM_LIMITS.lineCharacters);
  for (const match of line.matchAll(WORDS)) {
    const inner = match[1] ?? match[2];
    const { 0: whole, index } = match;
    if (inner === undefined) {
      const key = plain.get(whole);
      if (key !== undefined) found.push({ key, start: index, end: index + whole.length });
      continue;
    }
    const name = stateName(inner);
    const key = name === null ? undefined : marked.get(name);
    if (key !== undefined) found.push({ key, start: index, end: index + whole.length });
    else words(index + (match[1] === undefined ? 1 : 2), inner);
  }
  return found;
}

/** The one state that a heading names; null: none, or several. */
export function stateOfHeading(heading: string, { plain, marked }: MentionedNames): string | null {
  const bare = stateName(heading.replace(/\b(?:state|phase|step)$/i, ''));
  const whole = bare === null ? undefined : marked.get(bare);
  if (whole !== undefined) return whole;
  const keys = new Set(mentionsIn(heading, { plain, marked: plain }).map(({ key }) => key));
  const [only] = keys;
  return keys.size === 1 && only !== undefined ? only : null;
}
