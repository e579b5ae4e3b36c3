// A conformance case: a diagram, what is asked of it, and the events or problems that must follow, as golden data.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compile } from '../../src/diagram/compile.ts';
import { addStep } from '../../src/diagram/edit/add-step.ts';
import { removeStep } from '../../src/diagram/edit/remove-step.ts';
import { renameStep } from '../../src/diagram/edit/rename-step.ts';
import { setEdgeCondition } from '../../src/diagram/edit/set-edge-condition.ts';
import { setKind, setLabel } from '../../src/diagram/edit/set-kind.ts';
import { setStepConfig } from '../../src/diagram/edit/set-step-config.ts';
import { type Change, editDiagram } from '../../src/diagram/edit.ts';
import { parseDiagramHere } from '../../src/diagram/read/parse-here.ts';
import type { Workflow } from '../../src/diagram/workflow.ts';
import type { Command } from '../../src/engine/commands.ts';
import type { Context, Effect } from '../../src/engine/context.ts';
import { decide } from '../../src/engine/decide.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import { evolve } from '../../src/engine/evolve.ts';
import { planMigration } from '../../src/engine/migrate.ts';
import { type RunState, statusOf } from '../../src/engine/run-state.ts';
import { newState, restore, serialise } from '../../src/engine/snapshot.ts';
import { type Wait, waitsFor } from '../../src/engine/waits-for.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { validate } from './validate.ts';

/** One line of a case's script. `do` and `fail` are short for a claim and a report. */
interface Line {
  readonly do?: string;
  readonly fail?: string;
  readonly output?: Json;
  readonly message?: string;
  readonly type?: string;
  readonly by?: string;
  readonly channel?: Context['channel'];
  /** Seconds since the start of the case. */
  readonly at?: number;
  /** The rejection's code; without it the command must be accepted. */
  readonly rejects?: string;
  /** For ForkRun: the event after which the source's state is taken; the script goes on with the new run. */
  readonly after?: number;
  /** The command's own `by`, where it has one: the step that changed a document. */
  readonly as?: string;
  /** A part of the rejection's message. */
  readonly says?: string;
  /** What the outside is asked to do, as `cancel-task 2`; checked only where it is given. */
  readonly effects?: readonly string[];
  /** A line without a command checks how things stand: open tasks by step, the run, what it waits for. */
  readonly tasks?: { readonly [step: string]: string };
  readonly status?: string;
  readonly waitsFor?: readonly string[];
  /** For PlanMigration: every token and open scope with from, to and reason. */
  readonly plan?: readonly Json[];
  /** The diagram the command is decided with, instead of the run's own. */
  readonly under?: string;
  readonly [key: string]: unknown;
}

interface Case {
  /** A sentence that says what the case shows. */
  readonly shows: string;
  readonly input?: Json;
  readonly schemas?: { readonly [name: string]: JsonObject };
  readonly prompts?: { readonly [file: string]: string };
  readonly known?: { readonly agents?: string[]; readonly actions?: string[]; readonly workflows?: string[] };
  /** `code line:column` of every problem and warning, in order. */
  readonly problems?: readonly string[];
  /** What each step named is: its kind, and its execution if it has work. */
  readonly steps?: { readonly [id: string]: string };
  readonly version?: string;
  /** A write-back: the maker of the change and what it is given. The text that comes back is golden data. */
  readonly edit?: readonly [maker: string, ...given: unknown[]];
  /** What references in the script stand for. */
  readonly payloads?: { readonly [ref: string]: Json };
  readonly script?: readonly Line[];
  readonly status?: string;
  readonly runOutput?: Json;
}

const UPDATE = process.env.UPDATE_GOLDEN === '1';
const START_MS = Date.UTC(2026, 0, 1);

export type OnPlayed = (events: readonly AnyEvent[], state: RunState) => void;

