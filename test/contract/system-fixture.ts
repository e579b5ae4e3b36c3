// A run of a system without a model: all systems that ship, with their rule-based writers, on a store; and a person who
// knows nothing but reviews. Used by the tests and by the processes that they kill.

import { setTimeout as pause } from 'node:timers/promises';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import { statusOf } from '../../src/engine/run-state.ts';
import type { Json } from '../../src/json.ts';
import { sourceAdder } from '../../src/operations/add-source.ts';
import { addSystem } from '../../src/operations/add-system.ts';
import { loadValue } from '../../src/operations/load-value.ts';
import type { GateAnswer, Review } from '../../src/ports/review.ts';
import type { ListedTask, Store } from '../../src/ports/store.ts';
import type { System, SystemDeps } from '../../src/ports/system.ts';
import { checkSignature } from '../../src/runtime/check-signature.ts';
import { type FactSources, runFacts } from '../../src/runtime/gate-facts.ts';
import { KnownSystems } from '../../src/runtime/known-systems.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { eventsOfRun, type RunView } from '../../src/runtime/read-run.ts';
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
  /** The gate that the run, or one that it started, waits at; a text says how it ended. A run that lives on is told to
   *  end where its system says that nothing is open. */
  next(run: string): Promise<OpenGate | string>;
  /** Decides by the review alone; `turn`: which option is chosen, where there are several. */
  decide(gate: OpenGate, turn: number): Promise<Review>;
  close(): Promise<void>;
}

export async function openSystemFixture(settings: SystemFixtureSettings): Promise<SystemFixture> {
  const { place, system: name, project, options } = settings;
  const known = new KnownSystems(SYSTEMS);
  const system = await known.find(name);
  if (system === null) throw new Error(`Expected a system, found none named "${name}".`);
  const store = await openPlace(place);
  // Agents that are there when the engine opens are asked at once, not at its next look.
  const added = { system, isOwn: false, systems: SYSTEMS };
  const stored = (await store.workflow(name)) ?? (await addSystem(store, added, BY, Date.now()));
  const agents = await openAgents({
    ...{ trust: TRUSTING, store, folder: project, validate, writers: await known.writers() },
    ...{ config: agentConfig.parse({}), env: { PATH: process.env.PATH, SIGNOFF_PROVIDER: 'offline' } },
  });
  const code = await known.code(depsOf(known, settings));
  const addSource = sourceAdder(async () => SYSTEMS, BY);
  const engine = await openEngine({
    ...{ store, role: 'test', processesWork: true, agents, code, workspaces: [project], addSource },
  });
  const player: Player = { known, system, store, engine, files: workspaceFiles([project]) };
  return {
    system,
    engine,
    async start() {
      const given = { subject: SUBJECT, project, options, clarifications: [] };
      const input: Json = system.start?.input(given) ?? {};
      const started = await engine.start(stored, input, { by: BY });
      if (!started.ok) throw new Error(started.rejection.message);
      return started.run;
    },
    next: (run) => nextGate(player, run),
    decide: (gate, turn) => decide(engine, gate, turn),
    async close() {
      await engine.close(0);
      await agents.close();
      await store.close();
    },
  };
}

/** What one system signed the next one proves by the history in the store. */
function depsOf(known: KnownSystems, { place, project }: SystemFixtureSettings): SystemDeps {
  const files = workspaceFiles([project]);
  const places = async () => signedPlaces(await known.all());
  const proves = (path: string) => checkSignature(path, { files, openStore: () => openPlace(place), places });
  const sources = async () => localSources(project);
  return { files, now: Date.now, domain: async () => null, proves, sources };
}

interface Player {
  readonly known: KnownSystems;
  readonly system: System;
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

async function endAtRest({ system, store, engine, files }: Player, run: string): Promise<void> {
  const [command] = Object.values(system.signals ?? {});
  const view = await engine.view(run);
  if (command === undefined || view === null) return;
  if ((await system.rest?.(runFacts(view, sourcesOf(store, files, view)))) == null) return;
  const signal = { type: 'SendSignal', id: `end ${run}`, name: command.signal, value: command.value as never } as const;
  await engine.send(run, signal, BY);
}

async function decide(engine: Engine, gate: OpenGate, turn: number): Promise<Review> {
  const review = await reviewOf(gate);
  const { run, task, step, shown } = review;
  let refused = '';
  for (const decision of decisionsFor(review, turn)) {
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
