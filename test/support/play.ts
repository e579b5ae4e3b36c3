// Plays a diagram of test/ in memory: tasks are answered by step id from a script, registered code runs for real.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { AnyEvent, EventData, EventType } from '../../src/engine/events.ts';
import { evolve } from '../../src/engine/evolve.ts';
import { type RunStatus, statusOf, type Task } from '../../src/engine/run-state.ts';
import { newState, serialise } from '../../src/engine/snapshot.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import type { CodeRegistry } from '../../src/ports/action.ts';
import { loadSubflow, loadWorkflowFile } from '../../src/runtime/load-workflow.ts';
import { type MemoryEngine, type Outcome, openMemoryEngine } from '../../src/runtime/memory-engine.ts';
import type { MemoryRun } from '../../src/runtime/memory-run.ts';
import { sha256 } from '../../src/runtime/sha256.ts';
import { type TaskView, viewTask } from '../../src/runtime/task-view.ts';
import { validate } from './validate.ts';

/** What happens to one task, once it is open: an answer, a failed attempt, or an answer that must be refused. */
export interface Reply {
  readonly output?: Json | ((view: TaskView) => Json);
  readonly verdict?: string;
  readonly fail?: string;
  /** The rejection's code. The task stays open, so the next reply is for it too. */
  readonly refused?: string;
  readonly says?: RegExp;
  /** A conversation's messages, the agent's and the person's in turn. The one who did not speak last gives the
   *  result. */
  readonly talk?: readonly string[];
}

/** Step id to the replies its tasks get, in order. Steps of child runs are named like the run's own. */
export type Script = { readonly [step: string]: readonly Reply[] };

export interface PlayOptions {
  readonly code?: CodeRegistry;
  readonly input?: Json;
  /** Where the files of completed tasks go, as `{path, text}`. */
  readonly disk?: Map<string, string>;
}

const PERSON = { actor: 'user:ada', channel: 'studio' } as const;
const AGENT = { actor: 'agent:scripted', channel: 'worker' } as const;
const START_MS = Date.UTC(2026, 0, 1);

export const gives = (output: Json | ((view: TaskView) => Json)): Reply => ({ output });
export const rules = (verdict: string, output: Json = null): Reply => ({ verdict, output });
export const fails = (message: string): Reply => ({ fail: message });
export const talks = (talk: readonly string[], output: Json = null): Reply => ({ talk, output });
export const refused = (code: string, reply: Reply, says = /./): Reply => ({ ...reply, refused: code, says });
export const thrice = (reply: Reply): Reply[] => [reply, reply, reply];

/** Starts a run of `folder`/`name`.mmd; nothing is answered yet. */
export async function play(folder: URL, name: string, options: PlayOptions = {}): Promise<Player> {
  const { engine, started } = await tryStart(folder, name, options);
  assert.ok(started.ok, started.ok ? '' : started.rejection.message);
  return new Player(engine, started.run);
}

/** The same where the input may be refused. */
export async function tryStart(folder: URL, name: string, { code, input = {}, disk }: PlayOptions) {
  const { workflow, problems } = await loadWorkflowFile(fileURLToPath(new URL(`${name}.mmd`, folder)));
  assert.ok(workflow, problems.map(({ message }) => message).join('\n'));
  const engine = openMemoryEngine({
    now: () => START_MS,
    hash: sha256,
    validate,
    loadWorkflow: loadSubflow,
    ...(code && { code }),
    onEvent: (_, event) => writeFiles(event, disk),
  });
  const started = await engine.start(workflow, input, { run: 'run_1', by: PERSON, folder: fileURLToPath(folder) });
  return { engine, started };
}

export class Player {
  readonly engine: MemoryEngine;
  readonly run: MemoryRun;
  #signals = 0;

  constructor(engine: MemoryEngine, run: MemoryRun) {
    this.engine = engine;
    this.run = run;
  }

