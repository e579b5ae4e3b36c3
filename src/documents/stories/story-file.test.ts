// A story's file: read back as it was written, and rewritten without losing what people put into it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SPEC, STORIES } from '../../../test/support/backlog.ts';
import { readStory } from './read-story.ts';
import { blockOf, lineOf } from './read-submission.ts';
import type { Story, StoryCriterion } from './story.ts';
import { STORY_STATUSES } from './story.ts';
import { writeStory } from './write-story.ts';

const SETTING = { spec: SPEC, stories: STORIES };
const [BOOK, CANCEL] = STORIES as [Story, Story, Story];
const FILE = writeStory(BOOK, SETTING);

function read(text: string): Story {
  const found = readStory(text);
  assert.ok(found.ok, found.ok ? '' : found.message);
  assert.deepEqual(found.warnings, []);
  return found.story;
}

test('a file holds what a developer needs, and all that is out of scope', () => {
  assert.equal(
    writeStory(CANCEL, SETTING),
    `---
id: S-002
spec: court-booking
title: "Cancel a booking"
status: todo
points: 2
type: app
depends_on: [S-001]
covers: [R-002]
spec_version: "1.0"
---

# S-002: Cancel a booking

<!-- signoff:content c6556439 -->
A member cancels before the slot begins.
<!-- /signoff:content -->

## Context

<!-- signoff:context 08218b30 -->
**Feature:** Court booking

**Vision:** Members book courts without calling the club.

**R-002 Cancel a booking** (should; from REQ-002)

> A member shall be able to cancel a booking.

**Out of scope:**

- Paying for a booking
- Weather forecasts
<!-- /signoff:context -->

## Acceptance criteria

<!-- signoff:criteria -->
- [ ] Cancelling frees the slot within 5 seconds. (R-002.1)
<!-- /signoff:criteria -->

## Depends on

<!-- signoff:dependencies 5bfe8bf6 -->
- [S-001](S-001.md) Book a free slot
<!-- /signoff:dependencies -->
`,
  );
});

test('a vision of several points is one line without their marks', () => {
  const spec = { ...SPEC, vision: '- open: What is it for?\n- Less calls - a lot.' };
  assert.match(
    writeStory(CANCEL, { ...SETTING, spec }),
    /^\*\*Vision:\*\* open: What is it for\? Less calls - a lot\.$/m,
  );
});

test('what people change stays when the file is written again', () => {
  const edited = FILE.replace('status: todo', 'status: In Progress\nassignee: ada')
    .replace('- [ ] a member sees', '- [x] a member sees')
    .replace('(beyond the spec)\n', '(beyond the spec)\n- [x] Ask the coach\nSee the drawing on the wall.\n')
    .replace('## Context', 'Talk to the front desk first.\n\n## My notes\n\n- one\n\n## Context')
    .replace('so that I can play.', 'so that I can play.\n\nOn Sundays too.');
  const again = writeStory(BOOK, SETTING, edited);
  for (const line of [
    ...['status: in_progress', 'assignee: ada', '- [x] a member sees the free slots of a day (R-001.1)'],
    ...['- [x] Ask the coach', 'See the drawing on the wall.', 'Talk to the front desk first.', '## My notes'],
    'On Sundays too.',
  ])
    assert.ok(again.split('\n').includes(line), `${line} is gone from\n${again}`);
  assert.equal(writeStory(BOOK, SETTING, again), again, 'a third time');
  const { status, criteria } = read(again);
  assert.equal(status, 'in_progress');
  assert.deepEqual(criteria.at(-1), { text: 'Ask the coach', traces: [], isDone: true, isByHand: true });
});

