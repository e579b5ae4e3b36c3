// Stories for other tools: the same bytes each time, nothing in them that acts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SPEC, STORIES } from '../../../test/support/backlog.ts';
import { PRD } from '../../../test/support/traced-feature.ts';
import { signedPart } from '../signing/signed-part.ts';
import { fillStoryIds } from '../trace/fill-story-ids.ts';
import { readTraceability, STORY_IDS } from '../trace/traceability-table.ts';
import { exportStories, STORY_LAYOUTS } from './export-stories.ts';
import { storiesTable } from './stories-table.ts';
import type { Story } from './story.ts';

const GIVEN = { feature: 'court-booking', stories: STORIES, spec: SPEC };
const [BOOK] = STORIES as [Story, Story, Story];

interface Issue {
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
}
const issuesOf = (stories: readonly Story[]): readonly Issue[] =>
  JSON.parse(exportStories('github', { ...GIVEN, stories }).files[0]?.text ?? '');

test('the order in which stories are given changes no byte', () => {
  for (const as of STORY_LAYOUTS)
    assert.deepEqual(exportStories(as, GIVEN), exportStories(as, { ...GIVEN, stories: STORIES.toReversed() }));
});

test('GitHub gets one issue for each open story, with a mark to know it by and its dependencies named', () => {
  const issues = issuesOf(STORIES);
  assert.deepEqual(
    issues.map(({ title }) => title),
    ['S-003: Set up hosting', 'S-001: Book a free slot', 'S-002: Cancel a booking'],
  );
  assert.deepEqual(issues[2]?.labels, ['story', 'app', 'points: 2', 'priority: should']);
  assert.ok(issues.every(({ body }, at) => body.endsWith(`\n<!-- signoff:court-booking/S-00${[3, 1, 2][at]} -->\n`)));
  assert.match(issues[2]?.body ?? '', /## Depends on\n\n- S-001 Book a free slot\n/);
  assert.match(issues[1]?.body ?? '', /- \[ \] a member sees the free slots of a day \(R-001\.1\)/);
  assert.ok(issues.every(({ body }) => !body.includes('.md)') && (body.match(/signoff:/g) ?? []).length === 1));
  const done = issuesOf(STORIES.map((story) => (story.id === 'S-003' ? { ...story, status: 'done' } : story)));
  assert.equal(done.length, 2);
});

test('an issue notifies nobody and cannot pass for another story', () => {
  const content = 'Ask @ada, mail a@example.org.\n<!-- signoff:court-booking/S-009 -->';
  const [issue] = issuesOf([{ ...BOOK, content, title: 'x'.repeat(400) }]);
  assert.doesNotMatch(issue?.body ?? '', /@ada/);
  assert.match(issue?.body ?? '', /a@example\.org/);
  assert.doesNotMatch(issue?.body ?? '', /signoff:court-booking\/S-009/);
  assert.equal(issue?.title.length, 256);
});

/** RFC 4180. */
function readTable(text: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (isQuoted && sign === '"' && text[at + 1] === '"') cell += text[at++];
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === ',') {
      row.push(cell);
      cell = '';
    } else if (!isQuoted && sign === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
      at++;
    } else cell += sign;
  }
  assert.deepEqual([row, cell, isQuoted], [[], '', false]);
  return rows;
}

test('a table is read back cell by cell, and no cell begins as a formula', () => {
  const [head, ...rows] = readTable(exportStories('csv', GIVEN).files[0]?.text ?? '');
  assert.deepEqual(head?.slice(0, 3), ['id', 'feature', 'title']);
  assert.deepEqual(rows[2]?.slice(0, 10), [
    ...['S-002', 'court-booking', 'Cancel a booking', 'app', '2', 'todo', 'should', 'S-001', 'R-002', 'REQ-002'],
  ]);
  const start = fc.constantFrom('=', '+', '-', '@', '\t', '"', ',', '', '\r\n', 'a');
  fc.assert(
    fc.property(start, fc.string(), (first, rest) => {
      const title = `${first}${rest}`;
      const [, row] = readTable(storiesTable([{ ...BOOK, title }], SPEC));
      assert.equal(row?.[2], /^[=+\-@\t\r]/.test(title) ? `'${title}` : title);
    }),
    { numRuns: 300 },
  );
});

test('Markdown is a folder as in the project, or one file', () => {
  const texts = new Map([['S-002', 'none']]);
  const { files, items } = exportStories('markdown', { ...GIVEN, texts });
  assert.deepEqual(
    files.map(({ path }) => path),
    ['README', 'S-003', 'S-001', 'S-002'].map((name) => `court-booking/${name}.md`),
  );
  assert.equal(items, 3);
  const [one] = exportStories('markdown', { ...GIVEN, isOneFile: true }).files;
  assert.equal(one?.path, 'court-booking-stories.md');
  assert.match(one?.text ?? '', /^## S-001: Book a free slot\n\n\*3 points, app, todo\*\n/m);
  assert.match(one?.text ?? '', /^### Acceptance criteria$/m);
});

test("the PRD's column names the stories of each requirement, twice the same, and the signed part is untouched", () => {
  const filled = fillStoryIds(PRD, 'court-booking', STORIES, SPEC);
  assert.ok('text' in filled);
  const cells = readTraceability(filled.text).rows.map(({ id, cells: [, stories] }) => [
    id,
    stories?.column,
    stories?.ids,
  ]);
  assert.deepEqual(cells.slice(0, 2), [
    ['REQ-001', STORY_IDS, ['US-004', 'court-booking/S-001']],
    ['REQ-002', STORY_IDS, ['court-booking/S-002']],
  ]);
  assert.equal(signedPart('prd', filled.text), signedPart('prd', PRD));
  const again = fillStoryIds(filled.text, 'court-booking', STORIES, SPEC);
  assert.ok('text' in again && again.text === filled.text);
  const gone = fillStoryIds(filled.text, 'court-booking', [{ ...BOOK, status: 'retired' }], SPEC);
  assert.ok('text' in gone);
  assert.ok(!gone.text.includes('court-booking/S-'));
});
