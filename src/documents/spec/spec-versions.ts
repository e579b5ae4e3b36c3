// The names of a specification's versions: spec/v1.md, spec/v2.md, ...

const VERSION = /^(?:spec\/)?v(\d{1,6})\.md$/;

/** Among these paths or names, in order. */
export function versionsOf(names: readonly string[]): readonly number[] {
  const found = names.flatMap((name) => VERSION.exec(name)?.[1] ?? []).map(Number);
  return [...new Set(found)].filter((number) => number > 0).sort((a, b) => a - b);
}

export const versionFile = (version: number): string => `spec/v${version}.md`;
