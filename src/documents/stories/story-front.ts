// The front matter of a story's file: the fields of the story, and whatever else people keep there.

import { linesOf } from '../markdown/headings-of.ts';
import type { Story } from './story.ts';

export interface StoryFront {
  /** As written, by name. */
  readonly values: ReadonlyMap<string, string>;
  readonly lines: readonly string[];
  /** What follows it. */
  readonly body: string;
}

/** null: the text begins with none. */
export function readStoryFront(text: string): StoryFront | null {
  const lines = linesOf(text.replace(/^\uFEFF/, ''));
  if (lines[0]?.trimEnd() !== '---') return null;
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---');
  if (end < 0) return null;
  const own = lines.slice(1, end);
  const values = own.flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 || /^[\s#-]/.test(line) ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const];
  });
  return { values: new Map(values), lines: own, body: lines.slice(end + 1).join('\n') };
}

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

/** `"a"`, `'a'` and `a`, without a comment behind it. */
export function textOf(value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  if (value.startsWith('"')) {
    try {
      return String(JSON.parse(value));
    } catch {
      return value.replace(/^"|"$/g, '');
    }
  }
  if (value.startsWith("'") && value.endsWith("'") && value.length > 1) return value.slice(1, -1).replaceAll("''", "'");
  const comment = value.indexOf(' #');
  return (comment < 0 ? value : value.slice(0, comment)).trim();
}

/** `[S-001, S-002]`, also without brackets. */
export function listIn(value: string | undefined): readonly string[] {
  const text = (textOf(value) ?? '').replace(/^\[/, '').replace(/\]$/, '');
  const ids = text.split(',').map((id) => id.replace(/["']/g, '').trim());
  return [...new Set(ids.filter((id) => id !== ''))];
}
