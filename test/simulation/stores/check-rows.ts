// Every row of a store compared with the fold of its events, by the words of the port, not by the runtime's functions.

import { createHash } from 'node:crypto';
import type { Step, Workflow } from '../../../src/diagram/workflow.ts';
import { CHAIN_START, chained } from '../../../src/engine/chain.ts';
import { eventsOf } from '../../../src/engine/commit-text.ts';
import { evolve } from '../../../src/engine/evolve.ts';
import { type RunState, statusOf, type Task } from '../../../src/engine/run-state.ts';
import { newState, serialise, TABLES } from '../../../src/engine/snapshot.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../src/json.ts';
import type { ListedTask, Store, StoredCommit } from '../../../src/ports/store.ts';
import { restoreParts } from '../../../src/runtime/snapshot-parts.ts';
import { must } from '../world.ts';
import { checkFamilies } from './check-families.ts';
import type { StoredRun, StoreWorld } from './store-world.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export async function checkRows(world: StoreWorld): Promise<void> {
  for (const run of world.runs.values()) {
    const commits = await commitsOf(world.store, run.row.key);
    const state = checkHistory(run, commits);
    checkRunRow(run, state);
    await checkTasks(world.store, run, state);
    await checkTimers(world.store, run, state);
    await checkSnapshot(world.store, run, commits);
    await checkPayloads(world.store, run, commits);
  }
  checkFamilies(world);
}

async function commitsOf(store: Store, key: number): Promise<StoredCommit[]> {
  const all: StoredCommit[] = [];
  for (let number = 0; ; ) {
    const page = await store.commitsOf(key, number, 200);
    all.push(...page);
    if (page.length < 200) return all;
    number = page.at(-1)?.last ?? number;
  }
}

/** No gap, the chain as the row says, and the state folded from scratch the one that was folded on the way. */
function checkHistory({ id, row, world }: StoredRun, commits: readonly StoredCommit[]): RunState {
  let hash = CHAIN_START;
  const state = newState();
  for (const commit of commits) {
    must(commit.first === state.number + 1, `${id}: event ${commit.first} follows event ${state.number}`);
    must(commit.text !== null, `${id}: the commit from ${commit.first} has no text`);
    hash = chained(hash, id, commit, sha256(commit.text), sha256);
    for (const event of eventsOf(commit.text, { run: id, ...commit })) evolve(state, event);
    must(state.number === commit.last, `${id}: the commit that says it ends at ${commit.last} ends at ${state.number}`);
  }
  must(state.number === row.head, `${id}: its row says ${row.head} events, found ${state.number}`);
  must(hash === row.hash, `${id}: its row says the hash ${row.hash}, found ${hash}`);
  must(textOf(state) === textOf(world.state), `${id}: the fold from scratch is another than the one on the way`);
  return state;
}

function checkRunRow({ id, row, world }: StoredRun, state: RunState): void {
  const isEnded = state.status !== 'running' && !state.cleaning;
  same(`${id}: its row`, {
    status: [row.status, statusOf(state)],
    live: [row.live, !isEnded && !state.paused],
    hasEnded: [row.endedAt !== null, isEnded],
    workflow: [`${row.workflowName} ${row.version}`, `${state.workflow} ${state.version}`],
    compiled: [`${world.workflow.name} ${world.workflow.version}`, `${state.workflow} ${state.version}`],
    starter: [row.starter, state.starter],
    startedAt: [row.startedAt, state.startedAt],
    parent: [row.parent?.run, state.parent?.run],
    parentTask: [row.parent?.task, state.parent?.task],
    forkedFrom: [row.forkedFrom ?? undefined, state.forkedFrom?.run],
  });
}

async function checkTasks(store: Store, run: StoredRun, state: RunState): Promise<void> {
  const { id, world } = run;
  for (let task = 1; task < state.nextTask; task++) {
    const row = await store.task(id, task);
    const open = state.tasks.get(task);
    if (open !== undefined) {
      must(row !== null, `${id}: task ${task} of "${open.step}" is open and has no row`);
      checkTask(id, row, open, state, world.workflow);
    } else checkEnded(run, task, row);
  }
  const beyond = await store.task(id, state.nextTask);
  must(beyond === null, `${id}: there is a row of task ${state.nextTask}, which never was`);
}

