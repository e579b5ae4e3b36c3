// `signoff run` on a store: starts a run there, or goes on with one. Leaving it loses nothing.

import type { Workflow } from '../diagram/workflow.ts';
import { UNNAMED } from '../engine/people.ts';
import { serialise } from '../engine/snapshot.ts';
import { readValue } from '../engine/value.ts';
import { StoreFault } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { budgetWarnings } from '../operations/budget-warnings.ts';
import { ensureAgents } from '../operations/ensure-agents.ts';
import { findRun } from '../operations/find-run.ts';
import type { AgentHost } from '../ports/agent-host.ts';
import type { Store, StoredWorkflow, SystemNote } from '../ports/store.ts';
import { type DrivenRuns, driveRuns } from '../runtime/drive-runs.ts';
import type { SubflowHome } from '../runtime/follow-subflows.ts';
import { loadSubflow } from '../runtime/load-workflow.ts';
import { newId } from '../runtime/new-id.ts';
import type { Sender } from '../runtime/pending-write.ts';
import { viewRun } from '../runtime/read-run.ts';
import { readAnswers } from './answers.ts';
import type { Composition } from './composition.ts';
import type { ExitCode } from './exit-codes.ts';
import type { PreparedRun } from './run.ts';
import type { RunFlags } from './run-command.ts';
import { RunShow, type ShowOptions } from './run-show.ts';
import { shellWord } from './shell-word.ts';
import { madeLines } from './show-workflows.ts';
import { sentBy } from './signer.ts';
import { stderr } from './terminal.ts';

export async function runDurably(prepared: PreparedRun, flags: RunFlags, composition: Composition): Promise<ExitCode> {
  const { workflow, subflows, folder, input, assign } = prepared;
  const given = Object.keys(assign).length === 0 ? {} : { assign };
  // Written answers make it a rehearsal, from its first event on.
  const by = sentBy(prepared.person(), prepared.answers === null ? 'cli' : 'rehearsal');
  return withStore(flags, composition, async (store) => {
    if (flags.answers === undefined) await checkTrust(composition, store);
    // What it starts is there before it is.
    for (const subflow of subflows) {
      const home = prepared.homes.get(subflow.name);
      await addVersion(store, subflow, home?.folder ?? folder, by, say, home?.agents);
    }
    const stored = await addVersion(store, workflow, folder, by, say);
    await prepared.before.keepIn(store);
    const show = new RunShow(prepared);
    show.begin(workflow, input);
    const run = newId('run', Date.now());
    const addSource = async (source: string) =>
      loadSubflow({ source }, folder, { systems: await composition.systemEntries() });
    return drive({ store, run, show, flags, composition, addSource, by }, async (driver, agents) => {
      if (agents !== null) (await budgetWarnings(async () => agents, workflow, assign)).forEach(say);
      const title = flags.title === undefined ? {} : { title: flags.title };
      const started = await driver.engine.start(stored, input, { by, run, ...given, ...title });
      return started.ok ? null : show.refuse(started.rejection);
    });
  });
}

export async function resumeRun(
  named: string,
  options: Omit<ShowOptions, 'answers'>,
  flags: RunFlags,
  composition: Composition,
): Promise<ExitCode> {
  return withStore(flags, composition, async (store) => {
    if (flags.answers === undefined) await checkTrust(composition, store);
    const row = await findRun(store, named);
    const stored = await store.workflowByKey(row.workflow);
    if (stored === null) throw new Error(`The store has no workflow of key ${row.workflow}, which ${row.run} needs.`);
    const { workflow } = stored;
    const answers =
      flags.answers === undefined ? null : readAnswers(flags.answers, workflow, await subflowsOf(store, workflow));
    const show = new RunShow({ ...options, answers });
    const { state, payloads } = await viewRun(store, row, workflow, serialise);
    show.begin(workflow, readValue(state.input, [], payloads) ?? null, ', resumed');
    const addSource = async (source: string) => {
      const { compileText } = await import('../operations/load-source.ts');
      const { workflow: made, problems } = await compileText(source, 'subflow', { prompts: {}, schemas: {} });
      if (made !== null) return { workflow: made, folder: null };
      return `Expected the subflow without problems, found ${problems[0]?.code}: ${problems[0]?.message}`;
    };
    const by = sentBy(options.person());
    return drive({ store, run: row.run, show, flags, composition, addSource, by }, async () => null);
  });
}

async function checkTrust(composition: Composition, store: Store): Promise<void> {
  const { checkTrusted } = await import('./trust/check-trusted.ts');
  await checkTrusted(composition, store);
}

type AddSource = (source: string) => ReturnType<typeof loadSubflow>;

interface DriveInput {
  readonly store: Store;
  readonly run: string;
  readonly show: RunShow;
  readonly flags: RunFlags;
  readonly composition: Composition;
  readonly addSource: AddSource;
  readonly by: Sender;
}

