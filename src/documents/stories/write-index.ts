// The index of a backlog, stories/README.md: in the order to work in, with a picture of what waits for what.

import { plainText } from '../markdown/filed-text.ts';
import { linesOf, oneLine } from '../markdown/headings-of.ts';
import { drawStories } from './draw-stories.ts';
import { isEstimated, type Story, type StorySpec, type StorySubmission } from './story.ts';
import { orderStories, startable, storyPriorities } from './story-graph.ts';
import { storyFile } from './write-story.ts';

export const INDEX_FILE = 'README.md';
const [OPEN, CLOSE] = ['<!-- signoff:backlog -->', '<!-- /signoff:backlog -->'];

export interface IndexSetting {
  /** Requirements that no story covers, with the reason the architect gave. */
  readonly uncovered?: StorySubmission['uncovered'];
  /** The file as it is; what stands outside of the marks stays. */
  readonly before?: string;
}

export function writeIndex(stories: readonly Story[], spec: StorySpec, setting: IndexSetting = {}): string {
  const { uncovered = [], before = '' } = setting;
  const lines = linesOf(before);
  const [open, close] = [lines.indexOf(OPEN), lines.indexOf(CLOSE)];
  const feed = before.includes('\r\n') ? '\r\n' : '\n';
  const own = [OPEN, ...indexLines(stories, spec), ...uncoveredLines(uncovered), CLOSE];
  if (open >= 0 && close > open) return [...lines.slice(0, open), ...own, ...lines.slice(close + 1)].join(feed);
  const rest = before.trim() === '' ? [] : ['', ...lines];
  const text = [`# Stories: ${oneLine(spec.title)}`, '', ...own, ...rest].join(feed);
  return text.endsWith(feed) ? text : `${text}${feed}`;
}

function indexLines(stories: readonly Story[], spec: StorySpec): readonly string[] {
  const priorities = storyPriorities(stories, spec);
  const ordered = orderStories(stories, priorities);
  const [live, retired] = [
    ordered.filter(({ status }) => status !== 'retired'),
    ordered.filter(({ status }) => status === 'retired'),
  ];
  const next = startable(stories, priorities);
  return [
    `${tallyOf(live)}. ${nextLine(next)}`,
    '',
    ...table(live),
    ...(live.length === 0 ? [] : ['', '```mermaid', ...linesOf(drawStories(stories)), '```']),
    ...(retired.length === 0
      ? []
      : [
          '',
          '## Retired',
          '',
          ...retired.map(({ id, title }) => `- [${id}](${storyFile(id)}) ${cellOf(plainText(title))}`),
        ]),
  ];
}

const NOT_COVERED = '## Not covered';

function uncoveredLines(uncovered: NonNullable<IndexSetting['uncovered']>): readonly string[] {
  if (uncovered.length === 0) return [];
  return ['', NOT_COVERED, '', ...uncovered.map(({ requirement, reason }) => `- ${requirement}: ${oneLine(reason)}`)];
}

/** What an index says of requirements, or of single criteria, that no story covers. */
export function readUncovered(index: string): NonNullable<IndexSetting['uncovered']> {
  const lines = linesOf(index);
  const start = lines.lastIndexOf(NOT_COVERED);
  const end = lines.indexOf(CLOSE, start);
  return lines.slice(start < 0 ? lines.length : start, end < 0 ? lines.length : end).flatMap((line) => {
    const [, requirement, reason] = /^- (R-\d{3,9}(?:\.\d{1,4})?): (.*)$/.exec(line) ?? [];
    return requirement === undefined || reason === undefined ? [] : [{ requirement, reason }];
  });
}

/** `5 stories, 12 points: 1 done, 1 in progress, 3 to do`; what nobody estimated is not among the points. */
export function tallyOf(stories: readonly Story[]): string {
  const count = (status: Story['status']): number => stories.filter((story) => story.status === status).length;
  const parts = [
    [count('done'), 'done'],
    [count('in_progress'), 'in progress'],
    [count('todo'), 'to do'],
  ].flatMap(([number, word]) => (number === 0 ? [] : [`${number} ${word}`]));
  const head = `${countOf(stories.length, 'story', 'stories')}, ${pointsText(stories)}`;
  return parts.length === 0 ? head : `${head}: ${parts.join(', ')}`;
}

/** `12 points`, `not estimated`, or `7 points, 2 not estimated`. */
export function pointsText(stories: readonly Pick<Story, 'content' | 'points'>[]): string {
  const estimated = stories.filter(isEstimated);
  const left = stories.length - estimated.length;
  if (left > 0 && estimated.length === 0) return 'not estimated';
  const points = estimated.reduce((sum, story) => sum + story.points, 0);
  return `${countOf(points, 'point', 'points')}${left === 0 ? '' : `, ${left} not estimated`}`;
}

const countOf = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

function nextLine(next: readonly Story[]): string {
  if (next.length === 0) return 'Nothing new can start now.';
  return `Can start now: ${next.map(({ id }) => id).join(', ')}.`;
}

function table(stories: readonly Story[]): readonly string[] {
  if (stories.length === 0) return ['No story is open.'];
  return [
    '| Story | Title | Points | Type | Status | Depends on | Covers |',
    '| --- | --- | ---: | --- | --- | --- | --- |',
    ...stories.map((story) => {
      const { id, title, type, status, dependencies, covers } = story;
      const points = isEstimated(story) ? story.points : '-';
      const cells = [`[${id}](${storyFile(id)})`, cellOf(plainText(title)), points, type, status.replace('_', ' ')];
      return `| ${[...cells, dependencies.join(', '), covers.join(', ')].join(' | ')} |`.replaceAll('|  |', '| |');
    }),
  ];
}

/** Bars would end a cell. */
const cellOf = (text: string): string =>
  oneLine(text).replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('<', '&lt;');
