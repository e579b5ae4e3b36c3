// A verdict on something else than is there now is not taken: the person is told, and shown the new version.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import { paintFor } from '../../src/cli/paint.ts';
import { documentAnswer } from '../../src/cli/prd/answer-gate.ts';
import { Drafts } from '../../src/cli/prd/drafts.ts';
import { type Playing, playPrd } from '../../src/cli/prd/play-prd.ts';
import { Progress } from '../../src/cli/prd/progress.ts';
import type { Reviewer } from '../../src/cli/prd/reviewers.ts';
import { addSystem } from '../../src/operations/add-system.ts';
import { driveRuns } from '../../src/runtime/drive-runs.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { prdCode } from '../../src/systems/prd/actions.ts';
import { prdWriters } from '../../src/systems/prd/offline.ts';
import { root } from '../support/run-signoff.ts';
import { TRUSTING } from '../support/trusting.ts';

const RUN = 'run_00000000000000000000000001';
const BY = { actor: 'user:local', channel: 'cli' } as const;

/** Plays a new run with this reviewer until it has no answer, and gives what was said. */
async function played(given: Reviewer) {
  const notices: string[] = [];
  const reviewer: Reviewer = {
    ...given,
    decide: (gate, run, signal, notice) => {
      notices.push(...notice);
      return given.decide(gate, run, signal, notice);
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
    onEvent: (run, event) => progress.hear(run, event),
  });
  try {
    const stored = await addSystem(store, join(root, 'src/systems/prd/workflow.mmd'), BY, Date.now());
    const userInput = { projectPath: folder, userUtterance: 'Nurses should see which beds are free' };
    const started = await driver.engine.start(stored, { userInput }, { by: BY, run: RUN });
    assert.ok(started.ok);
    await driver.idle();
    const playing: Playing = {
      ...{
        driver,
        reviewer,
        progress,
        root: driver.runOf(RUN),
        drafts: new Drafts(join(folder, 'signoff.db'), folder),
      },
      ...{ signal: new AbortController().signal, isAttended: false, isEmpty: () => false, readFile: async () => null },
      ...{ say: () => {}, person: { actor: BY.actor, source: 'flag', osUser: 'tester' }, by: BY },
    };
    return { stopped: await playPrd(playing), said: notices.join('\n') };
  } finally {
    await driver.close();
    await agents.close();
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

const APPROVED = documentAnswer('brief', { approved: true, reviewSummary: 'good' });

test('a verdict with the hash of another version is told to be stale, and asked for again', async () => {
  const shown: (string | undefined)[] = [];
  const { stopped, said } = await played({
    isPatient: true,
    decide: async (gate) => {
      if (gate.kind !== 'brief') return null;
      shown.push(gate.shown);
      // As if what was on the screen had been an older version.
      if (shown.length === 1) Object.assign(gate, { shown: `sha256:${'0'.repeat(64)}` });
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
    decide: async (gate) => {
      Object.assign(gate, { shown: `sha256:${'0'.repeat(64)}` });
      return APPROVED;
    },
  });
  assert.deepEqual(stopped?.why, 'refused');
});

test('what the step refuses is said with its reason, and asked for again', async () => {
  let asked = 0;
  const { said, stopped } = await played({
    isPatient: true,
    decide: async () => (++asked === 1 ? documentAnswer('brief', { approved: false, reviewSummary: 'no' }) : null),
  });
  // Without the words that tell a program which step refused it.
  assert.match(said, /^Not taken: Not approved, without a word why/);
  assert.deepEqual([asked, stopped?.why], [2, 'no-answer']);
});
