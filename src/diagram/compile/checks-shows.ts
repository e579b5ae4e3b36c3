// What a gate shows: entries that would be names of documents but look like paths, and data that nothing sets.

import { nearest } from '../config/nearest.ts';
import { ROOTS } from '../config/parse-expression.ts';
import type { Step, Workflow } from '../workflow.ts';
import { shown } from './checks-fields.ts';
import type { Compilation } from './compilation.ts';

export function checkShows(compilation: Compilation, workflow: Workflow): void {
  const ids = new Map(workflow.steps.map(({ id }) => [id.toLowerCase(), id]));
  for (const { id } of workflow.steps) ids.set(id, id);
  const set = namesSet(workflow);
  for (const step of workflow.steps) {
    for (const [at, entry] of (step.task?.shows ?? []).entries()) {
      if ('document' in entry) checkDocument(compilation, step, entry.document, at, ids);
      else if (entry.path.tree.op === 'path' && entry.path.tree.root === 'data')
        checkData(compilation, step, entry.path.tree.parts[0], at, set);
    }
  }
}

/** A verdict on the misspelt path would be bound to a document that nobody writes. */
function checkDocument(
  compilation: Compilation,
  step: Step,
  name: string,
  at: number,
  ids: ReadonlyMap<string, string>,
): void {
  const meant = pathMeant(name, ids);
  if (meant === null) return;
  const { path, isCertain } = meant;
  compilation[isCertain ? 'problem' : 'warning'](
    'shows-no-path',
    compilation.placeOf(step.id, 'shows', at),
    `Expected a path or the name of a document in "shows" of "${step.id}", found ${shown(name)}, ` +
      'which is not a path and would be shown as a document.',
    `Did you mean "${path}"?${isCertain ? '' : ' Leave it if a document is called so.'}`,
  );
}

const STEP_PARTS: ReadonlySet<string> = new Set(['output', 'status', 'visits', 'messages']);
const FILE_NAME = /\.(?:md|markdown|mmd|txt|json|ya?ml|html?|pdf|docx?|csv|adoc|rst)$/i;

interface ShownPath {
  readonly path: string;
  /** It leads to a step that is drawn. */
  readonly isCertain: boolean;
}

/** `ids` has every step's id, as written and in lower case. */
function pathMeant(name: string, ids: ReadonlyMap<string, string>): ShownPath | null {
  if (!/^[\p{L}\w$.[\]-]{1,200}$/u.test(name) || FILE_NAME.test(name)) return null;
  const idOf = (word: string): string | undefined => ids.get(word) ?? ids.get(word.toLowerCase());
  const [root = '', ...rest] = name.split('.').filter((part) => part !== '');
  const [first, ...deeper] = rest;
  const own = idOf(root);
  if (first === undefined) {
    if (own !== undefined) return { path: `steps.${own}.output`, isCertain: false };
    return ROOTS.has(root.toLowerCase()) ? { path: root.toLowerCase(), isCertain: false } : null;
  }
  if (own !== undefined && STEP_PARTS.has(first)) return { path: ['steps', own, ...rest].join('.'), isCertain: true };
  const meant = nearest(root, ROOTS);
  if (meant !== 'steps') return meant === null ? null : { path: [meant, ...rest].join('.'), isCertain: false };
  const parts = deeper.length === 0 ? ['output'] : deeper;
  return { path: ['steps', idOf(first) ?? first, ...parts].join('.'), isCertain: idOf(first) !== undefined };
}

/** null where a schema or code may name more. */
function namesSet(workflow: Workflow): ReadonlySet<string> | null {
  const hasCode = workflow.steps.some(({ task, fallback }) => {
    const own = task?.action ?? task?.prepare ?? task?.accept ?? null;
    return own !== null || (fallback !== null && 'action' in fallback);
  });
  if (workflow.data !== null || workflow.accept !== null || hasCode) return null;
  const lists = workflow.steps.flatMap(({ set, edges, transitions }) => [
    set,
    ...edges.map((edge) => edge.set),
    ...transitions.map((transition) => transition.set),
  ]);
  return new Set(lists.flatMap((list) => list.map(({ name }) => name)));
}

function checkData(
  compilation: Compilation,
  step: Step,
  field: unknown,
  at: number,
  set: ReadonlySet<string> | null,
): void {
  if (set === null || typeof field !== 'string' || set.has(field)) return;
  const meant = nearest(field, set);
  compilation.warning(
    'unknown-field',
    compilation.placeOf(step.id, 'shows', at),
    `Expected a field of data that a "set" gives in "shows" of "${step.id}", found ${shown(field)}, which none gives.`,
    meant === null ? 'Set it, or give @workflow "data" a schema that has it.' : `Did you mean "data.${meant}"?`,
  );
}