  /** Goes on until nobody has a reply left; timers fire when nothing else can happen. Every reply must be used. */
  async go(script: Script = {}): Promise<void> {
    const left = new Map(Object.entries(script).map(([step, replies]) => [step, [...replies]]));
    for (;;) {
      await this.engine.idle();
      const open = [...this.engine.openTasks()].find(({ task }) => (left.get(task.step)?.length ?? 0) > 0);
      const timer = this.engine.nextTimer();
      if (open !== undefined) await this.#reply(open, left.get(open.task.step)?.shift() as Reply);
      else if (timer !== null) this.engine.fire(timer);
      else break;
    }
    const unused = [...left].filter(([, replies]) => replies.length > 0).map(([step]) => step);
    assert.deepEqual(
      unused,
      [],
      `replies for ${unused.join(', ')} were not asked for; the run went ${this.visited().join(' ')}`,
    );
    for (const run of this.engine.runs.values()) {
      checkFold(run);
      assert.deepEqual(this.events('DataRefused', run), [], 'every value set fits its schema');
    }
  }

  signal(name: string, value: JsonObject = {}): Outcome {
    const id = `signal-${++this.#signals}`;
    return this.engine.send(this.run.id, { type: 'SendSignal', id, name, value: value as never }, PERSON);
  }

  /** Ends the run's only hold. */
  resolve(move: 'retry' | 'choose' | 'skip' | 'end', to?: string): Outcome {
    const [hold] = this.run.state.holds.values();
    assert.ok(hold, 'nothing is held');
    const command = { type: 'ResolveHold' as const, hold: hold.id, move, reason: 'The script says so.' };
    return this.engine.send(this.run.id, { ...command, ...(to !== undefined && { to }) }, PERSON);
  }

  get status(): RunStatus {
    return statusOf(this.run.state);
  }

  /** The run's own record, or the fields named. */
  values(...names: readonly string[]): { [name: string]: Json } {
    const all = [...this.run.state.values.entries()].filter(([name]) => names.length === 0 || names.includes(name));
    return Object.fromEntries(all.map(([name, { value }]) => [name, this.engine.read(value)]));
  }

  output(): Json {
    return this.engine.read(this.run.state.output);
  }

  /** The steps a run went through, in order; a machine's states. */
  visited(run: MemoryRun = this.run): string[] {
    const joins = new Set(run.workflow.steps.flatMap(({ id, kind }) => (kind === 'join' ? [id] : [])));
    const steps: string[] = [];
    for (const event of run.events) {
      if (run.workflow.kind === 'flow') visit(steps, event, joins);
      else if (event.type === 'StateEntered') steps.push(event.data.to);
    }
    return steps;
  }

  /** What was recorded in all events of a type. */
  events<T extends EventType>(type: T, run: MemoryRun = this.run): EventData[T][] {
    return run.events.filter((event) => event.type === type).map(({ data }) => data as EventData[T]);
  }

  /** The runs this one started, oldest first. */
  children(): MemoryRun[] {
    return [...this.engine.runs.values()].filter(({ state }) => state.parent?.run === this.run.id);
  }

  /** The open task of a step, as its worker sees it. */
  view(step: string): TaskView {
    const open = [...this.engine.openTasks()].find(({ task }) => task.step === step);
    assert.ok(open, `${step} has no open task`);
    return viewTask(open.run, open.task, this.engine.payloads);
  }

