// Stories that nobody estimated: no figure is summed or shown for them, and what they depend on stands open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportStories } from './export-stories.ts';
import { readStory } from './read-story.ts';
import { NOT_ESTIMATED, type Story } from './story.ts';
import { tallyOf, writeIndex } from './write-index.ts';
import { writeStory } from './write-story.ts';

const SAID: Story = {
  ...{ id: 'S-001', spec: 'f', specVersion: '1.0', title: '\\# Print', points: 3, type: 'app', status: 'todo' },
  ...{ content: `\\# Print\n\n${NOT_ESTIMATED}`, criteria: [], dependencies: [], covers: ['R-001'] },
};
const JUDGED: Story = { ...SAID, id: 'S-002', title: 'Pay', content: 'Pay by card.', points: 2 };
const SPEC = { version: '1.0', title: 'F', vision: '', outOfScope: [], requirements: [] };

test('points that stand for no estimate are not summed', () => {
  assert.equal(tallyOf([SAID, { ...SAID, id: 'S-003' }]), '2 stories, not estimated: 2 to do');
  assert.equal(tallyOf([SAID, JUDGED]), '2 stories, 2 points, 1 not estimated: 2 to do');
  assert.equal(tallyOf([{ ...SAID, points: 5 }]), '1 story, 5 points: 1 to do', 'a person estimated it');
  assert.match(writeIndex([SAID], SPEC), /\| # Print \| - \| app \| todo \|/);
});

test('what such a story depends on stands open; the file says so once, whatever is written again', () => {
  const text = writeStory(SAID, { spec: SPEC, stories: [SAID] });
  assert.match(text, /## Depends on\n\n<!-- [^\n]+\n- open: What must be there before it\?\n/);
  assert.doesNotMatch(text, /can start at once/);
  const read = readStory(text);
  assert.ok(read.ok);
  assert.equal(writeStory(read.story, { spec: SPEC, stories: [SAID] }, text), text);
  assert.match(writeStory(JUDGED, { spec: SPEC, stories: [JUDGED] }), /Nothing: it can start at once\./);
});

test('other tools get no points and no backslashes of Markdown', () => {
  const given = { feature: 'f', stories: [SAID], spec: SPEC };
  const [table] = exportStories('csv', given).files;
  assert.match(table?.text ?? '', /^S-001,f,# Print,app,,todo,,,R-001,,,"# Print\n/m);
  const [issues] = exportStories('github', given).files;
  const [issue] = JSON.parse(issues?.text ?? '') as { title: string; body: string; labels: string[] }[];
  assert.deepEqual([issue?.title, issue?.labels], ['S-001: # Print', ['story', 'app']]);
  assert.doesNotMatch(issue?.body ?? '', /before it/);
  const [one] = exportStories('markdown', { ...given, isOneFile: true }).files;
  assert.match(one?.text ?? '', /\*not estimated, app, todo\*/);
});
