// How documents that were not read are reported: how many, the first few by their names, and why.

export interface LeftOut {
  readonly address: string;
  /** As the end of a sentence: `it is encrypted`. */
  readonly why: string;
}

/** So many are named. */
const NAMED_MAX = 3;

/** A few in a sentence each, more in one. */
export function leftOutNotes(all: readonly LeftOut[]): readonly string[] {
  if (all.length <= NAMED_MAX) return all.map(({ address, why }) => `"${address}" was left out: ${why}.`);
  const named = all.slice(0, NAMED_MAX).map(({ address, why }) => `"${address}" (${why})`);
  return [`${all.length} documents could not be read: ${named.join(', ')} and ${all.length - NAMED_MAX} more.`];
}

/** All for the same reason. */
export function notReadNotes(addresses: readonly string[], why: string): readonly string[] {
  if (addresses.length === 0) return [];
  const count = addresses.length === 1 ? '1 document was' : `${addresses.length} documents were`;
  const more = addresses.length - NAMED_MAX;
  const named = addresses.slice(0, NAMED_MAX).join(', ');
  return [`${count} not read, since ${why}: ${named}${more > 0 ? ` and ${more} more` : ''}.`];
}
