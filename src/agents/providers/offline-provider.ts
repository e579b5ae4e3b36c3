// A provider without a model: a system's writers do the steps they know, and say that no model did.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { CallFault } from '../../errors.ts';
import type { Json } from '../../json.ts';
import type { Envelope } from '../../ports/agent.ts';
import type { CallReply, CallRequest, OfflineWriter, Provider } from '../../ports/provider.ts';

const TIMER_MS_MAX = 2 ** 31 - 1;

export function offlineProvider(writers: readonly OfflineWriter[]): Provider {
  return { kind: 'offline', name: 'offline', call: (request) => callWriter(writers, request) };
}

export function hasWriter(writers: readonly OfflineWriter[], workflow: string, step: string): boolean {
  return findWriter(writers, workflow, step) !== undefined;
}

/** A writer for this workflow wins over one for any. */
function findWriter(writers: readonly OfflineWriter[], workflow: string, step: string): OfflineWriter | undefined {
  const able = writers.filter((writer) => writer.step === step);
  return able.find((writer) => writer.workflow === workflow) ?? able.find((writer) => writer.workflow === null);
}

async function callWriter(writers: readonly OfflineWriter[], request: CallRequest): Promise<CallReply> {
  const { workflow, step } = request.facts;
  const writer = findWriter(writers, workflow, step);
  if (writer === undefined) {
    const found = `found none that writes step "${step}" of workflow "${workflow}" without a model`;
    const advice = 'Let a person do the task, or give the agent a provider: a key, a local model or a program.';
    throw new CallFault('no-writer', `Expected a writer for the step, ${found}. ${advice}`);
  }
  // A caller that stops waiting for the writer also stops its timer.
  const over = new AbortController();
  try {
    const output = await Promise.race([written(writer, request), unlessLate(request, over.signal)]);
    if (request.facts.talks !== true) return replyWith(output);
    return writer.talks === true ? ownTurn(output, request) : turnWith(output, writer.says);
  } finally {
    over.abort();
  }
}

async function written(writer: OfflineWriter, request: CallRequest): Promise<Json> {
  // Writers compute without a pause: between two of them signals and timers are heard.
  await nextTurn();
  if (request.signal.aborted) throw abortedFault();
  const { workflow, step } = request.facts;
  try {
    const output: unknown = await writer.write(request.facts);
    const text: string | undefined = JSON.stringify(output);
    if (text === undefined) throw new Error('it returned nothing that is JSON');
    return JSON.parse(text) as Json;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const wanted = `Expected the writer of step "${step}" of workflow "${workflow}" to write its output`;
    throw new CallFault('program-failed', `${wanted}, found: ${said}`);
  }
}

/** Never resolves: it rejects when the call has been given up or takes too long. */
async function unlessLate(request: CallRequest, isOver: AbortSignal): Promise<never> {
  const { timeoutMs } = request.parameters;
  const signal = AbortSignal.any([request.signal, isOver]);
  await sleep(Math.min(timeoutMs, TIMER_MS_MAX), undefined, { signal }).catch(() => {});
  if (request.signal.aborted) throw abortedFault();
  throw new CallFault(
    'timed-out',
    `Expected the writer without a model to end within ${timeoutMs} ms, found it still writing.`,
  );
}

function replyWith(output: Json): CallReply {
  const envelope: Envelope = {
    status: 'SUCCESS',
    summary: 'Written without a model.',
    output,
    nextAction: 'COMPLETE',
    nextActionReason: null,
    metadata: { confidence: null, suggestedTags: [], suggestedNextStage: null },
  };
  return {
    text: JSON.stringify(envelope),
    structured: { ...envelope },
    toolCalls: [],
    // Not "unknown": no model was asked.
    usage: { in: 0, out: 0, cached: 0 },
    model: null,
    finish: 'stop',
  };
}

/** Of a writer that holds conversations. */
function ownTurn(output: Json, { facts }: CallRequest): CallReply {
  if (typeof output !== 'string') {
    const expected = `Expected the writer without a model of step "${facts.step}" to say its turn as a text`;
    throw new CallFault('program-failed', `${expected}, found another value.`);
  }
  const { toolCalls, usage, model, finish } = replyWith(null);
  return { toolCalls, usage, model, finish, text: output };
}

/** Most rules hold no talk: they offer what they found, and the person decides. */
function turnWith(output: Json, says: string | undefined): CallReply {
  const own = 'Written without a model, so nobody can discuss it. Accept the result, or give your own.';
  const said = says === undefined ? own : `${own} ${says}`;
  const { toolCalls, usage, model, finish } = replyWith(null);
  return {
    ...{ toolCalls, usage, model, finish },
    text: `${said}\n\n\`\`\`result\n${JSON.stringify(output, null, 2)}\n\`\`\``,
  };
}

function abortedFault(): CallFault {
  return new CallFault(
    'aborted',
    'The call of the writer without a model was given up; its output, if any, is dropped.',
  );
}
