// What is next for a client in a run, read off its state: work, a gate, a turn of a conversation, or why nothing is.

import type { Step } from '../diagram/workflow.ts';
import type { Actor } from '../engine/events.ts';
import { type AnswerRefusal, barredFrom, notTheirs } from '../engine/may-answer.ts';
import { UNNAMED } from '../engine/people.ts';
import { isStanding, statusOf, type Task, writingOf } from '../engine/run-state.ts';
import { readValue } from '../engine/value.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { AgentFacts } from '../ports/agent-host.ts';
import { agentFacts } from '../runtime/agent-facts.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { RunView } from '../runtime/read-run.ts';
import { queueOf } from '../runtime/task-row.ts';
import { viewTask } from '../runtime/task-view.ts';
import { threadId } from './thread-id.ts';

export interface TaskHandOut {
  /** `work`: the client's model does it. `gate`: a person decides. `talk`: a turn in a conversation. */
  readonly kind: 'work' | 'gate' | 'talk';
  readonly run: string;
  readonly workflow: string;
  readonly task: number;
  /** To be given back with the result. */
  readonly thread: string;
  readonly step: string;
  readonly title: string;
  /** The step's prompt, filled; null when it has none. */
  readonly prompt: string | null;
  readonly taskPrompt: string | null;
  /** Whether the prompt has the task's input in it. */
  readonly hasInput: boolean;
  readonly input: Json;
  readonly item: Json | null;
  readonly data: JsonObject;
  readonly schema: JsonObject | null;
  readonly verdicts: readonly string[];
  /** One of them comes with an output by the schema. */
  readonly asksVerdict: boolean;
  readonly shows: readonly { readonly name: string; readonly value: Json }[];
  /** The hash a verdict must carry. */
  readonly shown: string | null;
  /** The verdict counts only when it is given in the studio. */
  readonly requireStudio: boolean;
  /** The verdict is one vote of several. */
  readonly isVoted: boolean;
  /** Of a conversation: whose word is next, what was said, what the agent offers. */
  readonly turn: 'agent' | 'person';
  readonly messages: NonNullable<AgentFacts['messages']>;
  readonly offer: Json | null;
  /** Of a conversation: the agent must give its result now. */
  readonly mustEnd: boolean;
  /** What was answered before a fault of the project's folder, and is given again once the task is taken up. */
  readonly kept: Json | undefined;
  /** Of work and of the agent's turn: the agent the client stands in for, as `agent:ID`. */
  readonly worker: Actor | null;
  /** It must be claimed before it is handed out. */
  readonly isFree: boolean;
}

export interface NoTask {
  /** `hold`: a person must look at the run. `busy`: others are at work; ask again. `rests`: what it was asked for is
   *  there, and it lives on. */
  readonly kind: 'hold' | 'busy' | 'rests' | 'concluded' | 'failed';
  readonly run: string;
  readonly workflow: string;
  readonly thread: string;
  readonly status: string;
  readonly message: string;
  /** Of `busy`: nothing moves before people answer who are not here. */
  readonly waitsForOthers: boolean;
  /** Of `hold`: the one that a person resolves next; null where something else keeps the run. */
  readonly hold: number | null;
  readonly output: Json;
  /** Files that the run went on without, and why, for the person. */
  readonly unwritten: readonly string[];
}

export type HandOut = TaskHandOut | NoTask;

export function isTask(handOut: HandOut): handOut is TaskHandOut {
  return handOut.kind === 'work' || handOut.kind === 'gate' || handOut.kind === 'talk';
}

/** Who looks: the agents that are clients (`agent:ID`), and the person beside the client. */
export interface Viewer {
  readonly clients: ReadonlySet<string>;
  readonly actor: Actor;
}

/** `wanted` comes first while it is open; then what nobody has taken up, then people's, then what clients have. */
export function lookAt(view: RunView, looking: Viewer, wanted: number | null): HandOut {
  const { state } = view;
  if (state.status === 'running' && !state.paused) {
    const [first] = [...state.tasks.values()]
      .flatMap((task) => placed(view, task, looking))
      .sort((a, b) => rankOf(a, wanted) - rankOf(b, wanted) || a.task.id - b.task.id);
    if (first !== undefined) return handOutOf(view, first.task, first.place);
  }
  return noTask(view, looking);
}

/** One task, whatever else is open; null when there is nothing to do for a client or its person. */
export function lookAtTask(view: RunView, looking: Viewer, task: number): TaskHandOut | null {
  const found = view.state.tasks.get(task);
  const place = found === undefined ? null : (heldGate(view, found, looking) ?? placeOf(view, found, looking));
  return found === undefined || place === null ? null : handOutOf(view, found, place);
}

