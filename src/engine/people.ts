// Who acts: an actor is `user:NAME`, `agent:NAME` or the engine's own `system`. Names are checked where they come in.

import { isSpelledAsName, isTakenName, NAME_CHARACTERS_MAX } from '../diagram/person-name.ts';
import type { Actor } from './events.ts';

/** Where a name comes from that nobody proved: --as, SIGNOFF_USER, the user's settings, git, the operating system. */
export type StatedSource = 'flag' | 'environment' | 'settings' | 'git' | 'os' | 'none';

/** By what and by which user of the operating system an actor's name was stated. */
export interface StatedIdentity {
  readonly source: StatedSource;
  readonly osUser: string;
}

/** Stands for a person of whom no name is known. Such a one may do much, but signs nothing. */
export const UNNAMED: Actor = 'user:unnamed';

/** What cannot be seen is shown as a question mark. */
const UNSHOWN = /[^\x20-\x7e\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu;

/** The engine's own doing, and what a rule of a step's code decides: nobody's. */
export const NOBODY: Actor = 'system';

export function isPerson(actor: Actor): boolean {
  return actor.startsWith('user:');
}

/** One person by two spellings of one name: `Ada@acme.org` is not another pair of eyes than `ada@acme.org`. */
export function isSameName(one: Actor, other: Actor): boolean {
  return one === other || one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
}

export type ReadName = { readonly actor: Actor } | { readonly problem: string };

/** `ada` means `user:ada`. `problem` says what was expected instead of it. */
export function readName(given: string): ReadName {
  const text = given.normalize('NFC').trim();
  const at = text.indexOf(':');
  const [kind, name] = at < 0 ? ['user', text] : [text.slice(0, at), text.slice(at + 1)];
  const found = JSON.stringify(given.slice(0, NAME_CHARACTERS_MAX)).replace(UNSHOWN, '?');
  if (kind !== 'user' && kind !== 'agent') return problem('user:NAME or agent:NAME', found);
  if (name.length > NAME_CHARACTERS_MAX) return problem(`a name of at most ${NAME_CHARACTERS_MAX} characters`, found);
  if (!isSpelledAsName(name)) return problem("a name of letters, digits, spaces and . _ - + @ ' in user:NAME", found);
  if (isTakenName(name)) return problem("another name: this one is the engine's own", found);
  // A diagram that means the person of that name says so: a bare word may be meant as a right.
  if (at < 0 && name.toLowerCase() === 'root') return problem('user:root, if that is your name', found);
  return { actor: `${kind}:${name}` };
}

function problem(expected: string, found: string): ReadName {
  return { problem: `Expected ${expected}, found ${found}` };
}
