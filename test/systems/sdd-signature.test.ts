// Who approved a design, proved from its files: what was approved, what was changed since, and which file it is.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { signoffHere } from '../support/signoff-here.ts';
import { BRIEF, newFolder, sddFixture } from './sdd-fixture.ts';

/** An editor in which a person writes the SQL. */
const ADDS_SQL = "sed -i 's/^## Tables$/## Tables\\n\\n```sql\\nCREATE TABLE rooms (id bigint);\\n```/'";

async function approved(t: TestContext) {
  const folder = newFolder(t);
  const run = (args: readonly string[], lines: readonly string[] = []) =>
    signoffHere(args, {
      ...{ cwd: folder, home: join(folder, '.signoff') },
      env: { SIGNOFF_PROVIDER: 'offline', SIGNOFF_USER: 'user:ada', VISUAL: ADDS_SQL },
      input: lines.map((line) => `${line}\n`).join(''),
    });
  const designed = await run(['sdd', BRIEF], ['e', 's', 'it is ours', 'approve', 'y', 'y']);
  assert.equal(designed.code, 0, designed.out + designed.err);
  const feature = readdirSync(join(folder, 'magi-sdd'))[0] ?? '';
  const path = (file: string): string => join(folder, 'magi-sdd', feature, 'design', file);
  return { folder, run, feature, path };
}

test('the approval of a design is proved by the history, and by a proof without it', async (t) => {
  const { folder, run, feature, path } = await approved(t);
  const proved = await run(['documents', 'verify', feature, '--json']);
  assert.equal(proved.code, 0, proved.out + proved.err);
  const { ok, kind, signature, others, problems } = JSON.parse(proved.out);
  assert.deepEqual(
    [ok, kind, signature.actor, signature.step, others, problems],
    [...[true, 'design', 'user:ada', 'human_review', [], []]],
  );
  const design = readFileSync(path('design.md'), 'utf8');
  assert.ok(design.includes(`\nsigned: "${signature.signed}"\n`), design.slice(0, 900));
  assert.match(design, /\napprover: "user:ada.*"\napproved_at: ".*Z"\nsigned: ".*"\nrun: "run_.*"\n/);

  assert.equal((await run(['documents', 'proof', feature])).code, 0);
  const elsewhere = await run([
    ...['documents', 'verify', path('design.md'), '--proof', `${path('design.md')}.proof.json`],
    ...['--store', join(folder, 'empty.db')],
  ]);
  assert.equal(elsewhere.code, 0, elsewhere.out + elsewhere.err);
});

test('any file of an approved design that was changed or removed since is named', async (t) => {
  const { run, feature, path } = await approved(t);
  assert.doesNotMatch((await run(['documents', 'list'])).out, /since/);
  for (const file of ['hld.md', 'lld.md', 'database.md', 'schema.sql', 'design.md']) {
    const before = readFileSync(path(file), 'utf8');
    writeFileSync(path(file), `${before}\n-- and more\n`);
    for (const named of [feature, path('design.md')]) {
      const found = await run(['documents', 'verify', named]);
      assert.equal(found.code, 1, `${file}: ${found.out}`);
      assert.match(
        found.out,
        file === 'design.md' ? /changed since \(/ : new RegExp(`design/${file} was changed since`),
      );
    }
    const listed = await run(['documents', 'list']);
    assert.match(listed.out, new RegExp(`${feature}: design/${file} was changed since`));
    writeFileSync(path(file), before);
    assert.equal((await run(['documents', 'verify', feature])).code, 0, file);
  }
  writeFileSync(path('design.md'), readFileSync(path('design.md'), 'utf8').replace('user:ada', 'user:bob'));
  assert.match(
    (await run(['documents', 'verify', feature])).out,
    /Expected "approver: user:ada.*" in the front matter/,
  );
  rmSync(path('schema.sql'));
  assert.match((await run(['documents', 'list'])).out, /design\/schema\.sql is gone since the design was approved\./);
});

test('a design that nobody approved yet is told as not signed', async (t) => {
  const { run, feature, path } = await approved(t);
  const review = readFileSync(path('design.md'), 'utf8').replace(/^(?:approver|approved_at|signed|run): .*\n/gm, '');
  writeFileSync(path('design.md'), review.replace('status: FINAL', 'status: REVIEW'));
  const found = await run(['documents', 'verify', feature]);
  assert.equal(found.code, 1);
  assert.match(found.err, /^document-not-signed: Expected a signed document at .*design\.md/);
});

test('a file that was removed before the approval is written again with it', async (t) => {
  const run = await (await sddFixture(t)).start();
  await run.atReview();
  const { feature_id, final_document, hld_draft } = await run.data();
  for (const file of ['design.md', 'hld.md']) rmSync(run.path(`${feature_id}/design/${file}`));
  await run.says({ verdict: 'approve' });
  assert.equal(await run.ended(), 'completed');
  assert.match(run.read(`${feature_id}/design/design.md`), /^status: FINAL$/m);
  assert.ok(run.read(`${feature_id}/design/design.md`).endsWith(String(final_document).split('\n---\n')[1] ?? '?'));
  assert.equal(run.read(`${feature_id}/design/hld.md`), hld_draft);
});
