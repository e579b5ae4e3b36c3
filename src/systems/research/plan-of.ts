// A plan read from the diagram of its execution, which a person may have edited: which workers, and in which order.

import type { DrawnEdge, DrawnNode } from '../../diagram/drawing.ts';
import { parseDiagram } from '../../diagram/read/parse.ts';
import { readSource } from '../../diagram/read/source.ts';
import type { Brief } from './brief.ts';
import { estimate_plan } from './estimate-plan.ts';
import type { Plan, PlannedWorker } from './plan.ts';
import { inRows, stepOf } from './plan-steps.ts';
import { STEP_NAMES, workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

export type PlanReading =
  | { readonly ok: true; readonly plan: Plan }
  /** All of them, in sentences. */
  | { readonly ok: false; readonly reasons: readonly string[] };

interface Given {
  readonly brief: Pick<Brief, 'min_sources'>;
  /** The plan that was drawn: its number, and which workers use cheaper models. */
  readonly plan: Plan;
  readonly own?: readonly WorkerDefinition[];
}

/** Steps between workers that the generated diagram has: START and END, and where results are collected. */
const BETWEEN = /^(?:Start|Finish|(?:research|analysis|writing|quality)(?:_[0-9]{1,3})?)$/;
const TERMINAL = ['START', 'END'];

/** Only workers and their order count. Settings are those of the table again, whatever the diagram says. */
export async function plan_of(mermaid: string, given: Given): Promise<PlanReading> {
  const { drawing, problems } = await parseDiagram(readSource('plan.mmd', mermaid));
  if (drawing === null) return { ok: false, reasons: problems.map(({ message, fix }) => `${message} ${fix}`) };
  if (drawing.type !== 'flowchart') return { ok: false, reasons: ['A plan is drawn as a flowchart (graph TD).'] };
  const workers = workersWith(given.own);
  const edges = drawing.edges.filter(({ stroke }) => stroke !== 'invisible');
  const unknown = nodeReasons(drawing.nodes, workers);
  const reasons = [...unknown, ...edgeReasons(edges)];
  const levels = levelsOf(drawing.nodes, edges, workers);
  if (levels === null) return { ok: false, reasons: [...reasons, 'The drawing leads in a circle; a plan has none.'] };
  const drawn = drawing.nodes.flatMap(({ id }) => workers.get(id) ?? []);
  // While a name is wrong, workers around it look out of order.
  const order = unknown.length > 0 ? [] : orderReasons(drawn, edges);
  const found = [...reasons, ...missingReasons(drawn), ...order];
  return found.length > 0 ? { ok: false, reasons: found } : { ok: true, plan: planFrom(levels, workers, given) };
}

function planFrom(
  levels: ReadonlyMap<string, number>,
  workers: ReadonlyMap<string, WorkerDefinition>,
  { brief, plan, own }: Given,
): Plan {
  const before = new Map(plan.steps.flatMap((step) => step.workers.map((worker) => [worker.worker_id, worker])));
  const steps = STEP_NAMES.flatMap((name) => {
    const rows: PlannedWorker[][] = [];
    for (const [id, { step }] of workers) {
      const level = levels.get(id);
      if (step !== name || level === undefined) continue;
      rows[level] = [...(rows[level] ?? []), before.get(id) ?? { worker_id: id }];
    }
    return inRows(rows.filter(Boolean)).map((row) => stepOf(name, row));
  });
  return estimate_plan({ ...plan, steps }, brief, own);
}

function nodeReasons(nodes: readonly DrawnNode[], workers: ReadonlyMap<string, WorkerDefinition>): string[] {
  const unknown = nodes.filter(({ id, label }) => !workers.has(id) && !BETWEEN.test(id) && !TERMINAL.includes(label));
  const known = [...workers.keys()].join(', ');
  return unknown.map(({ id }) => `"${id}" is no worker. Take it out, or use one of ${known}.`);
}

function edgeReasons(edges: readonly DrawnEdge[]): string[] {
  const labelled = edges.filter(({ label }) => label.trim() !== '');
  return labelled.map(
    ({ from, to, label }) => `The edge from ${from} to ${to} says "${label}"; a plan has no conditions.`,
  );
}

function missingReasons(drawn: readonly WorkerDefinition[]): string[] {
  const hasSearch = drawn.some(({ step }) => step === 'Research');
  return [
    ...(drawn.some(({ id }) => id === 'article_writer')
      ? []
      : ['article_writer is missing: nobody writes the article.']),
    ...(hasSearch ? [] : ['No worker of the step Research is left: nobody finds sources.']),
  ];
}

/** A worker comes after all of the steps before its own, and after what it needs of its own step. */
function orderReasons(drawn: readonly WorkerDefinition[], edges: readonly DrawnEdge[]): string[] {
  const ahead = new Map<string, readonly string[]>();
  for (const { from, to } of edges) ahead.set(from, [...(ahead.get(from) ?? []), to]);
  return drawn.flatMap((needed) => {
    const behind = reachedFrom(needed.id, ahead);
    return drawn
      .filter((worker) => isAfter(worker, needed) && !behind.has(worker.id))
      .map((worker) => `${worker.id} needs what ${needed.id} gives: draw ${worker.id} behind ${needed.id}.`);
  });
}

function isAfter(worker: WorkerDefinition, needed: WorkerDefinition): boolean {
  return STEP_NAMES.indexOf(worker.step) > STEP_NAMES.indexOf(needed.step) || worker.needs.includes(needed.id);
}

function reachedFrom(id: string, ahead: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const open = [id];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const next of ahead.get(at) ?? []) {
      if (!reached.has(next)) open.push(next);
      reached.add(next);
    }
  }
  return reached;
}

/** How many workers come before each, on its longest way; null: there is a circle. */
function levelsOf(
  nodes: readonly DrawnNode[],
  edges: readonly DrawnEdge[],
  workers: ReadonlyMap<string, WorkerDefinition>,
): ReadonlyMap<string, number> | null {
  const waiting = new Map(nodes.map(({ id }) => [id, edges.filter(({ to }) => to === id).length]));
  const levels = new Map(nodes.map(({ id }) => [id, 0]));
  const ready = nodes.filter(({ id }) => waiting.get(id) === 0).map(({ id }) => id);
  for (const id of ready) {
    const next = (levels.get(id) ?? 0) + (workers.has(id) ? 1 : 0);
    for (const { to } of edges.filter(({ from }) => from === id)) {
      levels.set(to, Math.max(levels.get(to) ?? 0, next));
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return ready.length === nodes.length ? levels : null;
}
