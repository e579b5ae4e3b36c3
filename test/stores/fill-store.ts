// Fills a store with runs at every gate and calls under way, says so, and waits to be killed: `fill-store.ts PLACE`.

import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import { compile } from '../../src/diagram/compile.ts';
import type { JsonObject } from '../../src/json.ts';
import { addSystem } from '../../src/operations/add-system.ts';
import type { StoredWorkflow } from '../../src/ports/store.ts';
import { lazyCode } from '../../src/runtime/lazy-code.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { sha256 } from '../../src/runtime/sha256.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { prdWriters } from '../../src/systems/prd/offline.ts';
import { prd as prdSystem } from '../../src/systems/prd/system.ts';
import { envelope } from '../agents/agent-engine.ts';
import { openPlace } from '../e2e/open-place.ts';
import { startModelServer } from '../support/model-server.ts';
import { TRUSTING } from '../support/trusting.ts';
import { approvesPrd, toGaps, toReview } from '../systems/prd-cast.ts';
import { PrdRun, UTTERANCE } from '../systems/prd-fixture.ts';
import { FLOWS, type KeptFlow, type Move, PROJECT } from './flows.ts';

const BY = { actor: 'user:local', channel: 'cli' } as const;
const PATIENCE_MS = 30_000;

const store = await openPlace(process.argv[2] ?? '');
const server = await startModelServer(async ({ body }) => {
  const text = JSON.stringify(body);
  if (text.includes('Take your time')) await sleep(1_000_000);
  if (text.includes('Ask what is wanted')) return 'What do you want?';
  if (text.includes('Decide.')) return envelope({ score: 40 }, { status: 'SUCCESS', nextAction: 'ESCALATE' });
  return { text: envelope({ score: 90 }), usage: { in: 900, out: 100, cached: 0 } };
});
const note = { at: Date.now(), ...BY, text: '[["AgentAdded",{}]]' };
for (const id of ['quick', 'slow', 'unsure', 'talker']) await store.putRecord('agent', id, {}, note);
await store.putRecord('agent', 'prd', { provider: { kind: 'offline' } }, note);

mkdirSync(PROJECT, { recursive: true });
const prd = await addSystem(store, { system: prdSystem, isOwn: false }, BY, Date.now());
const agents = await openAgents({
  trust: TRUSTING,
  ...{ store, writers: prdWriters, folder: PROJECT, validate, config: agentConfig.parse({}) },
  env: { ANTHROPIC_API_KEY: 'sk-none', ANTHROPIC_BASE_URL: server.url },
});
const prdCode = lazyCode(prdSystem, { files: workspaceFiles([PROJECT]), now: Date.now, domain: async () => null });
const engine = await openEngine({
  ...{ store, role: 'work', processesWork: true, agents, workspaces: [PROJECT] },
  code: {
    ...prdCode,
    actions: {
      ...prdCode.actions,
      work: () => ({ output: { n: 1 } }),
      fail: () => {
        throw new Error('It does not work.');
      },
    },
  },
});

for (const flow of FLOWS) await playFlow(flow);
await playPrds();
await engine.settled();
await store.seal(Date.now());
process.send?.('filled');
setInterval(() => {}, 1000);

async function playFlow({ name, text, input = {}, runs }: KeptFlow): Promise<void> {
  const { workflow, problems } = await compile({ fileName: `${name}.mmd`, text, hash: sha256 });
  if (workflow === null) throw new Error(`${name}: ${JSON.stringify(problems)}`);
  const { key } = await store.addWorkflow(workflow, null, { at: Date.now(), ...BY, text: '[["WorkflowAdded",{}]]' });
  const stored = (await store.workflowByKey(key)) as StoredWorkflow;
  for (const { does } of runs) {
    const started = await engine.start(stored, input, { by: BY, title: `${name} of a kept store` });
    if (!started.ok) throw new Error(started.rejection.message);
    for (const move of does) await make(started.run, move);
  }
}

async function make(run: string, move: Move): Promise<void> {
  if ('until' in move) return untilAt(run, move.until);
  if ('do' in move) {
    const type = move.do === 'pause' ? 'PauseRun' : 'CancelRun';
    return orThrow(await engine.send(run, { type, reason: 'It is kept so.' }, BY));
  }
  const step = 'answers' in move ? move.answers : move.votes;
  const { state } = (await engine.view(run)) ?? fail(run, step);
  const task = [...state.tasks.values()].find((each) => each.step === step) ?? fail(run, step);
  const shown = task.shown === undefined ? {} : { shown: task.shown };
  const by = { actor: move.as, channel: 'cli' } as const;
  if ('votes' in move) {
    return orThrow(await engine.send(run, { type: 'CastVote', task: task.id, verdict: move.verdict, ...shown }, by));
  }
  const verdict = move.verdict ?? 'approve';
  return orThrow(await engine.answer(run, task.id, { output: move.output ?? null, verdict, ...shown }, by));
}

async function untilAt(run: string, step: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(20)) {
    const view = await engine.view(run);
    const { state } = view ?? fail(run, step);
    const isThere = [...state.tokens.values()].some(
      (token) => token.step === step && (token.hold !== undefined || token.task === undefined),
    );
    const hasTask = [...state.tasks.values()].some(
      (task) => task.step === step && (task.execution !== 'conversation' || task.status === 'waiting'),
    );
    if (isThere || hasTask) return;
  }
  fail(run, step);
}

function fail(run: string, step: string): never {
  throw new Error(`Waited in vain for ${step} of ${run}.`);
}

function orThrow(outcome: Awaited<ReturnType<Engine['send']>>): void {
  if (!outcome.ok) throw new Error(outcome.rejection.message);
}

async function playPrds(): Promise<void> {
  const stops: readonly ((run: PrdRun) => Promise<unknown>)[] = [
    (run) => run.at('FBReview'),
    toReview,
    toGaps,
    async (run) => {
      await toGaps(run);
      await run.decides(false);
      await run.at('PR');
    },
    async (run) => {
      await toGaps(run);
      await run.decides(false);
      await approvesPrd(run);
      await run.ended();
    },
  ];
  for (const stop of stops) {
    const userInput: JsonObject = { projectPath: PROJECT, userUtterance: UTTERANCE };
    const started = await engine.start(prd, { userInput }, { by: BY });
    if (!started.ok) throw new Error(started.rejection.message);
    await stop(new PrdRun(engine, started.run, PROJECT));
  }
}
