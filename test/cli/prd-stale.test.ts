// A verdict on something else than is there now is not taken: the person learns why, and sees the new version.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import { paintFor } from '../../src/cli/paint.ts';
import { Drafts } from '../../src/cli/system/drafts.ts';
import { type PlayContext, playRun } from '../../src/cli/system/play-run.ts';
import { Progress } from '../../src/cli/system/progress.ts';
import type { Reviewer } from '../../src/cli/system/reviewers.ts';
import type { Json } from '../../src/json.ts';
import { addSystem } from '../../src/operations/add-system.ts';
import { driveRuns } from '../../src/runtime/drive-runs.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { prdCode } from '../../src/systems/prd/actions.ts';
import { prdWriters } from '../../src/systems/prd/offline.ts';
import { prd } from '../../src/systems/prd/system.ts';
import { TRUSTING } from '../support/trusting.ts';

const RUN = 'run_00000000000000000000000001';
const BY = { actor: 'user:local', channel: 'cli' } as const;

/** Plays a new run with this reviewer until it has no answer, and gives what was said. */
async function played(given: Reviewer) {
  const notices: string[] = [];
  const reviewer: Reviewer = {
    ...given,
    decide: (open, review, signal, notice) => {
      notices.push(...notice);
      return given.decide(open, review, signal, notice);
    },
  };
  const folder = mkdtempSync(join(tmpdir(), 'signoff-prd-'));
  const store = await openSqliteStore({ path: join(folder, 'signoff.db') });
  const env = { SIGNOFF_PROVIDER: 'offline' };
  const config = agentConfig.parse({});
  const agents = await openAgents({ store, env, folder, config, trust: TRUSTING, writers: prdWriters, validate });
  const out = new PassThrough().resume();
  const progress = new Progress(out, paintFor({}, {}), Date.now);
  const driver = await driveRuns(RUN, {
    ...{ store, role: 'run', person: BY.actor, agents, workspaces: [folder] },
    code: prdCode({ files: workspaceFiles([folder]), now: Date.now }),
    onEvent: (run, event, payloads) => progress.hear(run, event, payloads),
  });
  try {
    const stored = await addSystem(store, { system: prd, isOwn: false }, BY, Date.now());
    const userInput = { projectPath: folder, userUtterance: 'Nurses should see which beds are free' };
    const started = await driver.engine.start(stored, { userInput }, { by: BY, run: RUN });
    assert.ok(started.ok);
    await driver.idle();
    const root = driver.runOf(RUN);
    const { payloads } = driver;
    const read = { load: async (value: Json) => driver.read(value), read: async () => null };
    const playing: PlayContext = {
      ...{
        systemOf: async () => prd,
        driver,
        reviewer,
        progress,
        root,
        drafts: new Drafts(join(folder, 'signoff.db'), folder),
      },
      ...{ signal: new AbortController().signal, isAttended: false, isEmpty: () => false },
      sourcesOf: () => ({ payloads, events: () => root.events, ...read }),
      ...{ say: () => {}, person: { actor: BY.actor, source: 'flag', osUser: 'tester' }, by: BY },
    };
    return { stopped: await playRun(playing), said: notices.join('\n') };
  } finally {
    await driver.close();
    await agents.close();
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

const APPROVED = { output: { approved: true, reviewSummary: 'good' }, verdict: 'approve' };

test('a verdict with the hash of another version is reported as stale, and asked for again', async () => {
  const shown: (string | null)[] = [];
  const { stopped, said } = await played({
    isPatient: true,
    decide: async (_, review) => {
      if (review.step !== 'FBReview') return null;
      shown.push(review.shown);
      // As if what was on the screen had been an older version.
      if (shown.length === 1) Object.assign(review, { shown: `sha256:${'0'.repeat(64)}` });
      return APPROVED;
    },
  });
  assert.match(
    said,
    /It was changed while you looked at it, so your verdict was not taken\. This is the new version\./,
  );
  assert.deepEqual([shown.length, shown[0] === shown[1], stopped?.why], [2, true, 'no-answer']);
});

test('a file of answers stops at a stale verdict: it cannot look again', async () => {
  const { stopped } = await played({
    isPatient: false,
    decide: async (_, review) => {
      Object.assign(review, { shown: `sha256:${'0'.repeat(64)}` });
      return APPROVED;
    },
  });
  assert.deepEqual(stopped?.why, 'refused');
});

test('what the step refuses is said with its reason, and asked for again', async () => {
  let asked = 0;
  const { said, stopped } = await played({
    isPatient: true,
    decide: async () =>
      ++asked === 1 ? { output: { approved: false, reviewSummary: 'no' }, verdict: 'reject' } : null,
  });
  // Without the words that tell a program which step refused it.
  assert.match(said, /^Not taken: Not approved, without a word why/);
  assert.deepEqual([asked, stopped?.why], [2, 'no-answer']);
});
