// The package's entry: the engine inside a Node program. Diagrams and actions in, durable runs out.

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Rejection } from './engine/context.ts';
import type { Json } from './json.ts';
import type { Action, ActionResult, CodeCall, CodeRegistry } from './ports/action.ts';
import type { Store, StoredWorkflow } from './ports/store.ts';
import { addDiagram } from './runtime/add-diagram.ts';
import type { RunResult } from './runtime/engine-options.ts';
import { type Engine, openEngine } from './runtime/open-engine.ts';
import { placesOf, whoActs } from './runtime/who-acts.ts';

export type { Json, JsonObject } from './json.ts';
export type { ActionResult, CodeCall } from './ports/action.ts';
export type { RunResult } from './runtime/engine-options.ts';

/** A schema of any library that implements Standard Schema (Zod, Valibot, ArkType). */
export interface Schema<T> {
  readonly '~standard': {
    validate(value: unknown): CheckResult<T> | Promise<CheckResult<T>>;
    readonly types?: { readonly output: T } | undefined;
  };
}
type CheckResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] };

export interface ActionDefinition<I, O> {
  /** What diagrams call it: `"action": "greet"`. */
  readonly name: string;
  /** Validates the input before `run`. An invalid input fails the task at once, without a retry. */
  readonly input?: Schema<I>;
  /** Validates the output after `run`. An invalid output is a failed attempt. */
  readonly output?: Schema<O>;
  /** Does the work and returns the step's output. An exception is a failed attempt, with the exception's message. It
   *  runs again after a crash before the result was stored: pass `call.idempotencyKey` on where that matters. */
  run(input: I, call: CodeCall): O | WithEffects<O> | Promise<O | WithEffects<O>>;
}

export interface DefinedAction {
  readonly name: string;
  readonly action: Action;
}

/** An output, and the effects committed together with it. */
export class WithEffects<O> {
  readonly output: O;
  readonly effects: Omit<ActionResult, 'output'>;
  constructor(output: O, effects: Omit<ActionResult, 'output'>) {
    this.output = output;
    this.effects = effects;
  }
}

export function defineAction<I = Json, O = Json>(definition: ActionDefinition<I, O>): DefinedAction {
  const { name, input, output } = definition;
  const action: Action = async (call) => {
    const given = input === undefined ? (call.input as I) : await fit(input, call.input, `input of "${name}"`, false);
    const result = await definition.run(given, call);
    const { output: made, effects } = result instanceof WithEffects ? result : { output: result, effects: {} };
    const checked = output === undefined ? made : await fit(output, made, `output of "${name}"`, true);
    return { output: (checked ?? null) as Json, ...effects };
  };
  return { name, action };
}

async function fit<T>(schema: Schema<T>, value: unknown, what: string, retryable: boolean): Promise<T> {
  const checked = await schema['~standard'].validate(value);
  if (checked.issues === undefined) return checked.value;
  const found = checked.issues.map(({ message, path }) => (path?.length ? `${path.join('.')}: ${message}` : message));
  const failure = new Error(`Expected a valid ${what}, found: ${found.join('; ')}.`);
  throw Object.assign(failure, { code: retryable ? 'invalid-output' : 'invalid-input', retryable });
}

export interface WorkflowDefinition {
  readonly name: string;
  /** Mermaid text with its configuration block. */
  readonly diagram: string;
  readonly actions?: readonly DefinedAction[];
}

export function defineWorkflow(definition: WorkflowDefinition): WorkflowDefinition {
  return definition;
}

export interface OpenOptions {
  readonly workflows: readonly WorkflowDefinition[];
  readonly actions?: readonly DefinedAction[];
  /** A file for SQLite, or a postgres:// URL. Default: DATABASE_URL, else .signoff/signoff.db in the current folder. */
  readonly store?: string;
  /** How many tasks are performed concurrently. Default: 100. */
  readonly capacity?: number;
  /** Who starts runs and sends signals. Default: SIGNOFF_USER, else the user's settings, git's name, or the OS user. */
  readonly actor?: string;
}

