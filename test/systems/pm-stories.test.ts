// `signoff stories` and `signoff trace` over the backlog of a project.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { writeStory } from '../../src/documents/stories/write-story.ts';
import type { JsonObject } from '../../src/json.ts';
import type { SystemEntry } from '../../src/ports/system.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { fillPrdStories } from '../../src/systems/pm/fill-prd.ts';
import { STORY_ENTRIES, STORY_OPERATIONS } from '../../src/systems/pm/story-operations.ts';
import { TRACE, traceOperations } from '../../src/systems/sdd/trace-operations.ts';
import { BACKLOG_FILES, SPEC, SPEC_TEXT, STORIES } from '../support/backlog.ts';
import { calledWith } from '../support/called-with.ts';
import { PRD, REQUIREMENTS } from '../support/traced-feature.ts';
import { newFolder } from './prd-fixture.ts';

const ENTRY: SystemEntry = {
  ...{ name: 'pm', summary: 'stories', hasCommand: false, operations: [...STORY_ENTRIES, TRACE] },
  load: async () => ({
    ...{ name: 'pm', title: 'Stories', summary: 'stories', diagram: new URL('file:///none.mmd') },
    operations: [...STORY_OPERATIONS, ...traceOperations],
  }),
};

type Files = { readonly [file: string]: string };

