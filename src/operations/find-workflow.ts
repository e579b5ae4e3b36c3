// Looks up the stored workflow a caller names.

import type { Store, StoredWorkflow } from '../ports/store.ts';
import { reject } from './define-operation.ts';

export async function findWorkflow(store: Store, name: string, version?: string): Promise<StoredWorkflow> {
  const found = await store.workflow(name, version);
  if (found !== null) return found;
  if (version !== undefined && (await store.workflow(name)) !== null) {
    return reject('unknown-version', `Expected a version of "${name}" that begins with ${version}, found none.`);
  }
  const hint = 'Add its diagram with signoff workflows add FILE.';
  return reject('unknown-workflow', `Expected a stored workflow "${name}", found none. ${hint}`);
}
