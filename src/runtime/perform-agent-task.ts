// A task that an agent does: its facts are gathered from the run, each call is reserved and journalled, and what came
// of it becomes the command that ends the task, holds it or gives it back.

import type { Command } from '../engine/commands.ts';
import type { Call, Task } from '../engine/run-state.ts';
import { type Payloads, readValue } from '../engine/value.ts';
import { CallFault } from '../errors.ts';
import type { Json, JsonObject } from '../json.ts';
import type { AcceptTurnResult, CodeRefusal } from '../ports/action.ts';
import type { AgentHost, AgentReport, AgentWork, AnsweredCall, Objections } from '../ports/agent-host.ts';
import type { CallReply } from '../ports/provider.ts';
import { acceptTurn } from './accept-turn.ts';
import { agentFacts } from './agent-facts.ts';
import { type Answerer, acceptAnswer, holdForFault, isRefused, type TaskCode } from './answer-task.ts';
import type { AtPoint } from './crash-points.ts';
import type { Outcome } from './handle-command.ts';
import { heldForSchema } from './held-for-schema.ts';
import type { LiveRun } from './live-run.ts';
import { PayloadView } from './payload-cache.ts';
import type { Report } from './report-work.ts';
import type { TaskInProgress } from './task-in-progress.ts';
import { untilStored } from './until-stored.ts';
import { withPayloads } from './with-payloads.ts';

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
  inProgress: TaskInProgress,
): Promise<Report | null> {
  const held = heldForSchema(run, task);
  if (held !== null) return held;
  const accepted: AcceptedMessages = { outputs: new Map(), turn: {}, faults: [] };
  const work = await workOf(tools, run, task, inProgress, accepted);
  const report = await tools.agents.perform(work);
  const [fault] = accepted.faults;
  // The agent did its part, and no other answer of it would fare better.
  if (fault !== undefined) return holdForFault(task.id, task.fence, fault.message, fault.output) as Report;
  const command = commandOf(report, task);
  // What the step's code made of the output, or of the message, takes its place.
  if (command?.type === 'CompleteTask') return { ...command, ...accepted.outputs.get(command.output) };
  return command?.type === 'AddMessage' ? { ...command, ...accepted.turn } : command;
}

/** What the step's code has said so far. */
interface AcceptedMessages {
  readonly outputs: Map<Json, JsonObject>;
  /** Of the last message that it took: what is recorded of it. */
  turn: AcceptTurnResult;
  readonly faults: Fault[];
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
  inProgress: TaskInProgress,
  accepted: AcceptedMessages,
): Promise<AgentWork> {
  const { id, fence: lease } = task;
  let since = 0;
  const send = (command: Command): Promise<Outcome> =>
    untilStored(
      () => tools.send(run.id, command),
      () => inProgress.isAborted,
    );
  const [facts, answered] = await withPayloads(new PayloadView(tools.payloads, undefined, run.id), (payloads) => [
    agentFacts(run, task, payloads),
    answeredCalls(run, task, payloads),
  ]);
  let asked: Pick<Call, 'provider' | 'model'> | undefined = run.state.calls.get(answered.at(-1)?.call ?? 0);
  return {
    ...facts,
    idempotencyKey: `${run.id}#${id}`,
    attempt: task.attempt + 1,
    signal: inProgress.signal,
    leaving: inProgress.leaving,
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
    changed: () => tools.changed(run.id, since, inProgress.leaving),
    async end(call, { reply, ...ended }) {
      const kept = reply === undefined ? {} : { reply: reply as unknown as Json };
      const model = reply?.model == null ? {} : { model: reply.model };
      const outcome = await send({ type: 'EndCall', task: id, call, ...ended, ...kept, ...model });
      tools.atPoint?.('after-end-call');
      if (outcome.ok || !isTooLarge(outcome)) return;
      // What it cost is written down all the same, and nobody reads what could not be kept. As a reply that is cut off
      // on its way, it is a failed attempt: the next one may be shorter.
      const { message } = outcome.rejection;
      await send({ type: 'EndCall', task: id, call, ...ended, ...model, fault: { code: 'network', message } });
      throw new CallFault('network', message);
    },
    reading(call, reading) {
      // Stored with what comes next: nobody waits for it, and what keeps it from being stored meets that too.
      send({ type: 'ReportReply', task: id, lease, call, reading }).catch(() => undefined);
    },
    async tool(call, used) {
      await send({ type: 'ReportTool', task: id, lease, call, ...used });
    },
    ...judgedBy(tools, run, task, accepted, () => answererOf(facts.agent, asked)),
  };
}

/** The step's own code on what the agent gives. */
function judgedBy(
  tools: AgentTools,
  run: LiveRun,
  task: Task,
  accepted: AcceptedMessages,
  by: () => Answerer,
): Pick<AgentWork, 'accept' | 'acceptTurn'> {
  return {
    async accept(output) {
      const result = await acceptAnswer(tools, run, task, { output }, by());
      if (isRefused(result)) return objections(result, output, accepted);
      accepted.outputs.set(output, result.given);
      return NOTHING_AGAINST;
    },
    async acceptTurn(message) {
      const result = await acceptTurn(tools, run, task, message, by());
      if ('refused' in result) return objections(result, message.offer ?? null, accepted);
      const { text, set } = result;
      accepted.turn = { ...(text !== undefined && { text }), ...(set && { set }) };
      return NOTHING_AGAINST;
    },
  };
}

function objections(
  { refused, isFault, isWorkspaceFault }: CodeRefusal,
  output: Json,
  { faults }: AcceptedMessages,
): Objections {
  if (isWorkspaceFault) faults.push({ output, message: refused.join(' ') });
  return { reasons: refused, isFault: isFault === true };
}

function answererOf(agent: string | null, asked: Pick<Call, 'provider' | 'model'> | undefined): Answerer {
  const actor = agent === null ? 'agent' : (`agent:${agent}` as const);
  return { actor, provider: asked?.provider, model: asked?.model ?? undefined };
}

function isTooLarge(outcome: Extract<Outcome, { readonly ok: false }>): boolean {
  return outcome.rejection.code === 'payload-too-large';
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
  switch (report.kind) {
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
