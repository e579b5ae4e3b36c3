// Looks up the stored workflow a caller names.

import type { Store, StoredWorkflow } from '../ports/store.ts';
import { reject } from './define-operation.ts';

export async function findWorkflow(store: Store, name: string, version?: string): Promise<StoredWorkflow> {
  const found = await store.workflow(name, version);
  if (found !== null) return found;
  if (version !== undefined && (await store.workflow(name)) !== null) {
    return reject('unknown-version', `Workflow "${name}" has no version that begins with ${version}.`);
  }
  const hint = 'Add its diagram with signoff workflows add FILE.';
  return reject('unknown-workflow', `There is no stored workflow "${name}". ${hint}`);
}
