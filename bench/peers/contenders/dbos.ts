// DBOS: workflows are functions, steps are rows in PostgreSQL; a new process takes up what the old one left.

import { setTimeout as sleep } from 'node:timers/promises';
import { DBOS, type WorkflowStatusString } from '@dbos-inc/dbos-sdk';
import {
  AT_ONCE,
  CHAIN_STEPS,
  type Contender,
  DOCUMENT_BYTES,
  expectEqual,
  inFlight,
  nextDocument,
  type Place,
} from '../contender.ts';

const POLL_MS = 20;
const DONE_POLLS_MAX = 5_000;
/** Recovered workflows are queued first. */
const OPEN: WorkflowStatusString[] = ['PENDING', 'ENQUEUED'];
const LEAN = { loadInput: false, loadOutput: false };

let onPause = (): void => {};
let onTask = (): void => {};

const chain = DBOS.registerWorkflow(
  async () => {
    let count = 0;
    for (let step = 0; step < CHAIN_STEPS; step += 1) {
      count = await DBOS.runStep(async () => count + 1, { name: 'step' });
    }
    return count;
  },
  { name: 'chain' },
);
const map = DBOS.registerWorkflow(
  async (items: number, wave: number) => {
    let done = 0;
    while (done < items) {
      const group = Array.from({ length: Math.min(wave, items - done) }, (_, item) => done + item);
      const results = await Promise.all(group.map((item) => DBOS.runStep(async () => item, { name: 'item' })));
      done += results.length;
    }
    return done;
  },
  { name: 'map' },
);
const review = DBOS.registerWorkflow(
  async () => {
    await DBOS.runStep(async () => null, { name: 'start' });
    onPause();
    const approved = await DBOS.recv<boolean>('approval', { timeoutSeconds: 86_400 });
    return DBOS.runStep(
      async () => {
        onTask();
        return approved;
      },
      { name: 'publish' },
    );
  },
  { name: 'review' },
);
const loop = DBOS.registerWorkflow(
  async (loops: number) => {
    let document = '';
    for (let version = 0; version < loops; version += 1) {
      document = await DBOS.runStep(async () => nextDocument(), { name: 'revise' });
    }
    return document.length;
  },
  { name: 'loop' },
);

export const contender: Contender = {
  prepare: async (place) => {
    await launch(place);
    await DBOS.shutdown();
  },
  open: async (place) => {
    await launch(place);
    return {
      chain: (runs, atOnce) =>
        inFlight(runs, atOnce, async () => expectEqual(await chain(), CHAIN_STEPS, 'the steps done')),
      map: async (items, wave) => expectEqual(await map(items, wave ?? items), items, 'the items done'),
      pause: (runs) =>
        new Promise((done, failed) => {
          let paused = 0;
          onPause = () => {
            paused += 1;
            if (paused === runs) done();
          };
          const begin = async (run: number) => {
            await DBOS.startWorkflow(review, { workflowID: `run-${run}` })();
          };
          inFlight(runs, AT_ONCE, begin).catch(failed);
        }),
      resume: async (runs, done) => {
        onTask = done;
        await inFlight(runs, AT_ONCE, (run) => DBOS.send(`run-${run}`, true, 'approval'));
        await allDone(runs);
      },
      loop: async (loops) => expectEqual(await loop(loops), DOCUMENT_BYTES, 'the size of the document'),
      close: () => DBOS.shutdown(),
    };
  },
};

async function launch({ postgresUrl }: Place): Promise<void> {
  DBOS.setConfig({ name: 'bench', systemDatabaseUrl: postgresUrl, logLevel: 'error' });
  await DBOS.launch();
}

/** A handle of a recovered workflow asks once a second; asking for the last open one sees the end sooner. */
async function allDone(runs: number): Promise<void> {
  for (let poll = 0; poll < DONE_POLLS_MAX; poll += 1) {
    const open = await DBOS.listWorkflows({ status: OPEN, limit: 1, ...LEAN });
    if (open.length === 0) break;
    await sleep(POLL_MS);
  }
  const done = await DBOS.listWorkflows({ status: 'SUCCESS', ...LEAN });
  expectEqual(done.length, runs, 'the number of resumed runs');
}
