// Deaths at every commit of a system's run and of the runs it starts, on both stores.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import { addSystem } from '../../src/operations/add-system.ts';
import type { OfflineWriter } from '../../src/ports/provider.ts';
import type { Store, StoredWorkflow } from '../../src/ports/store.ts';
import type { System } from '../../src/ports/system.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import { lazyCode } from '../../src/runtime/lazy-code.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { openPlace } from '../e2e/open-place.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import type { Dies, Moment, OpenLife, RunLives } from '../support/run-lives.ts';
import { soaked } from '../support/soak.ts';
import { TRUSTING } from '../support/trusting.ts';
import { newFolder } from './prd-fixture.ts';

export interface LivesResult<Result> {
  readonly lives: RunLives;
  /** What came of the run: the same however often a process died. */
  readonly result: Result;
}

export interface PlayPlace {
  readonly store: Store;
  readonly stored: StoredWorkflow;
  readonly run: string;
  readonly project: string;
  readonly dies: Dies;
}

interface Deaths<Result> {
  readonly system: System;
  play(place: PlayPlace): Promise<LivesResult<Result>>;
  /** So that the same is not the same nothing. */
  check(result: Result): void;
  /** At how many at the least somebody died. */
  deathsMin(undisturbed: RunLives): number;
}

/** A soak plays each death in a run of its own; the suite as many in one run as leave every task one lost claim. */
const IS_SOAK = soaked(1) > 1;
const DEATHS_MAX = IS_SOAK ? 1 : Number.POSITIVE_INFINITY;
/** As long however many times a soak wants: it has a run for each death, and no more. */
export const LONG_MS = IS_SOAK ? 3_000_000 : 300_000;
export const STORE_KINDS = ['SQLite', 'PostgreSQL'] as const;
const MOMENTS: readonly Moment[] = ['before', 'after'];
/** Processes look for the dead often; that a lease is over is said by the clock. */
const SWEEP_MS = 50;
const BY = { actor: 'user:ada', channel: 'cli' } as const;
const NOW = Date.parse('2026-03-05T10:00:00Z');

export async function dieAtEveryCommit<Result>(
  t: TestContext,
  kind: (typeof STORE_KINDS)[number],
  deaths: Deaths<Result>,
): Promise<void> {
  const place = await placeOf(t, kind);
  if (place === null) return;
  const store = await openPlace(place);
  t.after(() => store.close());
  const stored = await addSystem(store, { system: deaths.system, isOwn: false }, BY, 0);
  await dieEverywhere(t, deaths, (run, dies) => {
    const project = join(newFolder(t), 'project');
    mkdirSync(project);
    return deaths.play({ store, stored, run, project, dies });
  });
}

/** Plays runs until each commit of an undisturbed one was died at, before and after, and compares what came of them. */
async function dieEverywhere<Result>(
  t: TestContext,
  { check, deathsMin }: Deaths<Result>,
  play: (run: string, dies: Dies) => Promise<LivesResult<Result>>,
): Promise<void> {
  let [runs, deaths] = [0, 0];
  // Of one length: documents name their run, and their sizes are compared.
  const next = (dies: Dies) => play(`run_lives_${String(runs++).padStart(4, '0')}`, dies);
  const { lives: undisturbed, result: whole } = await next(() => false);
  check(whole);
  const left = new Set([...undisturbed.boundaries].flatMap((each) => MOMENTS.map((moment) => `${moment} ${each}`)));
  while (left.size > 0) {
    const before = left.size;
    let own = 0;
    const { lives, result } = await next((found, moment, hasLost) => {
      if (hasLost || own >= DEATHS_MAX || !found.some((each) => left.has(`${moment} ${each}`))) return false;
      for (const each of found) left.delete(`${moment} ${each}`);
      own++;
      return true;
    });
    assert.deepEqual(result, whole);
    assert.ok(left.size < before, `never came to ${[...left].join('; ')}`);
    deaths += lives.deaths;
  }
  t.diagnostic(`${undisturbed.commits} commits, ${deaths} deaths in ${runs - 1} runs`);
  assert.ok(deaths >= deathsMin(undisturbed), `${deaths} deaths`);
}

/** One of a system's processes, with writers in place of models. */
export async function openLife(
  { system, project, writers }: { system: System; project: string; writers: readonly OfflineWriter[] },
  store: Store,
  clock: Clock,
): Promise<OpenLife> {
  const agents = await openAgents({
    ...{ trust: TRUSTING, store, folder: project, validate, config: agentConfig.parse({}) },
    ...{ writers, env: { SIGNOFF_PROVIDER: 'offline' } },
  });
  const engine = await openEngine({
    ...{ store, clock, role: 'test', processesWork: true, agents, workspaces: [project], sweepMs: SWEEP_MS },
    code: lazyCode(system, { files: workspaceFiles([project]), now: () => NOW, domain: async () => null }),
  });
  return {
    engine,
    async close() {
      await Promise.all([engine.close(0), agents.close()]);
    },
  };
}

async function placeOf(t: TestContext, kind: (typeof STORE_KINDS)[number]): Promise<string | null> {
  if (kind === 'SQLite') return join(newFolder(t), 'store.db');
  const postgres = await postgresOrSkip(t);
  return postgres === undefined ? null : postgres.createDatabase();
}
