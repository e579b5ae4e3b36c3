// A diagram given as text, compiled: what is wrong with it fails the test.

import assert from 'node:assert/strict';
import { compile } from '../../src/diagram/compile.ts';
import type { Workflow } from '../../src/diagram/workflow.ts';
import { sha256 } from '../../src/runtime/sha256.ts';

export async function compiled(name: string, text: string): Promise<Workflow> {
  const { workflow, problems } = await compile({ fileName: `${name}.mmd`, text, hash: sha256 });
  return workflow ?? assert.fail(problems.map(({ message }) => message).join('\n'));
}
