// Mastra's workflows with its libsql store. Its foreach keeps the items' results only when all are done.

import { join } from 'node:path';
import { Mastra } from '@mastra/core';
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { LibSQLStore } from '@mastra/libsql';
import { z } from 'zod';
import { AT_ONCE, CHAIN_STEPS, type Contender, expectEqual, inFlight, nextDocument } from '../contender.ts';

let onTask = (): void => {};

const count = z.object({ count: z.number() });
const approval = z.object({ approved: z.boolean() });
const revision = z.object({ loops: z.number(), version: z.number(), document: z.string() });

const chain = Array.from({ length: CHAIN_STEPS }, (_, index) =>
  createStep({
    id: `s${index}`,
    inputSchema: count,
    outputSchema: count,
    execute: async ({ inputData }) => ({ count: inputData.count + 1 }),
  }),
)
  .reduce(
    (workflow, step) => workflow.then(step) as typeof workflow,
    createWorkflow({ id: 'chain', inputSchema: count, outputSchema: count }),
  )
  .commit();

const map = createWorkflow({ id: 'map', inputSchema: z.array(z.number()), outputSchema: count })
  .foreach(
    createStep({
      id: 'item',
      inputSchema: z.number(),
      outputSchema: z.number(),
      execute: async ({ inputData }) => inputData,
    }),
    { concurrency: AT_ONCE },
  )
  .then(
    createStep({
      id: 'join',
      inputSchema: z.array(z.number()),
      outputSchema: count,
      execute: async ({ inputData }) => ({ count: inputData.length }),
    }),
  )
  .commit();

const approve = createStep({
  id: 'approve',
  inputSchema: approval,
  outputSchema: approval,
  resumeSchema: approval,
  execute: async ({ resumeData, suspend }) => resumeData ?? (await suspend({})),
});
const publish = createStep({
  id: 'publish',
  inputSchema: approval,
  outputSchema: approval,
  execute: async ({ inputData }) => {
    onTask();
    return inputData;
  },
});
const start = createStep({ ...publish, id: 'start', execute: async ({ inputData }) => inputData });
const review = createWorkflow({ id: 'review', inputSchema: approval, outputSchema: approval })
  .then(start)
  .then(approve)
  .then(publish)
  .commit();

const revise = createStep({
  id: 'revise',
  inputSchema: revision,
  outputSchema: revision,
  execute: async ({ inputData: { loops, version } }) => ({
    loops,
    version: version + 1,
    document: nextDocument(),
  }),
});
const loop = createWorkflow({ id: 'loop', inputSchema: revision, outputSchema: revision })
  .dountil(revise, async ({ inputData }) => inputData.version === inputData.loops)
  .commit();

export const contender: Contender = {
  prepare: async ({ folder }) => {
    const storage = storeIn(folder);
    await storage.init();
    await storage.close();
  },
  open: async ({ folder }) => {
    const storage = storeIn(folder);
    const mastra = new Mastra({ workflows: { chain, map, review, loop }, storage, logger: false });
    const workflow = (id: 'chain' | 'map' | 'review' | 'loop') => mastra.getWorkflow(id);
    const start = async (id: 'chain' | 'map' | 'loop', inputData: unknown) => {
      const run = await workflow(id).createRun();
      const result = await run.start({ inputData } as never);
      if (result.status !== 'success') throw new Error(`Expected the run to succeed, but it is ${result.status}.`);
      return result.result as { readonly count?: number; readonly version?: number };
    };
    return {
      chain: (runs, atOnce) =>
        inFlight(runs, atOnce, async () => {
          expectEqual((await start('chain', { count: 0 })).count, CHAIN_STEPS, 'the steps done');
        }),
      map: async (items) => {
        const result = await start(
          'map',
          Array.from({ length: items }, (_, item) => item),
        );
        expectEqual(result.count, items, 'the items joined');
      },
      pause: (runs) =>
        inFlight(runs, AT_ONCE, async (index) => {
          const run = await workflow('review').createRun({ runId: `run-${index}` });
          const { status } = await run.start({ inputData: { approved: false } } as never);
          expectEqual(status, 'suspended', 'the status of the run');
        }),
      resume: async (runs, done) => {
        onTask = done;
        await inFlight(runs, AT_ONCE, async (index) => {
          const run = await workflow('review').createRun({ runId: `run-${index}` });
          const { status } = await run.resume({ step: 'approve', resumeData: { approved: true } } as never);
          expectEqual(status, 'success', 'the status of the run');
        });
      },
      loop: async (loops) => {
        const result = await start('loop', { loops, version: 0, document: '' });
        expectEqual(result.version, loops, 'the loops done');
      },
      close: () => storage.close(),
    };
  },
};

function storeIn(folder: string): LibSQLStore {
  return new LibSQLStore({ id: 'bench', url: `file:${join(folder, 'mastra.db')}` });
}
