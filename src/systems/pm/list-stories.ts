// The stories of a project's features as data: in the order to work in, and what can start now.

import { plainText } from '../../documents/markdown/filed-text.ts';
import { drawStories } from '../../documents/stories/draw-stories.ts';
import { isEstimated, type Story } from '../../documents/stories/story.ts';
import { orderStories, startable, storyPriorities } from '../../documents/stories/story-graph.ts';
import { tallyOf } from '../../documents/stories/write-index.ts';
import { storyFile } from '../../documents/stories/write-story.ts';
import type { JsonObject } from '../../json.ts';
import type { OperationDeps, OperationInput, OperationResult } from '../../ports/system-operation.ts';
import { FEATURES_FOLDER, featuresIn } from '../features/read-feature.ts';
import { type Backlog, readBacklog, readBacklogs } from './read-backlog.ts';

export async function listStories(deps: OperationDeps, input: OperationInput): Promise<OperationResult> {
  const found = await backlogsFor(deps, input);
  if ('refused' in found) return found;
  return resultOf(found.backlogs, (backlog, ordered) => {
    const shown = input.all === true ? ordered : ordered.filter(({ status }) => status !== 'retired');
    return { picture: drawStories(backlog.stories), stories: shown.map((story) => viewOf(story, backlog)) };
  });
}

export async function nextStories(deps: OperationDeps, input: OperationInput): Promise<OperationResult> {
  const found = await backlogsFor(deps, input);
  if ('refused' in found) return found;
  return resultOf(found.backlogs, (backlog, ordered) => {
    const next = startable(backlog.stories, prioritiesOf(backlog));
    const started = ordered.filter(({ status }) => status === 'in_progress');
    const views = (stories: readonly Story[]) => stories.map((story) => viewOf(story, backlog));
    return { started: views(started), stories: views(next) };
  });
}

/** All that have a spec or stories, or the one that is asked for. */
export async function backlogsFor(
  { files, project }: OperationDeps,
  { feature }: OperationInput,
): Promise<{ readonly backlogs: readonly Backlog[] } | Extract<OperationResult, { refused: unknown }>> {
  if (typeof feature !== 'string') return { backlogs: await readBacklogs(files, project) };
  const known = await featuresIn(files, project);
  if (known.includes(feature)) return { backlogs: [await readBacklog(files, project, feature)] };
  const there = known.length === 0 ? `no feature in ${FEATURES_FOLDER}` : `only ${known.join(', ')}`;
  const fix = 'Give another, or the project with --project. Nothing was changed.';
  const message = `Expected the feature "${feature}" in ${FEATURES_FOLDER}, found ${there}. ${fix}`;
  return { refused: { code: 'unknown-feature', message } };
}

function resultOf(
  backlogs: readonly Backlog[],
  view: (backlog: Backlog, ordered: readonly Story[]) => JsonObject,
): OperationResult {
  const having = backlogs.filter(({ stories }) => stories.length > 0);
  const features = having.map((backlog) => {
    const live = backlog.stories.filter(({ status }) => status !== 'retired');
    const ordered = orderStories(backlog.stories, prioritiesOf(backlog));
    const title = backlog.spec?.title ?? '';
    return { feature: backlog.feature, title, tally: tallyOf(live), ...view(backlog, ordered) };
  });
  const without = backlogs.filter(({ stories }) => stories.length === 0).map(({ feature }) => feature);
  return { output: { features, withoutStories: without, warnings: backlogs.flatMap(({ warnings }) => warnings) } };
}

/** Found once for each backlog. */
const known = new WeakMap<Backlog, ReturnType<typeof storyPriorities>>();

function prioritiesOf(backlog: Backlog): ReturnType<typeof storyPriorities> {
  const before = known.get(backlog);
  if (before !== undefined) return before;
  const found = storyPriorities(backlog.stories, backlog.spec ?? { requirements: [] });
  known.set(backlog, found);
  return found;
}

const statuses = new WeakMap<Backlog, ReadonlyMap<string, string>>();

function statusesOf(backlog: Backlog): ReadonlyMap<string, string> {
  const before = statuses.get(backlog);
  if (before !== undefined) return before;
  const found = new Map(backlog.stories.map(({ id, status }) => [id, status]));
  statuses.set(backlog, found);
  return found;
}

function viewOf(story: Story, backlog: Backlog): JsonObject {
  const { id, title, status, points, type, dependencies, covers, criteria } = story;
  const of = statusesOf(backlog);
  const isOpen = (other: string): boolean => of.get(other) === 'todo' || of.get(other) === 'in_progress';
  return {
    ...{ id, title: plainText(title), status, points, estimated: isEstimated(story), type, dependencies, covers },
    priority: ['must', 'should', 'could'][prioritiesOf(backlog).get(id) ?? -1] ?? null,
    waitsFor: status === 'todo' || status === 'in_progress' ? dependencies.filter(isOpen) : [],
    ...{ criteria: criteria.length, criteriaDone: criteria.filter(({ isDone }) => isDone === true).length },
    file: `${backlog.folder}/${storyFile(id)}`,
  };
}
