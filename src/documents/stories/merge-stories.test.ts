// Ids and statuses of stories over several submissions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SPEC, STORIES, SUBMISSION } from '../../../test/support/backlog.ts';
import { mergeStories } from './merge-stories.ts';
import type { Story, StorySubmission, SubmittedStory } from './story.ts';

const FEATURE = 'court-booking';
const merge = (previous: readonly Story[], requirements: readonly SubmittedStory[]) =>
  mergeStories(previous, { ...SUBMISSION, requirements }, SPEC, FEATURE);
const [BOOK, CANCEL, HOST] = SUBMISSION.requirements as [SubmittedStory, SubmittedStory, SubmittedStory];

test('the first submission gives ids in the order of its own, criteria traced to the spec', () => {
  const { stories, added, changed, retired } = merge([], [HOST, BOOK, CANCEL]);
  assert.deepEqual([added, changed, retired], [['S-001', 'S-002', 'S-003'], [], []]);
  assert.deepEqual(stories[0], {
    ...{ id: 'S-001', spec: FEATURE, specVersion: '1.0', title: 'Book a free slot', points: 3, type: 'app' },
    content: 'As a member, I want to book so that I can play.',
    criteria: [
      { text: 'a member sees the free slots of a day', traces: ['R-001.1'] },
      { text: 'Slots that are taken are hidden', traces: ['R-001.2'] },
      { text: 'It works on a phone', traces: [] },
    ],
    ...{ dependencies: ['S-003'], status: 'todo', covers: ['R-001'] },
  });
});

test('ids, status and ticks stay when a story is told anew, and what changed is named', () => {
  const worked = STORIES.map((story): Story => {
    if (story.id !== 'S-001') return story;
    const [first, ...rest] = story.criteria;
    if (first === undefined) throw new Error('no criteria');
    const byHand = { text: 'Ask the coach', traces: [], isByHand: true };
    return { ...story, status: 'in_progress', criteria: [{ ...first, isDone: true }, ...rest, byHand] };
  });
  const rewritten = { ...BOOK, id: 'one', title: 'Book a free slot of a day', points: 5 };
  const { stories, added, changed, retired } = merge(worked, [
    rewritten,
    { ...CANCEL, id: 'two', covers: ['R-002'], dependencies: ['one'] },
    HOST,
  ]);
  assert.deepEqual([added, retired], [[], []]);
  assert.deepEqual(changed, [{ id: 'S-001', fields: ['title', 'points'] }]);
  assert.equal(stories[0]?.status, 'in_progress');
  assert.deepEqual(
    stories[0]?.criteria.map(({ isDone = false, isByHand = false }) => [isDone, isByHand]),
    [
      [true, false],
      [false, false],
      [false, false],
      [false, true],
    ],
  );
  assert.deepEqual(stories[1]?.dependencies, ['S-001']);
});

test('the only story of a requirement keeps its id in other words; of several, one in other words is new', () => {
  const reworded = { ...CANCEL, title: 'Give a slot back', acceptance_criteria: ['R-002.1: Giving up frees the slot'] };
  assert.deepEqual(
    merge(STORIES, [BOOK, reworded, HOST]).changed.map(({ id }) => id),
    ['S-002'],
  );
  const second = {
    ...CANCEL,
    id: 'two',
    title: 'Print posters',
    covers: ['R-002'],
    acceptance_criteria: ['It prints'],
  };
  const both = merge(STORIES, [BOOK, reworded, second, HOST]);
  assert.deepEqual([both.added, both.retired], [['S-004', 'S-005'], ['S-002']]);
});

