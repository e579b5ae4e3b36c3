// What the folder of a feature may be called.

/** `standards` holds rules for all features, and is none. */
export const FEATURE_ID = /^(?!standards$)[a-z][a-z0-9-]{2,49}$/;
export const ID_MAX = 50;
const NAMES_MAX = 1000;

/** `wanted`, or with a number behind it where that is taken. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  for (let at = 1; at < NAMES_MAX; at++) {
    const end = at === 1 ? '' : `-${at}`;
    const id = `${wanted.slice(0, ID_MAX - end.length)}${end}`;
    if (!taken.has(id)) return id;
  }
  return wanted;
}
