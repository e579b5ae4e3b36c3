// The calls of the agents of a run and of the runs below it: whom they asked, what it cost, what came back.

import * as z from 'zod';
import type { ReplyReading } from '../engine/call-events.ts';
import type { EngineEvent } from '../engine/events.ts';
import { isReference, type Value } from '../engine/value.ts';
import type { RunRow, Store } from '../ports/store.ts';
import { loadValue } from '../runtime/load-value.ts';
import type { Engine } from '../runtime/open-engine.ts';
import { sumOf, sumShape } from './agent-costs.ts';
import { defineOperation, reject } from './define-operation.ts';
import { eventsOf } from './events-of.ts';
import * as fields from './fields.ts';
import { findRun, taskName } from './find-run.ts';
import { runsBelow } from './runs-below.ts';

const CALLS_LIMIT = 200;
const CALLS_LIMIT_MAX = 10_000;

export const readingShape = z.object({
  status: z.string().nullable(),
  nextAction: z.string().nullable(),
  summary: z.string().nullable(),
  confidence: z.number().nullable(),
  suggestedTags: z.array(z.string()),
  suggestedNextStage: z.string().nullable(),
  warnings: z.array(z.string()).describe('formatting errors that were tolerated, and parts that were ignored'),
  problems: z.array(z.string()).describe('why the reply could not be used'),
});

export type ShownReading = z.output<typeof readingShape>;

export function shownReading(reading: ReplyReading): ShownReading {
  const { status, nextAction, summary, confidence, suggestedTags, suggestedNextStage, warnings, problems } = reading;
  return {
    ...{ status: status ?? null, nextAction: nextAction ?? null, summary: summary ?? null },
    ...{ confidence: confidence ?? null, suggestedNextStage: suggestedNextStage ?? null },
    ...{ suggestedTags: [...(suggestedTags ?? [])], warnings: [...(warnings ?? [])], problems: [...(problems ?? [])] },
  };
}

const callShape = z.object({
  call: z.number().describe('its place in this list, as "full" and "after" take it'),
  run: z.string().describe('the run whose agent asked: this one, or one that it started'),
  workflow: z.string(),
  at: fields.at,
  task: z.string(),
  step: z.string(),
  attempt: z.number(),
  purpose: z.enum(['turn', 'repair']),
  agent: z.string(),
  provider: z.string(),
  model: z.string().nullable().describe('the model that answered, else the one requested; null if unknown'),
  tokens: z.object({ in: z.number(), out: z.number(), cached: z.number() }).nullable(),
  cost: z.number().nullable().describe('US dollars; null if unknown'),
  latencyMs: z.number().nullable(),
  status: z
    .enum(['answered', 'failed', 'unanswered'])
    .describe('unanswered: no reply was recorded; it is in flight, or the caller crashed'),
  fault: z.object({ code: z.string(), message: z.string() }).nullable(),
  tools: z.array(z.object({ name: z.string(), ms: z.number(), isError: z.boolean() })),
  reading: readingShape
    .nullable()
    .describe('how the reply was parsed; null if it was not, or is a message of a conversation'),
  promptRef: z.string().nullable().describe('the payload that holds the prompt; null if it is in the event itself'),
  replyRef: z.string().nullable(),
});

const fullShape = z.object({
  call: z.number(),
  prompt: fields.json.nullable(),
  reply: fields.json.nullable(),
  tools: z.array(
    z.object({
      name: z.string(),
      input: fields.json.nullable(),
      result: fields.json.nullable(),
      isError: z.boolean(),
      ms: z.number(),
    }),
  ),
});

export type ShownCall = z.output<typeof callShape>;

