// A run of a system without a model: all systems that ship, with their rule-based writers, on a store; and a person who
// knows nothing but reviews. Used by the tests and by the processes that they kill.

import { setTimeout as pause } from 'node:timers/promises';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import { statusOf, type Task } from '../../src/engine/run-state.ts';
import type { Json } from '../../src/json.ts';
import { addSystem } from '../../src/operations/add-system.ts';
import { loadValue } from '../../src/operations/load-value.ts';
import type { Decision, Review } from '../../src/ports/review.ts';
import type { System } from '../../src/ports/system.ts';
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
import { TRUSTING } from '../support/trusting.ts';

export const BY = { actor: 'user:ada', channel: 'cli' } as const;
const PATIENCE_MS = 30_000;
/** How a run is left that lives on. */
export const RESTS = 'rests';
/** A person is asked wherever one may be. */
const OPTIONS = { architect: 'person' };
const WORDS = 'If it is not possible, a message says why.';
const SUBJECT =
  'Shop owners want to export their orders as a CSV file, filter them by date, ' +
  'and get an e-mail when the file is ready.';

/** Where a run is: what a test tells another process. */
export interface SystemFixtureSettings {
  readonly place: string;
  readonly system: string;
  readonly project: string;
}

export interface SystemFixture {
  readonly system: System;
  readonly engine: Engine;
  /** A run of the system, begun as its start form has it; where it has none, with an empty input. */
  start(): Promise<string>;
  /** The gate that the run waits at; a text says how it ended. */
  next(run: string): Promise<OpenGate | string>;
  /** Decides by the review alone; `turn`: which option is chosen, where there are several. */
  decide(gate: OpenGate, turn: number): Promise<Review>;
  close(): Promise<void>;
}

export async function openSystemFixture({
  place,
  system: name,
  project,
}: SystemFixtureSettings): Promise<SystemFixture> {
  const known = new KnownSystems(SYSTEMS);
  const system = await known.find(name);
  if (system === null) throw new Error(`Expected a system, found none named "${name}".`);
  const store = await openPlace(place);
  const files = workspaceFiles([project]);
  // Agents that are there when the engine opens are asked at once, not at its next look.
  const added = { system, isOwn: false, systems: SYSTEMS };
  const stored = (await store.workflow(name)) ?? (await addSystem(store, added, BY, Date.now()));
  const agents = await openAgents({
    ...{ trust: TRUSTING, store, folder: project, validate, writers: await known.writers() },
    ...{ config: agentConfig.parse({}), env: { PATH: process.env.PATH, SIGNOFF_PROVIDER: 'offline' } },
  });
  const proves = (path: string) =>
    checkSignature(path, {
      ...{ files, openStore: () => openPlace(place) },
      places: async () => signedPlaces(await known.all()),
    });
  const code = await known.code({ files, now: Date.now, domain: async () => null, proves });
  const engine = await openEngine({ store, role: 'test', processesWork: true, agents, code, workspaces: [project] });
  const sourcesOf = (view: RunView): FactSources => ({
    payloads: view.payloads,
    events: () => eventsOfRun(store, view.id, view.row.key),
    load: (value) => loadValue(store, view.id, value),
    read: (path) => files.read(path).catch(() => null),
  });
  const look: Look = {
    gateIn: async (view, task) =>
      openGate(view, task, await known.ofWorkflow(view.workflow.name), sourcesOf(view)),
    isAtRest: async (view) => ((await system.rest?.(runFacts(view, sourcesOf(view)))) ?? null) !== null,
  };
  return {
    system,
    engine,
    async start() {
      const given = { subject: SUBJECT, project, options: OPTIONS, clarifications: [] };
      const input: Json = system.start?.input(given) ?? {};
      const started = await engine.start(stored, input, { by: BY });
      if (!started.ok) throw new Error(started.rejection.message);
      return started.run;
    },
    next: (run) => nextGate(engine, run, look),
    decide: (gate, turn) => decide(engine, gate, turn),
    async close() {
      await engine.close(0);
      await agents.close();
      await store.close();
    },
  };
}

/** What is asked of the systems while somebody waits. */
interface Look {
  gateIn(view: RunView, task: Task): Promise<OpenGate>;
  /** What the run was asked for is there, and it lives on. */
  isAtRest(view: RunView): Promise<boolean>;
}

async function nextGate(engine: Engine, run: string, { gateIn, isAtRest }: Look): Promise<OpenGate | string> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(20)) {
    const view = await viewOf(engine, run);
    const status = statusOf(view.state);
    if (status !== 'running')
      return [status, ...[...view.state.holds.values()].map(({ message }) => message)].join(' ');
    for (const each of await familyOf(engine, view)) {
      const task = [...each.state.tasks.values()].find(isForPerson);
      if (task !== undefined) return gateIn(each, task);
    }
    if (await isAtRest(view)) return RESTS;
  }
  throw new Error(`Expected ${run} to come to a gate or an end within ${PATIENCE_MS} ms.`);
}

async function viewOf(engine: Engine, run: string): Promise<RunView> {
  return (await engine.view(run)) ?? Promise.reject(new Error(`Expected the run ${run}, found none.`));
}

/** The run and those it started, while they run. */
async function familyOf(engine: Engine, view: RunView): Promise<readonly RunView[]> {
  const { items } = await engine.store.listRuns({ parent: view.id, status: ['running'] }, { limit: 100 });
  const children = await Promise.all(items.map(async ({ run }) => familyOf(engine, await viewOf(engine, run))));
  return [view, ...children.flat()];
}

/** `WORKFLOW/STEP` in a child, as written answers name it. */
export const gateName = ({ run, task }: OpenGate): string =>
  run.state.parent === null ? task.step : `${run.workflow.name}/${task.step}`;

function isForPerson({ execution, status }: Task): boolean {
  if (execution === 'manual') return status === 'pending' || status === 'in_progress';
  return execution === 'conversation' && status === 'waiting';
}

async function decide(engine: Engine, gate: OpenGate, turn: number): Promise<Review> {
  const review = await reviewOf(gate);
  const { run, task, step, shown } = review;
  const answer = await answerOf(gate, decisionFor(review, turn));
  if ('refused' in answer) throw new Error(`${step} refused a decision: ${answer.refused.join(' ')}`);
  const sent =
    'message' in answer
      ? await engine.send(run, { type: 'AddMessage', task, from: 'person', text: answer.message }, BY)
      : await engine.answer(run, task, { ...answer, ...(shown !== null && { shown }) }, BY);
  if (!sent.ok) throw new Error(`${step} was not answered: ${sent.rejection.code}: ${sent.rejection.message}`);
  return review;
}

/** What leads on, by what the review offers. */
function decisionFor(review: Review, turn: number): Decision {
  if (review.kind === 'document') return { kind: 'document', verdict: 'approve', isConfirmed: true };
  if (review.kind === 'conversation') {
    const isSaid = review.messages.some(({ from, text }) => from === 'person' && text === WORDS);
    return isSaid ? { kind: 'end' } : { kind: 'message', text: WORDS };
  }
  if (review.kind === 'choice') {
    const option = review.options[turn % review.options.length]?.value ?? '';
    return { kind: 'choice', option };
  }
  if (review.kind === 'items') {
    const plain = review.verdicts.find(({ needs }) => needs === 'nothing')?.value ?? '';
    return { kind: 'items', verdicts: {}, rest: { verdict: plain } };
  }
  const [verdict] = review.verdicts;
  return {
    kind: 'form',
    ...(verdict !== undefined && { verdict, comment: 'Fine.' }),
    ...(review.offer !== null && { output: review.offer }),
  };
}
