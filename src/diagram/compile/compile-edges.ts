// Where a token goes from a step: labels, `branches` and `defaultBranch` as one list (flow-2, flow-4, flow-10).

import { isJsonObject } from '../../json.ts';
import { nearest } from '../config/nearest.ts';
import { formula, unknownRoots } from '../config/parse-expression.ts';
import { settings } from '../config/settings.ts';
import { readBranches } from '../config/settings-routes.ts';
import type { Formula } from '../expression.ts';
import type { Edge, Step } from '../workflow.ts';
import type { Compilation } from './compilation.ts';
import { type Arrow, type Draft, isReserved } from './compile-steps.ts';

export type Routes = Pick<Step, 'edges' | 'routing' | 'onError' | 'onTimeout'>;

export function routesOf(compilation: Compilation, draft: Draft, roots: ReadonlySet<string>): Routes {
  const plain = draft.arrows.filter((arrow) => !isReserved(arrow));
  const route: Route = { compilation, draft, roots, plain };
  return {
    edges: draft.routing === 'all' ? plain.map((arrow) => edgeOf(arrow)) : firstMatching(route),
    routing: draft.routing,
    onError: reservedEdge(compilation, draft, 'error'),
    onTimeout: reservedEdge(compilation, draft, 'timeout'),
  };
}

interface Route {
  readonly compilation: Compilation;
  readonly draft: Draft;
  readonly roots: ReadonlySet<string>;
  readonly plain: readonly Arrow[];
}

function edgeOf(arrow: Arrow, when: Formula | null = null): Edge {
  return { target: arrow.target, label: arrow.label, when, set: [] };
}

function reservedEdge(compilation: Compilation, draft: Draft, word: 'error' | 'timeout'): Edge | null {
  const [arrow, second] = draft.arrows.filter(({ text }) => text === word);
  if (second !== undefined) {
    const message = `Expected one edge labelled "${word}" from "${draft.id}", found another one to "${second.target}".`;
    compilation.problem('ambiguous-edges', compilation.edgePlace(second.edge), message, 'Keep one of them.');
  }
  return arrow === undefined ? null : edgeOf(arrow);
}

function firstMatching(route: Route): Edge[] {
  const { compilation, draft } = route;
  const report = compilation.reportFor(draft.id);
  const context = compilation.settings(route.roots);
  const branches = readBranches(draft.config, report, context);
  const defaultTarget = drawnTarget(
    route,
    settings(draft.config, report, context).text('defaultBranch'),
    'defaultBranch',
  );
  const given = branches === null ? labelledEdges(route, defaultTarget) : branchEdges(route, branches, defaultTarget);
  return [...given.tried, ...given.defaults];
}

/** Stands in for what was reported, so that one mistake does not make the steps behind it unreachable as well. */
const NEVER: Formula = { text: 'false', tree: { op: 'literal', value: false } };

interface StepEdges {
  readonly tried: Edge[];
  readonly defaults: Edge[];
}

function labelledEdges(route: Route, defaultTarget: string | null): StepEdges {
  const { compilation, draft, plain } = route;
  const unlabelled = plain.filter((arrow) => arrow.text === '');
  if (draft.kind === 'decision' && unlabelled.length === plain.length && plain.length > 1 && defaultTarget === null) {
    compilation.problem(
      'decision-without-conditions',
      compilation.places.step(draft.id),
      `Expected conditions on the ${plain.length} edges of the decision "${draft.id}", found no label on any of them.`,
      'Label them with conditions and one with default, or add "branches".',
    );
    return { tried: [], defaults: plain.map((arrow) => edgeOf(arrow)) };
  }
  const tried: Edge[] = [];
  const defaults: Arrow[] = [];
  let fallsBack = false;
  for (const arrow of plain) {
    if (arrow.text === '' || arrow.text === 'default') {
      defaults.push(arrow);
      continue;
    }
    const when = conditionAt(route, arrow, arrow.target === defaultTarget);
    if (when !== null) tried.push(edgeOf(arrow, when));
    else if (arrow.target === defaultTarget && !fallsBack) fallsBack = defaults.push(arrow) > 0;
  }
  if (defaultTarget !== null && !defaults.some((arrow) => arrow.target === defaultTarget)) {
    const arrow = plain.find(({ target }) => target === defaultTarget);
    if (arrow !== undefined) defaults.push(arrow);
  }
  const second = defaults[1];
  if (second !== undefined) {
    const message =
      `Expected one default edge from "${draft.id}", found one to "${defaults[0]?.target}" ` +
      `and one to "${second.target}".`;
    const fix = 'Label all but one of them with a condition.';
    compilation.problem('ambiguous-edges', compilation.edgePlace(second.edge), message, fix);
  }
  return { tried, defaults: defaults.map((arrow) => edgeOf(arrow)) };
}