export const runCalls = defineOperation({
  name: 'runs.calls',
  summary: 'list the model calls of a run and of the runs it started: provider, tokens, cost, reply',
  who: 'viewer',
  changes: false,
  places: ['run'],
  input: z.object({
    run: fields.run,
    full: z.coerce.number().int().min(1).optional().describe('show prompt, reply and tool results of this call number'),
    after: z.coerce.number().int().min(0).default(0).describe('only calls after this number'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(CALLS_LIMIT_MAX)
      .default(CALLS_LIMIT)
      .describe('the maximum number to return'),
  }),
  output: z.object({
    run: z.string(),
    calls: z.array(callShape),
    steps: z
      .array(z.object({ workflow: z.string(), step: z.string(), ...sumShape.shape }))
      .describe('totals per step, over all calls'),
    total: sumShape,
    full: fullShape.nullable(),
    next: z.number().nullable().describe('pass it as "after" to get the next page; null on the last page'),
  }),
  async handler(context, { run: named, full, after, limit }) {
    const store = await context.store();
    const row = await findRun(store, named);
    const { run } = row;
    const found = await callsBelow(store, await context.engine(), row);
    const shown = found.map(shownCall);
    const chosen = full === undefined ? null : (found[full - 1] ?? null);
    if (full !== undefined && chosen === null)
      return reject('unknown-call', `Run ${run} has no call ${full}; it has ${found.length}.`);
    const listed = shown.filter(({ call }) => (chosen === null ? call > after : call === full)).slice(0, limit);
    const last = listed.at(-1)?.call ?? 0;
    const isMore = chosen === null && shown.some(({ call }) => call > last && call > after);
    return {
      ...{ run, calls: listed, steps: stepSums(shown), total: sumOf(shown.map(sumOfCall)) },
      full: chosen === null || full === undefined ? null : await fullOf(store, full, chosen),
      next: isMore ? last : null,
    };
  },
});

interface FoundCall {
  readonly row: RunRow;
  readonly begun: EngineEvent<'CallBegun'>;
  ended: EngineEvent<'CallEnded'> | null;
  reading: ReplyReading | null;
  readonly tools: EngineEvent<'ToolUsed'>['data'][];
}

/** By when they began; those of one run in its own order, whatever the clock did. */
async function callsBelow(store: Store, engine: Engine, row: RunRow): Promise<readonly FoundCall[]> {
  const placed: { readonly call: FoundCall; readonly at: number }[] = [];
  const add = async (each: RunRow): Promise<void> => {
    let at = 0;
    for (const call of (await callsOf(engine, each)).values()) {
      at = Math.max(at, call.begun.at);
      placed.push({ call, at });
    }
  };
  await add(row);
  for await (const below of runsBelow(store, row.run)) await add(below);
  return placed.sort((one, other) => one.at - other.at).map(({ call }) => call);
}

async function callsOf(engine: Engine, row: RunRow): Promise<Map<number, FoundCall>> {
  const calls = new Map<number, FoundCall>();
  for await (const event of eventsOf(engine, row.run)) {
    if (event.type === 'CallBegun')
      calls.set(event.data.call, { row, begun: event, ended: null, reading: null, tools: [] });
    else if (event.type === 'ToolUsed') calls.get(event.data.call)?.tools.push(event.data);
    else if (event.type === 'CallEnded' || event.type === 'ReplyRead') {
      const call = calls.get(event.data.call);
      if (call === undefined) continue;
      if (event.type === 'CallEnded') call.ended = event;
      else call.reading = event.data.reading;
    }
  }
  return calls;
}

function shownCall({ row: { run, workflowName }, begun, ended, reading, tools }: FoundCall, place: number): ShownCall {
  const { task, step, attempt, purpose, agent, provider, model, prompt } = begun.data;
  const end = ended?.data;
  return {
    ...{ call: place + 1, run, workflow: workflowName, at: begun.at, task: taskName(run, task), step, attempt },
    ...{ purpose, agent, provider },
    model: end?.model ?? model,
    tokens: end?.usage === undefined ? null : { ...end.usage },
    cost: end?.cost ?? null,
    latencyMs: end?.latencyMs ?? null,
    status: end === undefined ? 'unanswered' : end.fault === undefined ? 'answered' : 'failed',
    fault: end?.fault === undefined ? null : { ...end.fault },
    tools: tools.map(({ name, ms, isError = false }) => ({ name, ms, isError })),
    reading: reading === null ? null : shownReading(reading),
    promptRef: referenceOf(prompt),
    replyRef: referenceOf(end?.reply),
  };
}

function referenceOf(value: Value | undefined): string | null {
  return isReference(value) ? value.$ref : null;
}

function sumOfCall({ cost, tokens }: ShownCall) {
  const used = tokens ?? { in: 0, out: 0, cached: 0 };
  return { calls: 1, cost: cost ?? 0, unknown: cost === null ? 1 : 0, ...used };
}

function stepSums(calls: readonly ShownCall[]) {
  const groups = Map.groupBy(calls, ({ workflow, step }) => JSON.stringify([workflow, step]));
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first === undefined
      ? []
      : [{ workflow: first.workflow, step: first.step, ...sumOf(members.map(sumOfCall)) }];
  });
}

async function fullOf(
  store: Store,
  call: number,
  { row: { run }, begun, ended, tools }: FoundCall,
): Promise<z.output<typeof fullShape>> {
  const used = [];
  for (const { name, input, result, ms, isError = false } of tools) {
    const [given, gave] = [await loadValue(store, run, input), await loadValue(store, run, result)];
    used.push({ name, input: given, result: gave, isError, ms });
  }
  return {
    call,
    prompt: await loadValue(store, run, begun.data.prompt),
    reply: await loadValue(store, run, ended?.data.reply),
    tools: used,
  };
}
