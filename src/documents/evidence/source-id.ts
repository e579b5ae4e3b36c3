// The id of a source follows from the hash of its text; nothing else is taken for one.

import type { Source } from './source.ts';

/** 128 bits: nobody finds two texts that have them in common. */
const HASH = /^sha256:([0-9a-f]{32})[0-9a-f]{32}$/;
const SHORT_CHARACTERS = 11;

/** null: it is no hash of a text. */
export function sourceId(hash: string): string | null {
  const start = HASH.exec(hash)?.[1];
  return start === undefined ? null : `s${start}`;
}

/** Whether it may stand in the name of a file. */
export const isSourceId = (id: string): boolean => /^s[0-9a-f]{32}$/.test(id);

/** Where a person or a model reads it: to tell sources of one list apart. */
export const shortSourceId = (id: string): string => (isSourceId(id) ? id.slice(0, SHORT_CHARACTERS) : id);

/** Throws where one id stands for two texts: what one of them says would count for the other. */
export function checkSourceIds(sources: readonly Pick<Source, 'id' | 'hash' | 'address'>[]): void {
  const known = new Map<string, Pick<Source, 'hash' | 'address'>>();
  for (const source of sources) {
    const other = known.get(source.id);
    known.set(source.id, source);
    if (other === undefined || other.hash === source.hash) continue;
    const both = `${other.address} and ${source.address}`;
    throw new Error(`Expected an id for each text, found ${source.id} for two of them: ${both}. Remove one of them.`);
  }
}