function checkTask(id: string, row: ListedTask, task: Task, state: RunState, workflow: Workflow): void {
  const step = workflow.steps.find((each) => each.id === task.step) as Step;
  const place = placeOf(state, task);
  const due = (task.timers ?? []).map((timer) => state.timers.get(timer)).find((timer) => timer?.kind === 'due');
  const isHosted = task.lease?.kind === 'hosted' && task.lease.worker.includes('@');
  same(`${id}: the row of task ${task.id}`, {
    step: [row.step, task.step],
    kind: [row.kind, task.kind],
    execution: [row.execution, task.execution],
    status: [row.status, task.status],
    ready: [row.ready, task.status === 'pending' && task.waitsUntil === undefined],
    queue: [row.queue, queueOf(step, task)],
    assignee: [row.assignee ?? undefined, task.assignee],
    attempt: [row.attempt, task.attempt],
    fence: [row.fence, task.fence],
    worker: [row.worker ?? undefined, task.lease?.worker],
    leaseKind: [row.leaseKind ?? undefined, task.lease?.kind],
    holder: [row.holder, isHosted ? Number(task.lease?.worker.split('@')[1]) : 0],
    index: [row.index, place?.[0] ?? null],
    total: [row.total, place?.[1] ?? null],
    parent: [row.parent ?? undefined, task.parent],
    due: [row.due ?? undefined, due?.due],
    endedAt: [row.endedAt, null],
    runStatus: [row.runStatus, statusOf(state)],
  });
}

function queueOf(step: Step, task: Task): string {
  const isTalk = task.execution === 'conversation';
  if (task.execution !== 'automated' && !isTalk) return '';
  const action = isTalk ? null : (task.action ?? step.task?.action);
  if (action != null) return `action:${action}`;
  const isNamed = !isTalk && task.assignee?.startsWith('agent:') === true;
  const agent = isNamed ? task.assignee : (step.task?.agent ?? (isTalk ? null : task.assignee));
  if (agent == null) return '';
  return agent.startsWith('agent:') ? agent : `agent:${agent}`;
}

/** The innermost foreach the task's token is in, or the last one it left through no join. */
function placeOf(state: RunState, { token: tokenId }: Task): readonly [number, number] | null {
  const token = state.tokens.get(tokenId);
  if (token === undefined) return null;
  let { scope: id, index } = token;
  while (id !== 0) {
    const scope = state.scopes.get(id);
    if (scope === undefined) break;
    if (scope.items !== undefined) return [index, scope.total];
    ({ parent: id, parentIndex: index } = scope);
  }
  const left = token.bindings?.at(-1);
  return left === undefined ? null : [left.index, left.total];
}

/** A person's task that was once to be seen stays, ended; others are gone. */
function checkEnded({ id, world }: StoredRun, task: number, row: ListedTask | null): void {
  const opened = world.events.find(({ type, data }) => type === 'TaskOpened' && data.task === task);
  const execution = opened?.type === 'TaskOpened' ? opened.data.execution : null;
  const isPersons = execution === 'manual' || execution === 'conversation';
  if (row === null) {
    const ends = world.events.filter(({ data }) => 'task' in data && data.task === task);
    const wasSeen = ends.some(({ at }) => at !== opened?.at);
    must(!isPersons || !wasSeen, `${id}: the row of the person's task ${task} is gone`);
    return;
  }
  must(row.endedAt !== null, `${id}: task ${task} is not open, its row is ${row.status}`);
  must(execution === null || isPersons, `${id}: the row of task ${task}, which nobody did by hand, is still there`);
  const completed = world.events.findLast(({ type, data }) => type === 'TaskCompleted' && data.task === task);
  const verdict = completed?.type === 'TaskCompleted' ? completed.data.verdict : undefined;
  if (row.status === 'completed' && completed !== undefined) {
    same(`${id}: the row of the ended task ${task}`, {
      verdict: [row.verdict ?? undefined, verdict],
      by: [row.by, completed.actor],
    });
  }
  must(completed === undefined || row.status === 'completed', `${id}: task ${task} was completed, row: ${row.status}`);
}

