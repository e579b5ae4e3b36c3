// Compiles a diagram given as text and keeps its version in the store.

import { readSource } from '../diagram/read/source.ts';
import { COMPILER, type Workflow } from '../diagram/workflow.ts';
import type { Store, StoredWorkflow } from '../ports/store.ts';
import type { Sender } from './pending-write.ts';
import { referenceTo } from './prepare-command.ts';
import { validator } from './validate.ts';

/** A text says what is wrong with the diagram, all of it; nothing is stored then. */
export async function addDiagram(
  store: Store,
  fileName: string,
  text: string,
  by: Sender,
): Promise<StoredWorkflow | string> {
  const known = await store.workflow(nameIn(fileName, text));
  if (known?.compiler === COMPILER && known.workflow.source === readSource(fileName, text).diagram) return known;
  // Mermaid's parser is slow to load: only a new text needs it.
  const { compile } = await import('../diagram/compile.ts');
  const { workflow, problems } = await compile({ fileName, text, hash: referenceTo, validator });
  if (workflow !== null) return addCompiled(store, workflow, null, by);
  const found = problems.filter(({ severity }) => severity === 'problem');
  return found
    .map(({ line, column, code, message, fix }) => `${fileName}:${line}:${column} ${code}: ${message} ${fix ?? ''}`)
    .join('\n');
}

export async function addCompiled(
  store: Store,
  workflow: Workflow,
  origin: string | null,
  { actor, channel }: Sender,
): Promise<StoredWorkflow> {
  const { name, version } = workflow;
  const known = await store.workflow(name);
  if (known?.version === version && known.compiler === workflow.compiler) return known;
  const note = JSON.stringify([['WorkflowAdded', { name, version, ...(origin !== null && { origin }) }]]);
  const { key } = await store.addWorkflow(workflow, origin, { at: Date.now(), actor, channel, text: note });
  const stored = await store.workflowByKey(key);
  if (stored === null) throw new Error(`The store did not keep ${name} ${version}.`);
  return stored;
}

/** What the diagram calls itself, else the file's name. A wrong guess costs a compilation, nothing more. */
function nameIn(fileName: string, text: string): string {
  const own = /%%[^\S\n]*@workflow:[^\n]{0,2000}?"name"\s*:\s*"([^"\\]+)"/.exec(text)?.[1];
  return own ?? fileName.replace(/\.(?:mmd|md)$/i, '');
}
