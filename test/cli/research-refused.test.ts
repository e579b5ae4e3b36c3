// `signoff research` with a model whose judge refuses all that was written.

import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { envelope } from '../agents/agent-engine.ts';
import { startModelServer } from '../support/model-server.ts';
import { root } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import { PRICE, researchReply, workerOf } from '../systems/research-model.ts';

const CORPUS = join(root, 'bench/labelled/research/topics/heat-pumps');
const GIVEN = ['Heat pumps in old buildings', '--corpus', 'documents', '--min-sources', '5'];

test('where the judge refuses every sentence, no article is written: exit 1', async (t) => {
  const project = newFolder(t);
  const home = join(newFolder(t), 'home');
  cpSync(CORPUS, join(project, 'documents'), { recursive: true });
  const server = await startModelServer((request) => {
    const claims = [...request.texts.join('\n').matchAll(/^(c\d{1,4}): \S/gm)];
    if (workerOf(request) !== 'fact_checker') return researchReply(request);
    return envelope({ claims: claims.map(([, id]) => ({ id, verdict: 'contradicted', reason: 'No.' })) });
  });
  t.after(() => server.close());
  const prices = { [new URL(server.url).host]: { asOf: '2026-03-05', models: { '*': PRICE } } };
  writeFileSync(join(project, 'signoff.config.json'), JSON.stringify({ prices }));
  const env = { SIGNOFF_PROVIDER: server.url, SIGNOFF_MODEL: 'tested', SIGNOFF_API_KEY: 'key' };
  const options = { cwd: project, home, env };
  const { code, out, err } = await signoffHere(['research', ...GIVEN, '--min-quality', '0.1'], options);
  assert.equal(code, 1, out + err);
  assert.match(
    out + err,
    /No article was written\.\s+None of the \d+ sentences of the draft could stay: \d+ by the judge\./,
  );
  assert.doesNotMatch(out + err, /Article written/);
});
