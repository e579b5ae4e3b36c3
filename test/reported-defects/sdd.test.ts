// What two trials of designs found, item by item (sddpm3).

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { partsNotIn } from '../../src/documents/design/assemble-design.ts';
import type { JsonObject } from '../../src/json.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { readPrd } from '../../src/systems/features/read-prd.ts';
import { root } from '../support/run-signoff.ts';
import { BAD, GOOD, newFolder, partText, sddFixture } from '../systems/sdd-fixture.ts';

const PRD = `# PRD: Court booking

## Document Status

- **Status**: draft

## Original User Utterance

> Members book a court.

## Feature Brief

#### Overview

Members book a court.

#### Success Criteria

- Open question: By which result would you see that it worked?
- Open point from review: Say who may cancel.
- Nine of ten bookings are made online.

#### Scope

##### Out of Scope

- Open point from review: Is payment part of it?
- Payment

## Functional Requirements

### REQ-001: Book a court

- **Priority**: high
- **Category**: Data
- **Description**: The system shall let members book a court.
`;

test('sddpm3-D6: what a PRD leaves open is no requirement of its design', async (t) => {
  const project = newFolder(t);
  const folder = join(project, 'magi-sdd/court-booking');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'PRD.md'), PRD);
  const read = await readPrd({ files: workspaceFiles([project]) }, folder, true);
  const prd = 'prd' in read ? read.prd : assert.fail(read.refused.join(' '));
  assert.deepEqual(prd.requirements['non-functional'], ['Success criterion: Nine of ten bookings are made online.']);
  assert.deepEqual(prd.requirements.constraints, ['Out of scope: Payment']);
});

test('sddpm3-D8: sources are one table at the end, a row for each file; what the run prints is none', async (t) => {
  const project = newFolder(t);
  mkdirSync(join(project, 'docs'));
  const words = 'Members book meeting rooms by the hour and get a reminder by e-mail before it begins.';
  const page = ['# Rooms', '', words, '', '## Badges', '', `${words} Security is by badge.`, ''].join('\n');
  writeFileSync(join(project, 'docs', 'rooms.md'), page);
  // Written while it runs, as by `2> err.txt` of another process.
  const script = {
    reviews: [BAD, GOOD],
    draft: (part: string, _: unknown, time: number) => {
      writeFileSync(join(project, 'err.txt'), `${words} Drafting, ${time}.\n`);
      return partText(part, time);
    },
  };
  const run = await (await sddFixture(t, { project, script })).start();
  await run.atReview();
  const data = await run.data();
  const files = new Set((data.retrieved_context as JsonObject[]).map(({ source }) => source));
  assert.deepEqual([...files], ['docs/rooms.md']);
  const document = String(data.final_document);
  const table = document.slice(document.indexOf('\n# Sources Used\n'));
  const [, , , note, , head, rule, row, ...rest] = table.split('\n');
  assert.match(note ?? '', /^[^|]+$/);
  assert.deepEqual([head, rule, rest], ['| file | lines | for |', '| --- | --- | --- |', ['']]);
  assert.match(row ?? '', /^\| `docs\/rooms\.md` \| [\d, -]+ \| hld: [^|]+; lld: [^|]+; database: [^|]+ \|$/);
  const { hld_draft, lld_draft, database_schema } = data;
  const texts = { hld: String(hld_draft), lld: String(lld_draft), database: String(database_schema) };
  assert.deepEqual(partsNotIn(document, texts), []);
  assert.deepEqual(partsNotIn(document, { ...texts, database: `${texts.database} ` }), ['database']);
});

test('sddpm3-D8: files that the process itself prints to are not listed', (t) => {
  const project = newFolder(t);
  writeFileSync(join(project, 'notes.md'), 'Members book.\n');
  const [out, err] = ['out.md', 'err.txt'].map((name) => openSync(join(project, name), 'w')) as [number, number];
  const list = `import { listFiles } from ${JSON.stringify(join(root, 'src/runtime/list-files.ts'))};
    const { files } = await listFiles(${JSON.stringify(project)});
    console.error('.'); console.log(files.map(({ path }) => path).join());`;
  spawnSync(process.execPath, ['--input-type=module', '-e', list], { stdio: ['ignore', out, err] });
  assert.equal(readFileSync(join(project, 'out.md'), 'utf8'), 'notes.md\n');
});

test('sddpm3-D5: without a model no schema is written, and no review says that a design is good', async (t) => {
  const run = await (await sddFixture(t, { isFiled: true })).start({
    project_brief: 'Members of a climbing hall book a wall for one hour.',
  });
  await run.atReview();
  const { review_feedback, database_schema, final_document } = await run.data();
  assert.deepEqual(review_feedback, { passes_validation: true, issues: [], strengths: [], needs_revision: false });
  assert.doesNotMatch(`${database_schema}${final_document}`, /create table|unique|```sql/i);
});

/** As a model gets it: test/systems/sdd-model.test.ts compares the file with what was sent. */
test('sddpm3-D5-model: a reviewer is asked for overlaps in time, what must be unique when, and each figure', () => {
  const prompt = readFileSync(join(root, 'examples/sdd/prompts/04-review.md'), 'utf8').replace(/\s+/g, ' ');
  for (const asked of [
    'with 09:00 to 10:00 stored, does it take 09:30 to 10:30 for the same thing?',
    'What must be unique: among which rows, and while they are in which state',
    'has each thing that the brief names a column for what is said of it',
    'Take the figures of the brief one by one',
    "is the person's to answer: it is no issue of the design",
  ])
    assert.ok(prompt.includes(asked), asked);
});
