// A workflow whose hash nobody noted, proved by its version: that is the hash of its source, which is compiled again.

import { hash } from 'node:crypto';
import { COMPILER } from '../../diagram/workflow.ts';
import type { Store } from '../../ports/store.ts';
import type { StoredText } from '../../ports/store-care.ts';
import { referenceTo } from '../prepare-command.ts';

/** false also for one that needs files which are not kept, or that another compiler made: nothing is known then. */
export async function isCompiledAgain(store: Store, text: StoredText): Promise<boolean> {
  const [name, version, compiler] = text.name as readonly [string, string, number];
  if (compiler !== COMPILER) return false;
  try {
    const stored = await store.workflow(name, version);
    if (stored === null || stored.compiler !== compiler) return false;
    const { compile } = await import('../../diagram/compile.ts');
    const { source } = stored.workflow;
    const { workflow } = await compile({ fileName: `${name}.mmd`, text: source, hash: referenceTo });
    return workflow?.version === version && text.hash === `sha256:${hash('sha256', JSON.stringify(workflow), 'hex')}`;
  } catch (thrown) {
    // What was altered may be no workflow any more.
    if (thrown instanceof SyntaxError || thrown instanceof TypeError) return false;
    throw thrown;
  }
}
