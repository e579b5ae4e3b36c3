// What an agent's prompt is made of, read off the run: the step's prompt filled, the input, what was done before.

import { isDeepStrictEqual } from 'node:util';
import type { Step, Template } from '../diagram/workflow.ts';
import { isResultDue } from '../engine/result-due.ts';
import { recordKey, type Task } from '../engine/run-state.ts';
import type { NamedValue } from '../engine/template.ts';
import { type Payloads, readValue } from '../engine/value.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { ConversationMessage } from '../ports/action.ts';
import type { AgentFacts } from '../ports/agent-host.ts';
import { positionOf, stepOf } from './code-call.ts';
import { notInPrompt, type ShownParts, shownBy } from './not-in-prompt.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';
import { queueOf } from './task-row.ts';
import { renderFor, viewTask } from './task-view.ts';

/** Unless the step's `contextTokens` says otherwise. */
const CONTEXT_TOKENS = 20_000;
const AGENT = 'agent:';

/** May throw NeedsPayloads. */
export function agentFacts(run: RunWithWorkflow, task: Task, payloads: Payloads): AgentFacts {
  const step = stepOf(run, task.step);
  const view = viewTask(run, task, payloads);
  const queue = queueOf(step, task);
  const render = renderFor(run, task, payloads);
  const { state } = run;
  const taskPrompt = writtenFor(task, payloads);
  const { named } = view;
  const input = notInPrompt(
    taskPrompt === null ? view.input : withoutExtraPrompt(view.input),
    shownBy(named, ({ root }) => root === 'input', 0),
  );
  const item = notInPrompt(
    view.item,
    shownBy(named, ({ root }) => !OTHER_ROOTS.has(root), 0),
  );
  return {
    workflow: run.workflow.name,
    step: step.id,
    stepName: stepName(step, render),
    title: view.title,
    agent: queue.startsWith(AGENT) ? queue.slice(AGENT.length) : null,
    prompt: view.prompt,
    taskPrompt,
    tags: [...new Set([...(step.task?.tags ?? []).map(render), ...(task.tags ?? [])])],
    input: view.input,
    item: view.item,
    besides: { input, item },
    lists: listsAround(run, task, payloads),
    data: dataOf(run, payloads),
    runInput: readValue(state.input, [], payloads) ?? null,
    schema: view.schema,
    context: step.task?.context ?? 'output',
    past: pastFor(step, run, task, payloads).map((past) => {
      const isInput = isDeepStrictEqual(past.output, view.input);
      return { ...past, output: isInput ? input : notInPrompt(past.output, shownOf(past.id, named)) };
    }),
    contextTokens: contextTokens(step),
    tools: step.task?.tools ?? [],
    ...askedOfCalls(step),
    acceptPartial: step.config.acceptPartial !== false,
    reviewBelow: step.task?.reviewBelow ?? null,
    messages: task.execution === 'conversation' ? saidIn(run, task, payloads) : null,
    mustEnd: task.execution === 'conversation' && isResultDue(task, step),
  };
}

/** For each item its own name, where the step has a title for it: "Each: section" tells nobody which one. */
function stepName({ label, task: settings }: Step, render: (template: Template) => string): string {
  const bare = label.replace(/^Each:[ \t]*/, '') || label;
  return bare === label || settings?.title == null ? bare : render(settings.title);
}

/** Any other name in a prompt is an item's. */
const OTHER_ROOTS: ReadonlySet<string> = new Set([
  ...['output', 'input', 'run', 'data', 'steps', 'each', 'signal', 'index', 'total'],
]);

function shownOf(step: string, named: readonly NamedValue[]): ShownParts {
  return shownBy(named, ({ root, parts }) => root === 'steps' && parts[0] === step && parts[1] === 'output', 2);
}

function pastFor({ task: settings }: Step, run: RunWithWorkflow, task: Task, payloads: Payloads): AgentFacts['past'] {
  const hasContext = settings?.context === 'summary' || settings?.context === 'all';
  return hasContext ? pastSteps(run, task, payloads) : [];
}