function project(t: TestContext, features: { readonly [name: string]: Files }) {
  const folder = newFolder(t);
  for (const [name, files] of Object.entries(features))
    for (const [file, text] of Object.entries(files)) {
      const path = join(folder, 'magi-sdd', name, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  const call = (...args: readonly string[]) => calledWith([ENTRY], [...args, '--project', folder]);
  return { folder, call };
}

const schemaOf = (name: string): JsonObject =>
  STORY_OPERATIONS.find((each) => each.name === name)?.output ?? assert.fail(name);

test('stories are listed in the order to work in, and as data', async (t) => {
  const { call } = project(t, { 'court-booking': BACKLOG_FILES });
  const shown = await call('stories', 'list');
  assert.equal(
    shown.out,
    `court-booking: 3 stories, 6 points: 3 to do

  S-003  Set up hosting    must    1  to do
  S-001  Book a free slot  must    3  to do  after S-003
  S-002  Cancel a booking  should  2  to do  after S-001

What can start now: signoff stories next
`,
    shown.err,
  );
  const json = JSON.parse((await call('stories', 'list', 'court-booking', '--json')).out);
  assert.deepEqual(validate(schemaOf('stories list'), json), []);
  assert.equal(json.features[0].stories[1].file, 'magi-sdd/court-booking/stories/S-001.md');
});

test('what can start now is named with its file; a person sets the status in it', async (t) => {
  const { call, folder } = project(t, { 'court-booking': BACKLOG_FILES });
  const shown = await call('stories', 'next');
  assert.match(shown.out, /Can start now\n {2}S-003 .*\n {9}magi-sdd\/court-booking\/stories\/S-003\.md\n/);
  const path = join(folder, 'magi-sdd/court-booking/stories/S-003.md');
  writeFileSync(path, readFileSync(path, 'utf8').replace('status: todo', 'status: In Progress'));
  assert.match((await call('stories', 'next')).out, /In progress\n {2}S-003 [\s\S]*Nothing else can start/);
  writeFileSync(path, readFileSync(path, 'utf8').replace('status: In Progress', 'status: done'));
  const json = JSON.parse((await call('stories', 'next', '--json')).out);
  assert.deepEqual(validate(schemaOf('stories next'), json), []);
  assert.deepEqual(
    json.features[0].stories.map(({ id }: { id: string }) => id),
    ['S-001'],
  );
});

test('nothing there says what to do next, and a file that is no story is named', async (t) => {
  const { call } = project(t, {});
  assert.match((await call('stories', 'list')).out, /^No stories yet\.\n[\s\S]*signoff pm /);
  const waiting = project(t, { 'court-booking': { 'spec.md': SPEC_TEXT } });
  assert.match((await waiting.call('stories', 'next')).out, /court-booking: no stories yet/);
  const refused = await waiting.call('stories', 'list', 'other');
  assert.match(refused.err, /Expected the feature "other" in magi-sdd, found only court-booking/);
  assert.notEqual(refused.code, 0);
  const odd = project(t, { 'court-booking': { ...BACKLOG_FILES, 'stories/S-009.md': 'Mine.' } });
  assert.match(
    (await odd.call('stories', 'list')).out,
    /! magi-sdd\/court-booking\/stories\/S-009\.md: Expected front/,
  );
});

test('exporting twice does not double, and changed files are replaced only when told to', async (t) => {
  const { call, folder } = project(t, { 'court-booking': BACKLOG_FILES });
  const out = join(folder, 'out');
  for (const as of ['markdown', 'github', 'csv']) {
    const first = await call('stories', 'export', '--as', as, '--out', out);
    assert.equal(first.code, 0, first.err);
    const again = JSON.parse((await call('stories', 'export', '--as', as, '--out', out, '--json')).out);
    assert.deepEqual(validate(schemaOf('stories export'), again), []);
    assert.ok(
      again.files.every(({ outcome }: { outcome: string }) => outcome === 'unchanged'),
      as,
    );
  }
  const path = join(out, 'court-booking-stories.csv');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, 'mine');
  const refused = await call('stories', 'export', '--as', 'csv', '--out', out);
  assert.match(refused.err, /These files exist with different content: court-booking-stories\.csv\. Use --force/);
  assert.equal(readFileSync(path, 'utf8'), 'mine');
  assert.equal((await call('stories', 'export', '--as', 'csv', '--out', out, '--force')).code, 0);
  assert.equal(readFileSync(path, 'utf8'), text);
  assert.match(
    (await call('stories', 'export', '--as', 'jira')).err,
    /Expected --as markdown, github, csv, found "jira"/,
  );
  const none = await project(t, {}).call('stories', 'export', '--as', 'csv');
  assert.match(none.err, /Expected stories in this project, found none/);
});

test('a requirement of the PRD is traced to the spec and its stories, and back', async (t) => {
  const { call } = project(t, {
    'court-booking': { ...BACKLOG_FILES, 'requirements.md': REQUIREMENTS, 'PRD.md': PRD },
  });
  const down = await call('trace', 'req-001');
  assert.match(down.out, /spec requirement {2}R-001 +Book a court\n +magi-sdd\/court-booking\/spec\.md:25\n/, down.err);
  assert.match(down.out, /story {13}S-001 +Book a free slot\n +magi-sdd\/court-booking\/stories\/S-001\.md:13\n/);
  const up = JSON.parse((await call('trace', 's-002', '--json')).out);
  assert.deepEqual(
    up.origins.map(({ id }: { id: string }) => id),
    ['REQ-002', 'R-002', 'S-001', 'S-003'],
  );
  const waiting = await call('trace', 's-001');
  assert.match(waiting.out, /Depends on it\n {2}story {2}S-002 +/);
  assert.doesNotMatch((await call('trace', 'R-001')).out, /S-002/);
  assert.deepEqual(validate(traceOperations[0]?.output ?? {}, up), []);
});

test('gaps: requirements the spec leaves out, and requirements of the spec without a story', async (t) => {
  const given: Files = { ...BACKLOG_FILES, 'requirements.md': REQUIREMENTS, 'PRD.md': PRD };
  const { 'stories/S-003.md': _, ...without } = given;
  const { call } = project(t, { 'court-booking': without });
  const json = JSON.parse((await call('trace', '--gaps', '--json')).out);
  assert.deepEqual(validate(traceOperations[0]?.output ?? {}, json), []);
  const ids = (gaps: readonly { id: string }[]): string[] => gaps.map(({ id }) => id);
  const [found] = json.features;
  assert.deepEqual([ids(found.unspecified), ids(found.withoutStory)], [['REQ-003', 'REQ-004'], ['R-003']]);
  assert.deepEqual([found.requirements, found.endpoints], [[], []], 'there is no design');
  const shown = await call('trace', '--gaps');
  assert.match(
    shown.out,
    /Requirements of the spec without a story\n {4}R-003 Set up hosting: No story covers R-003\.\n/,
  );
  const reason = '\n## Not covered\n\n- R-003: later\n';
  const index = `${given['stories/README.md']?.replace('<!-- /signoff:backlog', `${reason}$&`)}`;
  const excused = project(t, { 'court-booking': { ...without, 'stories/README.md': index } });
  const again = JSON.parse((await excused.call('trace', '--gaps', '--json')).out);
  assert.deepEqual(again.features[0].withoutStory, []);
  const retired = STORIES.map((story) => ({ ...story, status: 'retired' as const }));
  const texts = retired.map((story) => [`stories/${story.id}.md`, writeStory(story, { spec: SPEC, stories: retired })]);
  const gone = project(t, { 'court-booking': { ...given, ...Object.fromEntries(texts) } });
  const last = JSON.parse((await gone.call('trace', '--gaps', '--json')).out);
  assert.deepEqual(ids(last.features[0].withoutStory), ['R-001', 'R-002', 'R-003']);
});

test("the PRD's table gets the ids of stories, and nothing happens without a PRD", async (t) => {
  const { folder } = project(t, { 'court-booking': { ...BACKLOG_FILES, 'PRD.md': PRD }, other: BACKLOG_FILES });
  const files = workspaceFiles([folder]);
  const given = { stories: STORIES, spec: SPEC };
  assert.deepEqual((await fillPrdStories(files, folder, 'court-booking', given)).changed, ['REQ-001', 'REQ-002']);
  assert.match(readFileSync(join(folder, 'magi-sdd/court-booking/PRD.md'), 'utf8'), /court-booking\/S-002/);
  assert.deepEqual(await fillPrdStories(files, folder, 'court-booking', given), { changed: [], notes: [] });
  assert.deepEqual(await fillPrdStories(files, folder, 'other', given), { changed: [], notes: [] });
});