async function checkTimers(store: Store, { id }: StoredRun, state: RunState): Promise<void> {
  const { items } = await store.listTimers({ run: id }, { limit: 1000 });
  const found = items.map(({ timer, kind, due, task }) => [timer, kind, due, task ?? null]).sort(byFirst);
  const wanted = [...state.timers.values()].map(({ id: timer, kind, due, task }) => [timer, kind, due, task ?? null]);
  same(`${id}: its timers`, { rows: [JSON.stringify(found), JSON.stringify(wanted.sort(byFirst))] });
}

async function checkSnapshot(store: Store, { id, row }: StoredRun, commits: readonly StoredCommit[]): Promise<void> {
  const snapshot = await store.snapshotOf(row.key);
  if (snapshot === null) return;
  const state = newState();
  for (const commit of commits) {
    if (commit.last > snapshot.number) break;
    for (const event of eventsOf(commit.text ?? '[]', { run: id, ...commit })) evolve(state, event);
  }
  must(state.number === snapshot.number, `${id}: its snapshot stands at ${snapshot.number}, inside a commit`);
  const restored = restoreParts(snapshot.parts);
  const [found, wanted] = [plainOf(restored), plainOf(state)];
  for (const name of Object.keys(wanted)) {
    const pair = [JSON.stringify(found[name]), JSON.stringify(wanted[name])] as const;
    same(`${id}: its snapshot at ${snapshot.number}`, { [name]: pair });
  }
}

/** Every reference in the history, and in the payloads themselves, leads to a payload that is its own hash. */
async function checkPayloads(store: Store, { id }: StoredRun, commits: readonly StoredCommit[]): Promise<void> {
  const seen = new Set<string>();
  let wanted = referencesIn(commits.map(({ text }) => text ?? '').join('\n'));
  while (wanted.length > 0) {
    for (const ref of wanted) seen.add(ref);
    const texts = await store.payloads(wanted);
    for (const ref of wanted) {
      const text = texts.get(ref);
      must(text !== undefined, `${id}: the payload ${ref} is not stored`);
      must(`sha256:${sha256(text)}` === ref, `${id}: the payload ${ref} is another`);
    }
    wanted = referencesIn([...texts.values()].join('\n')).filter((ref) => !seen.has(ref));
  }
}

function referencesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/"\$ref":"(sha256:[0-9a-f]{64})"/g)].map(([, ref]) => ref as string))];
}

/** In which order these have their entries means nothing: they are only ever looked up. */
const UNORDERED: readonly string[] = ['branches', 'results', 'records', 'parked'];

function textOf(state: RunState): string {
  return JSON.stringify(plainOf(state));
}

function plainOf(state: RunState): JsonObject {
  const json = serialise(state) as { [name: string]: Json };
  for (const table of TABLES) {
    if (!UNORDERED.includes(table)) continue;
    json[table] = [...(json[table] as Json[][])].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  }
  return sorted(json) as JsonObject;
}

/** Which of its properties was set first means nothing either. */
function sorted(json: Json): Json {
  if (Array.isArray(json)) return json.map((item: Json) => sorted(item));
  if (!isJsonObject(json)) return json;
  const entries = Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, sorted(value)]));
}

const byFirst = (a: readonly unknown[], b: readonly unknown[]): number => (a[0] as number) - (b[0] as number);

export function same(what: string, pairs: { readonly [name: string]: readonly [unknown, unknown] }): void {
  for (const [name, [found, wanted]] of Object.entries(pairs)) {
    must(found === wanted, `${what} says ${name} ${String(found)}, the fold of its events ${String(wanted)}`);
  }
}
