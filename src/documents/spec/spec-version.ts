// The version in the front matter of a specification that is submitted: it rises with each.

/** `4.1`: numbers with dots between. */
const NUMBERS = /^\d{1,6}(?:\.\d{1,6}){0,5}$/;
const FIRST = '1.0';

export const isVersion = (text: string): boolean => NUMBERS.test(text);

/** > 0: the first is higher; null: one of them is none of numbers. */
function compareVersions(one: string, other: string): number | null {
  if (!isVersion(one) || !isVersion(other)) return null;
  const [a, b] = [one, other].map((each) => each.split('.').map(Number)) as [number[], number[]];
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** 1.0 becomes 1.1, 3 becomes 4. */
function raised(version: string): string {
  const parts = version.split('.');
  return [...parts.slice(0, -1), Number(parts.at(-1)) + 1].join('.');
}

export interface VersionSource {
  /** In its front matter; null: none. */
  readonly own: string | null;
  /** Those of the versions that are kept. */
  readonly before: readonly string[];
  /** A person handed the text in: their version stays if it rises. */
  readonly isPersons: boolean;
  /** Which version a person said that it is. */
  readonly said?: string | null;
}

/** What an agent wrote there counts only where it says the same. */
export function versionFor({ own, before, isPersons, said = null }: VersionSource): string {
  const known = before.filter(isVersion).sort((one, other) => compareVersions(one, other) ?? 0);
  const last = known.at(-1);
  const rises = (version: string): boolean => last === undefined || (compareVersions(version, last) ?? 0) > 0;
  if (said !== null && isVersion(said) && rises(said)) return said;
  if (isPersons && own !== null && (last === undefined || rises(own))) return own;
  const wanted = last === undefined ? FIRST : raised(last);
  return own !== null && compareVersions(own, wanted) === 0 ? own : wanted;
}
