// A run of a system without a model: all systems that ship, with their writers, on a store; and a person who
// knows nothing but reviews. Used by the tests and by the processes that they kill.

import { setTimeout as pause } from 'node:timers/promises';
import { type AgentConfig, agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import { statusOf } from '../../src/engine/run-state.ts';
import type { Json } from '../../src/json.ts';
import { sourceAdder } from '../../src/operations/add-source.ts';
import { addSystem } from '../../src/operations/add-system.ts';
import type { CallFacts, OfflineWriter } from '../../src/ports/provider.ts';
import type { Decision, GateAnswer, Review } from '../../src/ports/review.ts';
import type { ListedTask, Store, StoredWorkflow } from '../../src/ports/store.ts';
import type { SignalCommand, StartInput, System, SystemDeps } from '../../src/ports/system.ts';
import { checkSignature } from '../../src/runtime/check-signature.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import { confinedSources } from '../../src/runtime/confined-sources.ts';
import { type FactSources, runFacts } from '../../src/runtime/gate-facts.ts';
import { KnownSystems } from '../../src/runtime/known-systems.ts';
import { loadValue } from '../../src/runtime/load-value.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { eventsOfRun, type RunView } from '../../src/runtime/read-run.ts';
import { readableIn } from '../../src/runtime/readable-folders.ts';
import { answerOf, type OpenGate, openGate, reviewOf } from '../../src/runtime/review-task.ts';
import { signedPlaces } from '../../src/runtime/signed-places.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { openPlace } from '../e2e/open-place.ts';
import { localSources } from '../support/local-sources.ts';
import { TRUSTING } from '../support/trusting.ts';
import { decisionsFor } from './decisions-for.ts';

export const BY = { actor: 'user:ada', channel: 'cli' } as const;
const PATIENCE_MS = 30_000;
const LOOK_MS = 40;
/** Of a gate: the workflow and the step, as systems name those of their inner flows. */
export const gateName = ({ run, task }: OpenGate): string => `${run.workflow.name}/${task.step}`;
const SUBJECT =
  'Shop owners want to export their orders as a CSV file, filter them by date, ' +
  'and get an e-mail when the file is ready.';

/** Where a run is: what a test tells another process. */
export interface SystemFixtureSettings {
  readonly place: string;
  readonly system: string;
  readonly project: string;
  /** Of its start form. */
  readonly options: { readonly [name: string]: Json };
}

export interface SystemFixture {
  readonly system: System;
  readonly engine: Engine;
  /** A run of the system, begun as its start form has it; where it has none, with an empty input. */
  start(): Promise<string>;
  /** The gate that the run, or one that it started, waits at; a text says how it ended. A run that lives on is asked to
   *  end where its system says that nothing is open. */
  next(run: string): Promise<OpenGate | string>;
  /** Decides by the review alone; `turn`: which option is chosen, where there are several; or as `turn` says. */
  decide(gate: OpenGate, turn: number, asked?: Decision): Promise<Review>;
  close(): Promise<void>;
}

export async function openSystemFixture(settings: SystemFixtureSettings): Promise<SystemFixture> {
  const { place, system: name, project, options } = settings;
  const opened = await openSystems({ place, folder: project, adds: [name] });
  const system = await opened.known.find(name);
  if (system === null) throw new Error(`Expected a system, found none named "${name}".`);
  return { system, ...opened, start: () => opened.start(name, { project, options }) };
}

export interface SystemsPlace {
  readonly place: string;
  /** Of agents and what sources keep. */
  readonly folder: string;
  /** Where runs write; left out: in the folder. */
  readonly projects?: readonly string[];
  /** Which systems the store gets that it has not; the others it has. */
  readonly adds?: readonly string[];
  /** Which model does the agents' work; left out: rules do. */
  readonly env?: { readonly [name: string]: string };
  readonly config?: AgentConfig;
  readonly clock?: Clock;
  /** Called before each writer. */
  onWrite?(facts: CallFacts): void;
}

export interface OpenSystems extends Pick<SystemFixture, 'engine' | 'next' | 'decide' | 'close'> {
  readonly known: KnownSystems;
  readonly store: Store;
  /** Nothing is open in the run until somebody asks it for something. */
  rests(run: string): Promise<boolean>;
  /** Tells a run that lives on to end, whatever is open in it; false: its system has no command for that. */
  shutDown(run: string): Promise<boolean>;
  /** Of the system of that name; added where the store has it not. */
  stored(system: string): Promise<StoredWorkflow>;
  start(system: string, given: Partial<StartInput> & Pick<StartInput, 'project'>): Promise<string>;
}

/** All systems that ship, on one store. */
export async function openSystems(settings: SystemsPlace): Promise<OpenSystems> {
  const { place, folder, projects = [folder], adds = [], env = { SIGNOFF_PROVIDER: 'offline' } } = settings;
  const known = new KnownSystems(SYSTEMS);
  const store = await openPlace(place);
  const stored = async (name: string) => (await store.workflow(name)) ?? (await added(known, store, name));
  // Agents that are there when the engine opens are asked at once, not at its next look.
  for (const name of adds) await stored(name);
  const agents = await openAgents({
    ...{ trust: TRUSTING, store, folder, validate, writers: heard(await known.writers(), settings) },
    ...{ config: settings.config ?? agentConfig.parse({}), env: { PATH: process.env.PATH, ...env } },
  });
  const code = await known.code(depsOf(known, { place, folder, projects, now: settings.clock?.now ?? Date.now }));
  const addSource = sourceAdder(async () => SYSTEMS, BY);
  const engine = await openEngine({
    ...{ store, role: 'test', processesWork: true, agents, code, workspaces: projects, addSource },
    ...(settings.clock !== undefined && { clock: settings.clock }),
  });
  const player: Player = { known, store, engine, files: workspaceFiles(projects) };
  return {
    ...{ known, store, engine, stored },
    async start(name, given) {
      const form = (await known.find(name))?.start;
      const input: Json = form?.input({ subject: SUBJECT, options: {}, clarifications: [], ...given }) ?? {};
      const started = await engine.start(await stored(name), input, { by: BY });
      if (!started.ok) throw new Error(started.rejection.message);
      return started.run;
    },
    next: (run) => nextGate(player, run),
    decide: (gate, turn, asked) => decide(engine, gate, turn, asked),
    rests: async (run) => (await restOf(player, run)) !== null,
    shutDown: async (run) => endBy(player, run, await endingOf(player, await engine.view(run))),
    async close() {
      await engine.close(0);
      await agents.close();
      await store.close();
    },
  };
}

const heard = (writers: readonly OfflineWriter[], { onWrite }: SystemsPlace): readonly OfflineWriter[] =>
  writers.map((writer) => ({
    ...writer,
    write(facts) {
      onWrite?.(facts);
      return writer.write(facts);
    },
  }));

async function added(known: KnownSystems, store: Store, name: string) {
  const system = await known.find(name);
  if (system === null) throw new Error(`Expected a system, found none named "${name}".`);
  return addSystem(store, { system, isOwn: false, systems: SYSTEMS }, BY, Date.now());
}

/** What one system signed the next one proves by the history in the store. */
function depsOf(
  known: KnownSystems,
  at: Required<Pick<SystemsPlace, 'place' | 'folder' | 'projects'>> & Pick<SystemDeps, 'now'>,
): SystemDeps {
  const files = workspaceFiles(at.projects);
  const places = async () => signedPlaces(await known.all());
  const proves = (path: string) => checkSignature(path, { files, openStore: () => openPlace(at.place), places });
  const find = readableIn({ projects: at.projects, folders: [] }, () => openPlace(at.place));
  const sources = async () => confinedSources(localSources(at.folder), find);
  return { files, now: at.now, domain: async () => null, proves, sources };
}

interface Player {
  readonly known: KnownSystems;
  readonly store: Store;
  readonly engine: Engine;
  readonly files: SystemDeps['files'];
}

async function nextGate(player: Player, run: string): Promise<OpenGate | string> {
  const { store, engine } = player;
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const { items } = await store.listTasks({ family: run, forPeople: true }, { limit: 10 });
    const listed = items.find(isForPerson);
    const gate = listed === undefined ? null : await gateOf(player, listed);
    if (gate !== null) return gate;
    const runs = await runsFrom(store, run);
    const statuses = runs.map(({ status }) => status);
    if (statuses.includes('on_hold') || statuses.includes('failed')) return howItEnded(engine, runs);
    if (!statuses.includes('running')) return statuses[0] ?? '';
    if (listed === undefined && statuses[0] === 'running') await endAtRest(player, run);
    await pause(LOOK_MS);
  }
  throw new Error(`Expected ${run} to come to a gate or an end within ${PATIENCE_MS} ms.`);
}

