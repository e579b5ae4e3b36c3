// Runs a step's registered code: `prepare` at the claim, the action itself, `accept` on an answer.

import type { CommandOf } from '../engine/commands.ts';
import type { AnyEvent, Failure, LeaseKind } from '../engine/events.ts';
import type { Task } from '../engine/run-state.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { Accept, Action } from '../ports/action.ts';
import { besidesOutput } from './action-result.ts';
import { reasonsOf } from './answer-task.ts';
import { codeCall, stepOf } from './code-call.ts';
import { ENGINE, type MemoryEngine, notAccepted, type Outcome, ownOf } from './memory-engine.ts';
import type { MemoryRun } from './memory-run.ts';
import type { Sender } from './pending-write.ts';
import { isOutputRefused } from './report-work.ts';

export interface Answer {
  readonly output: Json;
  readonly verdict?: string;
  readonly comment?: string;
  readonly shown?: string;
  readonly lease?: number;
  /** It was kept when its task was held: the hold ends with it. */
  readonly resolves?: NonNullable<CommandOf<'CompleteTask'>['resolves']>;
}

interface Claim {
  readonly worker: string;
  readonly kind: LeaseKind;
  readonly by: Sender;
  readonly signal: AbortSignal;
}

/** A failed `prepare` is a failed task, never retried: the claim is recorded, then the failure. */
export async function claimPrepared(engine: MemoryEngine, run: MemoryRun, id: number, claim: Claim): Promise<Outcome> {
  const { worker, kind, by, signal } = claim;
  const command: CommandOf<'ClaimTask'> = { type: 'ClaimTask', task: id, worker, kind };
  const task = run.state.tasks.get(id);
  const prepare = task && ownOf(engine.options.code?.prepares, stepOf(run, task.step).task?.prepare);
  if (task === undefined || prepare === undefined) return engine.send(run.id, command, by);
  try {
    const { input, set } = await prepare(codeCall(run, task, engine.payloads, { signal }));
    return engine.send(run.id, { ...command, ...(input && { prepared: input }), ...(set && { set }) }, by);
  } catch (thrown) {
    const claimed = engine.send(run.id, command, by);
    if (!claimed.ok) return claimed;
    const failure = { ...failureOf(thrown, 'prepare-failed'), retryable: false };
    engine.send(run.id, { type: 'FailTask', task: id, lease: leaseOf(run, id), failure }, by);
    return { ok: false, rejection: { code: failure.code, message: failure.message }, events: [] };
  }
}

/** An answer that breaks the step's schema goes to the engine as it is, which says so. */
export async function acceptAnswer(
  engine: MemoryEngine,
  run: MemoryRun,
  id: number,
  answer: Answer,
  by: Sender,
): Promise<Outcome> {
  const command: CommandOf<'CompleteTask'> = { type: 'CompleteTask', task: id, ...answer };
  const task = run.state.tasks.get(id);
  const settings = task === undefined ? null : stepOf(run, task.step).task;
  const accept = ownOf(engine.options.code?.accepts, settings?.accept);
  const schema = settings?.output ?? null;
  const isValid = schema === null || engine.options.validate(schema, answer.output).length === 0;
  if (task === undefined || accept === undefined || !isValid) return engine.send(run.id, command, by);
  const verdict = answer.verdict ?? verdictIn(answer.output, settings?.verdicts ?? []);
  const result = await runAccept(engine, run, task, accept, { answer: answer.output, verdict, by: by.actor });
  if ('refused' in result) {
    return { ok: false, rejection: notAccepted(`an answer of "${task.step}"`, result.refused), events: [] };
  }
  const { output, set, files, verdict: meant = verdict } = result;
  const given = {
    output,
    ...(set && { set }),
    ...(files && { files }),
    ...(meant !== undefined && { verdict: meant }),
  };
  const outcome = engine.send(run.id, { ...command, ...given }, by);
  if (!outcome.ok) await result.undo?.();
  return outcome;
}

async function runAccept(
  engine: MemoryEngine,
  run: MemoryRun,
  task: Task,
  accept: Accept,
  { answer, verdict, by }: { answer: Json; verdict: string | undefined; by: string },
): ReturnType<Accept> extends infer R ? Promise<Awaited<R>> : never {
  const call = codeCall(run, task, engine.payloads, new AbortController());
  return reasonsOf(() => accept({ ...call, answer, by, ...(verdict !== undefined && { verdict }) }));
}

export function verdictIn(output: Json, verdicts: readonly string[]): string | undefined {
  const own = isJsonObject(output) ? output.verdict : output;
  return typeof own === 'string' && verdicts.includes(own) ? own : undefined;
}

