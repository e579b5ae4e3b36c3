// How a run of a system stands, for programs and for the last words to a person: files, figures, what was decided.

import { isAbsolute, join } from 'node:path';
import type { AnyEvent } from '../../engine/events.ts';
import { statusOf } from '../../engine/run-state.ts';
import { spendingOf, WHOLE_RUN } from '../../engine/spending.ts';
import { readValue } from '../../engine/value.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { Gate, RunSummary, System } from '../../ports/system.ts';
import type { DrivenRuns } from '../../runtime/drive-runs.ts';
import { type FactSources, runFacts } from '../../runtime/gate-facts.ts';
import { CODE_MS_MAX, inTime } from '../../runtime/in-time.ts';
import { gateOf } from '../../runtime/review-task.ts';
import type { ShownRun } from '../../runtime/run-driver.ts';
import { lostText, spentText } from '../show-money.ts';
import type { PlayStop } from './play-run.ts';

export interface DecisionLine {
  readonly step: string;
  readonly what: string;
  readonly by: string;
}

export interface SystemResult {
  readonly run: string;
  /** `open`: not over, it can be gone on with. */
  readonly status: 'finalized' | 'failed' | 'cancelled' | 'open';
  readonly project: string;
  readonly files: readonly string[];
  /** Files that hold something else than was to be replaced; nothing was overwritten. */
  readonly conflicts: readonly string[];
  /** What the system says of the run, for programs. */
  readonly data: JsonObject;
  readonly decided: readonly DecisionLine[];
  readonly messages: readonly string[];
  readonly stopped: PlayStop | null;
}

/** With what only people are shown. */
export interface PrintedResult extends SystemResult {
  /** What its documents are kept under; null while nobody knows. */
  readonly document: string | null;
  readonly totals: RunSummary['totals'];
  /** What the system says of one that is finished, in a few words; null: that its document is signed off. */
  readonly finished: string | null;
  /** Those of its files that people look at; null: all. */
  readonly shown: readonly string[] | null;
}

/** What programs read: the system's own fields stand among the others. */
export function resultJson(result: SystemResult): JsonObject {
  const { run, status, project, files, conflicts, data, decided, messages, stopped } = result;
  return { run, status, project, files, conflicts, ...data, decided, messages, stopped } as unknown as JsonObject;
}

export interface ResultPlace {
  readonly system: System;
  readonly project: string;
  readonly stopped: PlayStop | null;
  readonly sources: FactSources;
  /** The system that a workflow is of. */
  systemOf(workflow: string): Promise<System | null>;
}

export async function systemResult(driver: DrivenRuns, run: ShownRun, place: ResultPlace): Promise<PrintedResult> {
  const { system, project, stopped, sources } = place;
  const facts = runFacts(run, sources);
  // The run is as it is, whatever its system has to say about it.
  const summary = (await system.summarise?.(facts).catch(() => null)) ?? null;
  const status = statusIn(run, summary);
  // A run that was retried still holds why it failed before.
  const said = status === 'failed' ? (summary?.messages ?? []) : [];
  return {
    ...{ run: run.id, status, project, ...filesOf(driver, project) },
    data: summary?.data ?? {},
    decided: await decisionsOf(driver, run, place),
    messages: status === 'failed' && said.length === 0 ? [failureText(driver, run)] : said,
    stopped,
    document: documentOf(system, driver.read(run.state.input), facts.data),
    totals: [...(summary?.totals ?? []), ...(status === 'cancelled' ? spentBy(driver) : [])],
    finished: summary?.finished ?? null,
    shown: summary?.files?.map((file) => join(project, file)) ?? null,
  };
}

function statusIn(run: ShownRun, summary: RunSummary | null): SystemResult['status'] {
  const status = statusOf(run.state);
  if (status === 'failed' || status === 'cancelled') return status;
  if (status !== 'completed') return 'open';
  return summary === null || summary.isFinished ? 'finalized' : 'failed';
}

