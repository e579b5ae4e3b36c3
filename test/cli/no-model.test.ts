// Where no model is connected: said once before anything is asked, and the doctor says how to connect one.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { signoffHere } from '../support/signoff-here.ts';

const NO_MODEL = /^ No model is connected: your words are filed as they stand, and what is missing is asked\./m;
const NOTHING_FOUND = {
  ...{ SIGNOFF_PROVIDER: '', ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '' },
  ...{ OLLAMA_HOST: 'http://127.0.0.1:9', PATH: '/nonexistent' },
};

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-no-model-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('that no model is connected stands before the first question of every system, and not in JSON', async (t) => {
  const cwd = folderOf(t);
  for (const system of ['prd', 'sdd', 'pm', 'backlog', 'research']) {
    const { out, err } = await signoffHere([system, 'Members book a court.'], { cwd, home: cwd, input: '' });
    const said = `${out}${err}`;
    assert.match(said.replace(/\s+/g, ' '), new RegExp(NO_MODEL.source.slice(1)), system);
    assert.match(said.replace(/\s+/g, ' '), /To connect one: \S*signoff doctor/, system);
  }
  const { out } = await signoffHere(['prd', 'Members book a court.', '--json'], { cwd, home: cwd, input: '' });
  assert.doesNotMatch(out, /No model is connected/);
});

test('with a model nothing is said of that', async (t) => {
  const cwd = folderOf(t);
  const env = { SIGNOFF_PROVIDER: 'http://127.0.0.1:9/v1', SIGNOFF_MODEL: 'any' };
  const { out, err } = await signoffHere(['prd'], { cwd, home: cwd, env, input: '' });
  assert.doesNotMatch(`${out}${err}`, /No model is connected/);
});

test('the doctor says what was looked for, and what to do for each', async (t) => {
  const cwd = folderOf(t);
  const { out } = await signoffHere(['doctor'], { cwd, home: cwd, env: NOTHING_FOUND });
  assert.match(out, /^look +provider +No model is connected: .* To connect one, do one of these:$/m);
  for (const way of ['Anthropic: .*ANTHROPIC_API_KEY', 'OpenAI: .*OPENAI_API_KEY', 'Ollama: .*ollama pull', 'claude: '])
    assert.match(out, new RegExp(`^ {16}- ${way}`, 'm'));
  assert.match(out, /^ {16}- SIGNOFF_PROVIDER: .*SIGNOFF_MODEL/m);
  assert.doesNotMatch(out, /^ok .*not set/m, 'no mark contradicts its words');
  assert.match(out, /signoff mcp install --client NAME/);
});

test('the doctor makes no store where none is, and says where a run would make it', async (t) => {
  const cwd = folderOf(t);
  const { code, out } = await signoffHere(['doctor'], { cwd, home: cwd, env: NOTHING_FOUND });
  assert.equal(code, 0, out);
  assert.match(out, /^ok +store +None yet: a run makes it, at .*signoff\.db\.$/m);
  const env = { ...NOTHING_FOUND, SIGNOFF_PROVIDER: 'http://127.0.0.1:9/v1', SIGNOFF_MODEL: 'any' };
  const set = await signoffHere(['doctor'], { cwd, home: cwd, env });
  assert.match(set.out, /^look +agents +/m, 'who answers agents is looked for all the same');
  assert.deepEqual(readdirSync(cwd), []);
});
