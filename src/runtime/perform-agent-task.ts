// A task that an agent does: its facts are gathered from the run, each call is reserved and journalled, and what came
// of it becomes the command that ends the task, holds it or gives it back.

import type { Command } from '../engine/commands.ts';
import type { Call, Task } from '../engine/run-state.ts';
import { NeedsPayloads, type Payloads, readValue } from '../engine/value.ts';
import { CallFault } from '../errors.ts';
import type { Json, JsonObject } from '../json.ts';
import type { AgentHost, AgentReport, AgentWork, AnsweredCall } from '../ports/agent-host.ts';
import type { CallReply } from '../ports/provider.ts';
import { agentFacts } from './agent-facts.ts';
import { acceptAnswer, holdForFault, isRefused, type TaskCode } from './answer-task.ts';
import type { AtPoint } from './crash-points.ts';
import type { Doing } from './doing.ts';
import type { Outcome } from './handle-command.ts';
import { heldForSchema } from './held-for-schema.ts';
import type { LiveRun } from './live-run.ts';
import { type PayloadCache, PayloadView } from './payload-cache.ts';
import type { Report } from './report-work.ts';
import { untilStored } from './until-stored.ts';

const NOTHING_AGAINST = { reasons: [], isFault: false };

export interface AgentTools extends TaskCode {
  readonly agents: AgentHost;
  send(run: string, command: Command): Promise<Outcome>;
  /** The number of the run's last event. */
  head(run: string): Promise<number>;
  /** Resolves when the run may have gone beyond this event, or the signal is aborted. */
  changed(run: string, since: number, signal: AbortSignal): Promise<void>;
  readonly atPoint: AtPoint | undefined;
}

export async function performAgentTask(
  tools: AgentTools,
  run: LiveRun,
  task: Task,
  doing: Doing,
): Promise<Report | null> {
  const held = heldForSchema(run, task);
  if (held !== null) return held;
  const accepted = new Map<Json, JsonObject>();
  const faults: Fault[] = [];
  const work = await workOf(tools, run, task, doing, accepted, faults);
  const report = await tools.agents.perform(work);
  const [fault] = faults;
  // The agent did its part, and no other answer of it would fare better.
  if (fault !== undefined) return holdForFault(task.id, task.fence, fault.message, fault.output) as Report;
  const command = commandOf(report, task);
  // What the step's code made of the output takes its place.
  return command?.type === 'CompleteTask' ? { ...command, ...accepted.get(command.output) } : command;
}

/** An output that could not be judged, since the project's folder is broken. */
interface Fault {
  readonly output: Json;
  readonly message: string;
}

