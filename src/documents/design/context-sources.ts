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

/** One file with the lines of it that were given, and the sections they were given for. */
interface UsedFile {
  readonly source: string;
  readonly lines: string;
  readonly sections: readonly string[];
}

function usedFiles(sources: readonly ContextSource[]): readonly UsedFile[] {
  return [...Map.groupBy(sources, ({ source }) => source)].map(([source, own]) => ({
    source,
    lines: mergedLines(own.map(({ lines }) => lines)),
    sections: [...new Set(own.map(({ section }) => section))],
  }));
}

/** `1-30`, `12-40` and `7` are `1-40`. */
function mergedLines(ranges: readonly string[]): string {
  const read = ranges
    .flatMap((range) => range.split(/,\s{0,3}/))
    .map((range) => range.split('-').map(Number))
    .map(([from = 0, to = from]) => ({ from, to }))
    .sort((a, b) => a.from - b.from);
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of read) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/** A table with a row for each file, and in it the sections by their parts: `hld: overview, data-flow`. */
export function sourcesTable(sources: readonly ContextSource[]): string {
  const rows = usedFiles(sources).map(
    ({ source, lines, sections }) => `| \`${cell(source)}\` | ${lines} | ${cell(byPart(sections))} |`,
  );
  return ['| file | lines | for |', '| --- | --- | --- |', ...rows].join('\n');
}

function byPart(sections: readonly string[]): string {
  const parts = Map.groupBy(sections, (section) => section.split(': ')[0] ?? '');
  return [...parts]
    .map(([part, own]) => {
      const names = own.filter((section) => section !== part).map((section) => section.slice(part.length + 2));
      return names.length < own.length || names.length === 0 ? part : `${part}: ${names.join(', ')}`;
    })
    .join('; ');
}

const cell = (text: string): string => text.replace(/[|`\r\n]/g, ' ');

const NAMED_MAX = 4;

/** One line for each file: `notes/rooms.md (12-30, 44-50) for hld: components, lld: models`. */
export function sourceLines(sources: readonly ContextSource[]): readonly string[] {
  return usedFiles(sources).map(({ source, lines, sections }) => {
    const named = sections.length > NAMED_MAX ? `${sections.length} sections` : sections.join(', ');
    return `${source} (${lines}) for ${named}`;
  });
}
