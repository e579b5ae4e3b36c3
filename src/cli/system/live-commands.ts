// Commands of a system whose runs live on: `signoff NAME status [RUN]`, and one for each signal that it names.

import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandOf } from '../../engine/commands.ts';
import { waitTexts } from '../../engine/wait-text.ts';
import { waitsFor } from '../../engine/waits-for.ts';
import { StoreFault } from '../../errors.ts';
import type { JsonObject } from '../../json.ts';
import { RejectionError } from '../../operations/define-operation.ts';
import { findRun } from '../../operations/find-run.ts';
import type { Store } from '../../ports/store.ts';
import type { RunFacts, SignalCommand, System } from '../../ports/system.ts';
import { driveRuns } from '../../runtime/drive-runs.ts';
import { type FactSources, runFacts } from '../../runtime/gate-facts.ts';
import { loadValue } from '../../runtime/load-value.ts';
import { newId } from '../../runtime/new-id.ts';
import { eventsOfRun, type RunView } from '../../runtime/read-run.ts';
import { workspaceFiles } from '../../runtime/workspace-files.ts';
import type { Composition } from '../composition.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openSession, type Session } from '../open-session.ts';
import { paintFor } from '../paint.ts';
import { storeFault } from '../perform-command.ts';
import { currentCall } from '../program-call.ts';
import { hangingLines, type Theme } from '../review/theme.ts';
import { statusText } from '../screen.ts';
import { shellWord } from '../shell-word.ts';
import { oneLine, pad } from '../shown-text.ts';
import { personAt, sentBy } from '../signer.ts';
import { program, storeFlag, useStore } from '../started-as.ts';
import { stderr, stdout } from '../terminal.ts';
import { jsonText } from '../terminal-text.ts';
import { shortList } from '../wait-lines.ts';
import { findSystemRuns, readSystemRun, realPath, type SystemRun } from './find-system-runs.ts';
import { type HoldBelow, holdsBelow } from './holds-below.ts';
import { restCommands } from './rest-commands.ts';
import { unfinishedLines } from './show-unfinished.ts';

interface LiveFlags {
  readonly project?: string;
  readonly store?: string;
  readonly as?: string;
  readonly json?: boolean;
}

/** What stands behind their names is theirs, also where the start has an option of that name. */
export function addLiveCommands(parent: Command, system: System, composition: Composition): void {
  if (system.signals === undefined) return;
  parent.enablePositionalOptions();
  const add = (name: string, summary: string, perform: (live: LiveCall) => Promise<ExitCode>): void => {
    parent
      .command(name)
      .description(summary)
      .argument('[run]', 'a run, or the beginning of its name (default: those of this project)')
      .option('--project <dir>', 'the project (default: this folder)')
      .option('--store <place>', 'a SQLite file or a postgres:// URL (default: the store of this folder)')
      .option('--as <who>', 'your identity: user:NAME (default: see signoff whoami)')
      .option('--json', 'print the result as JSON')
      .action(async (run: string | undefined, given: LiveFlags, own: Command) => {
        const flags = { ...(own.parent?.opts() as LiveFlags), ...given };
        currentCall().exitCode = await withSession({ system, composition, flags, run }, perform);
      });
  };
  add('status', `show how the runs of ${system.name} stand: state, what they wait for, what went wrong`, showStatus);
  for (const [name, signal] of Object.entries(system.signals))
    add(name, signal.summary, (live) => sendSignal(live, signal));
}

interface GivenCall {
  readonly system: System;
  readonly composition: Composition;
  readonly flags: LiveFlags;
  readonly run: string | undefined;
}

interface LiveCall extends GivenCall {
  readonly session: Session;
  readonly store: Store;
  readonly project: string;
}

async function withSession(given: GivenCall, perform: (live: LiveCall) => Promise<ExitCode>): Promise<ExitCode> {
  const { composition, flags } = given;
  const project = realPath(resolve(flags.project ?? '.'));
  useStore(flags.store);
  const session = openSession(composition, { store: flags.store, project, as: flags.as });
  try {
    return await perform({ ...given, session, project, store: await session.context.store() });
  } catch (thrown) {
    if (thrown instanceof StoreFault) return storeFault(thrown, flags.json === true);
    if (!(thrown instanceof RejectionError)) throw thrown;
    stderr.write(`${thrown.rejection.code}: ${oneLine(thrown.message)}\n`);
    return EXIT.refused;
  } finally {
    await session.close();
  }
}

const theme = (): Theme => ({ paint: paintFor(stdout), width: Math.max(40, Math.min(100, stdout.columns || 100)) - 1 });

/** Those that live on, or the one that is named. */
async function meantRuns({ system, store, project, run }: LiveCall): Promise<readonly SystemRun[]> {
  if (run === undefined) return findSystemRuns(store, system, project);
  const row = await findRun(store, run);
  const found = await readSystemRun(store, system, row);
  if (found !== null) return [found];
  const message = `Expected a run of "${system.name}", found ${row.run} of "${row.workflowName}". Nothing was changed.`;
  throw new RejectionError({ code: 'unknown-run', message });
}

function tellNone({ system, project }: LiveCall): ExitCode {
  const how = `Start one with: ${program()} ${system.name}`;
  stderr.write(`Expected a live ${system.title} run of ${oneLine(project)}, found none. ${how}\n`);
  return EXIT.refused;
}

