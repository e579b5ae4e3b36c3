// The stories of the examples play to their ends and give the documents that are committed. Where replies were written
// by hand, these pass the checks that the product makes of a model's work.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { filedFolders, type Played, playStory, writtenFolders } from '../../examples/written-replies/play.ts';
import { writeDocuments } from '../../examples/written-replies/write-documents.ts';
import { checkDesign } from '../../src/documents/design-checks/check-design.ts';
import { checkItems } from '../../src/documents/prd/check-prd.ts';
import { parseRequirements } from '../../src/documents/requirements/parse-requirements.ts';
import { readDiagrams } from '../../src/systems/sdd/read-diagrams.ts';
import { readSql } from '../../src/systems/sdd/sql/read-sql.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { folderOf, root } from '../support/run-signoff.ts';

const storiesOf = (system: string): readonly string[] =>
  writtenFolders().filter((folder) => folder.startsWith(join('examples', system, '')));

/** Played to its end, with the documents that are committed. */
async function playedAsShown(t: TestContext, folder: string): Promise<Played> {
  const played = await playStory(folder);
  t.after(() => played[Symbol.dispose]());
  assert.equal(played.code, 0, played.said);
  const again = `node scripts/bootstrap.mjs examples/written-replies/main.ts ${folder} writes it`;
  const shown = join(root, folder, 'documents');
  const paths = readdirSync(shown, { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    [...played.documents.keys()].sort(),
    paths.filter((path) => statSync(join(shown, path)).isFile()).sort(),
  );
  for (const [path, text] of played.documents)
    assert.equal(text, readFileSync(join(shown, path), 'utf8'), `${path}: if it is meant, ${again}`);
  return played;
}

const textOf = ({ documents }: Played, path: string): string =>
  documents.get(path) ?? assert.fail(`There is no ${path}.`);

test('there are three utterances, two briefs, an interview and two articles', () => {
  const counts = ['prd', 'sdd', 'pm', 'research'].map((system) => storiesOf(system).length);
  assert.deepEqual(counts, [3, 2, 1, 2]);
});

test('main.ts writes beside the story wherever it is called, and touches nothing that is the same', async () => {
  const folder = filedFolders()[0] ?? '';
  const shown = join(root, folder, 'documents');
  const timesOf = (): readonly number[] => readdirSync(shown).map((name) => statSync(join(shown, name)).mtimeMs);
  const before = timesOf();
  const elsewhere = folderOf({});
  const main = [join(root, 'examples/written-replies/main.ts'), folder];
  const run = promisify(execFile);
  await Promise.all([1, 2].map(() => run(process.execPath, main, { cwd: elsewhere.folder })));
  assert.deepEqual(readdirSync(elsewhere.folder), []);
  assert.deepEqual(timesOf(), before);
  const missing = await run(process.execPath, [...main, 'no/story'], { cwd: elsewhere.folder }).catch(
    (thrown) => thrown,
  );
  assert.match(missing.stderr, /^The story no\/story was not played to its end: ENOENT/);
  elsewhere[Symbol.dispose]();
});

test('a folder is made to hold these documents and no others', () => {
  const made = folderOf({ 'old.md': 'old', 'same.md': 'same' });
  writeDocuments(made.folder, new Map(Object.entries({ 'same.md': 'same', 'below/new.md': 'new' })));
  assert.deepEqual(readdirSync(made.folder, { recursive: true }).sort(), ['below', 'below/new.md', 'same.md']);
  made[Symbol.dispose]();
});

describe('without a model', () => {
  for (const folder of filedFolders())
    test(`${folder}: the documents say so`, async (t) => {
      const played = await playedAsShown(t, folder);
      assert.match(textOf(played, 'PRD.md'), /without a model/i);
    });
});

describe('utterances', () => {
  for (const folder of storiesOf('prd'))
    test(`${folder}: the PRD has each approved requirement word for word`, async (t) => {
      const played = await playedAsShown(t, folder);
      const { items } = parseRequirements(textOf(played, 'requirements.md'));
      assert.ok(items.length >= 7, `${items.length}`);
      assert.deepEqual(checkItems(textOf(played, 'PRD.md'), items), []);
      assert.doesNotMatch(textOf(played, 'PRD.md'), /without a model/);
    });
});

describe('briefs', () => {
  for (const folder of storiesOf('sdd'))
    test(`${folder}: no rule finds a fault, and Postgres takes the schema`, async (t) => {
      const played = await playedAsShown(t, folder);
      const [hld, lld, database] = ['hld', 'lld', 'database'].map((part) => textOf(played, `design/${part}.md`));
      const texts = { hld: hld ?? '', lld: lld ?? '', database: database ?? '' };
      const [sql, diagrams] = await Promise.all([readSql(texts.database, 'postgres'), readDiagrams(texts)]);
      assert.deepEqual(checkDesign(texts, { sql, diagrams, standards: [], knownIds: {} }), []);
      const server = await postgresOrSkip(t);
      if (server === undefined) return;
      const client = new Client({ connectionString: await server.createDatabase() });
      await client.connect();
      await client.query(textOf(played, 'design/schema.sql')).finally(() => client.end());
    });
});

describe('interviews', () => {
  for (const folder of storiesOf('pm'))
    test(`${folder}: the specification passes the seven checks`, async (t) => {
      const played = await playedAsShown(t, folder);
      const [feature = ''] = readdirSync(join(played.project, 'magi-sdd'));
      const checked = await played.call('spec', 'check', join('magi-sdd', feature, 'spec.md'));
      assert.equal(checked.code, 0, checked.out);
      assert.match(checked.out, /^passed$/m);
    });
});

describe('articles', () => {
  for (const folder of storiesOf('research'))
    test(`${folder}: each claim holds; with another figure one does not`, async (t) => {
      const played = await playedAsShown(t, folder);
      assert.match(textOf(played, 'ledger.md'), /, 0 not judged; 0 taken out\./);
      const [name = ''] = readdirSync(join(played.project, 'research'));
      const verify = () =>
        played.call('research', 'verify', join('research', name, 'article.md'), '--sources', 'corpus');
      const verified = await verify();
      assert.equal(verified.code, 0, verified.out);
      const path = join(played.project, 'research', name, 'article.md');
      const changed = readFileSync(path, 'utf8').replace(/\b(500,000 projects|310 companies)\b/, '9$1');
      writeFileSync(path, changed);
      const refused = await verify();
      assert.equal(refused.code, 1, refused.out);
    });
});
