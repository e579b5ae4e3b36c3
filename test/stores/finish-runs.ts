// Brings every open run of a kept store to its end: people answer, signals come, holds are resolved, agents reply.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import type { Command } from '../../src/engine/commands.ts';
import type { RunState, Task } from '../../src/engine/run-state.ts';
import type { Json } from '../../src/json.ts';
import type { RunRow, Store } from '../../src/ports/store.ts';
import { lazyCode } from '../../src/runtime/lazy-code.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { prdWriters } from '../../src/systems/prd/offline.ts';
import { prd as prdSystem } from '../../src/systems/prd/system.ts';
import { envelope } from '../agents/agent-engine.ts';
import { startModelServer } from '../support/model-server.ts';
import { TRUSTING } from '../support/trusting.ts';
import { approvesPrd } from '../systems/prd-cast.ts';
import { PrdRun } from '../systems/prd-fixture.ts';
import { PROJECT } from './flows.ts';

const PATIENCE_MS = 60_000;
const OPEN = { status: ['running', 'on_hold', 'paused'] } as const;
/** Who may answer each gate: nobody who started the run, wrote what it shows, or voted. */
const PEOPLE: { readonly [step: string]: readonly string[] } = { A: ['user:ada'], B: ['user:bo', 'user:cy'] };

/** The rows of the runs that were open, once none is. */
export async function finishRuns(store: Store): Promise<readonly RunRow[]> {
  const { engine, close } = await engineOn(store);
  try {
    await othersGone(engine, store);
    return await finished(engine, store);
  } finally {
    await close();
  }
}

/** The process that wrote the store was on another machine: it is taken for dead when its lease is over, not before. */
async function othersGone(engine: Engine, store: Store): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
    const others = (await store.processes()).filter(({ key }) => key !== engine.process);
    if (others.length === 0) return;
  }
  assert.fail(`Still registered: ${JSON.stringify(await store.processes())}`);
}

async function finished(engine: Engine, store: Store): Promise<readonly RunRow[]> {
  const { items: open } = await store.listRuns(OPEN, { limit: 100 });
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
    const { items } = await store.listRuns(OPEN, { limit: 100 });
    if (items.length === 0) return Promise.all(open.map(async ({ run }) => (await store.run(run)) ?? assert.fail(run)));
    for (const row of items) await moveOn(engine, row);
  }
  const { items } = await store.listRuns(OPEN, { limit: 100 });
  assert.fail(`Still open: ${JSON.stringify(items)}`);
}

async function engineOn(store: Store): Promise<{ engine: Engine; close(): Promise<void> }> {
  const server = await startModelServer(() => envelope({ score: 90 }));
  const agents = await openAgents({
    trust: TRUSTING,
    ...{ store, writers: prdWriters, folder: PROJECT, validate, config: agentConfig.parse({}) },
    env: { ANTHROPIC_API_KEY: 'sk-none', ANTHROPIC_BASE_URL: server.url },
  });
  const prd = lazyCode(prdSystem, { files: workspaceFiles([PROJECT]), now: Date.now, domain: async () => null });
  const done = (): { output: Json } => ({ output: { n: 2 } });
  const engine = await openEngine({
    ...{ store, role: 'work', processesWork: true, agents, workspaces: [PROJECT], leaseMs: 1000, sweepMs: 200 },
    code: { ...prd, actions: { ...prd.actions, work: done, fail: done } },
  });
  const close = async (): Promise<void> => {
    await engine.close(0);
    await agents.close();
    await server.close();
  };
  return { engine, close };
}

async function moveOn(engine: Engine, row: RunRow): Promise<void> {
  const view = await engine.view(row.run);
  if (view === null) return;
  const { state, workflow } = view;
  if (row.status === 'paused') await send(engine, row.run, { type: 'ResumeRun', reason: 'It is finished now.' });
  else if (workflow.name === 'prd') await movePrd(new PrdRun(engine, row.run, PROJECT), state);
  else if (workflow.name === 'door') await sendSignal(engine, row.run, isAt(state, 'Open') ? 'remove' : 'push');
  else {
    if (isAt(state, 'W') && workflow.name === 'signal') await sendSignal(engine, row.run, 'paid');
    for (const { id, moves } of [...state.holds.values()]) {
      const move = moves.includes('choose') && !moves.includes('skip') ? 'choose' : 'skip';
      const output = { output: { n: 2 } };
      await send(engine, row.run, { type: 'ResolveHold', hold: id, move, reason: 'It is finished now.', ...output });
    }
    for (const task of [...state.tasks.values()]) await answer(engine, row.run, task);
  }
}

async function answer(engine: Engine, run: string, task: Task): Promise<void> {
  const { id, step, shown, execution, status } = task;
  const asShown = shown === undefined ? {} : { shown };
  if (execution === 'conversation' && status === 'waiting') {
    await engine.answer(run, id, { output: 'All is said.', ...asShown }, { actor: 'user:ada', channel: 'cli' });
  }
  if (execution !== 'manual') return;
  for (const actor of PEOPLE[step] ?? ['user:bo']) {
    const by = { actor, channel: 'cli' } as const;
    const vote: Command = { type: 'CastVote', task: id, verdict: 'approve', ...asShown };
    const isVote = (await engine.view(run))?.workflow.steps.find((each) => each.id === step)?.task?.approvals != null;
    if (isVote) await engine.send(run, vote, by);
    else if ((await engine.answer(run, id, { output: null, verdict: 'approve', ...asShown }, by)).ok) return;
  }
}

async function movePrd(run: PrdRun, state: RunState): Promise<void> {
  const [task] = [...state.tasks.values()].filter(({ execution }) => execution !== 'automated');
  if (task === undefined || (task.execution === 'conversation' && task.status !== 'waiting')) return;
  if (task.step === 'FBReview') await run.approvesBrief();
  if (task.step === 'RR') await run.approvesAll();
  if (task.step === 'GA') await run.decides(false);
  if (task.step === 'PR') await approvesPrd(run);
}

function isAt(state: RunState, step: string): boolean {
  return [...state.tokens.values()].some((token) => token.step === step);
}

async function sendSignal(engine: Engine, run: string, name: string): Promise<void> {
  await send(engine, run, { type: 'SendSignal', id: `${name}-1`, name, value: null });
}

async function send(engine: Engine, run: string, command: Command): Promise<void> {
  const outcome = await engine.send(run, command, { actor: 'user:bo', channel: 'cli' });
  assert.ok(outcome.ok, JSON.stringify(outcome));
}