async function workOf(
  tools: AgentTools,
  run: LiveRun,
  task: Task,
  doing: Doing,
  accepted: Map<Json, JsonObject>,
  faults: Fault[],
): Promise<AgentWork> {
  const { id, fence: lease } = task;
  let since = 0;
  const send = (command: Command): Promise<Outcome> =>
    untilStored(
      () => tools.send(run.id, command),
      () => doing.isAborted,
    );
  const [facts, answered] = await withPayloads(tools.payloads, (payloads) => [
    agentFacts(run, task, payloads),
    answeredCalls(run, task, payloads),
  ]);
  let asked: Pick<Call, 'provider' | 'model'> | undefined = run.state.calls.get(answered.at(-1)?.call ?? 0);
  return {
    ...facts,
    idempotencyKey: `${run.id}#${id}`,
    attempt: task.attempt + 1,
    signal: doing.signal,
    leaving: doing.leaving,
    answered,
    async begin({ cutAt, ...call }) {
      asked = call;
      since = await tools.head(run.id);
      const cut = cutAt === undefined ? {} : { cutAt };
      const outcome = await send({ type: 'BeginCall', task: id, lease, ...call, ...cut });
      tools.atPoint?.('after-begin-call');
      for (const event of outcome.events) {
        if (event.type === 'CallBegun') return { call: event.data.call, output: event.data.output ?? null };
      }
      if (!outcome.ok && outcome.rejection.code === 'call-must-wait') return 'wait';
      if (!outcome.ok && isTooLarge(outcome)) throw new CallFault('context-too-long', outcome.rejection.message);
      return null;
    },
    changed: () => tools.changed(run.id, since, doing.leaving),
    async end(call, { reply, ...ended }) {
      const kept = reply === undefined ? {} : { reply: reply as unknown as Json };
      const model = reply?.model == null ? {} : { model: reply.model };
      const outcome = await send({ type: 'EndCall', task: id, call, ...ended, ...kept, ...model });
      tools.atPoint?.('after-end-call');
      if (outcome.ok || !isTooLarge(outcome)) return;
      // What it cost is written down all the same, and nobody reads what could not be kept.
      const { message } = outcome.rejection;
      await send({ type: 'EndCall', task: id, call, ...ended, ...model, fault: { code: 'bad-request', message } });
      throw new CallFault('bad-request', message);
    },
    reading(call, reading) {
      // Stored with what comes next: nobody waits for it, and what keeps it from being stored meets that too.
      send({ type: 'ReportReply', task: id, lease, call, reading }).catch(() => undefined);
    },
    async tool(call, used) {
      await send({ type: 'ReportTool', task: id, lease, call, ...used });
    },
    async accept(output) {
      const { provider, model } = asked ?? {};
      const actor = facts.agent === null ? ('agent' as const) : (`agent:${facts.agent}` as const);
      const by = { actor, provider, model: model ?? undefined };
      const result = await acceptAnswer(tools, run, task, { output }, by);
      if (isRefused(result) && result.isWorkspaceFault) faults.push({ output, message: result.refused.join(' ') });
      if (isRefused(result)) return { reasons: result.refused, isFault: result.isFault === true };
      accepted.set(output, result.given);
      return NOTHING_AGAINST;
    },
  };
}

function isTooLarge(outcome: Extract<Outcome, { readonly ok: false }>): boolean {
  return outcome.rejection.code === 'payload-too-large';
}

/** Reads without waiting; what is missing is fetched, then it is read again. */
export async function withPayloads<T>(cache: PayloadCache, read: (payloads: Payloads) => T): Promise<T> {
  const payloads = new PayloadView(cache);
  for (;;) {
    try {
      return read(payloads);
    } catch (thrown) {
      if (!(thrown instanceof NeedsPayloads)) throw thrown;
      await payloads.fetch(thrown.refs);
    }
  }
}

function answeredCalls({ state }: LiveRun, task: Task, payloads: Payloads): readonly AnsweredCall[] {
  const answered: AnsweredCall[] = [];
  for (const number of task.calls ?? []) {
    const call = state.calls.get(number);
    if (call?.reply === undefined) continue;
    const tools = (call.tools ?? []).map(({ id, result, isError = false }) => {
      return { id, result: String(readValue(result, [], payloads) ?? ''), isError };
    });
    const reply = readValue(call.reply, [], payloads) as unknown as CallReply;
    const prompt = readValue(call.prompt, [], payloads) ?? null;
    answered.push({ call: number, prompt, reply, output: call.output ?? null, tools });
  }
  return answered;
}

function commandOf(report: AgentReport, { id: task, fence: lease }: Task): Report | null {
  switch (report.do) {
    case 'complete': {
      const warning = report.warning === null ? {} : { warning: report.warning };
      return { type: 'CompleteTask', task, lease, output: report.output, ...warning };
    }
    case 'hold': {
      const { code, message, draft, cause } = report;
      return { type: 'HoldTask', task, lease, code, message, draft, ...(cause !== undefined && { cause }) };
    }
    case 'fail': {
      const { code, message, retryable } = report;
      return { type: 'FailTask', task, lease, failure: { code, message, retryable } };
    }
    case 'say': {
      const offer = report.offer === undefined ? {} : { offer: report.offer };
      return { type: 'AddMessage', task, lease, from: 'agent', text: report.text, ...offer };
    }
    case 'release':
      return { type: 'ReleaseTask', task, lease };
    case 'nothing':
      return null;
  }
}