test('where the program has something new to say, what people changed there follows below it', () => {
  const edited = FILE.replace('so that I can play.', 'so that I can play.\nOn Sundays too.');
  const renamed = { ...BOOK, title: 'Book', content: 'Book a court.' };
  const again = writeStory(renamed, SETTING, edited);
  assert.equal(read(again).content, 'Book a court.');
  assert.match(again, /^# S-001: Book$/m);
  assert.ok(again.indexOf('On Sundays too.') > again.indexOf('<!-- /signoff:content -->'), again);
  assert.equal(writeStory(renamed, SETTING, again), again);
  const renewed = writeStory(renamed, SETTING, FILE);
  assert.ok(!renewed.includes('so that I can play'), 'nobody changed it');
});

test('a retired story is marked, and stands as before when it returns', () => {
  const done = FILE.replace('status: todo', 'status: done');
  const retired = writeStory({ ...BOOK, status: 'retired', statusBefore: 'done' }, SETTING, done);
  assert.match(retired, /^status: retired$/m);
  assert.match(retired, /^# S-001: Book a free slot \(retired\)$/m);
  assert.deepEqual(read(retired), { ...BOOK, status: 'retired', statusBefore: 'done' });
  assert.equal(writeStory({ ...BOOK, status: 'done' }, SETTING, retired), done);
});

test('line ends stay those of the file, and a part that somebody removed is written again', () => {
  const windows = FILE.replaceAll('\n', '\r\n');
  assert.equal(writeStory(BOOK, SETTING, windows), windows);
  assert.deepEqual(read(windows), BOOK);
  const cut = FILE.slice(0, FILE.indexOf('## Acceptance criteria'));
  assert.deepEqual(read(writeStory(BOOK, SETTING, cut)), BOOK);
});

test('a file that is no story says why; odd values are told and replaced', () => {
  assert.deepEqual(readStory('# S-001'), {
    ok: false,
    message: 'Expected front matter between two lines of ---, found none.',
  });
  assert.equal(readStory('---\nid: 7\n---\n').ok, false);
  const odd = readStory(FILE.replace('status: todo', 'status: doing').replace('points: 3', 'points: 8'));
  assert.ok(odd.ok);
  assert.deepEqual([odd.story.status, odd.story.points, odd.warnings.length], ['todo', 1, 2]);
});

const ANY_TEXT = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('---', '# x', '<!-- signoff:content -->', '<!-- /signoff:content -->', '\\<!-- /signoff:context -->'),
  fc.constantFrom('- [x] a (R-001.1)', '"quoted": yes', "it's", 'a #b', '```', 'x (beyond the spec)', '[1, 2]'),
);
const block = fc.array(ANY_TEXT, { maxLength: 6 }).map((lines) => blockOf(lines.join('\n')));
const line = ANY_TEXT.map(lineOf).filter((text) => text !== '');
const id = (letter: string) => fc.integer({ min: 1, max: 1200 }).map((n) => `${letter}-${String(n).padStart(3, '0')}`);
const criterion: fc.Arbitrary<StoryCriterion> = fc.record(
  {
    text: line,
    traces: fc.uniqueArray(
      id('R').map((each) => `${each}.2`),
      { maxLength: 3 },
    ),
    isDone: fc.constant(true),
  },
  { requiredKeys: ['text', 'traces'], noNullPrototype: true },
);
const anyStory: fc.Arbitrary<Story> = fc.record(
  {
    ...{ id: id('S'), spec: fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/), specVersion: fc.option(line) },
    ...{
      title: line,
      content: block,
      criteria: fc.uniqueArray(criterion, { maxLength: 4, selector: ({ text }) => text }),
    },
    ...{ dependencies: fc.uniqueArray(id('S'), { maxLength: 3 }), covers: fc.uniqueArray(id('R'), { maxLength: 3 }) },
    ...{ points: fc.integer({ min: 1, max: 5 }), type: fc.constantFrom('app' as const, 'devops' as const) },
    status: fc.constantFrom(...STORY_STATUSES),
  },
  { noNullPrototype: true },
);

test('any story is read back as it was written, and writing it again changes nothing', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const text = writeStory(story, SETTING);
      assert.deepEqual(read(text), story);
      assert.equal(writeStory(story, SETTING, text), text);
    }),
    { numRuns: 400 },
  );
});

test('prose that people add outside of the marks stays, wherever they put it', () => {
  const paragraph = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,30}$/);
  fc.assert(
    fc.property(anyStory, paragraph, fc.nat(), (story, words, where) => {
      const lines = writeStory(BOOK, SETTING).split('\n');
      const places = lines.flatMap((each, at) =>
        each.startsWith('<!-- /signoff') || each.startsWith('## ') ? [at + 1] : [],
      );
      const at = places[where % places.length] ?? 0;
      const edited = [...lines.slice(0, at), '', `Mine: ${words}`, '', ...lines.slice(at)].join('\n');
      const again = writeStory({ ...story, id: BOOK.id }, SETTING, edited);
      assert.ok(again.split('\n').includes(`Mine: ${words}`), again);
    }),
    { numRuns: 150 },
  );
});