  async #reply({ run, task }: { run: MemoryRun; task: Task }, reply: Reply): Promise<void> {
    const outcome = await this.#act(run, task, reply);
    const found = outcome.ok ? null : outcome.rejection;
    assert.equal(found?.code, reply.refused, `${task.step}: ${found?.message ?? 'accepted'}`);
    if (found !== null && reply.says !== undefined) assert.match(found.message, reply.says);
  }

  async #act(run: MemoryRun, task: Task, reply: Reply): Promise<Outcome> {
    if (task.execution === 'manual') {
      const shown = task.shown === undefined ? {} : { shown: task.shown };
      return this.engine.answer(run.id, task.id, { ...this.#answer(run, task, reply), ...shown }, PERSON);
    }
    if (task.execution === 'conversation' && reply.fail === undefined) return this.#talk(run, task, reply);
    const claimed = await this.#claim(run, task);
    if (!claimed.ok) return claimed;
    return this.#report(run, task, reply);
  }

  async #report(run: MemoryRun, { id }: Task, reply: Reply): Promise<Outcome> {
    const task = run.state.tasks.get(id) as Task;
    if (reply.fail === undefined) {
      return this.engine.answer(run.id, id, { ...this.#answer(run, task, reply), lease: task.fence }, AGENT);
    }
    const failure = { code: 'work-failed', message: reply.fail };
    return this.engine.send(run.id, { type: 'FailTask', task: id, lease: task.fence, failure }, AGENT);
  }

  async #talk(run: MemoryRun, task: Task, reply: Reply): Promise<Outcome> {
    const talk = reply.talk ?? [];
    for (const [at, text] of talk.entries()) {
      const by = at % 2 === 0 ? AGENT : PERSON;
      const from = by === AGENT ? 'agent' : 'person';
      if (by === AGENT) await this.#claim(run, task);
      const lease = by === AGENT ? { lease: run.state.tasks.get(task.id)?.fence ?? 0 } : {};
      const ends = at === talk.length - 1 && by === PERSON;
      const said = this.engine.send(
        run.id,
        { type: 'AddMessage', task: task.id, from, text: text as never, ends, ...lease },
        by,
      );
      if (!said.ok) return said;
    }
    if (talk.length % 2 === 1) return this.engine.answer(run.id, task.id, this.#answer(run, task, reply), PERSON);
    const claimed = await this.#claim(run, task);
    return claimed.ok ? this.#report(run, task, reply) : claimed;
  }

  #claim(run: MemoryRun, task: Task): Promise<Outcome> {
    const worker = task.assignee ?? AGENT.actor;
    const isClaimed = run.state.tasks.get(task.id)?.status === 'in_progress';
    if (isClaimed)
      return Promise.resolve({
        ok: true,
        events: [],
        effects: [],
        payloads: new Map(),
        changed: { tasks: [], timers: [] },
      });
    return this.engine.claim(run.id, task.id, worker, 'hosted', AGENT);
  }

  #answer(run: MemoryRun, task: Task, { output = null, verdict }: Reply) {
    const given = typeof output === 'function' ? output(viewTask(run, task, this.engine.payloads)) : output;
    return { output: given, ...(verdict !== undefined && { verdict }) };
  }
}

/** A join is visited when it fires, whether or not it has work of its own. */
function visit(steps: string[], event: AnyEvent, joins: ReadonlySet<string>): void {
  if (event.type === 'TaskOpened') {
    if (joins.has(event.data.step)) return;
    if (event.data.kind === 'review') steps.push(`${event.data.step} again`);
    else steps.push(event.data.fallback ? `${event.data.step} by fallback` : event.data.step);
  } else if (event.type === 'BranchTaken' || event.type === 'JoinFired' || event.type === 'TokenEnded') {
    if (steps.at(-1) !== event.data.step) steps.push(event.data.step);
  }
}

function writeFiles(event: AnyEvent, disk: Map<string, string> | undefined): void {
  if (event.type !== 'TaskCompleted') return;
  for (const file of event.data.files ?? []) {
    if ('text' in file) disk?.set(file.path, file.text);
  }
}

/** What is known of a run is what its events say. */
function checkFold({ state, events, id }: MemoryRun): void {
  const folded = newState();
  for (const event of events) evolve(folded, event);
  assert.deepEqual(serialise(folded), serialise(state), `${id} differs from the fold of its events`);
}