/** The run and all that it started, near and far. */
async function runsFrom(store: Store, root: string) {
  const first = await store.run(root);
  if (first === null) throw new Error(`Expected the run ${root}, found none.`);
  const found = [first];
  for (const each of found) found.push(...(await store.listRuns({ parent: each.run }, { limit: 100 })).items);
  return found;
}

async function howItEnded(engine: Engine, runs: readonly { readonly run: string }[]): Promise<string> {
  const views = await Promise.all(runs.map(({ run }) => engine.view(run)));
  return views
    .flatMap((view) =>
      view === null || statusOf(view.state) === 'completed'
        ? []
        : [statusOf(view.state), ...[...view.state.holds.values()].map(({ message }) => message)],
    )
    .join(' ');
}

/** Of a conversation: the person is to speak. */
const isForPerson = ({ execution, status }: ListedTask): boolean =>
  execution === 'conversation' ? status === 'waiting' : status === 'pending' || status === 'in_progress';

/** null: it was decided meanwhile. */
async function gateOf({ known, store, engine, files }: Player, listed: ListedTask): Promise<OpenGate | null> {
  const view = await engine.view(listed.run);
  const task = view?.state.tasks.get(listed.task);
  if (view === null || task === undefined) return null;
  return openGate(view, task, await known.ofWorkflow(view.workflow.name), sourcesOf(store, files, view));
}