async function sendSignal(live: LiveCall, { signal, value, said }: SignalCommand): Promise<ExitCode> {
  const { system, flags } = live;
  const runs = await meantRuns(live);
  const [only, ...others] = runs;
  if (only === undefined) return tellNone(live);
  if (others.length > 0) {
    const lines = unfinishedLines(system, runs, theme(), Date.now());
    stderr.write(`${lines.join('\n')}\n\n Name the one that is meant: ${only.row.run}${storeFlag()}, for one.\n`);
    return EXIT.refused;
  }
  const id = newId('task', Date.now()).replace(/^task/, 'signal');
  await sendTo(live, only, { type: 'SendSignal', id, name: signal, value });
  if (flags.json === true) stdout.write(`${jsonText({ run: only.row.run, signal, id })}\n`);
  else stdout.write(`${said} ${only.row.run}\n`);
  return EXIT.done;
}

/** What code does on it, such as ending the run, is done here; agents are left to others. */
async function sendTo(live: LiveCall, { row, project }: SystemRun, command: CommandOf<'SendSignal'>): Promise<void> {
  const { composition, flags, store } = live;
  const person = personAt(composition, flags.as, project);
  const place = composition.storePlace(flags.store, live.project);
  const code = await composition.systemCode([project], { place });
  const options = { store, role: 'run' as const, person: person.actor, code, workspaces: [project], onEvent: () => {} };
  const driver = await driveRuns(row.run, options);
  try {
    const sent = await driver.send(row.run, command, sentBy(person));
    if (!sent.ok) throw new RejectionError(sent.rejection);
    await driver.idle();
  } finally {
    await driver.close();
  }
}

async function showStatus(live: LiveCall): Promise<ExitCode> {
  const runs = await meantRuns(live);
  if (runs.length === 0 && live.flags.json !== true) return tellNone(live);
  const stands = await Promise.all(runs.map((run) => standOf(live, run)));
  if (live.flags.json === true) stdout.write(`${jsonText({ runs: stands.map(standJson) })}\n`);
  else stdout.write(`${stands.flatMap((stand) => standLines(live.system, stand, theme())).join('\n')}\n`);
  return EXIT.done;
}

interface Stand {
  readonly run: SystemRun;
  readonly state: string | null;
  readonly waits: string;
  readonly facts: readonly { readonly name: string; readonly text: string }[];
  /** What can be typed now. */
  readonly next: readonly string[];
  /** Of the runs that it started. */
  readonly holds: readonly HoldBelow[];
}

async function standOf(live: LiveCall, run: SystemRun): Promise<Stand> {
  const { system, session, store, project } = live;
  const view = await (await session.context.engine()).view(run.row.run);
  if (view === null) return { run, state: null, waits: '', facts: [], next: [], holds: [] };
  const facts = runFacts(view, sourcesOf(store, view, project));
  const waits = waitsFor(view.state, view.workflow.steps).map((wait) => ({ wait, workflow: view.workflow.name }));
  const isOver = run.row.endedAt !== null;
  const own = isOver ? null : (system.waits?.(facts) ?? null);
  return {
    ...{ run, state: facts.state },
    waits: run.waitsFor ?? own ?? shortList(waitTexts(waits, Date.now()).map(({ text }) => text)),
    facts: (await system.status?.(facts)) ?? [],
    next: isOver ? [] : await nextOf(live, run, facts),
    holds: await holdsBelow(store, run.row.run),
  };
}

/** The store is named where this folder has a different one. */
async function nextOf({ system, composition, flags, project }: LiveCall, { row }: SystemRun, facts: RunFacts) {
  const place = composition.storePlace(flags.store, project);
  const folder = realPath(resolve('.'));
  const at = place === composition.storePlace(undefined) ? '' : ` --store ${shellWord(place)}`;
  const rest = (await system.rest?.(facts)) ?? null;
  if (rest === null) return [`${program()} ${system.name} --resume ${row.run}${at}`];
  const isProjects = place === composition.storePlace(undefined, project);
  return restCommands(rest, system, { run: row.run, project, folder, flags: isProjects ? '' : at });
}

function sourcesOf(store: Store, view: RunView, project: string): FactSources {
  const files = workspaceFiles([project]);
  return {
    payloads: view.payloads,
    events: () => eventsOfRun(store, view.row.run, view.row.key),
    load: (value) => loadValue(store, view.row.run, value),
    read: async (path) => files.read(path).catch(() => null),
  };
}

function standJson({ run, state, waits, facts, holds }: Stand): JsonObject {
  const { row, project, subject } = run;
  const own = Object.fromEntries(facts.map(({ name, text }) => [name, text]));
  return {
    run: row.run,
    status: row.status,
    state,
    project,
    subject,
    waitsFor: waits,
    facts: own,
    holds: holds.map((hold) => ({ ...hold })),
  };
}

const NAME_WIDTH = 15;

function standLines({ title }: System, stand: Stand, { paint, width }: Theme): string[] {
  const { run, state, waits, facts, next, holds } = stand;
  const { row, subject } = run;
  const rows = [
    { name: 'state', text: state ?? statusText(row.status) },
    ...(waits === '' ? [] : [{ name: 'waits for', text: waits }]),
    ...facts,
    ...holds.flatMap(({ step, message, command }) => [
      { name: 'on hold', text: `${step}: ${message}` },
      { name: 'go on with', text: command },
    ]),
  ];
  return [
    '',
    ` ${paint.bold(oneLine(subject) || title)}`,
    ` ${paint.dim(row.run)}`,
    ...rows.flatMap((each) =>
      hangingLines(
        `   ${pad(oneLine(each.name), Math.max(NAME_WIDTH, each.name.length + 2))}`,
        oneLine(each.text),
        width,
      ),
    ),
    ...(next.length === 0 ? [] : ['', ` ${paint.dim('Next')}`, ...next.map((each) => `   ${each}`)]),
  ];
}
