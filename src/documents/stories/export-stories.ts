// A backlog as files for other tools: Markdown, issues for GitHub's REST API, or a table.

import type { ExportedFile } from '../export/export-documents.ts';
import { plainText } from '../markdown/filed-text.ts';
import { readFront } from '../markdown/front-matter.ts';
import { linesOf, oneLine } from '../markdown/headings-of.ts';
import { storiesTable } from './stories-table.ts';
import { isEstimated, type Story, type StorySpec } from './story.ts';
import { orderStories, type Priorities, storyPriorities } from './story-graph.ts';
import { piecesOf, unguardLine } from './story-parts.ts';
import { INDEX_FILE, pointsText, writeIndex } from './write-index.ts';
import { storyFile, writeStory } from './write-story.ts';

export const STORY_LAYOUTS = ['markdown', 'github', 'csv'] as const;
export type StoryLayout = (typeof STORY_LAYOUTS)[number];

export interface StoryExport {
  readonly feature: string;
  readonly stories: readonly Story[];
  readonly spec: StorySpec;
  /** The files of stories as they are, by id: what people wrote is exported too. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Markdown as one file. */
  readonly isOneFile?: boolean;
}

export interface ExportedStories {
  readonly files: readonly ExportedFile[];
  /** How many stories they hold. */
  readonly items: number;
}

/** The same backlog gives the same bytes. */
export function exportStories(as: StoryLayout, given: StoryExport): ExportedStories {
  const priorities = storyPriorities(given.stories, given.spec);
  const ordered = orderStories(given.stories, priorities);
  const live = ordered.filter(({ status }) => status !== 'retired');
  if (as === 'csv')
    return {
      items: ordered.length,
      files: [{ path: `${given.feature}-stories.csv`, text: storiesTable(ordered, given.spec) }],
    };
  if (as === 'github') {
    const open = live.filter(({ status }) => status !== 'done');
    const issues = open.map((story) => issueOf(story, given, priorities));
    const text = `${JSON.stringify(issues, null, 2)}\n`;
    return { items: open.length, files: [{ path: `${given.feature}-issues.json`, text }] };
  }
  return given.isOneFile === true
    ? { items: live.length, files: [{ path: `${given.feature}-stories.md`, text: oneFile(live, given) }] }
    : { items: ordered.length, files: folderOf(ordered, given) };
}

/** As they lie in the project, under the feature's name. */
function folderOf(ordered: readonly Story[], { feature, stories, spec, texts }: StoryExport): readonly ExportedFile[] {
  const files = ordered.map((story) => ({
    path: `${feature}/${storyFile(story.id)}`,
    text: writeStory(story, { spec, stories }, texts?.get(story.id)),
  }));
  return [{ path: `${feature}/${INDEX_FILE}`, text: writeIndex(stories, spec) }, ...files];
}

function oneFile(live: readonly Story[], given: StoryExport): string {
  const { spec, stories } = given;
  const parts = live.map((story) => {
    const facts = [pointsText([story]), story.type, story.status];
    const [title = '', ...rest] = bodyOf(story, given);
    return [`${title}`, '', `*${facts.join(', ').replace('_', ' ')}*`, ...rest].map(deeper).join('\n').trimEnd();
  });
  return `${[writeIndex(stories, spec).trimEnd(), ...parts].join('\n\n')}\n`;
}

/** The story's headings come below the file's own. */
const deeper = (line: string): string => (/^#{1,5} /.test(line) ? `#${line}` : line);

/** A file without front matter and marks, from its title on. */
function bodyOf(story: Story, { stories, spec, texts }: StoryExport): readonly string[] {
  const text = writeStory(story, { spec, stories }, texts?.get(story.id));
  const body = readFront(text)?.body ?? '';
  const lines = piecesOf(body).flatMap(({ kind, lines: own }) => (kind === 'part' ? own.map(unguardLine) : own));
  return lines.slice(
    Math.max(
      0,
      lines.findIndex((line) => line.startsWith('# ')),
    ),
  );
}

/** GitHub refuses longer ones. */
const [TITLE_MAX, BODY_MAX] = [256, 65_000];

/** Tells an issue that was imported already. */
const issueMark = (feature: string, id: string): string => `<!-- signoff:${feature}/${id} -->`;

function issueOf(story: Story, given: StoryExport, priorities: Priorities) {
  const { id, title, type, dependencies, covers } = story;
  const points = isEstimated(story) ? [`points: ${story.points}`] : [];
  const titles = new Map(given.stories.map((each) => [each.id, each.title]));
  const needs = dependencies.map((each) => `- ${each} ${titles.get(each) ?? ''}`.trimEnd());
  const [, ...rest] = bodyOf(story, given);
  const at = rest.indexOf('## Depends on');
  const own = withoutLinks(at < 0 ? rest : withoutSection(rest, at));
  const text = [
    ...linesOf(own.join('\n').trim()).map(harmless),
    ...(needs.length === 0 ? [] : ['', '## Depends on', '', ...needs.map(harmless)]),
    ...['', `Story ${id} of ${given.feature}, covers ${covers.join(', ')}.`],
  ].join('\n');
  const priority = ['must', 'should', 'could'][priorities.get(id) ?? -1];
  return {
    title: cutTo(`${id}: ${plainText(oneLine(title))}`, TITLE_MAX),
    body: `${cutTo(text, BODY_MAX)}\n\n${issueMark(given.feature, id)}\n`,
    labels: ['story', type, ...points, ...(priority === undefined ? [] : [`priority: ${priority}`])],
  };
}

/** What people wrote below the generated list stays. */
function withoutSection(lines: readonly string[], at: number): readonly string[] {
  const isOwn = (line: string): boolean =>
    line.trim() === '' || /^- \[S-\d{3,}\]|^Nothing: it can|^- open: /.test(line);
  const end = lines.findIndex((line, index) => index > at && !isOwn(line));
  return [...lines.slice(0, at), ...(end < 0 ? [] : lines.slice(end))];
}

/** Files beside it are not there on GitHub. */
const withoutLinks = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replace(/\[(S-\d{3,9})\]\(S-\d{3,9}\.md\)/g, '$1'));

/** Nobody is notified by an import, and no text can pass for the mark of a story. */
const harmless = (line: string): string =>
  line.replaceAll('<!-- signoff:', '<!-- ').replace(/(^|[^\p{L}\p{N}_`/])@(?=[A-Za-z0-9])/gu, '$1@<!-- -->');

function cutTo(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 4).toWellFormed()} ...`;
}
