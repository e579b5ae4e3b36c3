// A chain that begins with research, by rules and from a folder of documents: what was found stands in the brief with
// its source, on both stores, also when a process is killed while it searches and writes.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { postgresOrSkip } from '../support/postgres.ts';
import { root, signoff } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from './prd-fixture.ts';

const EXAMPLE = join(root, 'examples/sentence-to-backlog');
const TENNIS =
  'Members book a tennis court online. Members cancel a booking until two hours before it begins. ' +
  'The club manager sees all bookings of a day.';
const CORPUS = ['--corpus', join(EXAMPLE, 'documents')];
const ANSWERS = ['--answers', join(EXAMPLE, 'answers.json')];
const LIMIT = { timeout: 180_000 };
const KINDS = ['SQLite', 'PostgreSQL'] as const;

async function placeOf(t: TestContext, kind: (typeof KINDS)[number] = 'SQLite') {
  const postgres = kind === 'SQLite' ? undefined : await postgresOrSkip(t);
  if (postgres === undefined && kind !== 'SQLite') return null;
  const folder = newFolder(t);
  const url = postgres === undefined ? {} : { DATABASE_URL: await postgres.createDatabase() };
  const around = { cwd: folder, home: join(folder, '.signoff') };
  const env = { SIGNOFF_PROVIDER: 'offline', SIGNOFF_USER: 'user:ada', ...url };
  const run = (args: readonly string[]) => signoffHere(args, { ...around, env, input: '' });
  const json = async (...args: readonly string[]) => JSON.parse((await run([...args, '--json'])).out);
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const runsOf = async (workflow: string): Promise<readonly string[]> => {
    const { runs } = await json('runs', 'list');
    const own = (runs as { run: string; workflow: string }[]).filter((each) => each.workflow === workflow);
    return own.map((each) => each.run);
  };
  return { folder, around, env, run, json, read, runsOf };
}

type Place = NonNullable<Awaited<ReturnType<typeof placeOf>>>;

/** The findings are in the brief and the PRD, each with words that stand in the document that it names. */
async function isCited({ json, read, run, runsOf, folder }: Place): Promise<void> {
  const [chain = ''] = await runsOf('backlog');
  const { output } = await json('runs', 'show', chain);
  assert.deepEqual([output.missing, output.stories.length], [[], 3]);
  const brief = read(`${output.folder}/feature-brief.md`);
  const lines = brief.split('\n').filter((line) => /^- F\d/.test(line));
  assert.ok(lines.length >= 3, brief);
  for (const line of lines) {
    // What is told in the source's name has its own words behind it.
    const file = /\(.*?([\w-]+\.(?:md|txt))\)/.exec(line)?.[1] ?? assert.fail(line);
    const words = /"(.+?)"/.exec(line)?.[1] ?? assert.fail(line);
    assert.ok(readFileSync(join(EXAMPLE, 'documents', file), 'utf8').includes(words), line);
  }
  assert.match(brief, new RegExp(`Research found \\(${output.article}/article\\.md`));
  assert.match(read(`${output.folder}/PRD.md`), /- F1: "/);
  assert.ok(existsSync(join(folder, output.article, 'ledger.json')));
  assert.equal((await run(['trace', '--gaps'])).code, 0);
}

for (const kind of KINDS)
  test(`from a sentence and documents to stories, on ${kind}`, LIMIT, async (t) => {
    const place = await placeOf(t, kind);
    if (place === null) return;
    const done = await place.run(['backlog', TENNIS, '--research', ...CORPUS, ...ANSWERS]);
    assert.equal(done.code, 0, done.out + done.err);
    assert.match(done.out, /▸ Research {2}1 of 4, then PRD, Design, Specification and stories\n/);
    assert.match(done.out, /▸ PRD {2}2 of 4, then /);
    assert.match(done.out, /In all\n {3}research +research\/.*\/article\.md\n {3}stories +3, /);
    await isCited(place);
  });

for (const kind of KINDS)
  test(`killed while research is at work, it goes on where it was, on ${kind}`, LIMIT, async (t) => {
    const place = await placeOf(t, kind);
    if (place === null) return;
    let killed = false;
    const args = ['backlog', TENNIS, '--research', ...CORPUS, ...ANSWERS];
    await signoff(args, {
      ...{ ...place.around, env: place.env },
      onOutput(out, kill) {
        if (killed || !out.includes('✓ Content synthesis')) return;
        killed = true;
        kill('SIGKILL');
      },
    });
    assert.ok(killed);
    assert.ok(!existsSync(join(place.folder, 'magi-sdd')), 'nothing of the PRD was begun');
    const done = await place.run(['backlog', '--resume', ...ANSWERS]);
    assert.equal(done.code, 0, done.out + done.err);
    for (const workflow of ['research', 'research-execution', 'prd'])
      assert.equal((await place.runsOf(workflow)).length, 1, workflow);
    assert.equal(readdirSync(join(place.folder, 'research')).length, 1);
    await isCited(place);
  });

test('without documents and without a search it is refused before anything starts', async (t) => {
  const { run, json, folder } = (await placeOf(t)) ?? assert.fail();
  const refused = await run(['backlog', TENNIS, '--research', ...ANSWERS]);
  assert.equal(refused.code, 1, refused.out);
  const said = (refused.out + refused.err).replace(/\s+/g, ' ');
  assert.match(said, /nothing to find sources with: set SIGNOFF_WEB_SEARCH=.*SIGNOFF_ACADEMIC=.*\(--corpus DIR\)/);
  assert.deepEqual((await json('runs', 'list')).runs, []);
  assert.ok(!existsSync(join(folder, 'magi-sdd')));
});

test('a folder of documents alone asks for research; without both there is none', async (t) => {
  const { run, read } = (await placeOf(t)) ?? assert.fail();
  const empty = await run(['backlog', TENNIS, '--corpus', 'no-such-folder']);
  assert.match(empty.out + empty.err, /Expected --corpus as a folder of documents, found nothing there/);
  const done = await run(['backlog', TENNIS, ...CORPUS, '--answers', join(EXAMPLE, 'answers.json')]);
  assert.match(done.out, /▸ Research {2}1 of 4/);
  const plain = (await placeOf(t)) ?? assert.fail();
  assert.match((await plain.run(['backlog', TENNIS, ...ANSWERS])).out, /▸ PRD {2}1 of 3, then /);
  const path = 'magi-sdd/members-book-a-tennis-court-online/feature-brief.md';
  assert.doesNotMatch(plain.read(path), /Findings/);
  // The rest of the brief is the same with and without it.
  const body = (text: string) => text.slice(text.indexOf('## User Utterance')).replace(/\n## Findings[\s\S]*$/, '');
  assert.equal(body(read(path)).trim(), body(plain.read(path)).trim());
});