interface CodeInProgress {
  readonly controller: AbortController;
  lease: number | null;
}

/** The action steps under way: each is claimed, performed and reported by the engine itself. */
export class RunningActions {
  readonly #engine: MemoryEngine;
  readonly #inProgress = new Map<string, CodeInProgress>();

  constructor(engine: MemoryEngine) {
    this.#engine = engine;
  }

  has(run: MemoryRun, task: Task): boolean {
    return this.#inProgress.has(keyOf(run, task.id)) || this.#actionOf(run, task) !== null;
  }

  /** Starts what these events made ready, and stops what they took away. */
  dispatch(run: MemoryRun, events: readonly AnyEvent[], retried: number | undefined): void {
    const touched = new Set<number>(retried === undefined ? [] : [retried]);
    for (const { type, data } of events) {
      if ('task' in data && typeof data.task === 'number') touched.add(data.task);
      if (type === 'RunResumed') for (const id of run.state.tasks.keys()) touched.add(id);
    }
    for (const id of touched) this.#begin(run, id);
    for (const [key, { controller, lease }] of this.#inProgress) {
      if (lease === null || !key.startsWith(`${run.id} `)) continue;
      const task = run.state.tasks.get(Number(key.slice(run.id.length + 1)));
      if (task?.status !== 'in_progress' || task.fence !== lease) controller.abort();
    }
  }

  #begin(run: MemoryRun, id: number): void {
    const task = run.state.tasks.get(id);
    const found = task === undefined ? null : this.#actionOf(run, task);
    if (task?.status !== 'pending' || task.waitsUntil !== undefined || run.state.paused || found === null) return;
    if (this.#inProgress.has(keyOf(run, id))) return;
    const inProgress: CodeInProgress = { controller: new AbortController(), lease: null };
    this.#inProgress.set(keyOf(run, id), inProgress);
    this.#engine.track(this.#perform(run, id, found, inProgress));
  }

  #actionOf(run: MemoryRun, task: Task): { readonly name: string; readonly action: Action } | null {
    if (task.execution !== 'automated') return null;
    const name = task.action ?? stepOf(run, task.step).task?.action;
    const action = ownOf(this.#engine.options.code?.actions, name);
    return name == null || action === undefined ? null : { name, action };
  }

  async #perform(
    run: MemoryRun,
    id: number,
    found: { name: string; action: Action },
    inProgress: CodeInProgress,
  ): Promise<void> {
    // The commit that opened the task is still being announced: its effects come first.
    await Promise.resolve();
    const engine = this.#engine;
    const by: Sender = { ...ENGINE, channel: 'worker' };
    const { signal } = inProgress.controller;
    const worker = `action:${found.name}`;
    const claimed = await claimPrepared(engine, run, id, { worker, kind: 'hosted', by, signal });
    const task = run.state.tasks.get(id);
    if (claimed.ok && task !== undefined) {
      inProgress.lease = task.fence;
      const report = await this.#report(run, task, found.action, signal);
      const reported = engine.send(run.id, report, by);
      if (!reported.ok && isOutputRefused(reported.rejection)) {
        const failure = { code: reported.rejection.code, message: reported.rejection.message };
        engine.send(run.id, { type: 'FailTask', task: id, lease: task.fence, failure }, by);
      }
    }
    this.#inProgress.delete(keyOf(run, id));
    this.#begin(run, id);
  }

  async #report(run: MemoryRun, task: Task, action: Action, signal: AbortSignal) {
    const { id, fence: lease } = task;
    try {
      const result = await action(codeCall(run, task, this.#engine.payloads, { signal }));
      const { output, ...given } = result;
      const extra = besidesOutput(given);
      return { type: 'CompleteTask', task: id, lease, output, ...extra } as CommandOf<'CompleteTask'>;
    } catch (thrown) {
      return {
        type: 'FailTask',
        task: id,
        lease,
        failure: failureOf(thrown, 'action-failed'),
      } as CommandOf<'FailTask'>;
    }
  }
}

const keyOf = (run: MemoryRun, task: number): string => `${run.id} ${task}`;

function leaseOf(run: MemoryRun, task: number): number {
  return run.state.tasks.get(task)?.fence ?? 0;
}

export function failureOf(thrown: unknown, otherwise: string): Failure {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const { code, retryable } = (thrown ?? {}) as { readonly code?: unknown; readonly retryable?: unknown };
  return {
    code: typeof code === 'string' ? code : otherwise,
    message,
    ...(typeof retryable === 'boolean' && { retryable }),
  };
}