export async function runCase(path: string, played?: OnPlayed): Promise<void> {
  const wanted = JSON.parse(readFileSync(path, 'utf8')) as Case;
  const folder = dirname(path);
  const name = path.slice(0, -'.json'.length);
  const diagram = [`${name}.mmd`, `${name}.md`].find((file) => existsSync(file));
  assert.ok(diagram, `${path} needs a diagram of the same name`);
  const { workflow, problems } = await load(diagram, wanted);
  const found = problems.map((problem) => `${problem.code} ${problem.line}:${problem.column}`);
  assert.deepEqual(found, wanted.problems ?? [], problems.map(({ message }) => message).join('\n'));
  if (wanted.edit !== undefined) await checkEdit(diagram, wanted.edit);
  for (const [id, what] of Object.entries(wanted.steps ?? {})) assert.equal(describeStep(workflow, id), what, id);
  if (wanted.version !== undefined) assert.equal(workflow?.version, wanted.version);
  if (wanted.script === undefined) return;
  assert.ok(workflow, 'the diagram must compile');
  const player = new Player(workflow, wanted, folder);
  await player.play(wanted.script);
  played?.(player.events, player.state);
  golden(`${name}.events`, player.lines());
  if (wanted.status !== undefined) assert.equal(statusOf(player.state), wanted.status);
  if (wanted.runOutput !== undefined) assert.deepEqual(player.state.output, wanted.runOutput);
}

async function load(file: string, options: Case) {
  return compile({
    fileName: file.slice(dirname(file).length + 1),
    text: readFileSync(file, 'utf8'),
    hash,
    prompt: (name) => options.prompts?.[name] ?? null,
    schema: (name) => options.schemas?.[name] ?? null,
    ...(options.known && {
      known: Object.fromEntries(Object.entries(options.known).map(([key, list]) => [key, new Set(list)])),
    }),
  });
}

class Player {
  state: RunState = newState();
  readonly events: AnyEvent[] = [];
  readonly #commitEnds: number[] = [];
  readonly #payloads = new Map<string, Json>();
  #workflow: Workflow;
  readonly #options: Case;
  readonly #folder: string;
  #atMs = START_MS;

  constructor(workflow: Workflow, options: Case, folder: string) {
    this.#workflow = workflow;
    this.#options = options;
    for (const [ref, json] of Object.entries(options.payloads ?? {})) this.#payloads.set(ref, json);
    this.#folder = folder;
  }

  async play(script: readonly Line[]): Promise<void> {
    const start = script.some(({ type }) => type === 'StartRun');
    if (!start) this.#send({ type: 'StartRun', run: 'run_1', input: this.#options.input ?? {} }, {});
    for (const line of script) await this.#play(line);
  }