interface Place {
  readonly kind: TaskHandOut['kind'];
  readonly turn: 'agent' | 'person';
  readonly worker: Actor | null;
  readonly isFree: boolean;
  readonly rank: number;
}

const FREE = 0;
const PEOPLES = 1;
/** A client has it already: perhaps another one. */
const TAKEN = 2;

interface PlacedTask {
  readonly task: Task;
  readonly place: Place;
}

function placed(view: RunView, task: Task, looking: Viewer): PlacedTask[] {
  const place = placeOf(view, task, looking);
  return place === null ? [] : [{ task, place }];
}

const rankOf = ({ task, place }: PlacedTask, wanted: number | null): number => (task.id === wanted ? -1 : place.rank);

/** null: nothing a client or its person could do about it now. */
function placeOf(view: RunView, task: Task, { clients, actor }: Viewer): Place | null {
  if (task.kind === 'foreach' || task.kind === 'subflow') return null;
  if (isStanding(view.state, view.state.tokens.get(task.token) ?? {})) return null;
  const step = stepOf(view, task.step);
  if (task.kind === 'review' || task.execution === 'manual') return gateOf(view, task, actor);
  const queue = queueOf(step, task);
  const worker = clients.has(queue) ? (queue as Actor) : null;
  if (task.execution === 'conversation' && task.status === 'waiting')
    return notTheirs(view.state, task, actor) === null ? people('talk') : null;
  if (worker === null) return null;
  const kind = task.execution === 'conversation' ? 'talk' : 'work';
  if (task.status === 'pending' && task.waitsUntil === undefined)
    return { kind, turn: 'agent', worker, isFree: true, rank: FREE };
  const isClients = task.status === 'in_progress' && clients.has(task.lease?.worker ?? '');
  return isClients ? { kind, turn: 'agent', worker, isFree: false, rank: TAKEN } : null;
}

function gateOf(view: RunView, task: Task, actor: Actor): Place | null {
  if (task.status !== 'pending' && task.status !== 'in_progress') return null;
  return barredAt(view, task, actor) === null ? people('gate') : null;
}

/** Why a person's task is not this person's to answer. Callers without a name learn it when they try. */
export function barredAt(view: RunView, task: Task, actor: Actor): AnswerRefusal | null {
  if (task.execution === 'automated' || actor === UNNAMED) return null;
  if (task.execution === 'conversation') return notTheirs(view.state, task, actor);
  return barredFrom(view.state, stepOf(view, task.step), task, actor);
}

/** A gate that a fault of the folder holds can be answered again, in place of what is kept. */
function heldGate(view: RunView, task: Task, { actor }: Viewer): Place | null {
  const { state } = view;
  const hold = state.holds.get(state.tokens.get(task.token)?.hold ?? 0);
  if (hold?.code !== 'workspace-fault' || task.execution !== 'manual') return null;
  return barredAt(view, task, actor) === null ? people('gate') : null;
}

const people = (kind: 'gate' | 'talk'): Place => ({ kind, turn: 'person', worker: null, isFree: false, rank: PEOPLES });

function handOutOf(view: RunView, task: Task, { kind, turn, worker, isFree }: Place): TaskHandOut {
  const step = stepOf(view, task.step);
  const facts = agentFacts(view, task, view.payloads);
  const { title, prompt, input, item, schema, verdicts, asksVerdict, shows, shown } = viewTask(
    view,
    task,
    view.payloads,
  );
  return {
    ...{ kind, turn, worker, isFree, title, prompt, input, item, schema, verdicts, asksVerdict, shows, shown },
    run: view.id,
    workflow: view.workflow.name,
    task: task.id,
    thread: threadId({
      ...{ run: view.id, task: task.id, shown },
      ...(kind === 'talk' && { turn: (facts.messages ?? []).length + 1 }),
    }),
    step: step.id,
    taskPrompt: facts.taskPrompt,
    hasInput: readsInput(step),
    data: facts.data,
    requireStudio: step.task?.requireStudio ?? false,
    isVoted: task.execution === 'manual' && step.task?.approvals != null,
    messages: facts.messages ?? [],
    mustEnd: facts.mustEnd,
    kept: task.kept === undefined ? undefined : readValue(task.kept, [], view.payloads),
    offer: task.offer === undefined ? null : (readValue(task.offer, [], view.payloads) ?? null),
  };
}

