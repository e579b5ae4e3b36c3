// Stories by their dependencies: cycles, the order to work in, and what can start now.

import { byStoryId, type Story, type StorySpec } from './story.ts';

interface Linked {
  readonly id: string;
  readonly dependencies: readonly string[];
}

const CYCLES_MAX = 50;

/** Each cycle once, from its lowest id round to it again: [S-001, S-002, S-001]. Dependencies on unknown ids are left
 *  out. Of several cycles through the same stories one is given: without it the next is found. At most 50 are given. */
export function cyclesIn(items: readonly Linked[]): readonly (readonly string[])[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const state = new Map<string, 'open' | 'closed'>();
  const cycles: string[][] = [];
  for (const { id: start } of items.toSorted((a, b) => byStoryId(a.id, b.id))) {
    if (state.has(start)) continue;
    // No recursion: a chain may be as long as the backlog.
    const path = [{ id: start, next: 0 }];
    state.set(start, 'open');
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = byId.get(top.id)?.dependencies[top.next++];
      if (to === undefined) {
        state.set(top.id, 'closed');
        path.pop();
      } else if (state.get(to) === 'open') {
        if (cycles.length < CYCLES_MAX)
          cycles.push(fromLowest(path.slice(path.findIndex(({ id }) => id === to)).map(({ id }) => id)));
      } else if (byId.has(to) && !state.has(to)) {
        state.set(to, 'open');
        path.push({ id: to, next: 0 });
      }
    }
  }
  return cycles;
}

function fromLowest(cycle: readonly string[]): string[] {
  const [lowest = ''] = cycle.toSorted(byStoryId);
  const at = cycle.indexOf(lowest);
  return [...cycle.slice(at), ...cycle.slice(0, at), lowest];
}

/** Rank of a story's most urgent requirement. */
export type Priorities = ReadonlyMap<string, number>;

const PRIORITIES = ['must', 'should', 'could'];

/** By id: 0 for what must be, 3 for what nobody ranked. */
export function storyPriorities(
  stories: readonly Story[],
  { requirements }: Pick<StorySpec, 'requirements'>,
): Priorities {
  const ranks = new Map(
    requirements.map(({ id, priority }) => {
      const rank = PRIORITIES.indexOf(priority?.trim().toLowerCase() ?? '');
      return [id, rank < 0 ? PRIORITIES.length : rank] as const;
    }),
  );
  const rankOf = (id: string): number => ranks.get(id) ?? PRIORITIES.length;
  return new Map(stories.map(({ id, covers }) => [id, Math.min(PRIORITIES.length, ...covers.map(rankOf))]));
}

/** What others depend on comes first; of those that may come next the most urgent, then the lowest id. Stories in a
 *  cycle, which somebody made by hand, come last. */
export function orderStories(stories: readonly Story[], priorities: Priorities = new Map()): readonly Story[] {
  const left = new Map(stories.map((story) => [story.id, story]));
  const waiting = new Map<string, number>();
  const unlocks = new Map<string, string[]>();
  for (const { id, dependencies } of left.values()) {
    const known = [...new Set(dependencies)].filter((each) => left.has(each) && each !== id);
    waiting.set(id, known.length);
    for (const each of known) {
      const after = unlocks.get(each);
      if (after === undefined) unlocks.set(each, [id]);
      else after.push(id);
    }
  }
  const rank = (id: string): number => priorities.get(id) ?? PRIORITIES.length;
  const isBefore = (a: string, b: string): boolean => rank(a) < rank(b) || (rank(a) === rank(b) && byStoryId(a, b) < 0);
  const ready = [...waiting].filter(([, count]) => count === 0).map(([id]) => id);
  const ordered: Story[] = [];
  for (let id = takeFirst(ready, isBefore); id !== undefined; id = takeFirst(ready, isBefore)) {
    const story = left.get(id);
    if (story !== undefined) ordered.push(story);
    left.delete(id);
    for (const next of unlocks.get(id) ?? []) {
      const count = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, count);
      if (count === 0) ready.push(next);
    }
  }
  return [...ordered, ...[...left.values()].sort((a, b) => (isBefore(a.id, b.id) ? -1 : 1))];
}

function takeFirst(ready: string[], isBefore: (a: string, b: string) => boolean): string | undefined {
  let first = 0;
  for (const [at, id] of ready.entries()) if (isBefore(id, ready[first] ?? '')) first = at;
  return ready.splice(first, 1)[0];
}

/** Those to do whose dependencies are all done, in the order to work in. A dependency that was retired, or that is not
 *  there, holds nothing up. */
export function startable(stories: readonly Story[], priorities: Priorities = new Map()): readonly Story[] {
  const statuses = new Map(stories.map(({ id, status }) => [id, status]));
  const isMet = (id: string): boolean => {
    const status = statuses.get(id);
    return status === undefined || status === 'done' || status === 'retired';
  };
  return orderStories(stories, priorities).filter(
    ({ status, dependencies }) => status === 'todo' && dependencies.every(isMet),
  );
}