  async #play(line: Line): Promise<void> {
    if (line.at !== undefined) this.#atMs = START_MS + line.at * 1000;
    const own = this.#workflow;
    if (line.under !== undefined) this.#workflow = await this.#version(line.under);
    await this.#act(line);
    if (line.under !== undefined) this.#workflow = own;
  }

  async #act(line: Line): Promise<void> {
    const step = line.do ?? line.fail;
    if (step !== undefined) this.#work(step, line);
    else if (line.type === undefined) this.#check(line);
    else if (line.type === 'MigrateRun' || line.type === 'PlanMigration') await this.#migrate(line);
    else if (line.type === 'ForkRun') this.#fork(line);
    else this.#send(this.#command(line), line);
  }

  #check({ tasks = {}, status, waitsFor: awaited }: Line): void {
    for (const [step, wanted] of Object.entries(tasks)) {
      assert.equal(this.state.tasks.get(this.#task(step))?.status ?? 'gone', wanted, `task of ${step}`);
    }
    if (status !== undefined) assert.equal(statusOf(this.state), status);
    if (awaited !== undefined) assert.deepEqual(awaitedIn(this.state, this.#workflow), awaited);
  }

  /** A hosted worker claims and reports; a person just answers. */
  #work(step: string, line: Line): void {
    const task = this.#task(step);
    const { do: _do, fail: _fail, message, ...rest } = this.#bare(line);
    const automated = this.state.tasks.get(task)?.execution === 'automated';
    const by = line.by ?? (automated ? 'agent:worker' : 'user:ada');
    if (automated) this.#send({ type: 'ClaimTask', task, worker: by, kind: 'hosted' } as Command, { by });
    const now = this.state.tasks.get(task);
    const lease = automated ? { lease: now?.fence } : {};
    const shown = !automated && now?.shown !== undefined ? { shown: now.shown } : {};
    const report =
      line.fail === undefined
        ? { type: 'CompleteTask', output: null, ...shown, ...rest }
        : { type: 'FailTask', failure: { code: 'work-failed', message: message ?? 'It broke.', ...rest } };
    this.#send({ task, ...lease, ...report } as unknown as Command, { ...line, by });
  }

  /** A line without what the case says about it. */
  #bare(line: Line): Line {
    const { by: _, channel: _channel, at: _at, rejects: _rejects, says: _says, effects: _effects, ...command } = line;
    const { after: _after, under: _under, as: _as, ...rest } = command;
    return rest;
  }

  #command(line: Line): Command {
    const { state } = this;
    const known = { ...this.#bare(line) } as Record<string, unknown>;
    if (line.type === 'AddCost') known.by = line.by;
    if (typeof known.task === 'string') known.task = this.#task(known.task);
    if (typeof known.hold === 'string')
      known.hold = [...state.holds.values()].find(({ step }) => step === line.hold)?.id ?? 0;
    if (typeof known.timer === 'string') known.timer = this.#timer(known.timer);
    if (line.as !== undefined) known.by = line.as;
    if (known.shown === true) known.shown = state.tasks.get(known.task as number)?.shown;
    if (known.child === true) known.child = state.tasks.get(known.task as number)?.child;
    return known as unknown as Command;
  }

  /** "A" is the oldest open task of step A, "A#1" the second oldest; "A!" one that has ended, by its number. */
  #task(text: string): number {
    const [step = '', nth = '0'] = text.split('#');
    const open = [...this.state.tasks.values()].filter((task) => task.step === step && task.kind !== 'foreach');
    return open[Number(nth)]?.id ?? Number(nth);
  }

  /** "retry A": the first timer of that kind set for step A's task, token or join. */
  #timer(text: string): number {
    const [kind, step] = text.split(' ');
    for (const timer of this.state.timers.values()) {
      const task = timer.task === undefined ? undefined : this.state.tasks.get(timer.task);
      const token = timer.token === undefined ? undefined : this.state.tokens.get(timer.token);
      const scope = timer.scope === undefined ? undefined : this.state.scopes.get(timer.scope);
      if (timer.kind === kind && [task?.step, token?.step, scope?.join].includes(step)) return timer.id;
    }
    return 0;
  }

  async #migrate(line: Line): Promise<void> {
    const workflow = await this.#version(String(line.to));
    const { mapping = {}, reason = 'new version' } = line as { mapping?: { [step: string]: string }; reason?: string };
    if (line.type === 'PlanMigration') {
      assert.deepEqual(planMigration(this.#workflow, this.state, workflow, mapping), line.plan);
      return;
    }
    const accepted = this.#send({ type: 'MigrateRun', to: workflow, mapping, reason }, line);
    if (accepted) this.#workflow = workflow;
  }

  async #version(file: string): Promise<Workflow> {
    const { workflow, problems } = await load(join(this.#folder, file), this.#options);
    assert.ok(workflow, JSON.stringify(problems));
    return workflow;
  }

  #fork(line: Line): void {
    // What one command did became visible together: an event inside a commit means the end of that commit.
    const after = this.#commitEnds.find((end) => end >= (line.after ?? end + 1)) ?? this.state.number;
    const past = this.events.filter(({ number }) => number <= after);
    this.state = past.reduce((state, event) => evolve(state, event), newState());
    const decision = decide(
      this.#workflow,
      this.state,
      { type: 'ForkRun', run: String(line.run) },
      this.#context(line),
    );
    assert.ok(decision.ok);
    this.#checkEffects(decision.effects, line);
    this.state = decision.events.reduce((state, event) => evolve(state, event), newState());
    this.events.splice(0, this.events.length, ...decision.events);
    this.#commitEnds.splice(0, this.#commitEnds.length, this.state.number);
  }

  #send(command: Command, line: Line): boolean {
    const before = JSON.stringify(serialise(this.state));
    const decision = decide(this.#workflow, this.state, command, this.#context(line));
    assert.ok(!('needs' in decision), 'a case keeps its payloads small, or gives them');
    assert.equal(JSON.stringify(serialise(this.state)), before, 'decide changed the state it read');
    if (!decision.ok)
      assert.equal(decision.rejection.code, line.rejects, `${command.type}: ${decision.rejection.message}`);
    else assert.equal(line.rejects, undefined, `${command.type} should have been rejected`);
    if (!decision.ok && line.says !== undefined)
      assert.ok(decision.rejection.message.includes(line.says), decision.rejection.message);
    if (decision.ok) this.#checkEffects(decision.effects, line);
    for (const event of decision.events) {
      evolve(this.state, event);
      this.events.push(event);
    }
    this.#commitEnds.push(this.state.number);
    if (decision.ok) for (const [ref, payload] of decision.payloads) this.#payloads.set(ref, payload);
    const restored = restore(JSON.parse(JSON.stringify(serialise(this.state))) as Json);
    assert.deepEqual(
      serialise(restored),
      JSON.parse(JSON.stringify(serialise(this.state))),
      'restoring changes nothing',
    );
    return decision.ok;
  }

  #checkEffects(effects: readonly Effect[], line: Line): void {
    if (line.effects === undefined) return;
    const about = (effect: Effect) => {
      if ('timer' in effect) return effect.timer;
      if ('task' in effect) return effect.task;
      return 'file' in effect ? effect.file.path : effect.run;
    };
    assert.deepEqual(
      effects.map((effect) => `${effect.do} ${about(effect)}`),
      line.effects,
    );
  }

  #context(line: Line): Context {
    const payloads = { get: (ref: string) => this.#payloads.get(ref) };
    return { now: this.#atMs, actor: line.by ?? 'user:ada', channel: line.channel ?? 'cli', payloads, validate, hash };
  }

  lines(): string {
    const text = this.events.map(({ number, type, actor, channel, data }) => {
      const via = channel === 'cli' ? '' : ` ${channel}`;
      // A fork carries a whole state: what it means shows in what follows.
      const shown = 'state' in data && type === 'RunForked' ? { ...data, state: '...' } : data;
      return `${number} ${type} ${actor}${via} ${JSON.stringify(shown)}\n`;
    });
    // The version is a hash of the whole source: it would change with every comment in a diagram.
    return text.join('').replaceAll(/"(version|to|from)":"sha256:[0-9a-f]{64}"/g, '"$1":"sha256:..."');
  }
}