test('a retired story is kept, its id is never given again, and it returns as it stood', () => {
  const done = STORIES.map((story): Story => (story.id === 'S-003' ? { ...story, status: 'done' } : story));
  const without = merge(done, [{ ...BOOK, dependencies: [] }, CANCEL]);
  assert.deepEqual(without.retired, ['S-003']);
  assert.deepEqual(without.stories[2], { ...done[2], status: 'retired', statusBefore: 'done' });
  const other = { ...HOST, title: 'Watch the disk', acceptance_criteria: ['A full disk is told'] };
  const added = merge(without.stories, [{ ...BOOK, dependencies: [] }, CANCEL, other]);
  assert.deepEqual([added.added, added.retired], [['S-004'], []]);
  const back = merge(without.stories, [BOOK, CANCEL, HOST]);
  assert.deepEqual(back.changed, [
    { id: 'S-001', fields: ['dependencies'] },
    { id: 'S-003', fields: ['status'] },
  ]);
  assert.deepEqual(back.stories, done);
});

const WORDS = ['book', 'cancel', 'court', 'slot', 'member', 'coach', 'print', 'list', 'phone', 'invoice'];
const phrase = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const submitted = fc.record({
  ...{ title: phrase, description: phrase, points: fc.integer({ min: 1, max: 5 }) },
  acceptance_criteria: fc.array(phrase, { minLength: 1, maxLength: 3 }),
  story_type: fc.constantFrom('app' as const, 'devops' as const),
  covers: fc.uniqueArray(fc.constantFrom('R-001', 'R-002', 'R-003'), { minLength: 1, maxLength: 2 }),
  after: fc.array(fc.nat(6), { maxLength: 2 }),
});
/** Dependencies lead to stories before, so that there is no cycle. */
const submission = fc.array(submitted, { minLength: 1, maxLength: 7 }).map(
  (stories): StorySubmission => ({
    ...{ analysis: 'a', platform: 'p' },
    requirements: stories.map(({ after, ...story }, at) => ({
      ...{ ...story, id: `X-${at + 1}` },
      dependencies: [...new Set(after.filter((each) => each < at))].map((each) => `X-${each + 1}`),
    })),
  }),
);

test('the same submission twice changes nothing, whatever was there before', () => {
  fc.assert(
    fc.property(submission, submission, (before, given) => {
      const previous = mergeStories([], before, SPEC, FEATURE).stories;
      const once = mergeStories(previous, given, SPEC, FEATURE);
      const twice = mergeStories(once.stories, given, SPEC, FEATURE);
      assert.deepEqual(twice, { stories: once.stories, added: [], changed: [], retired: [] });
    }),
    { numRuns: 200 },
  );
});

test('the order of a submission does not change ids', () => {
  const shuffled = submission.chain((given) =>
    fc
      .shuffledSubarray([...given.requirements], { minLength: given.requirements.length })
      .map((requirements) => [given, { ...given, requirements }] as const),
  );
  fc.assert(
    fc.property(submission, shuffled, fc.boolean(), (before, [given, turned], isFirst) => {
      const previous = isFirst ? [] : mergeStories([], before, SPEC, FEATURE).stories;
      assert.deepEqual(
        mergeStories(previous.toReversed(), turned, SPEC, FEATURE),
        mergeStories(previous, given, SPEC, FEATURE),
      );
    }),
    { numRuns: 200 },
  );
});

test('an id never changes its meaning, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(submission, { minLength: 2, maxLength: 4 }), (all) => {
      let stories: readonly Story[] = [];
      for (const given of all) {
        const next = mergeStories(stories, given, SPEC, FEATURE);
        const ids = next.stories.map(({ id }) => id);
        assert.equal(new Set(ids).size, ids.length);
        for (const old of stories) {
          const now = next.stories.find(({ id }) => id === old.id);
          assert.ok(now !== undefined, `${old.id} is gone`);
          const isAlike =
            now.covers.some((id) => old.covers.includes(id)) ||
            now.title === old.title ||
            now.criteria.some(({ text }) => old.criteria.some((each) => each.text === text));
          assert.ok(isAlike, `${old.id} was "${old.title}" and is "${now.title}"`);
        }
        assert.ok(next.added.every((id) => !stories.some((old) => old.id === id)));
        stories = next.stories;
      }
    }),
    { numRuns: 150 },
  );
});
