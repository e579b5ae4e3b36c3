// The research system on a store and a project folder, with what the script of an example gives in place of the world.

import { type AgentConfig, agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import type { JsonObject } from '../../src/json.ts';
import { sourceAdder } from '../../src/operations/add-source.ts';
import { addSystem } from '../../src/operations/add-system.ts';
import type { Action, CodeRegistry } from '../../src/ports/action.ts';
import type { OfflineWriter } from '../../src/ports/provider.ts';
import type { Sources } from '../../src/ports/sources.ts';
import type { Store, StoredWorkflow } from '../../src/ports/store.ts';
import type { SystemDeps } from '../../src/ports/system.ts';
import type { Trust } from '../../src/ports/trust.ts';
import type { EngineOptions } from '../../src/runtime/engine-options.ts';
import { lazyCode } from '../../src/runtime/lazy-code.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { runsBeside } from '../../src/runtime/runs-beside.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { research } from '../../src/systems/research/system.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import type { Script } from './script.ts';

export const BY = { actor: 'user:local', channel: 'cli' } as const;
/** So that what is written is the same each time. */
export const NOW = Date.parse('2026-03-05T10:00:00Z');

/** Nothing of an example starts a program or calls an address. */
const TRUST: Trust = { agent: () => null, configuration: () => null, receiver: () => null, allow: () => {} };

export interface ExampleOptions {
  readonly store: Store;
  readonly project: string;
  readonly sources: Sources;
  readonly script: Script;
  /** Each call of a worker, before it works; `run` is its execution, where it is known. */
  onCall?(worker: string, iteration: number, run?: string): void;
  /** What an evaluation found, before it is measured by the script. */
  onMeasure?(output: JsonObject, iteration: number): void;
  readonly engine?: Partial<EngineOptions>;
  /** In the place of the writers without a model. */
  readonly writers?: readonly OfflineWriter[];
  /** A model: what names it, and its prices. */
  readonly env?: { readonly [name: string]: string };
  readonly prices?: AgentConfig['prices'];
  /** The time that the system's code reads; always the same when left out. */
  now?(): number;
  /** What else the system's code is told of the world. */
  readonly deps?: Partial<SystemDeps>;
}

export interface OpenExample {
  readonly engine: Engine;
  readonly stored: StoredWorkflow;
  close(): Promise<void>;
}

export async function openExample(options: ExampleOptions): Promise<OpenExample> {
  const { store, project, sources } = options;
  const stored = await addSystem(store, { system: research, isOwn: false }, BY, NOW);
  const given = options.writers ?? (await research.loadWriters?.()) ?? [];
  const agents = await openAgents({
    ...{ store, folder: project, validate, trust: TRUST },
    config: agentConfig.parse(options.prices === undefined ? {} : { prices: options.prices }),
    writers: given.map((writer) => scriptedWriter(writer, options)),
    env: options.env ?? { SIGNOFF_PROVIDER: 'offline' },
  });
  const own = { runs: runsBeside((ask) => ask(store)), ...options.deps };
  const deps = { files: workspaceFiles([project]), now: options.now ?? (() => NOW), domain: async () => null, ...own };
  const engine = await openEngine({
    ...{ store, role: 'test', processesWork: true, agents, workspaces: [project] },
    code: scriptedCode(lazyCode(research, { ...deps, sources: async () => sources }), options),
    addSource: sourceAdder(async () => SYSTEMS, BY),
    ...options.engine,
  });
  const close = async (): Promise<void> => {
    await engine.close(0);
    await agents.close();
  };
  return { engine, stored, close };
}

function scriptedCode(code: CodeRegistry, { script, onCall, onMeasure }: ExampleOptions): CodeRegistry {
  const { 'research.find': find, 'research.measure': measure, ...others } = code.actions ?? {};
  if (find === undefined || measure === undefined) throw new Error('Expected research.find and research.measure.');
  const scriptedFind: Action = (call) => {
    const { worker } = call.config as { readonly worker: string };
    onCall?.(worker, iterationOf(call.run.input), call.run.id);
    const failure = script.failures[worker]?.[call.attempt - 1];
    if (failure !== undefined) throw new Error(failure);
    return find(call);
  };
  const scriptedMeasure: Action = async (call) => {
    const iteration = iterationOf(call.run.input);
    const result = await measure(call);
    const output = result.output as JsonObject;
    onMeasure?.(output, iteration);
    const measurements = script.scores[iteration - 1];
    return { ...result, output: { ...output, ...(measurements && { measurements: measurements as never }) } };
  };
  return { ...code, actions: { ...others, 'research.find': scriptedFind, 'research.measure': scriptedMeasure } };
}

function scriptedWriter(writer: OfflineWriter, { script, onCall }: ExampleOptions): OfflineWriter {
  let attempts = 0;
  return {
    ...writer,
    write(facts) {
      onCall?.(facts.step, iterationOf(facts.runInput));
      const failure = script.failures[facts.step]?.[attempts++];
      if (failure !== undefined) throw new Error(failure);
      return writer.write(facts);
    },
  };
}

const iterationOf = (input: unknown): number =>
  Number((input as { readonly iteration_count?: number } | null)?.iteration_count ?? 1);
