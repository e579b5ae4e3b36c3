// The requirements of a spec and the stories made from it, as items and links of a feature's trace.

import { linesOf } from '../markdown/headings-of.ts';
import { readSpec } from '../spec/read-spec.ts';
import { readStory } from '../stories/read-story.ts';
import { readUncovered } from '../stories/write-index.ts';
import type { TraceItem, TraceLink } from './read-trace.ts';

export const SPEC_FILE = 'spec.md';
export const STORIES_FOLDER = 'stories';

export interface StoryTexts {
  /** README.md of the folder; '' where there is none. */
  readonly index: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

export interface SpecTrace {
  readonly items: readonly TraceItem[];
  readonly links: readonly TraceLink[];
  /** Requirements of the spec that no story covers, for a reason that the index gives. */
  readonly excused: ReadonlySet<string>;
}

/** A retired story is an item that nothing leads to. */
export function readSpecTrace(spec: string, stories: StoryTexts = { index: '', files: [] }): SpecTrace {
  const { requirements } = spec === '' ? { requirements: [] } : readSpec(spec);
  const [items, links]: [TraceItem[], TraceLink[]] = [[], []];
  for (const { id, title, line, sources } of requirements.filter((each) => each.id !== '')) {
    items.push({ id, kind: 'spec requirement', title, file: SPEC_FILE, line, section: null });
    links.push(...sources.map((from) => ({ from, to: id, file: SPEC_FILE, line })));
  }
  for (const { name, text } of stories.files) {
    const read = readStory(text);
    if (!read.ok) continue;
    const { id, title, covers, dependencies, status } = read.story;
    const file = `${STORIES_FOLDER}/${name}`;
    const isRetired = status === 'retired';
    const at = lineOf(text, `# ${id}:`);
    items.push({ id, kind: 'story', title: isRetired ? `${title} (retired)` : title, file, line: at, section: null });
    const linked = (ids: readonly string[], key: string): readonly TraceLink[] =>
      ids.map((from) => ({ from, to: id, file, line: lineOf(text, key) }));
    if (!isRetired) links.push(...linked(covers, 'covers:'), ...linked(dependencies, 'depends_on:'));
  }
  return { items, links, excused: new Set(readUncovered(stories.index).map(({ requirement }) => requirement)) };
}

/** From 1. */
const lineOf = (text: string, start: string): number =>
  Math.max(
    0,
    linesOf(text).findIndex((line) => line.startsWith(start)),
  ) + 1;
