// Signoff's four workloads, whichever store keeps its state: diagrams and no-op actions through the package's entry.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RunState } from '../../src/engine/run-state.ts';
import { defineAction, defineWorkflow, open, type Signoff } from '../../src/index.ts';
import { newId } from '../../src/runtime/new-id.ts';
import { AT_ONCE, CHAIN_STEPS, expectEqual, inFlight, nextDocument, type Session } from './contender.ts';

const WAVE = 200;
const PERSON = { actor: 'user:bench', channel: 'http' } as const;

const steps = Array.from({ length: CHAIN_STEPS }, (_, index) => index);
const chain = `graph TD
${steps
  .slice(1)
  .map((step) => `S${step - 1}[Step ${step - 1}] --> S${step}[Step ${step}]`)
  .join('\n')}
${steps.map((step) => `%% @S${step}: {"action": "nothing"}`).join('\n')}`;
const map = (wave: number) => `graph TD
F[[Each: item]] --> W[Work] --> J[Join]
%% @F: {"itemsPath": "run.input.items", "maxItems": 100000, "concurrency": ${wave}}
%% @W: {"action": "nothing"}`;
const approval = `graph TD
A[Prepare] --> B(Approve) --> C[Publish]
%% @A: {"action": "nothing"}
%% @C: {"action": "publish"}`;
const loop = `graph TD
R[Revise] --> D{More?}
D -->|"run.input.loops > steps.R.visits"| R
D -->|default| E([END])
%% @workflow: {"limits": {"visits": 1000000}}
%% @R: {"action": "revise"}`;

/** Opens the engine as a program would; the first time, the diagrams are compiled and stored. */
export async function signoffSession(store: string): Promise<Session> {
  let onTask = (): void => {};
  const isReported = (): null => {
    onTask();
    return null;
  };
  const actions = [
    defineAction({ name: 'nothing', run: () => null }),
    defineAction({ name: 'revise', run: () => nextDocument() }),
    defineAction({ name: 'publish', run: () => isReported() }),
  ];
  const workflows = Object.entries({ chain, map: map(WAVE), approval, loop }).map(([name, diagram]) =>
    defineWorkflow({ name, diagram }),
  );
  const signoff = await open({ store, workflows, actions, capacity: WAVE, actor: 'user:bench' });
  return {
    chain: (runs, atOnce) => inFlight(runs, atOnce, () => complete(signoff, 'chain', {})),
    map: (items) => complete(signoff, 'map', { items: Array.from({ length: items }, (_, item) => item) }),
    pause: (runs) => pause(signoff, runs),
    resume: (runs, heard) => {
      onTask = heard;
      return resume(signoff, runs);
    },
    loop: (loops) => complete(signoff, 'loop', { loops }),
    mapAcross: (items, processes) => mapAcross(signoff, store, items, processes),
    close: () => signoff.close(),
  };
}

type Input = Parameters<Signoff['start']>[1];

async function complete(signoff: Signoff, workflow: string, input: Input): Promise<void> {
  const { status } = await signoff.result(await signoff.start(workflow, input));
  expectEqual(status, 'completed', 'the status');
}

const never = new AbortController().signal;

function isAsked({ tasks }: RunState): boolean {
  for (const { execution } of tasks.values()) if (execution === 'manual') return true;
  return false;
}

async function pause(signoff: Signoff, runs: number): Promise<void> {
  await inFlight(runs, AT_ONCE, async () => {
    const run = newId('run', Date.now());
    const waits = signoff.engine.reaches(run, ({ state }) => isAsked(state), never);
    await signoff.start('approval', {}, { run });
    await waits;
  });
  expectEqual(await signoff.engine.store.countTasks({ forPeople: true }), runs, 'the approvals waiting');
}

async function resume(signoff: Signoff, runs: number): Promise<void> {
  const { engine } = signoff;
  let done = 0;
  for (let after: string | null | undefined; after !== null; ) {
    const page = await engine.store.listTasks({ forPeople: true }, { limit: 500, ...(after && { after }) });
    after = page.next;
    await inFlight(page.items.length, AT_ONCE, async (index) => {
      const { run, task } = page.items[index] as { run: string; task: number };
      const answered = await engine.answer(run, task, { output: null, verdict: 'approve' }, PERSON);
      expectEqual(answered.ok, true, 'the approval');
      const { status } = await signoff.result(run);
      expectEqual(status, 'completed', 'the status');
      done += 1;
    });
  }
  expectEqual(done, runs, 'the number of resumed runs');
}

/** This process and others like it work on one foreach. */
async function mapAcross(signoff: Signoff, store: string, items: number, processes: number): Promise<void> {
  const program = fileURLToPath(new URL('signoff-worker.ts', import.meta.url));
  const workers = Array.from({ length: processes - 1 }, () => fork(program, [store]));
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  await complete(signoff, 'map', { items: Array.from({ length: items }, (_, item) => item) });
  for (const worker of workers) worker.kill('SIGTERM');
  await Promise.all(workers.map((worker) => once(worker, 'exit')));
}
