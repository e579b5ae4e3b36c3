// Stories as a table that spreadsheets read (RFC 4180), in which no cell can act as a formula.

import { plainText } from '../markdown/filed-text.ts';
import { isEstimated, isFiledAsSaid, type Story, type StorySpec } from './story.ts';
import { storyPriorities } from './story-graph.ts';

const COLUMNS = [
  ...['id', 'feature', 'title', 'type', 'points', 'status', 'priority', 'depends_on', 'covers', 'sources'],
  ...['acceptance_criteria', 'content'],
];

export function storiesTable(stories: readonly Story[], spec: StorySpec): string {
  const priorities = storyPriorities(stories, spec);
  const sources = new Map(spec.requirements.map((each) => [each.id, each.sources]));
  const rows = stories.map((story) => [
    ...[story.id, story.spec, plainText(story.title), story.type],
    ...[isEstimated(story) ? String(story.points) : '', story.status],
    ['must', 'should', 'could'][priorities.get(story.id) ?? -1] ?? '',
    ...[story.dependencies.join(' '), story.covers.join(' ')],
    [...new Set(story.covers.flatMap((id) => sources.get(id) ?? []))].join(' '),
    story.criteria
      .map(({ text, traces }) => [...(traces.length === 0 ? [] : [`${traces.join(' ')}:`]), plainText(text)].join(' '))
      .join('\n'),
    isFiledAsSaid(story) ? plainText(story.content) : story.content,
  ]);
  return [COLUMNS, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** Spreadsheets take a cell that begins so for a formula; the apostrophe says that it is text. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u;

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
