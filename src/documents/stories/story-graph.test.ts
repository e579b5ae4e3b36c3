// Order, what can start, and the pictures and index made from it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SPEC, STORIES } from '../../../test/support/backlog.ts';
import { parseDiagramHere } from '../../diagram/read/parse-here.ts';
import { readSource } from '../../diagram/read/source.ts';
import { drawStories } from './draw-stories.ts';
import type { Story } from './story.ts';
import { cyclesIn, orderStories, startable, storyPriorities } from './story-graph.ts';
import { readUncovered, writeIndex } from './write-index.ts';

const [BOOK] = STORIES as [Story, Story, Story];
const ids = (stories: readonly Story[]): string[] => stories.map(({ id }) => id);
const priorities = storyPriorities(STORIES, SPEC);
const standing = (statuses: { readonly [id: string]: Story['status'] }): readonly Story[] =>
  STORIES.map((story) => ({ ...story, status: statuses[story.id] ?? story.status }));

test('what others depend on comes first, then the most urgent, then the lowest id', () => {
  assert.deepEqual(ids(orderStories(STORIES, priorities)), ['S-003', 'S-001', 'S-002']);
  const free = STORIES.map((story) => ({ ...story, dependencies: [] }));
  assert.deepEqual(ids(orderStories(free.toReversed(), priorities)), ['S-001', 'S-003', 'S-002']);
  assert.deepEqual(ids(orderStories(free.toReversed())), ['S-001', 'S-002', 'S-003']);
});

test('a story can start when all it depends on is done', () => {
  assert.deepEqual(ids(startable(STORIES)), ['S-003']);
  assert.deepEqual(ids(startable(standing({ 'S-003': 'in_progress' }))), []);
  assert.deepEqual(ids(startable(standing({ 'S-003': 'done' }))), ['S-001']);
  assert.deepEqual(ids(startable(standing({ 'S-003': 'retired' }))), ['S-001']);
  assert.deepEqual(ids(startable(standing({ 'S-003': 'done', 'S-001': 'done' }))), ['S-002']);
});

test('every order puts dependencies first, and a cycle made by hand loses nothing', () => {
  const links = fc.array(fc.array(fc.nat(11), { maxLength: 3 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(links, (all) => {
      const stories = all.map(
        (to, at): Story => ({
          ...{ ...BOOK, id: `S-00${at + 1}` },
          dependencies: to.map((each) => `S-00${each + 1}`),
        }),
      );
      const ordered = ids(orderStories(stories));
      assert.deepEqual(ordered.toSorted(), ids(stories).toSorted());
      if (cyclesIn(stories).length > 0) return;
      for (const { id, dependencies } of stories)
        for (const each of dependencies.filter((other) => ordered.includes(other)))
          assert.ok(ordered.indexOf(each) < ordered.indexOf(id));
    }),
  );
});

test('a chain of thousands is looked through without recursion', () => {
  const chain = Array.from({ length: 5_000 }, (_, at) => ({ id: `S-${at}`, dependencies: [`S-${(at + 1) % 5_000}`] }));
  assert.equal(cyclesIn(chain)[0]?.length, 5_001);
});

test('the picture parses whatever titles hold, with a class for each status', async () => {
  const titles = [
    '"quotes" and `ticks`',
    'a --> b',
    '#quot; & <b>',
    '%% x',
    '](evil)',
    'end',
    '日本語 ✓',
    '\\',
    ';:::x{}',
  ];
  const stories = titles.map(
    (title, at): Story => ({
      ...{ ...BOOK, id: `S-00${at + 1}`, title },
      dependencies: at === 0 ? [] : [`S-00${at}`],
      status: (['todo', 'in_progress', 'done'] as const)[at % 3] ?? 'todo',
    }),
  );
  const text = drawStories(stories);
  const { drawing, problems } = await parseDiagramHere(readSource('a.mmd', text));
  assert.deepEqual(problems, []);
  assert.deepEqual([drawing?.nodes.length, drawing?.edges.length], [9, 8]);
  assert.match(text, /S001\[".*"\]:::todo\n/);
  assert.match(text, /classDef in_progress /);
});

test('the index is in the order to work in, keeps what people wrote, and says what is not covered', () => {
  const uncovered = [{ requirement: 'R-009', reason: 'next year' }];
  const text = writeIndex(standing({ 'S-003': 'done', 'S-002': 'retired' }), SPEC, { uncovered });
  assert.match(text, /^2 stories, 4 points: 1 done, 1 to do\. Can start now: S-001\.$/m);
  assert.ok(text.indexOf('[S-003]') < text.indexOf('[S-001]'));
  assert.match(text, /## Retired\n\n- \[S-002\]\(S-002\.md\) Cancel a booking\n/);
  assert.deepEqual(readUncovered(text), uncovered);
  const edited = `${text}\nOur board is on the wall.\n`;
  const again = writeIndex(STORIES, SPEC, { before: edited });
  assert.ok(again.endsWith('\nOur board is on the wall.\n'));
  assert.deepEqual(readUncovered(again), []);
  assert.equal(writeIndex(STORIES, SPEC, { before: again }), again);
  assert.ok(writeIndex(STORIES, SPEC, { before: 'Mine.\n' }).includes('Mine.'));
});
