// The PRD workflow beside the source document's own drawing: the same boxes, the same arrows, the failure path.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { loadWorkflowFile } from '../../src/runtime/load-workflow.ts';
import { PRD } from './prd-fixture.ts';

const NODES = {
  Start: 'START',
  Init: 'Magi Initialization',
  FB: 'Feature Brief Generation',
  FBReview: 'Feature Brief Review',
  FBUpdate: 'Feature Brief Update',
  IR: 'Initial Requirements Generation',
  RR: 'Requirements Review',
  GA: 'Gap Analysis',
  IC: 'Iteration Control',
  GR: 'Gap Requirements Generation',
  PG: 'PRD Generation',
  PR: 'PRD Review',
  F: 'Finalization',
  End: 'END',
  Error: 'Failure Node',
};

const ARROWS = [
  ...[
    'Start Init',
    'Init FB',
    'FB FBReview',
    'FBReview FBUpdate',
    'FBUpdate FBReview',
    'FBReview IR',
    'IR RR',
    'RR GA',
  ],
  ...['GA IC', 'IC GR', 'IC PG', 'GR RR', 'PG PR', 'PR F', 'PR PG', 'F End', 'Error End'],
];

test('boxes and arrows are the document’s, and one arrow that it has in words', async () => {
  const { workflow, problems } = await loadWorkflowFile(PRD);
  assert.ok(workflow !== null);
  assert.deepEqual(problems, []);
  assert.deepEqual(Object.fromEntries(workflow.steps.map(({ id, label }) => [id, label])), NODES);
  const drawn = workflow.steps.flatMap(({ id, edges }) => edges.map(({ target }) => `${id} ${target}`));
  assert.deepEqual([...new Set(drawn)].sort(), [...ARROWS, 'Init Error'].sort());
  const gates = workflow.steps.filter(({ execution }) => execution === 'manual' || execution === 'conversation');
  assert.deepEqual(gates.map(({ id }) => id).sort(), ['FBReview', 'GA', 'PR', 'RR']);
});

test('every prompt speaks of the domain, and every prompt file is used', async () => {
  const folder = join(dirname(PRD), 'prompts');
  const source = readFileSync(PRD, 'utf8');
  const files = readdirSync(folder);
  assert.equal(files.length, 10);
  for (const file of files) {
    assert.match(readFileSync(join(folder, file), 'utf8'), /Domain:\s\{\{steps\.Init\.output\.domain\}\}\./, file);
    assert.ok(source.includes(`"${file}"`), file);
  }
});
