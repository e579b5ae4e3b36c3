// The names of a specification's versions: spec/v1.md, spec/v2.md, ...

const VERSION = /^(?:spec\/)?v(\d{1,6})\.md$/;

/** Among these paths or names, in order. */
export function versionsOf(names: readonly string[]): readonly number[] {
  const found = names.flatMap((name) => VERSION.exec(name)?.[1] ?? []).map(Number);
  return [...new Set(found)].filter((number) => number > 0).sort((a, b) => a - b);
}

export const versionFile = (version: number): string => `spec/v${version}.md`;

/** One after the highest: a version that was removed does not give its name to another. */
export function nextVersionFile(names: readonly string[]): string {
  return versionFile((versionsOf(names).at(-1) ?? 0) + 1);
}
