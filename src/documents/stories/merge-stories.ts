// The backlog after a submission: each story keeps its id and status, and what is no longer asked for is retired.

import { keepPeoplesEdits } from './keep-peoples-edits.ts';
import { matchStories } from './match-stories.ts';
import { type ReadSubmittedStory, readSubmission } from './read-submission.ts';
import { byStoryId, numberOf, type Story, type StorySpec, storyId } from './story.ts';
import { mayStandFor, type SpecCriteria, specCriteria, traceCriterion, tracedBy } from './trace-criteria.ts';

export interface StoryChange {
  readonly id: string;
  /** Names of what is another now: title, content, criteria, dependencies, points, type, covers. */
  readonly fields: readonly string[];
}

export interface MergedStories {
  /** By id, with those that were retired. */
  readonly stories: readonly Story[];
  /** Ids. */
  readonly added: readonly string[];
  readonly changed: readonly StoryChange[];
  /** Ids of those that this submission no longer asks for. */
  readonly retired: readonly string[];
}

/** `previous`: as their files hold them, so that status, ticks and criteria that people wrote are kept; retired ones
 *  among them, since their ids are never given again. `submission`: one that `checkStories` passed. The order of its
 *  stories is of no matter. `feature`: whose backlog it is. `taken`: ids of files that could not be read. */
export function mergeStories(
  previous: readonly Story[],
  submission: unknown,
  spec: StorySpec,
  feature: string,
  taken: readonly string[] = [],
): MergedStories {
  const submitted = readSubmission(submission).requirements.toSorted(
    (a, b) => byStoryId(a.id, b.id) || compare(a.title, b.title),
  );
  const before = new Map(previous.map((story) => [story.id, story]));
  const ids = idsFor(previous, submitted, taken);
  const criteria = specCriteria(spec);
  const traced = tracedBy(submitted, criteria);
  const made = submitted.map((story) =>
    storyOf(story, ids, before.get(ids.get(story.id) ?? ''), { criteria, traced, feature, version: spec.version }),
  );
  const now = new Map(made.map((story) => [story.id, story]));
  const gone = previous.filter(({ id }) => !now.has(id));
  const changed = [...now.values()].flatMap((story) => {
    const old = before.get(story.id);
    const fields = old === undefined ? [] : fieldsChanged(old, story);
    return fields.length === 0 ? [] : [{ id: story.id, fields }];
  });
  return {
    stories: [...now.values(), ...gone.map(retire)].sort((a, b) => byStoryId(a.id, b.id)),
    added: [...now.keys()].filter((id) => !before.has(id)).sort(byStoryId),
    changed: changed.sort((a, b) => byStoryId(a.id, b.id)),
    retired: gone
      .filter(({ status }) => status !== 'retired')
      .map(({ id }) => id)
      .sort(byStoryId),
  };
}

/** By submitted id. New ones follow the highest that was ever given, in the order of their submitted ids. */
function idsFor(
  previous: readonly Story[],
  submitted: readonly ReadSubmittedStory[],
  taken: readonly string[],
): ReadonlyMap<string, string> {
  const ids = new Map(matchStories(previous, submitted));
  let last = Math.max(0, ...[...previous.map(({ id }) => id), ...taken].map((id) => numberOf(id) ?? 0));
  for (const { id } of submitted) if (!ids.has(id)) ids.set(id, storyId(++last));
  return ids;
}

interface StorySource {
  readonly criteria: SpecCriteria;
  /** What the whole submission has of them. */
  readonly traced: ReadonlySet<string>;
  readonly feature: string;
  readonly version: string | null;
}

function storyOf(
  given: ReadSubmittedStory,
  ids: ReadonlyMap<string, string>,
  old: Story | undefined,
  { criteria, traced, feature, version }: StorySource,
): Story {
  const { title, description, acceptance_criteria, dependencies, points, story_type, covers } = given;
  const mayBe = mayStandFor(given, traced, criteria);
  const own = acceptance_criteria
    .map((text) => traceCriterion(text, covers, criteria))
    .map((each) => (each.traces.length === 0 ? { ...each, traces: mayBe } : each));
  return {
    ...{ id: ids.get(given.id) ?? given.id, spec: feature, specVersion: version, title, content: description },
    criteria: keepPeoplesEdits(own, old?.criteria ?? []),
    dependencies: [...new Set(dependencies.flatMap((id) => ids.get(id) ?? []))].sort(byStoryId),
    ...{ points, type: story_type, status: statusOf(old), covers: covers.toSorted(byStoryId) },
  };
}

function statusOf(old: Story | undefined): Story['status'] {
  if (old === undefined) return 'todo';
  return old.status === 'retired' ? (old.statusBefore ?? 'todo') : old.status;
}

function retire(story: Story): Story {
  return story.status === 'retired' ? story : { ...story, status: 'retired', statusBefore: story.status };
}

function fieldsChanged(old: Story, now: Story): readonly string[] {
  const words = ({ criteria }: Story) => criteria.map(({ text, traces }) => [text, ...traces]);
  const same: { readonly [field: string]: boolean } = {
    title: old.title === now.title,
    content: old.content === now.content,
    criteria: JSON.stringify(words(old)) === JSON.stringify(words(now)),
    dependencies: old.dependencies.join() === now.dependencies.join(),
    points: old.points === now.points,
    type: old.type === now.type,
    covers: old.covers.join() === now.covers.join(),
    status: (old.status === 'retired') === (now.status === 'retired'),
  };
  return Object.keys(same).filter((field) => same[field] === false);
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