/** Rejects when a diagram has problems, naming them all, or when the store cannot be opened. */
export async function open(options: OpenOptions): Promise<Signoff> {
  const store = await openStore(options.store ?? process.env.DATABASE_URL ?? defaultPath());
  const actor = actorOf(options.actor);
  const workflows = new Map<string, StoredWorkflow>();
  try {
    for (const { name, diagram } of options.workflows) {
      const added = await addDiagram(store, `${name}.mmd`, diagram, { actor, channel: 'engine' });
      if (typeof added === 'string') throw new Error(`The workflow "${name}" cannot run. ${added}`);
      workflows.set(name, added);
    }
    return await Signoff.overStore(store, workflows, codeOf(options), { ...options, actor });
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

export class Refused extends Error {
  readonly code: string;
  constructor({ code, message }: Rejection) {
    super(message);
    this.code = code;
  }
}

const ALIVE_MS = 1_000_000;

export class Signoff {
  readonly engine: Engine;
  readonly #store: Store;
  readonly #workflows: ReadonlyMap<string, StoredWorkflow>;
  readonly #actor: string;
  /** A program that opened the engine lives until it closes it, like one that opened a server. */
  readonly #alive = setInterval(() => {}, ALIVE_MS);

  private constructor(engine: Engine, store: Store, workflows: ReadonlyMap<string, StoredWorkflow>, actor: string) {
    this.engine = engine;
    this.#store = store;
    this.#workflows = workflows;
    this.#actor = actor;
  }

  static async overStore(
    store: Store,
    workflows: ReadonlyMap<string, StoredWorkflow>,
    code: CodeRegistry,
    { capacity, actor }: OpenOptions & { readonly actor: string },
  ): Promise<Signoff> {
    const engine = await openEngine({
      ...{ store, code, role: 'embedded', processesWork: true },
      ...(capacity !== undefined && { capacity }),
      addSystem: async (to, name) => {
        const [{ systemAdder }, { SYSTEMS }] = await Promise.all([
          import('./operations/add-system.ts'),
          import('./systems/systems.ts'),
        ]);
        return systemAdder(async () => SYSTEMS, { actor, channel: 'engine' })(to, name);
      },
      addSource: async (to, source, from) => {
        const [{ sourceAdder }, { SYSTEMS }] = await Promise.all([
          import('./operations/add-source.ts'),
          import('./systems/systems.ts'),
        ]);
        return sourceAdder(async () => SYSTEMS, { actor, channel: 'engine' })(to, source, from);
      },
    });
    return new Signoff(engine, store, workflows, actor);
  }

  /** Starts a run and resolves with its id once the run is stored. Throws Refused if the start is rejected. */
  async start(workflow: string, input: Json = {}, options: { readonly run?: string } = {}): Promise<string> {
    const stored = this.#workflows.get(workflow) ?? (await this.#store.workflow(workflow));
    if (stored === null)
      throw new Error(
        `There is no workflow "${workflow}": this program did not open it, and the store does not have it.`,
      );
    const started = await this.engine.start(stored, input, {
      by: { actor: this.#actor, channel: 'engine' },
      ...options,
    });
    if (!started.ok) throw new Refused(started.rejection);
    return started.run;
  }

  /** Resolves when the run has ended or is on hold, also when other processes finish it. */
  async result(run: string, signal: AbortSignal = new AbortController().signal): Promise<RunResult> {
    const result = await this.engine.result(run, signal);
    if (result === null) throw new Error(`There is no run "${run}" in this store, or the wait was aborted.`);
    return result;
  }

  async signal(run: string, name: string, value: Json = null, id: string = crypto.randomUUID()): Promise<void> {
    const by = { actor: this.#actor, channel: 'engine' } as const;
    const outcome = await this.engine.send(run, { type: 'SendSignal', id, name, value }, by);
    if (!outcome.ok) throw new Refused(outcome.rejection);
  }

  /** Waits for tasks in progress, releases the others, and closes the store. */
  async close(): Promise<void> {
    clearInterval(this.#alive);
    await this.engine.close();
    await this.#store.close();
  }
}

function actorOf(given: string | undefined): string {
  const found = whoActs(given, placesOf(process.cwd()));
  if (typeof found === 'string') throw new Error(found.replace('in --as', 'as `actor`'));
  return found.actor;
}

function codeOf({ workflows, actions = [] }: OpenOptions): CodeRegistry {
  const all = [...actions, ...workflows.flatMap((workflow) => workflow.actions ?? [])];
  return { actions: Object.fromEntries(all.map(({ name, action }) => [name, action])) };
}

async function openStore(place: string): Promise<Store> {
  if (/^postgres(?:ql)?:\/\//.test(place)) {
    const { openPostgresStore } = await import('./store/postgres/open-store.ts');
    return openPostgresStore({ url: place });
  }
  const { openSqliteStore } = await import('./store/sqlite/open-store.ts');
  return openSqliteStore({ path: place === ':memory:' ? place : resolve(place) });
}

function defaultPath(): string {
  const home = process.env.SIGNOFF_HOME;
  return home === undefined ? join(process.cwd() || homedir(), '.signoff', 'signoff.db') : join(home, 'signoff.db');
}
