// What the scope analysis found, as problems with a place and a fix; and what may not be done inside a scope.

import { isJsonObject, type Json } from '../../json.ts';
import { nearest } from '../config/nearest.ts';
import type { Place } from '../problem.ts';
import type { Step, Workflow } from '../workflow.ts';
import type { Compilation } from './compilation.ts';
import type { CrossFinding, EdgeFinding, JoinFinding, ScopeAnswer } from './scopes.ts';

export function checkScopes(compilation: Compilation, workflow: Workflow, answer: ScopeAnswer): void {
  const known = new Map(workflow.steps.map((step) => [step.id, step]));
  const place = edgePlaces(compilation);
  for (const finding of answer.findings) {
    switch (finding.code) {
      case 'join-without-scope':
      case 'two-joins':
        reportJoin(compilation, known, finding);
        break;
      case 'scopes-cross':
        reportCross(compilation, finding);
        break;
      default:
        reportEdge(compilation, finding, place(finding));
    }
  }
  for (const step of workflow.steps) {
    if (step.kind === 'foreach' && step.closedBy === null) reportOpen(compilation, step);
    checkSet(compilation, step);
  }
}

const opener = (id: string): string => (id === '' ? 'the fork of several starts' : `"${id}"`);

function reportJoin(compilation: Compilation, known: ReadonlyMap<string, Step>, finding: JoinFinding): void {
  const { join } = finding;
  if (finding.code === 'two-joins') {
    compilation.problem(
      'two-joins',
      compilation.places.step(join),
      `Expected one join for ${opener(finding.opener)}, found "${finding.other}" and "${join}".`,
      'Lead all branches to one of them, or open a scope of its own for the other.',
    );
    return;
  }
  const { named, why } = finding;
  const place = named === null ? compilation.places.step(join) : compilation.placeOf(join, 'awaitTag');
  if (named !== null && !known.has(named)) {
    const meant = nearest(named, known.keys());
    const message = `Expected "awaitTag" to name a step of the diagram, found "${named.slice(0, 60)}".`;
    compilation.problem(
      'unknown-target',
      place,
      message,
      meant === null ? 'Name a foreach or fork.' : `Did you mean "${meant}"?`,
    );
    return;
  }
  const found = {
    none: `found none on every way to "${join}" that is not closed already`,
    'not-an-opener': `found "${named}", which is neither a foreach nor has several unlabelled edges`,
    'not-behind': `found "${named}", which does not lead to it`,
  }[why];
  compilation.problem(
    'join-without-scope',
    place,
    `Expected a foreach or a fork that the join "${join}" closes, ${found}.`,
    named === null
      ? `Draw the foreach or fork before it, or make "${join}" a task: without "Join" at the start of its ` +
          `label, or with "stepType": "task".`
      : 'Name the foreach or fork whose branches it waits for, or leave "awaitTag" out.',
  );
}

function reportCross(compilation: Compilation, finding: CrossFinding): void {
  const closed = finding.join === null ? '' : `, closed by "${finding.join}",`;
  compilation.problem(
    'scopes-cross',
    compilation.places.step(finding.opener === '' ? (finding.join ?? '') : finding.opener),
    `Expected scopes to lie side by side or inside each other, found that of ` +
      `${opener(finding.opener)}${closed} across the border of ${opener(finding.other)}.`,
    'Close the inner one before the outer one.',
  );
}

function reportEdge(compilation: Compilation, finding: EdgeFinding, place: Place): void {
  const scope = `between ${opener(finding.opener)} and its join "${finding.join}"`;
  if (finding.code === 'edge-enters-scope') {
    compilation.problem(
      'edge-enters-scope',
      place,
      `Expected the steps ${scope} to be reached only through ${opener(finding.opener)}, found ` +
        (finding.from === ''
          ? `that a run may enter "${finding.to}" from outside.`
          : `an edge from "${finding.from}" to "${finding.to}".`),
      finding.from === ''
        ? 'Name another step in @workflow.'
        : finding.opener === ''
          ? 'Lead the edge elsewhere.'
          : `Lead the edge to "${finding.opener}", or behind "${finding.join}".`,
    );
    return;
  }
  compilation.warning(
    'edge-leaves-scope',
    place,
    `Expected the steps ${scope} to lead to the join, found an edge from "${finding.from}" to ` +
      `"${finding.to}"; a branch that takes it counts as left.`,
    `Lead it to "${finding.join}" if the join is to wait for it.`,
  );
}

/** The findings of several edges between the same steps come in the order of those edges. */
function edgePlaces(compilation: Compilation): (finding: EdgeFinding) => Place {
  const reported = new Map<string, number>();
  return ({ code, from, to }) => {
    const key = JSON.stringify([code, from, to]);
    const nth = reported.get(key) ?? 0;
    reported.set(key, nth + 1);
    const alike = compilation.drawing.edges.filter(
      (drawn) => drawn.from === from && drawn.to === to && drawn.stroke !== 'invisible',
    );
    const edge = alike[nth] ?? alike[0];
    return edge === undefined ? compilation.places.step(from === '' ? to : from) : compilation.edgePlace(edge);
  };
}

function reportOpen(compilation: Compilation, step: Step): void {
  compilation.warning(
    'foreach-without-join',
    compilation.places.step(step.id),
    `Expected a join behind the foreach "${step.id}", found none; each item goes its own way to the end.`,
    'Add a step whose label begins with "Join" where the items meet.',
  );
}

/** data-6: branches that set one name would overwrite each other, so results travel through the join instead. */
function checkSet(compilation: Compilation, step: Step): void {
  const itself = step.kind === 'foreach' && step.execution !== null;
  if (step.within.length === 0 && !itself) return;
  const scope = opener(step.within.at(-1) ?? step.id);
  for (const path of setPaths(step)) {
    compilation.problem(
      'set-in-scope',
      compilation.placeOf(step.id, ...path),
      `Expected no "set" inside the scope of ${opener(itself ? step.id : (step.within.at(-1) ?? ''))}, ` +
        `found one on "${step.id}".`,
      `Return the value as output and set it behind the join of ${scope}.`,
    );
  }
}

function setPaths(step: Step): (string | number)[][] {
  const paths: (string | number)[][] = step.set.length > 0 ? [['set']] : [];
  const { branches, on } = step.config;
  if (step.edges.length > 0) paths.push(...settersIn(branches, 'branches'));
  if (isJsonObject(on) && step.transitions.length > 0) {
    for (const [event, list] of Object.entries(on)) paths.push(...settersIn(list, 'on', event));
  }
  return paths;
}

function settersIn(list: Json | undefined, ...path: readonly string[]): (string | number)[][] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: Json, at) =>
    isJsonObject(entry) && isJsonObject(entry.set) ? [[...path, at, 'set']] : [],
  );
}
