// What a name of a person or an agent may be: nobody can answer under any other name, so nothing waits for it.

export const NAME_CHARACTERS_MAX = 200;
/** Letters, digits and what e-mail addresses and people's names are made of; single spaces inside. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._+@'’-]*(?: [\p{L}\p{N}\p{M}._+@'’-]+)*$/u;
/** Nobody sees them: two names that differ by one look the same. Some are letters or marks to Unicode. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** The engine's own names, and ours for nobody: a person with such a name would be taken for that. */
const TAKEN: ReadonlySet<string> = new Set(['system', 'engine', 'unnamed']);

export function isSpelledAsName(name: string): boolean {
  return NAME.test(name) && !INVISIBLE.test(name);
}

export function isTakenName(name: string): boolean {
  return TAKEN.has(name.toLowerCase());
}

/** Whether `user:NAME` is someone who may be there. */
export function canBePerson(actor: string): boolean {
  const name = actor.normalize('NFC').replace(/^user:/, '');
  const isShort = name.length <= NAME_CHARACTERS_MAX;
  return actor.startsWith('user:') && isShort && isSpelledAsName(name) && !isTakenName(name);
}
