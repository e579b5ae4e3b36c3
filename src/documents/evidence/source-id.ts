// The id of a source follows from the hash of its text; nothing else is taken for one.

const HASH = /^sha256:([0-9a-f]{10})[0-9a-f]{54}$/;

/** null: it is no hash of a text. */
export function sourceId(hash: string): string | null {
  const start = HASH.exec(hash)?.[1];
  return start === undefined ? null : `s${start}`;
}

/** Whether it may stand in the name of a file. */
export const isSourceId = (id: string): boolean => /^s[0-9a-f]{10}$/.test(id);