const sourcesOf = (store: Store, files: Player['files'], view: RunView): FactSources => ({
  payloads: view.payloads,
  events: () => eventsOfRun(store, view.id, view.row.key),
  load: (value) => loadValue(store, view.id, value),
  read: (path) => files.read(path).catch(() => null),
});

async function endAtRest(player: Player, run: string): Promise<void> {
  await endBy(player, run, await restOf(player, run));
}

async function endBy({ engine }: Player, run: string, command: SignalCommand | null): Promise<boolean> {
  if (command === null) return false;
  const signal = { type: 'SendSignal', id: `end ${run}`, name: command.signal, value: command.value as never } as const;
  return (await engine.send(run, signal, BY)).ok;
}

/** The command that ends a run in which nothing is open; null: something is, or nothing ends it. */
async function restOf(player: Player, run: string): Promise<SignalCommand | null> {
  const { known, store, engine, files } = player;
  const view = await engine.view(run);
  const command = await endingOf(player, view);
  if (command === null || view === null) return null;
  const system = await known.ofWorkflow(view.workflow.name);
  return (await system?.rest?.(runFacts(view, sourcesOf(store, files, view)))) == null ? null : command;
}

async function endingOf({ known }: Player, view: RunView | null): Promise<SignalCommand | null> {
  const system = view === null ? null : await known.ofWorkflow(view.workflow.name);
  return Object.values(system?.signals ?? {})[0] ?? null;
}

async function decide(engine: Engine, gate: OpenGate, turn: number, asked?: Decision): Promise<Review> {
  const review = await reviewOf(gate);
  const { run, task, step, shown } = review;
  let refused = '';
  for (const decision of asked === undefined ? decisionsFor(review, turn) : [asked]) {
    const answer = await answerOf(gate, decision);
    if ('refused' in answer) refused = answer.refused.join(' ');
    else {
      const sent =
        'message' in answer
          ? await engine.send(run, { type: 'AddMessage', task, from: 'person', text: spoken(answer) }, BY)
          : await engine.answer(run, task, { ...answer, ...(shown !== null && { shown }) }, BY);
      if (sent.ok) return review;
      refused = `${sent.rejection.code}: ${sent.rejection.message}`;
    }
  }
  throw new Error(`${step} refused a decision: ${refused}`);
}

const spoken = ({ message }: GateAnswer & { readonly message: string }) => message as never;
