// A draft with its settings read and its routes found: the step the engine runs.

import { ROOTS } from '../config/parse-expression.ts';
import {
  readForeachSettings,
  readItemVariable,
  readJoinSettings,
  readSubflowSettings,
  readWaitSettings,
} from '../config/settings-flow.ts';
import { readDefer } from '../config/settings-routes.ts';
import { readStepSettings } from '../config/settings-step.ts';
import { readTaskSettings } from '../config/settings-task.ts';
import type { Step } from '../workflow.ts';
import type { Compilation } from './compilation.ts';
import { routesOf } from './compile-edges.ts';
import type { Draft } from './compile-steps.ts';
import { transitionsOf } from './compile-transitions.ts';
import type { Scope, ScopeAnswer } from './scopes.ts';

/** Scopes and the names in reach, by step, so that building one step looks at nothing else. */
export interface StepContext {
  readonly answer: ScopeAnswer;
  readonly scopeOf: ReadonlyMap<string, Scope>;
  readonly openerOf: ReadonlyMap<string, string>;
  /** The names a path at a step may start with. */
  roots(id: string): ReadonlySet<string>;
  /** The same with the step's own item variable. */
  rootsInside(id: string): ReadonlySet<string>;
}

export function stepContextOf(compilation: Compilation, drafts: readonly Draft[], answer: ScopeAnswer): StepContext {
  const variables = new Map<string, string[]>();
  const own = new Map<string, string>();
  for (const { id, kind, config } of drafts) {
    if (kind !== 'foreach') continue;
    const variable = readItemVariable(config, compilation.reportFor(id), compilation.settings());
    own.set(id, variable);
    for (const step of answer.bound.get(id) ?? []) {
      const names = variables.get(step);
      if (names === undefined) variables.set(step, [variable]);
      else if (!names.includes(variable)) names.push(variable);
    }
  }
  // Most steps share few sets of names, so each set is made once.
  const sets = new Map<string, ReadonlySet<string>>();
  const setOf = (names: readonly string[]): ReadonlySet<string> => {
    if (names.length === 0) return ROOTS;
    const key = names.join(' ');
    const known = sets.get(key) ?? new Set([...ROOTS, ...names]);
    sets.set(key, known);
    return known;
  };
  const joined = answer.scopes.filter((scope) => scope.join !== null);
  return {
    answer,
    scopeOf: new Map(answer.scopes.map((scope) => [scope.opener, scope])),
    openerOf: new Map(joined.map((scope) => [scope.join ?? '', scope.opener])),
    roots: (id) => setOf(variables.get(id) ?? []),
    rootsInside: (id) => setOf([...(variables.get(id) ?? []), ...(own.has(id) ? [own.get(id) ?? ''] : [])]),
  };
}

export function buildStep(compilation: Compilation, draft: Draft, around: StepContext): Step {
  const { id, label, kind, execution, config } = draft;
  const report = compilation.reportFor(id);
  const roots = around.rootsInside(id);
  const context = compilation.settings(roots);
  const scope = around.scopeOf.get(id);
  const closes = around.openerOf.get(id);
  const routes = draft.isState
    ? { edges: [], routing: draft.routing, onError: null, onTimeout: null }
    : routesOf(compilation, draft, roots);
  return {
    id,
    label,
    kind,
    execution,
    ...routes,
    transitions: draft.isState ? transitionsOf(compilation, draft, roots) : [],
    defer: draft.isState ? readDefer(config, report, context) : [],
    ...(scope === undefined ? {} : { closedBy: scope.join }),
    ...(closes === undefined ? {} : { closes }),
    within: around.answer.within.get(id) ?? [],
    task: execution === null ? null : readTaskSettings(config, execution, report, context),
    // Its items are found before there is one, so its own variable is not in reach.
    foreach: kind === 'foreach' ? readForeachSettings(config, report, compilation.settings(around.roots(id))) : null,
    join: kind === 'join' ? readJoinSettings(config, report, context) : null,
    subflow: kind === 'subflow' ? readSubflowSettings(config, label, report, context) : null,
    wait: kind === 'wait' ? readWaitSettings(config, id, report, context) : null,
    ...readStepSettings(config, { kind, execution }, report, context),
    config,
  };
}