function describeStep(workflow: Workflow | null, id: string): string {
  const step = workflow?.steps.find((one) => one.id === id);
  return step === undefined ? 'none' : [step.kind, step.execution ?? ''].join(' ').trim();
}

const MAKERS: { readonly [maker: string]: (...given: never[]) => Change } = {
  addStep,
  removeStep,
  renameStep,
  setEdgeCondition,
  setKind,
  setLabel,
  setStepConfig,
};

async function checkEdit(file: string, [maker, ...given]: NonNullable<Case['edit']>): Promise<void> {
  const change = MAKERS[maker]?.(...(given as never[]));
  assert.ok(change, `${maker} makes no change`);
  const result = await editDiagram(file, readFileSync(file, 'utf8'), change, parseDiagramHere);
  golden(file.replace(/\.(mmd|md)$/, '.edited.$1'), 'text' in result ? result.text : `refused: ${result.refused}\n`);
}

function golden(path: string, text: string): void {
  if (UPDATE) writeFileSync(path, text);
  const wanted = existsSync(path) ? readFileSync(path, 'utf8') : '';
  assert.equal(text, wanted, `events differ from ${path}`);
}

export function hash(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

const AWAITED = ['worker', 'person', 'signal', 'timer', 'child', 'file', 'resume'] as const;

/** Whom or what a run waits for, each once: who hosts work, and what keeps it back, is not known here. */
function awaitedIn(state: RunState, { steps }: Workflow): string[] {
  const kinds = new Set(waitsFor(state, steps).map(awaitedBy));
  return AWAITED.filter((kind) => kinds.has(kind));
}

function awaitedBy(wait: Wait): (typeof AWAITED)[number] {
  if (wait.for === 'hold') return 'person';
  return wait.for === 'work' || wait.for === 'process' || wait.for === 'limit' ? 'worker' : wait.for;
}
