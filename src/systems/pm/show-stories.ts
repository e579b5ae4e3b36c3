// What the operations on stories gave, in lines for people, within the width of a terminal.

import type { Json } from '../../json.ts';

interface ShownStory {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly points: number;
  readonly estimated: boolean;
  readonly priority: string | null;
  readonly waitsFor: readonly string[];
  readonly file: string;
}

interface ShownFeature {
  readonly feature: string;
  readonly tally: string;
  readonly stories: readonly ShownStory[];
  readonly started?: readonly ShownStory[];
}

interface ShownStories {
  readonly features: readonly ShownFeature[];
  readonly withoutStories: readonly string[];
  readonly warnings: readonly string[];
}

interface ShownExport {
  readonly as: string;
  readonly features: readonly { readonly feature: string; readonly stories: number }[];
  readonly warnings: readonly string[];
  readonly folder: string;
  readonly files: readonly { readonly path: string; readonly outcome: string }[];
}

const WIDTH = 80;
const TITLE_MIN = 16;
const EMPTY = [
  'No stories yet.',
  '',
  'An architect writes them from a spec that was submitted:',
  '  signoff pm                    to be interviewed for one',
  '  signoff pm --upload spec.md   to submit one you have',
];

export function showStories(output: Json, width: number | null): readonly string[] {
  const { features, withoutStories, warnings } = output as unknown as ShownStories;
  if (features.length === 0)
    return [...(withoutStories.length === 0 ? EMPTY : waiting(withoutStories)), ...noted(warnings)];
  const lines = features.map(({ feature, tally, stories }) => [
    `${feature}: ${tally}`,
    '',
    ...rows(stories, width ?? WIDTH, ({ waitsFor }) => (waitsFor.length === 0 ? '' : `after ${several(waitsFor)}`)),
  ]);
  const next = ['', 'What can start now: signoff stories next'];
  return [...joined(lines), ...next, ...also(withoutStories), ...noted(warnings)];
}

export function showNext(output: Json, width: number | null): readonly string[] {
  const { features, withoutStories, warnings } = output as unknown as ShownStories;
  if (features.length === 0)
    return [...(withoutStories.length === 0 ? EMPTY : waiting(withoutStories)), ...noted(warnings)];
  const lines = features.map(({ feature, tally, stories, started = [] }) => [
    `${feature}: ${tally}`,
    ...(started.length === 0 ? [] : ['', 'In progress', ...placed(started, width)]),
    ...(stories.length === 0 ? ['', nothingNext(tally, started)] : ['', 'Can start now', ...placed(stories, width)]),
  ]);
  const how = ['', 'Set status: in_progress, then done, in the file of a story.'];
  const isAny = features.some(({ stories, started = [] }) => stories.length + started.length > 0);
  return [...joined(lines), ...(isAny ? how : []), ...also(withoutStories), ...noted(warnings)];
}

export function showExport(output: Json, width: number | null): readonly string[] {
  const { features, folder, files, warnings } = output as unknown as ShownExport;
  const counts = features.map(
    ({ feature, stories }) => `${feature}: ${stories} ${stories === 1 ? 'story' : 'stories'}`,
  );
  const few = files.length > 12 ? files.slice(0, 10) : files;
  const more = files.length - few.length;
  const changed = files.filter(({ outcome }) => outcome !== 'unchanged').length;
  return [
    ...counts,
    ...few.map(({ path, outcome }) => cut(`  ${outcome.padEnd(9)}  ${path}`, width ?? 1000)),
    ...(more === 0 ? [] : [`  and ${more} more`]),
    changed === 0 ? `All of it was there already, in ${folder}` : `In ${folder}`,
    ...noted(warnings),
  ];
}

function nothingNext(tally: string, started: readonly ShownStory[]): string {
  if (started.length > 0) return 'Nothing else can start: it waits for what is in progress.';
  return /to do/.test(tally) ? 'Nothing can start: the stories wait for each other.' : 'All stories are done.';
}

/** One line for each; the title gives way. */
function rows(stories: readonly ShownStory[], width: number, behind: (story: ShownStory) => string): string[] {
  const of = (text: (story: ShownStory) => string): number => Math.max(0, ...stories.map((each) => text(each).length));
  const [ids, priorities, states] = [of(({ id }) => id), of(({ priority }) => priority ?? ''), of(stateOf)];
  const notes = Math.min(24, of(behind));
  const fixed = 2 + ids + 2 + 2 + priorities + 3 + 2 + states + (notes === 0 ? 0 : notes + 2);
  const titles = Math.max(
    TITLE_MIN,
    Math.min(
      of(({ title }) => title),
      width - fixed,
    ),
  );
  return stories.map((story) => {
    const { id, title, priority } = story;
    const points = story.estimated ? String(story.points) : '-';
    const cells = [
      ...[id.padEnd(ids), cut(title, titles).padEnd(titles), (priority ?? '').padEnd(priorities)],
      ...[points, stateOf(story).padEnd(states), cut(behind(story), Math.max(notes, 1))],
    ];
    return `  ${cells.filter((cell, at) => at !== 2 || priorities > 0 || cell !== '').join('  ')}`.trimEnd();
  });
}

/** With the file to open. */
function placed(stories: readonly ShownStory[], width: number | null): string[] {
  const lines = rows(stories, width ?? WIDTH, () => '');
  return stories.flatMap(({ id, file }, at) => [lines[at] ?? '', `  ${' '.repeat(id.length)}  ${file}`]);
}

const stateOf = ({ status }: ShownStory): string => (status === 'todo' ? 'to do' : status.replace('_', ' '));

function several(ids: readonly string[]): string {
  return ids.length > 2 ? `${ids[0]} and ${ids.length - 1} more` : ids.join(', ');
}

function cut(text: string, max: number): string {
  const signs = [...text];
  return signs.length <= max ? text : `${signs.slice(0, Math.max(0, max - 1)).join('')}…`;
}

const joined = (groups: readonly (readonly string[])[]): string[] =>
  groups.flatMap((lines, at) => (at === 0 ? [...lines] : ['', ...lines]));

const waiting = (features: readonly string[]): readonly string[] => [
  `${features.join(', ')}: no stories yet.`,
  '',
  'They come when an architect approves the spec: signoff pm status',
];

const also = (features: readonly string[]): readonly string[] =>
  features.length === 0 ? [] : ['', `Without stories: ${features.join(', ')}`];

const noted = (warnings: readonly string[]): readonly string[] =>
  warnings.length === 0 ? [] : ['', ...warnings.map((warning) => `! ${warning}`)];
