// Where the domain of a PRD run comes from: the command, the request, the environment, the project, in this order.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { init } from '../../src/systems/prd/init.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder, prdFixture, UTTERANCE } from '../systems/prd-fixture.ts';

const ENV = { SIGNOFF_DOMAIN: 'of the environment' };

/** What the brief of a real run says without a model: every prompt has the same. */
async function briefOf(t: TestContext, given: { config?: JsonObject; flags?: string[]; env?: typeof ENV }) {
  const project = newFolder(t);
  mkdirSync(join(project, '.git'));
  if (given.config !== undefined) writeFileSync(join(project, 'signoff.config.json'), JSON.stringify(given.config));
  const answers = join(newFolder(t), 'answers.json');
  writeFileSync(answers, JSON.stringify({ FBReview: 'approve' }));
  const args = ['prd', UTTERANCE, '--until', 'brief', '--answers', answers, '--json', ...(given.flags ?? [])];
  const said = await signoffHere(args, { cwd: project, home: join(project, '.signoff'), env: { ...given.env } });
  assert.equal(said.code, 0, said.out + said.err);
  const [file = ''] = (JSON.parse(said.out) as { files: string[] }).files;
  return /- Domain: (.*)/.exec(readFileSync(file, 'utf8'))?.[1] ?? null;
}

const config = { domain: 'of the project' };

test('--domain comes before SIGNOFF_DOMAIN, and that before signoff.config.json', async (t) => {
  const flags = ['--domain', 'of the command'];
  assert.equal(await briefOf(t, { config, env: ENV, flags }), 'of the command');
  assert.equal(await briefOf(t, { config, env: ENV }), 'of the environment');
  assert.equal(await briefOf(t, { config }), 'of the project');
  assert.equal(await briefOf(t, {}), null);
});

test('userInput.domain comes after the command and before what is around', async (t) => {
  const project = newFolder(t);
  const domainOf = async (input: JsonObject, userInput: JsonObject, around: string | null) => {
    const data = { userInput: { projectPath: project, userUtterance: UTTERANCE, ...userInput } };
    const call = { data, run: { input }, step: 'Init' } as unknown as Parameters<typeof init>[0];
    const deps = { files: workspaceFiles([project]), now: Date.now, domain: async () => around };
    return ((await init(call, deps)).output as JsonObject).domain;
  };
  const asked = { domain: ' of the request ' };
  assert.equal(await domainOf({ domain: 'of the command' }, asked, 'around'), 'of the command');
  assert.equal(await domainOf({ domain: ' ' }, asked, 'around'), 'of the request');
  assert.equal(await domainOf({}, {}, 'around'), 'around');
  assert.equal(await domainOf({}, {}, null), 'general software');
});

test('the domain of the request is in the brief without a model, and in one that is started over', async (t) => {
  const run = await (await prdFixture(t)).start({ domain: 'bakeries' });
  await run.at('FBReview');
  assert.match(String((await run.data()).featureBriefContent), /- Domain: bakeries\n/);
  const modifications = [{ section: 'Whole document', modificationReason: 'Too long.', requestedContent: '' }];
  await run.answer('FBReview', { approved: false, modifications, reviewSummary: 'No.' });
  await run.at('FBReview');
  assert.match(String((await run.data()).featureBriefContent), /- Domain: bakeries\n/);
});