/** By the run and all that it started. What a call under way cost is not known. */
function spentBy({ runs }: DrivenRuns): RunSummary['totals'] {
  const spent = { calls: 0, cost: 0, unknown: 0 };
  for (const { state } of runs.values()) {
    const own = spendingOf(state, WHOLE_RUN);
    spent.calls += own.calls;
    spent.cost += own.cost;
    spent.unknown += own.unknown + [...state.calls.values()].filter(({ ended }) => !ended).length;
  }
  return spent.calls === 0 ? [] : [{ name: 'cost', text: `${spentText(spent)}${lostText(spent)}` }];
}

function failureText(driver: DrivenRuns, run: ShownRun): string {
  const output = driver.read(run.state.output);
  const message = isJsonObject(output) ? (output.message ?? output) : output;
  return typeof message === 'string' ? message : JSON.stringify(message);
}

/** Of the run and its subflows, in the order they were written. */
function filesOf({ runs }: DrivenRuns, project: string) {
  const events = [...runs.values()].flatMap((run) => inOrder(run.events)).sort((a, b) => a.at - b.at);
  const files = new Set<string>();
  const conflicts = new Map<string, string>();
  const whole = (path: string): string => (isAbsolute(path) ? path : join(project, path));
  for (const event of events) {
    if (event.type === 'FileWritten') {
      files.add(whole(event.data.path));
      conflicts.delete(event.data.path);
    }
    if (event.type === 'FileRefused') conflicts.set(event.data.path, event.data.message);
  }
  return { files: [...files], conflicts: [...conflicts.values()] };
}

/** Files that one step ordered are written at once, and are listed by name. */
function inOrder(events: readonly AnyEvent[]): readonly AnyEvent[] {
  const found: AnyEvent[][] = [];
  for (const event of events) {
    const last = found.at(-1);
    const isMore = event.type === 'FileWritten' && last?.[0]?.type === 'FileWritten';
    if (isMore) last?.push(event);
    else found.push([event]);
  }
  return found.flatMap((batch) => {
    const at = Math.max(...batch.map((event) => event.at));
    const pathOf = (event: AnyEvent): string => (event.type === 'FileWritten' ? event.data.path : '');
    return batch.sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1)).map((event) => ({ ...event, at }));
  });
}

/** Of the run and those it started, in order; a step of another workflow is named with it. */
async function decisionsOf({ payloads, runs }: DrivenRuns, root: ShownRun, { systemOf }: ResultPlace) {
  const all = [...runs.values()].flatMap((run) => run.events.map((event) => ({ run, event })));
  const steps = new Map<string, string>();
  const decided: DecisionLine[] = [];
  for (const { run, event } of all.sort((a, b) => a.event.at - b.event.at)) {
    if (event.type === 'TaskOpened') steps.set(`${run.id} ${event.data.task}`, event.data.step);
    if (event.type !== 'TaskCompleted' || !event.actor.startsWith('user:')) continue;
    const step = steps.get(`${run.id} ${event.data.task}`) ?? '';
    const { name } = run.workflow;
    const output = readValue(event.data.output, [], payloads) ?? null;
    const system = await systemOf(name);
    const gate = system === null ? null : gateOf(system, name, step);
    const what = await decidedText(gate, output, event.data.verdict);
    const named = run.id === root.id ? step : `${name}/${step}`;
    if (what !== null) decided.push({ step: named, what, by: event.actor });
  }
  return decided;
}

/** A gate without code is described by its verdict. */
async function decidedText(gate: Gate | null, output: Json, verdict: string | undefined) {
  if (gate?.decided === undefined) return verdict ?? null;
  const decisionText = async (given: JsonObject): Promise<string | null> => (await gate.decided?.(given)) ?? null;
  if (!isJsonObject(output)) return null;
  return inTime(gate.limitMs ?? CODE_MS_MAX, () => decisionText(output)).catch(() => verdict ?? null);
}

function documentOf({ start }: System, input: Json, data: JsonObject): string | null {
  try {
    return start?.about(input, data)?.document ?? null;
  } catch {
    return null;
  }
}
