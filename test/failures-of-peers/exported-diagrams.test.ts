// What is exported is drawn by Mermaid itself, and means the same workflow.

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compile } from '../../src/diagram/compile.ts';
import { loadMermaid } from '../../src/diagram/read/load-mermaid.ts';
import { sketchOf } from '../simulation/simulate.ts';
import { compileSketch, hash } from '../simulation/sketch.ts';
import { openOffice } from '../support/operations.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FILES = [
  'examples/*/workflow.mmd',
  'src/systems/*/workflow.mmd',
  'test/source-workflows/*.mmd',
  'test/e2e/flows/*.mmd',
];
const SEEDS = 60;
const NOTE = { at: 0, actor: 'user:ada', channel: 'cli', text: '[["WorkflowAdded",{}]]' } as const;

test('every exported diagram parses in Mermaid', { timeout: 120_000 }, async (t) => {
  const office = await openOffice();
  const mermaid = await loadMermaid();
  const names = new Set<string>();
  try {
    for (const file of globSync(FILES, { cwd: ROOT })) {
      const { name } = await office.done('workflows.add', { file: join(ROOT, file) });
      names.add(name);
    }
    const drawn = names.size;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { workflow } = compileSketch(sketchOf(seed));
      if (workflow === null) continue;
      await office.store.addWorkflow({ ...workflow, name: `random-${seed}` }, null, NOTE);
      names.add(`random-${seed}`);
    }
    for (const name of names) {
      const { workflow } = await office.done('workflows.export', { workflow: name });
      const text: string = workflow.mermaidSource;
      await assert.doesNotReject(mermaid.parse(text), `${name}: ${text}`);
      const { diagram } = await office.done('workflows.show', { workflow: name });
      if (diagram !== undefined) assert.equal(diagram, text, `${name}: shown as it is exported`);
      if (!name.startsWith('random-')) continue;
      const again = await compile({ fileName: `${name}.mmd`, text, hash });
      assert.deepEqual(
        again.workflow?.steps.map(({ id, kind }) => [id, kind]),
        (await office.store.workflow(name))?.workflow.steps.map(({ id, kind }) => [id, kind]),
      );
    }
    t.diagnostic(`${drawn} diagrams of files, ${names.size - drawn} random ones`);
    assert.ok(drawn >= 8 && names.size - drawn > SEEDS / 2);
  } finally {
    await office.close();
  }
});
