// Runs an example through the research system, on a store in a temporary folder.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readValue } from '../../src/engine/value.ts';
import type { JsonObject } from '../../src/json.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import type { ExampleOutcome } from './compare-example.ts';
import { folderSearches } from './folder-searches.ts';
import { BY, NOW, openExample } from './open-example.ts';
import type { Example } from './script.ts';
import { SkippingClock } from './skipping-clock.ts';

const LOOK_MS = 200;

export interface ExampleResult extends ExampleOutcome {
  /** What it wrote, by path from the folder of the article. */
  readonly files: ReadonlyMap<string, string>;
}

/** Those that are kept beside the example: the article, its ledger to read, and the texts that it leads to. */
export const keptFiles = ({ files }: Pick<ExampleResult, 'files'>): ReadonlyMap<string, string> =>
  new Map([...files].filter(([path]) => /^(?:article\.md|ledger\.md|sources\/.*)$/.test(path)));

export const corpusOf = (name: string): string => fileURLToPath(new URL(`${name}/corpus`, import.meta.url));

export async function runExample(name: string, { brief, script }: Example): Promise<ExampleResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-research-')));
  const [project, clock] = [join(folder, 'project'), new SkippingClock()];
  mkdirSync(project);
  const store = await openSqliteStore({ path: join(folder, 'store.db') });
  const sources: number[] = [];
  const attempts: Map<string, number>[] = [];
  try {
    const opened = await openExample({
      ...{ store, project, script, engine: { clock, onCommit: () => clock.commit() } },
      sources: folderSearches(corpusOf(name), project, new Date(NOW)),
      onCall(worker, iteration) {
        const own = attempts[iteration - 1] ?? new Map<string, number>();
        attempts[iteration - 1] = own;
        own.set(worker, (own.get(worker) ?? 0) + 1);
      },
      onMeasure({ evidence }, iteration) {
        sources[iteration - 1] = (evidence as { readonly sources: readonly unknown[] }).sources.length;
      },
    });
    try {
      const input = { project_path: project, brief: brief as unknown as JsonObject };
      const started = await opened.engine.start(opened.stored, input, { by: BY });
      if (!started.ok) throw new Error(started.rejection.message);
      await untilOver(opened.engine, store, started.run, clock);
      return { ...(await outcomeOf(opened.engine, started.run)), sources, attempts, files: articleFiles(project) };
    } finally {
      await opened.close();
    }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rejects when the run ends in another way, or nothing is committed any more. `isIdle`: nobody is at work who would be
 *  late by a skipped wait. */
export async function untilOver(
  engine: Engine,
  store: Store,
  run: string,
  clock: SkippingClock,
  isIdle = async (): Promise<boolean> => true,
): Promise<void> {
  while (!clock.isSilent()) {
    const row = await store.run(run);
    if (row?.status === 'completed' || row?.status === 'failed') return;
    if (row?.status !== 'running') throw new Error(`The run is ${row?.status}. ${await holdsOf(engine, run)}`);
    // In this order: whoever begins to work meanwhile has a timer of their own, which is not the one skipped to.
    const due = (await store.nextDue()) ?? 0;
    if (await isIdle()) clock.skipTo(due);
    await engine.wait(run, ({ head }) => head > row.head, AbortSignal.timeout(LOOK_MS));
  }
  throw new Error('The run has not gone on for a minute.');
}

async function holdsOf(engine: Engine, run: string): Promise<string> {
  const view = await engine.view(run);
  return [...(view?.state.holds.values() ?? [])].map(({ message }) => message).join(' ');
}

export async function outcomeOf(engine: Engine, run: string): Promise<Pick<ExampleOutcome, 'state' | 'output'>> {
  const view = await engine.view(run);
  if (view === null) throw new Error(`There is no run ${run}.`);
  const { state, payloads } = view;
  const values = [...state.values.entries()].map(([name, { value }]) => [name, readValue(value, [], payloads)]);
  const data = Object.fromEntries(values) as ExampleOutcome['state'];
  return { state: data, output: readValue(state.output, [], payloads) as unknown as ExampleOutcome['output'] };
}

/** Files below a folder by their paths from it, in order. */
export function filesBelow(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}

/** The one article of a project. */
function articleFiles(project: string): ReadonlyMap<string, string> {
  const all = join(project, 'research');
  const [folder = ''] = readdirSync(all);
  return filesBelow(join(all, folder));
}