/** `begin` gives an exit code when there is nothing to go on with. */
async function drive(
  driving: DriveInput,
  begin: (driver: DrivenRuns, agents: AgentHost | null) => Promise<ExitCode | null>,
): Promise<ExitCode> {
  const { store, run, show, flags, composition, addSource, by } = driving;
  let driver: DrivenRuns | null = null;
  // While the tree is drawn nothing else may be.
  const late: string[] = [];
  // Written answers stand for everyone, agents included.
  const agents = flags.answers === undefined ? await composition.openAgents(store) : null;
  const code = await composition.systemCode([process.cwd()], { place: composition.storePlace(flags.store) });
  try {
    driver = await driveRuns(run, {
      ...{ store, role: 'run', person: by.actor, code },
      addSystem: async (to, name) => {
        const { systemAdder } = await import('../operations/add-system.ts');
        return systemAdder(() => composition.systemEntries(), by)(to, name);
      },
      ...(agents !== null && { agents }),
      onEvent: (of, event, payloads) => show.hear(of, event, payloads),
      addSource: async (to, source, from) => {
        const systems = await composition.systemEntries();
        if (systems.some(({ name }) => name === from)) {
          const { sourceAdder } = await import('../operations/add-source.ts');
          return sourceAdder(async () => systems, by)(to, source, from);
        }
        const made = await addSource(source);
        return typeof made === 'string'
          ? made
          : addVersion(store, made.workflow, made.folder, by, (line) => late.push(line));
      },
    });
    const refused = await begin(driver, agents);
    if (refused !== null) return refused;
    await driver.idle();
    const root = driver.runOf(run);
    const stopped = await show.work(driver, root, storeFlagOf(flags));
    // What is given back is seen before the last words.
    await driver.close();
    return show.end(driver, root, stopped, storeFlagOf(flags));
  } finally {
    show.leave();
    late.forEach(say);
    await driver?.close();
    await agents?.close();
  }
}

async function withStore(
  flags: RunFlags,
  composition: Composition,
  use: (store: Store) => Promise<ExitCode>,
): Promise<ExitCode> {
  let store: Store | null = null;
  try {
    store = await composition.openStore(composition.storePlace(flags.store));
    return await use(store);
  } catch (thrown) {
    const { RejectionError } = await import('../operations/define-operation.ts');
    if (thrown instanceof RejectionError) return new RunShow(quiet(flags)).refuse(thrown.rejection);
    if (!(thrown instanceof StoreFault)) throw thrown;
    const { storeFault } = await import('./perform-command.ts');
    return storeFault(thrown, flags.json === true);
  } finally {
    await store?.close();
  }
}

const quiet = (flags: RunFlags): ShowOptions => ({
  ...{ answers: null, events: null, isQuiet: flags.json === true },
  person: () => ({ actor: UNNAMED, source: 'none', osUser: '' }),
});

function storeFlagOf({ store }: RunFlags): string {
  if (store === undefined) return '';
  return ` --store ${shellWord(store)}`;
}

function say(line: string): void {
  stderr.write(`${line}\n`);
}

/** A version that is the newest already is not stored again. */
async function addVersion(
  store: Store,
  workflow: Workflow,
  origin: string | null,
  { actor, channel }: Sender,
  tell: (line: string) => void,
  names: SubflowHome['agents'] = {},
): Promise<StoredWorkflow> {
  const { name, version } = workflow;
  const noteOf = (what: string, about: JsonObject): SystemNote => {
    return { at: Date.now(), actor, channel, text: JSON.stringify([[what, about]]) };
  };
  const made = await ensureAgents(store, workflow, (id) => noteOf('AgentCreated', { id }), names);
  madeLines(made).forEach(tell);
  const newest = await store.workflow(name);
  if (newest?.version === version && newest.compiler === workflow.compiler) return newest;
  const { key } = await store.addWorkflow(workflow, origin, noteOf('WorkflowAdded', { name, version }));
  const stored = await store.workflowByKey(key);
  if (stored === null) throw new Error(`The store lost the workflow "${name}" just after it was added.`);
  return stored;
}

const SUBFLOWS_MAX = 200;

/** The workflows a run can start by name, near and far, as they are stored now. */
async function subflowsOf(store: Store, workflow: Workflow): Promise<Workflow[]> {
  const found = new Map<string, Workflow>();
  const named = ({ steps }: Workflow) => steps.flatMap(({ subflow }) => subflow?.workflow ?? []);
  const waiting = new Set(named(workflow));
  for (const each of waiting) {
    const [name = '', version] = each.split('@');
    const stored = await store.workflow(name, version);
    if (stored === null || found.size >= SUBFLOWS_MAX) continue;
    found.set(name, stored.workflow);
    for (const next of named(stored.workflow)) waiting.add(next);
  }
  return [...found.values()];
}