function listsAround(run: RunWithWorkflow, task: Task, payloads: Payloads): AgentFacts['lists'] {
  const lists: { items: readonly Json[]; index: number }[] = [];
  for (let { scope, index } = positionOf(run, task); scope !== 0; ) {
    const around = run.state.scopes.get(scope);
    if (around === undefined) break;
    const items = around.items === undefined ? null : readValue(around.items, [], payloads);
    if (Array.isArray(items)) lists.push({ items, index });
    scope = around.parent;
    index = around.parentIndex;
  }
  return lists;
}

type SaidMessage = Omit<ConversationMessage, 'text'> & { readonly text: Json };

/** What was said in this visit of the step: another one had another matter, and its result stands in the record. */
export function saidIn(run: RunWithWorkflow, task: Task, payloads: Payloads): readonly ConversationMessage[] {
  const { scope, index } = positionOf(run, task);
  const messages = run.state.records.get(recordKey(scope, index, task.step))?.messages ?? [];
  const all = messages.map((message) => {
    const { from, text, attachments } = readValue(message, [], payloads) as unknown as SaidMessage;
    const said = { from, text: typeof text === 'string' ? text : JSON.stringify(text) };
    return attachments === undefined ? said : { ...said, attachments };
  });
  const { said, turns = 0 } = task;
  if (said !== undefined || turns === 0) return all.slice(all.length - (said ?? 0));
  // Of a state that an older version kept: behind the last turn of the visit before.
  const spoken = all.flatMap(({ from }, at) => (from === 'agent' ? [at] : []));
  return all.slice((spoken.at(-1 - turns) ?? -1) + 1);
}

/** What a person or caller wrote for this task: `extraPrompt` of the input they gave it
 *  (docs/sources/prompt-architecture.md#layers). */
function writtenFor(task: Task, payloads: Payloads): string | null {
  for (const given of [task.input, task.prepared]) {
    const text = readValue(given, ['extraPrompt'], payloads);
    if (typeof text === 'string' && text !== '') return text;
  }
  return null;
}

/** It is a layer of its own. */
function withoutExtraPrompt(input: Json): Json {
  if (!isJsonObject(input)) return input;
  const { extraPrompt: _, ...rest } = input;
  return Object.keys(rest).length === 0 ? null : rest;
}

function askedOfCalls({ config }: Step): Pick<AgentFacts, 'isCheaper' | 'silenceMs' | 'countsOverload'> {
  const own = isJsonObject(config.config ?? null) ? (config.config as JsonObject) : {};
  return {
    isCheaper: own.cheaper === true,
    silenceMs: typeof own.silenceMs === 'number' ? own.silenceMs : null,
    countsOverload: own.countsOverload === true,
  };
}

function contextTokens({ config }: Step): number {
  const own = config.contextTokens;
  return typeof own === 'number' && own > 0 ? own : CONTEXT_TOKENS;
}

export function dataOf({ state }: RunWithWorkflow, payloads: Payloads): JsonObject {
  const data: Record<string, Json> = {};
  for (const [name, { value }] of state.values.entries()) data[name] = readValue(value, [], payloads) ?? null;
  return data;
}

/** Steps with an output, seen from the task's place outwards; in the order they were first visited. */
function pastSteps(run: RunWithWorkflow, task: Task, payloads: Payloads): AgentFacts['past'] {
  const { workflow, state } = run;
  const found = new Map<string, { id: string; label: string; output: Json }>();
  for (let { scope, index } = positionOf(run, task); ; ) {
    for (const { id, label } of workflow.steps) {
      if (id === task.step || found.has(id)) continue;
      const record = state.records.get(recordKey(scope, index, id));
      if (record?.status !== 'completed' || record.output === undefined) continue;
      found.set(id, { id, label, output: readValue(record.output, [], payloads) ?? null });
    }
    const around = state.scopes.get(scope);
    if (scope === 0 || around === undefined) break;
    scope = around.parent;
    index = around.parentIndex;
  }
  const order = [...state.records.keys()].map((key) => key.split(' ')[0] ?? '');
  return [...found.values()].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}
