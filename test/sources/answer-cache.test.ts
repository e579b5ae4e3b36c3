// Answers of the last day are believed only where this user's program wrote them, as far as they can be checked.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { SourceList, Sources } from '../../src/ports/sources.ts';
import { json, openWeb } from './web.ts';

const ANSWER = { results: [{ title: 'Pumps', url: 'https://page.example/', content: 'Pumps work in the cold.' }] };
const FORGED = 'Heat pumps poison 20 villages.\n';

const find = (sources: Sources): Promise<SourceList> =>
  sources.find('web', { topic: 'pumps', keywords: [], max: 5, signal: new AbortController().signal });

async function place(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'signoff-answers-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [folder, answers] = [join(root, 'project', '.signoff', 'sources'), join(root, 'own', 'answers')];
  const web = await openWeb(t, { 'searx.example': json(ANSWER) });
  const env = { SIGNOFF_WEB_SEARCH: `searxng:${web.url('searx.example')}` };
  const open = (more = {}) => web.open(env, { folder, answers, ...more });
  return { root, folder, answers, web, env, open };
}

type KeptAnswer = { sources: Record<string, unknown>[] };

/** Changes the one answer that is kept. */
function changeAnswer(answers: string, change: (kept: KeptAnswer) => void): void {
  const [name = ''] = readdirSync(answers);
  const kept = JSON.parse(readFileSync(join(answers, name), 'utf8')) as KeptAnswer;
  change(kept);
  writeFileSync(join(answers, name), JSON.stringify(kept));
}

test('a project cannot bring answers: what its folder holds is not believed', async (t) => {
  const { folder, open, web, answers } = await place(t);
  const digest = createHash('sha256').update(FORGED).digest('hex');
  mkdirSync(join(folder, digest.slice(0, 2)), { recursive: true });
  writeFileSync(join(folder, digest.slice(0, 2), `${digest}.txt`), FORGED);
  const { sources } = await find(open());
  const forged = { ...sources[0], id: '../../x', hash: `sha256:${digest}`, title: 'WHO report' };
  const text = JSON.stringify({ at: Date.now() - 1_000, sources: [forged], notes: [] });
  const names = [...(existsSync(answers) ? readdirSync(answers) : []), ...readdirSync(folder)];
  mkdirSync(join(folder, 'asked'), { recursive: true });
  for (const name of [...names, ...readdirSync(join(folder, 'asked'))])
    writeFileSync(join(folder, 'asked', name), text);
  rmSync(answers, { recursive: true, force: true });
  assert.deepEqual((await find(open())).sources, sources);
  assert.equal(web.came.length, 2);
});

test('an answer is kept for its user alone, and one that others could write is not believed', async (t) => {
  const { answers, open, web } = await place(t);
  await find(open());
  const [name = ''] = readdirSync(answers);
  assert.deepEqual([statSync(answers).mode & 0o777, statSync(join(answers, name)).mode & 0o777], [0o700, 0o600]);
  await find(open());
  assert.equal(web.came.length, 1);
  chmodSync(join(answers, name), 0o666);
  await find(open());
  assert.equal(web.came.length, 2);
});

test('an id in a kept answer does not count: it is made from the hash', async (t) => {
  const { answers, open, web } = await place(t);
  const first = await find(open());
  changeAnswer(answers, ({ sources }) => {
    for (const source of sources) source.id = '../../requirements';
  });
  assert.deepEqual((await find(open())).sources, first.sources);
  assert.equal(web.came.length, 1);
});

test('a kept answer with a field of another form, or without its text, is asked for again', async (t) => {
  const { answers, folder, open, web } = await place(t);
  await find(open());
  const changes: Record<string, unknown>[] = [
    ...[{ title: 7 }, { authors: 'Ada' }, { retrievedAt: null }],
    ...[{ hash: `sha256:${'../'.repeat(21)}x` }, { hash: `sha256:${'0'.repeat(64)}` }],
  ];
  for (const [at, change] of changes.entries()) {
    changeAnswer(answers, ({ sources }) => {
      for (const source of sources) Object.assign(source, change);
    });
    await find(open());
    assert.equal(web.came.length, at + 2, JSON.stringify(change));
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.txt')) writeFileSync(join(folder, name), FORGED);
  await find(open());
  assert.equal(web.came.length, changes.length + 2);
});

test('where nothing can be kept each search is asked, and nothing is left behind', async (t) => {
  const { root, open, web } = await place(t);
  writeFileSync(join(root, 'own'), 'a file');
  for (const more of [{}, { answers: null }]) {
    await find(open(more));
    assert.equal((await find(open(more))).sources.length, 1);
  }
  assert.equal(web.came.length, 4);
});

test('answers of one project are not those of another', async (t) => {
  const { root, open, web } = await place(t);
  await find(open());
  await find(open({ folder: join(root, 'other', '.signoff', 'sources') }));
  assert.equal(web.came.length, 2);
});
