// What drafters were given of the project: once for each section and passage, with the rounds, and as people read it.

import type { ContextSource } from './state.ts';

const keyOf = ({ section, source, lines }: ContextSource): string => JSON.stringify([section, source, lines]);

/** The record with what was given now. A passage that was given before gets the new round. */
export function withSources(known: readonly ContextSource[], now: readonly ContextSource[]) {
  const all = new Map<string, ContextSource>();
  for (const each of [...known, ...now]) {
    const rounds = [...(all.get(keyOf(each))?.rounds ?? []), ...(each.rounds ?? [])];
    all.set(keyOf(each), { ...each, rounds: [...new Set(rounds)].sort((a, b) => a - b) });
  }
  return [...all.values()].map((each) => ({ ...each }));
}

/** A table: what was used for which section. */
export function sourcesTable(sources: readonly ContextSource[]): string {
  const rows = sources.map(
    ({ section, source, lines, rounds }) =>
      `| ${cell(section)} | \`${cell(source)}\` | ${cell(lines)} | ${(rounds ?? []).join(', ')} |`,
  );
  return ['| section | file | lines | rounds |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const cell = (text: string): string => text.replace(/[|`\r\n]/g, ' ');

const NAMED_MAX = 4;

/** One line for each file: `notes/rooms.md (12-30, 44-50) for hld: components, lld: models`. */
export function sourceLines(sources: readonly ContextSource[]): readonly string[] {
  const files = Map.groupBy(sources, ({ source }) => source);
  return [...files].map(([source, own]) => {
    const lines = new Set(own.map((each) => each.lines));
    const sections = new Set(own.map(({ section }) => section));
    const named = sections.size > NAMED_MAX ? `${sections.size} sections` : [...sections].join(', ');
    return `${source} (${[...lines].join(', ')}) for ${named}`;
  });
}
