// From a sentence over a signed PRD to an approved design and its traces, without a model, as somebody at a shell goes.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from './prd-fixture.ts';

const SENTENCE = 'Members book a tennis court online. Members cancel a booking. The club manager sees all bookings.';

function project(t: TestContext) {
  const folder = newFolder(t);
  const run = (args: readonly string[], lines: readonly string[] = []) =>
    signoffHere(args, {
      ...{
        cwd: folder,
        home: join(folder, '.signoff'),
        env: { SIGNOFF_PROVIDER: 'offline', SIGNOFF_USER: 'user:ada' },
      },
      input: lines.map((line) => `${line}\n`).join(''),
    });
  const feature = () => readdirSync(join(folder, 'magi-sdd'))[0] ?? '';
  const read = (file: string) => readFileSync(join(folder, 'magi-sdd', feature(), file), 'utf8');
  const edit = (file: string, change: (text: string) => string) => {
    assert.notEqual(change(read(file)), read(file), file);
    writeFileSync(join(folder, 'magi-sdd', feature(), file), change(read(file)));
  };
  return { run, feature, read, edit };
}

const words = (text: string): string => text.replace(/\s+/g, ' ');

test('a signed PRD leads to an approved design; its table is filled and its signature still holds', async (t) => {
  const { run, feature, read } = project(t);
  await run(['prd', SENTENCE], ['approve', 'A', 'send', 'proceed']);
  const refused = await run(['sdd', '--prd', `magi-sdd/${feature()}`]);
  assert.equal(refused.code, 2, refused.out + refused.err);
  assert.match(
    refused.err.replace(/\s+/g, ' '),
    /Expected a finalised PRD at .*, found its status "draft"\. To design it as it is: .* --draft/,
  );
  const signed = await run(['prd', '--resume'], ['approve', 'y']);
  assert.equal(signed.code, 0, signed.out + signed.err);

  const designed = await run(['sdd', '--prd', `magi-sdd/${feature()}`], ['approve', 'y', 'y']);
  assert.equal(designed.code, 0, designed.out + designed.err);
  assert.match(read('design/design.md'), /^status: FINAL$/m);
  const [first = ''] = read('PRD.md').match(/^\| REQ-001 .*$/m) ?? [];
  assert.match(first, new RegExp(`^\\| REQ-001 \\| ${feature()}/UC-\\d{3}.* \\| TBD \\|$`));
  const proved = await run(['documents', 'verify', feature()]);
  assert.equal(proved.code, 0, proved.out + proved.err);
  assert.match(
    proved.out,
    /^Proved: .*PRD\.md is as it was signed\.[\s\S]*\nProved: .*design\/design\.md is as it was signed\./,
  );

  const one = await run(['documents', 'verify', feature(), '--seal', 'a'.repeat(64)]);
  assert.match(one.err, /^ambiguous-document: Expected one document for a+, found .*PRD\.md, .*design\.md\. Name one/);

  const traced = JSON.parse((await run(['trace', 'REQ-001', '--json'])).out);
  const kinds = new Set(traced.dependents.map(({ kind }: { kind: string }) => kind));
  assert.deepEqual([...kinds], ['use case'], 'nobody designed more');
  const gaps = await run(['trace', '--gaps']);
  assert.equal(gaps.code, 0, gaps.out);
  assert.equal(gaps.out, `${feature()}\n  not designed: no model (components, endpoints, models, tables)\n`);
});

test('a design of a PRD that its requirements have left behind stays outdated, whoever drafts it again', async (t) => {
  const { run, feature, read, edit } = project(t);
  assert.equal((await run(['prd', SENTENCE], ['approve', 'A', 'send', 'proceed', 'approve', 'y'])).code, 0);
  const folder = `magi-sdd/${feature()}`;
  assert.equal((await run(['sdd', '--prd', folder], ['approve', 'y', 'y'])).code, 0);
  assert.equal((await run(['trace', '--gaps'])).code, 0);
  edit('requirements.md', (text) =>
    text.replace(/(### REQ-002[\s\S]*?\*\*Description\*\*: ).*/, '$1The kiosk sells tea.'),
  );
  assert.equal((await run(['trace', '--gaps'])).code, 1);

  const refused = await run(['sdd', '--prd', folder]);
  assert.equal(refused.code, 1, refused.out + refused.err);
  assert.match(words(refused.out), /The PRD is older than its requirements: REQ-002 was changed in requirements\.md\./);
  const draft = await run(['sdd', '--prd', folder, '--draft'], ['approve', 'y', 'y']);
  assert.equal(draft.code, 0, draft.out + draft.err);
  const gaps = await run(['trace', '--gaps']);
  assert.doesNotMatch(read('design/design.md'), /sells tea/);
  assert.equal(
    words(draft.out).split('REQ-002 was changed in requirements.md; the design follows').length,
    3,
    draft.out,
  );
  assert.equal(gaps.code, 1, gaps.out);
  assert.match(gaps.out, /The text of REQ-002 was changed since the design was drafted/);
});

test('a second design of a feature is its next version; the approved one is kept, and that is told', async (t) => {
  const { run, feature, read } = project(t);
  assert.equal((await run(['prd', SENTENCE], ['approve', 'A', 'send', 'proceed', 'approve', 'y'])).code, 0);
  const folder = `magi-sdd/${feature()}`;
  const asked = ['c', 'Say where backups are kept.', 'approve', 'y', 'y'];
  assert.equal((await run(['sdd', '--prd', folder], asked)).code, 0);
  assert.match(read('design/hld.md'), /^open: Say where backups are kept\.$/m);
  const files = ['hld.md', 'lld.md', 'database.md', 'design.md'];
  const first = new Map(files.map((file) => [file, read(`design/${file}`)]));
  const again = await run(['sdd', '--prd', folder, '--dialect', 'sqlite'], ['approve', 'y', 'y']);
  assert.equal(again.code, 0, again.out + again.err);
  const versionNote =
    /Version 2 of this design was approved by user:ada.{0,60} This run makes version 3; version 2 is kept as/g;
  assert.equal(words(again.out.replaceAll(/^ *!/gm, '')).match(versionNote)?.length, 2, again.out);
  assert.doesNotMatch(again.out, /edited by hand/);
  assert.match(read('design/design.md'), /^status: FINAL$[\s\S]*^version: 3$/m);
  for (const [file, text] of first) {
    const kept = `design/${file.replace('.', '.v2.')}`;
    if (read(`design/${file}`) !== text) assert.equal(read(kept), text, kept);
  }
  assert.match(read('design/design.v2.md'), /^status: FINAL$[\s\S]*^version: 2$/m);
  assert.notEqual(read('design/hld.md'), first.get('hld.md'));
  for (const named of [feature(), `${folder}/design/design.v2.md`]) {
    const proved = await run(['documents', 'verify', named]);
    assert.equal(proved.code, 0, proved.out + proved.err);
  }
});