function readsInput({ task }: Step): boolean {
  return (task?.prompt?.parts ?? []).some(
    (part) => typeof part !== 'string' && part.tree.op === 'path' && part.tree.root === 'input',
  );
}

function noTask(view: RunView, looking: Viewer): NoTask {
  const { state, workflow } = view;
  const status = statusOf(state);
  const output = readValue(state.output, [], view.payloads) ?? null;
  const unwritten = [...state.unwritten.entries()].map(([path, why]) => (why.includes(path) ? why : `${path}: ${why}`));
  const about = { run: view.id, workflow: workflow.name, thread: view.id, status, output, unwritten };
  const base = { ...about, waitsForOthers: false, hold: null };
  if (status === 'failed') return { ...base, kind: 'failed', message: failureIn(output) };
  if (status === 'completed' && state.partial !== undefined)
    return {
      ...base,
      kind: 'concluded',
      message: `A budget ended it, with a part of its result. ${state.partial.reason}`,
    };
  if (status === 'completed' || status === 'cancelled')
    return { ...base, kind: 'concluded', message: `It is ${status}.` };
  if (status === 'paused') return { ...base, kind: 'hold', message: 'Someone paused the run.' };
  const [hold] = state.holds.values();
  if (status === 'on_hold' && hold !== undefined) {
    const thread = threadId({ run: view.id, task: null, shown: null, hold: hold.id });
    return { ...base, kind: 'hold', message: hold.message, hold: hold.id, thread };
  }
  if (status === 'on_hold') return { ...base, kind: 'hold', message: 'It is on hold.' };
  return { ...base, kind: 'busy', message: workIn(view, looking), waitsForOthers: waitsForOthers(view, looking) };
}

function failureIn(output: Json): string {
  const { error, message, messages } = isJsonObject(output) ? output : {};
  // As a failure step puts them down.
  if (Array.isArray(messages) && messages.every((each) => typeof each === 'string')) return messages.join(' ');
  const said = message ?? (isJsonObject(error) ? error.message : undefined) ?? output;
  return typeof said === 'string' ? said : JSON.stringify(said ?? 'It failed.');
}

/** Nothing of it is open: a state machine that waits for signals. */
export function isQuiet({ state }: RunView): boolean {
  return state.status === 'running' && state.tasks.size === 0 && writingOf(state).length === 0;
}

/** Of an agent that is not a client, and pending: nobody works on it. */
export function isUntaken(view: RunView, task: Task, clients: ReadonlySet<string>): boolean {
  if (task.kind !== 'work' || task.status !== 'pending' || task.waitsUntil !== undefined) return false;
  const queue = queueOf(stepOf(view, task.step), task);
  if (task.execution === 'manual' || queue.startsWith('action:')) return false;
  return !clients.has(queue);
}

function waitsForOthers(view: RunView, { actor }: Viewer): boolean {
  const tasks = [...view.state.tasks.values()].filter(({ kind }) => kind !== 'foreach');
  const isOthers = (task: Task): boolean =>
    task.execution !== null && task.status !== 'on_hold' && barredAt(view, task, actor) !== null;
  return tasks.length > 0 && tasks.every(isOthers) && writingOf(view.state).length === 0;
}

const NAMED_MAX = 5;

/** Who works on what, and what nobody has taken up. */
function workIn(view: RunView, { clients, actor }: Viewer): string {
  const tasks = [...view.state.tasks.values()].filter(({ kind }) => kind !== 'foreach');
  const said = tasks.map((task) => {
    const barred = task.execution === null ? null : barredAt(view, task, actor);
    if (barred !== null && task.status !== 'on_hold') return `"${task.step}" waits for ${barred.waitsFor}.`;
    if (isUntaken(view, task, clients)) return `${agentOf(view, task)} has not taken up "${task.step}".`;
    const worker = task.lease?.worker.split('@')[0];
    if (worker !== undefined) return `${worker} works on "${task.step}".`;
    return task.waitsUntil === undefined ? `Others work on "${task.step}".` : `"${task.step}" is tried again later.`;
  });
  said.push(...writingOf(view.state).map(({ path }) => `"${path}" is being written.`));
  const isStuck = tasks.some((task) => isUntaken(view, task, clients));
  const help = 'To do what is not taken up yourself, call tasks_next with this run and by "client".';
  const all = [...new Set(said)].slice(0, NAMED_MAX);
  return all.length === 0 ? 'The run moves by itself.' : [...all, ...(isStuck ? [help] : [])].join(' ');
}

function agentOf(view: RunView, task: Task): string {
  return queueOf(stepOf(view, task.step), task) || 'An agent';
}
