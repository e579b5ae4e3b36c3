// Ways out of a step that no token can ever take, and values for which there is none.

import type { Json } from '../../json.ts';
import { type Path, pathsOf } from '../config/parse-expression.ts';
import type { Formula } from '../expression.ts';
import type { Place } from '../problem.ts';
import type { Step, Workflow } from '../workflow.ts';
import { shown } from './checks-fields.ts';
import { possibleAt } from './checks-literals.ts';
import type { Compilation } from './compilation.ts';
import { type Lookup, truthOf } from './partial-truth.ts';
import { edgePlace, transitionPlace } from './readings.ts';
import { type OutputSeen, readingsOf, type Sources } from './value-sources.ts';

/** `wrong` are the expressions that something was said about already. */
export function checkRoutes(
  compilation: Compilation,
  workflow: Workflow,
  sources: Sources,
  wrong: ReadonlySet<string>,
): void {
  for (const step of workflow.steps) {
    const ways = step.edges.map(({ when, target }, at) => ({
      when,
      target,
      place: () => edgePlace(compilation, step, at),
    }));
    const clean = !step.edges.some(({ when }) => when !== null && isSpokenFor(when, wrong));
    if (clean) checkWays(compilation, sources, step, ways, 'own');
    if (step.routing === 'first') checkValues(compilation, sources, step, clean);
    for (const [event, group] of Map.groupBy(step.transitions, (transition) => transition.event)) {
      const listed = group.map((one) => {
        const place = (): Place => transitionPlace(compilation, step, one);
        return { when: one.when, target: one.target ?? step.id, place };
      });
      if (group.some(({ when }) => when !== null && isSpokenFor(when, wrong))) continue;
      checkWays(compilation, sources, step, listed, event === 'done' ? 'own' : 'unknown');
    }
  }
}

/** The compiler puts `false` where it could not read a condition. */
export const isSpokenFor = ({ text, tree }: Formula, wrong: ReadonlySet<string>): boolean =>
  wrong.has(text) || (tree.op === 'literal' && tree.value === false);

interface Way {
  readonly when: Formula | null;
  readonly target: string;
  place(): Place;
}

function checkWays(
  compilation: Compilation,
  sources: Sources,
  step: Step,
  ways: readonly Way[],
  output: OutputSeen,
): void {
  const conditions = ways.flatMap(({ when }) => (when === null ? [] : [when]));
  if (conditions.length === 0) return;
  const { cases } = casesOf(sources, step, conditions, output);
  const taken = new Set<Way>();
  for (const one of cases) {
    for (const way of ways) {
      const truth = way.when === null ? false : truthOf(way.when.tree, one);
      if (truth !== false) taken.add(way);
      if (truth === true) break;
    }
  }
  const before = new Set<string>();
  for (const way of ways) {
    const { when, target, place } = way;
    if (when === null) continue;
    const same = before.has(when.text);
    before.add(when.text);
    if (!same && taken.has(way)) continue;
    const never = cases.every((one) => truthOf(when.tree, one) === false);
    const why = same
      ? 'the same condition stands before it'
      : never
        ? 'it never holds'
        : 'others before it always hold';
    compilation.warning(
      'edge-never-taken',
      place(),
      `Expected a way from "${step.id}" to "${target}" that some token takes, found ${shown(when.text)}: ${why}.`,
      'Correct the condition, or remove it.',
    );
  }
}

/** How many conditions are tried at one step, over all cases. */
const TRIALS_MAX = 20_000;

/** A path whose possible values are known. */
interface PathValues {
  readonly key: string;
  readonly text: string;
  /** With undefined. */
  readonly values: readonly (Json | undefined)[];
  readonly required: boolean;
}

interface Cases {
  /** Each gives values to the listed paths. */
  readonly cases: readonly Lookup[];
  readonly paths: readonly PathValues[];
}

function casesOf(sources: Sources, step: Step, conditions: readonly Formula[], output: OutputSeen): Cases {
  const paths = new Map<string, PathValues>();
  let count = 1;
  for (const path of conditions.flatMap(({ tree }) => pathsOf(tree))) {
    const key = keyOf(path);
    const origin = key === null || paths.has(key) ? null : sources.origin(path, step, output);
    const values: (Json | undefined)[] | undefined = origin === null ? undefined : possibleAt(origin)?.values?.slice();
    if (key === null || origin === null || values === undefined) continue;
    const required = readingsOf(origin).every((at) => 'required' in at && at.required);
    // A step that was skipped gives nothing, whatever its schema asks for.
    values.push(undefined);
    if (count * values.length * conditions.length > TRIALS_MAX) continue;
    count *= values.length;
    paths.set(key, { key, text: [path.root, ...path.parts].join('.'), values, required });
  }
  let cases: ReadonlyMap<string, Json | undefined>[] = [new Map()];
  for (const { key, values } of paths.values()) {
    cases = cases.flatMap((one) => values.map((value) => new Map([...one, [key, value]])));
  }
  return { cases: cases.map(lookupIn), paths: [...paths.values()] };
}

function lookupIn(values: ReadonlyMap<string, Json | undefined>): Lookup {
  return (path) => {
    const key = keyOf(path);
    return key !== null && values.has(key) ? { value: values.get(key) } : null;
  };
}

/** null for a path that is itself computed. */
export function keyOf({ root, parts }: Path): string | null {
  return parts.some((part) => typeof part === 'object') ? null : JSON.stringify([root, ...parts]);
}

/** Without a default: values that no condition takes. A rejection without a way is held, which is its meaning. */
function checkValues(compilation: Compilation, sources: Sources, step: Step, clean: boolean): void {
  const conditions = step.edges.flatMap(({ when }) => (when === null ? [] : [when]));
  if (conditions.length < step.edges.length) return;
  const { cases, paths } = clean ? casesOf(sources, step, conditions, 'own') : { cases: [], paths: [] };
  const [only] = paths;
  const left =
    only !== undefined && paths.length === 1
      ? cases.map((one) => conditions.map(({ tree }) => truthOf(tree, one)))
      : [];
  const isKnown = left.length > 0 && !left.flat().includes(null);
  const open = (only?.values ?? []).filter((_, at) => isKnown && !left[at]?.includes(true));
  const missed = only?.required === true ? open.filter((value) => value !== undefined) : open;
  const said = missed.filter((value) => value !== undefined);
  const named = said
    .slice(0, 5)
    .map((value) => JSON.stringify(value))
    .join(', ');
  if (step.kind === 'decision') {
    if (isKnown && missed.length === 0) return;
    const none = step.edges.length === 0;
    const which = said.length === 0 ? 'that meets no condition' : `with ${named} as ${only?.text}`;
    compilation.warning(
      'decision-without-default',
      compilation.places.step(step.id),
      none
        ? `Expected the decision "${step.id}" to lead somewhere, found no edge; every token is held there.`
        : `Expected a default edge from the decision "${step.id}", found none; a token ${which} is held there.`,
      'Label one edge default.',
    );
    return;
  }
  const isMeant = step.execution === 'manual' && said.every((value) => value === 'reject');
  if (said.length === 0 || isMeant) return;
  compilation.warning(
    'value-without-edge',
    compilation.places.step(step.id),
    `Expected an edge from "${step.id}" for every value of ${only?.text}, found none for ${named}; it is held there.`,
    'Draw an edge for it, or label one edge default.',
  );
}
