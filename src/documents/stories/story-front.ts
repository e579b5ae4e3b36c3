// The front matter of a story's file: the fields of the story, and whatever else people keep there.

import type { Story } from './story.ts';

/** Of the story, by name; null: the line is left out. */
export function frontOf(story: Story): { readonly [name: string]: string | null } {
  const list = (ids: readonly string[]): string => `[${ids.join(', ')}]`;
  return {
    ...{ id: story.id, spec: story.spec, title: JSON.stringify(story.title), status: story.status },
    status_before: story.statusBefore ?? null,
    ...{ points: String(story.points), type: story.type },
    ...{ depends_on: list(story.dependencies), covers: list(story.covers) },
    spec_version: story.specVersion === null ? null : JSON.stringify(story.specVersion),
  };
}

/** Each field in the place where it stands; new ones behind the last that was there, others stay. */
export function frontLines(story: Story, before: readonly string[] = []): readonly string[] {
  const fields = frontOf(story);
  const left = new Map(Object.entries(fields));
  const kept = before.flatMap((line) => {
    const name = line.slice(0, Math.max(0, line.indexOf(':'))).trim();
    if (!(name in fields) || /^\s/.test(line)) return [line];
    const value = left.get(name);
    left.delete(name);
    return value === null || value === undefined ? [] : [`${name}: ${value}`];
  });
  const added = [...left].flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return [...kept, ...added];
}
