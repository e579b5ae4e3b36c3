// What strangers, hostile texts and careless edits give a PM run: it is refused or kept apart, and the run goes on.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { ADA, pmFixture, SPEC } from './pm-fixture.ts';

describe('the input of a run', () => {
  test('names the folder of a feature inside the project, or is refused', async (t) => {
    const { project, tries } = await pmFixture(t);
    mkdirSync(join(project, 'design'));
    mkdirSync(join(project, 'magi-sdd'));
    writeFileSync(join(project, 'design/design.md'), '---\ntitle: x\nstatus: DRAFT\n---\n# x\n');
    for (const from_design of [`${project}/magi-sdd/..`, '/etc', 'court-booking', `${project}/magi-sdd/\0`, ''])
      assert.match((await tries({ from_design, draft: true })) ?? '', /Expected the folder of a feature/, from_design);
    for (const from_prd of ['/elsewhere/court-booking', 'court-booking'])
      assert.match((await tries({ from_prd, draft: true })) ?? '', /inside the project/, from_prd);
  });

  test('has attachments as a message may have them', async (t) => {
    const { tries } = await pmFixture(t);
    const attached = (name: string, text: string) => tries({ begin: 'interview', attach: [{ name, text }] });
    assert.match((await attached('a.md', 'x'.repeat(200_001))) ?? '', /at most 200,000 bytes/);
    assert.match((await attached('a.md', 'a\0b')) ?? '', /expected text/);
    assert.match((await attached('../a.md', 'a')) ?? '', /without folders/);
    assert.match((await attached('a\u001b[2J.md', 'a')) ?? '', /without folders/);
    assert.equal(await attached('a.md', 'a'), null);
  });

  test('takes no folder that is none of a feature', async (t) => {
    const { start } = await pmFixture(t);
    const run = await start({ upload: SPEC.replace('Order export', 'Standards') });
    await run.inState('WAITING', 2);
    assert.equal((await run.data()).feature_id, 'design');
    assert.ok(!run.has('standards'));
  });
});

describe("a request to the architect's run", () => {
  const metadata = { spec_markdown: SPEC, feature_id: 'order-export', version: 1 };
  const request = { type: 'REQUEST', request_id: 'x', approvalType: 'spec', content: 'c', metadata };
  const wrong: { readonly [name: string]: JsonObject } = {
    'no metadata': { request_id: 'x', approvalType: 'spec' },
    'no specification': { ...request, metadata: { feature_id: 'order-export' } },
    'a feature outside of its folder': { ...request, metadata: { ...metadata, feature_id: '../src' } },
    'an id that is no text': { ...request, request_id: { a: 1 } },
  };

  test('of another form is refused: nothing is written, and the run waits on', async (t) => {
    const { engine, project, start } = await pmFixture(t);
    const run = await start({ upload: SPEC });
    await run.until('the approval', async () => (await run.data()).is_approved === true);
    const architect = (await run.family()).find(({ workflow }) => workflow === 'pm-architect')?.run ?? '';
    await run.until('its rest', async () => {
      const { state } = await run.view(architect);
      return [...state.tokens.values()].some(({ step }) => step === 'WAITING');
    });
    for (const [name, value] of Object.entries(wrong)) {
      const command = { type: 'SendSignal', id: name, name: 'request', value: value as never } as const;
      const sent = await engine.send(architect, command, ADA);
      assert.ok(!sent.ok, name);
      assert.equal(sent.rejection.code, 'invalid-data', name);
    }
    assert.ok(!existsSync(join(project, 'src')));
    assert.equal((await run.view(architect)).row.status, 'running');
  });
});

describe('files that people changed', () => {
  test('a renamed story and one without its front matter do not stop the architect, and stay', async (t) => {
    const { start } = await pmFixture(t);
    const run = await start({ upload: SPEC });
    await run.until('the approval', async () => (await run.data()).is_approved === true);
    const text = run.read('order-export/stories/S-001.md').replace('status: todo', 'status: done');
    renameSync(run.path('order-export/stories/S-001.md'), run.path('order-export/stories/S-005.md'));
    run.write('order-export/stories/S-005.md', text);
    await run.sends('spec_upload', { markdown: SPEC.replace('version: 1', 'version: 2') });
    await run.until('the second', async () => approvedAs(await run.data(), 2));
    assert.match(run.read('order-export/stories/S-001.md'), /status: done/);
    assert.equal(run.read('order-export/stories/S-005.md'), text);
    for (const name of ['S-001', 'S-005']) run.write(`order-export/stories/${name}.md`, 'My notes.\n');
    await run.sends('spec_upload', { markdown: SPEC.replace('version: 1', 'version: 3') });
    await run.until('the third', async () => approvedAs(await run.data(), 3));
    assert.equal(run.read('order-export/stories/S-001.md'), 'My notes.\n');
    assert.match(run.read('order-export/stories/S-006.md'), /id: S-006/);
  });
});

const approvedAs = ({ is_approved, spec_versions }: JsonObject, count: number): boolean =>
  is_approved === true && Array.isArray(spec_versions) && spec_versions.length === count;