function conditionAt(route: Route, arrow: Arrow, mayBeProse: boolean): Formula | null {
  const { compilation, draft } = route;
  const parsed = formula(arrow.text);
  const unknown = 'formula' in parsed ? unknownRoots(parsed.formula.tree, route.roots) : [];
  if ('formula' in parsed && unknown.length === 0) return parsed.formula;
  if (mayBeProse) return null;
  const why = 'error' in parsed ? parsed.error : `"${unknown[0]}" is none of ${[...route.roots].join(', ')}.`;
  compilation.prose.push({
    step: draft.id,
    target: arrow.target,
    text: arrow.text,
    form: 'edge',
    roots: route.roots,
    message:
      `Expected a condition on the edge from "${draft.id}" to "${arrow.target}", found ` +
      `"${arrow.text.slice(0, 60)}". ${why}`,
    place: () => compilation.edgePlace(arrow.edge),
  });
  return NEVER;
}

type Branches = NonNullable<ReturnType<typeof readBranches>>;

function branchEdges(route: Route, branches: Branches, defaultTarget: string | null): StepEdges {
  const { compilation, draft, plain } = route;
  const tried: Edge[] = [];
  const defaults: Edge[] = [];
  for (const branch of branches) {
    const target = drawnTarget(route, branch.targetStepId, 'branches');
    if (target === null) continue;
    const drawn = plain.find((arrow) => arrow.target === target)?.label ?? '';
    // What `branches` says counts as said: a default named there is no edge without a label (gate-1).
    const label = drawn === '' && branch.condition === null ? 'default' : drawn;
    (branch.condition === null ? defaults : tried).push({ target, label, when: branch.condition, set: branch.set });
  }
  const covered = new Set(branches.map((branch) => branch.targetStepId));
  for (const target of refusedTargets(draft, covered)) {
    tried.push(...plain.filter((arrow) => arrow.target === target).map((arrow) => edgeOf(arrow, NEVER)));
    covered.add(target);
  }
  const left = plain.filter((arrow) => !covered.has(arrow.target));
  const spare = left.filter((arrow) => arrow.text === '' || arrow.text === 'default' || arrow.target === defaultTarget);
  if (
    defaultTarget !== null &&
    covered.has(defaultTarget) &&
    !defaults.some(({ target }) => target === defaultTarget)
  ) {
    defaults.push({ target: defaultTarget, label: 'default', when: null, set: [] });
  }
  defaults.push(...spare.map((arrow) => edgeOf(arrow)));
  if (defaults.length > 1) {
    const message =
      `Expected one default branch of "${draft.id}", found one to "${defaults[0]?.target}" ` +
      `and one to "${defaults[1]?.target}".`;
    const fix = 'Give all but one of them a condition.';
    compilation.problem('ambiguous-edges', compilation.placeOf(draft.id, 'branches'), message, fix);
  }
  for (const arrow of left) if (!spare.includes(arrow)) reportUncovered(compilation, draft, arrow);
  return { tried, defaults };
}

/** Targets of branches that were not read because something else in them is wrong. */
function refusedTargets(draft: Draft, read: ReadonlySet<string>): string[] {
  const list = Array.isArray(draft.config.branches) ? draft.config.branches : [draft.config.branches];
  const targets = list.flatMap((entry) =>
    isJsonObject(entry) && typeof entry.targetStepId === 'string' ? entry.targetStepId : [],
  );
  return [...new Set(targets)].filter((target) => !read.has(target));
}

function reportUncovered(compilation: Compilation, draft: Draft, arrow: Arrow): void {
  const message =
    `Expected "branches" of "${draft.id}" to name every edge drawn, found none to ` +
    `"${arrow.target}"; it is never taken.`;
  compilation.warning(
    'edge-without-branch',
    compilation.edgePlace(arrow.edge),
    message,
    'Add a branch, or remove the edge.',
  );
}

/** The target if an edge to it is drawn; otherwise a problem. */
function drawnTarget(route: Route, target: string | null, key: string): string | null {
  const { compilation, draft, plain } = route;
  if (target === null || plain.some((arrow) => arrow.target === target)) return target;
  const drawn = [...new Set(plain.map((arrow) => arrow.target))];
  const meant = nearest(target, drawn);
  const list = drawn.map((id) => `"${id}"`).join(', ') || 'none';
  compilation.problem(
    'unknown-target',
    compilation.placeOf(draft.id, ...keyPath(draft, target, key)),
    `Expected a target that an edge from "${draft.id}" leads to (${list}), found "${target.slice(0, 60)}".`,
    meant === null
      ? `Draw the edge ${draft.id} --> ${target.slice(0, 60)}, or name a step it leads to.`
      : `Did you mean "${meant}"?`,
  );
  return null;
}

function keyPath(draft: Draft, target: string, key: string): (string | number)[] {
  const list = draft.config[key];
  const at = Array.isArray(list) ? list.findIndex((entry) => isJsonObject(entry) && entry.targetStepId === target) : -1;
  return at === -1 ? [key] : [key, at, 'targetStepId'];
}
