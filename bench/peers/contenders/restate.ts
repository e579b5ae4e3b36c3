// Restate: a server keeps the journals and calls this process, which holds the steps.

import { once } from 'node:events';
import type { Http2Server } from 'node:http2';
import { createServer } from 'node:http2';
import * as restate from '@restatedev/restate-sdk';
import * as clients from '@restatedev/restate-sdk-clients';
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

let onPause = (): void => {};
let onTask = (): void => {};

const runs = restate.service({
  name: 'runs',
  handlers: {
    chain: async (ctx: restate.Context) => {
      let count = 0;
      for (let step = 0; step < CHAIN_STEPS; step += 1) count = await ctx.run(() => count + 1);
      return count;
    },
    map: async (ctx: restate.Context, { items, wave }: { items: number; wave: number }) => {
      let done = 0;
      while (done < items) {
        const group = Array.from({ length: Math.min(wave, items - done) }, (_, item) => done + item);
        done += (await restate.RestatePromise.all(group.map((item) => ctx.run(() => item)))).length;
      }
      return done;
    },
    loop: async (ctx: restate.Context, loops: number) => {
      let document = '';
      for (let version = 0; version < loops; version += 1) document = await ctx.run(() => nextDocument());
      return document.length;
    },
  },
});
const review = restate.workflow({
  name: 'review',
  handlers: {
    run: async (ctx: restate.WorkflowContext) => {
      await ctx.run(() => null);
      onPause();
      const approved = await ctx.promise<boolean>('approval');
      return ctx.run(() => {
        onTask();
        return approved;
      });
    },
    approve: (ctx: restate.WorkflowSharedContext) => ctx.promise<boolean>('approval').resolve(true),
  },
});

export const contender: Contender = {
  prepare: async (place) => {
    const server = await serve(place);
    const { admin, stepsPort } = addressesOf(place);
    const response = await fetch(`${admin}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uri: `http://127.0.0.1:${stepsPort}`, force: true }),
    });
    if (!response.ok) throw new Error(`Expected Restate to accept the steps, but it said ${await response.text()}`);
    await close(server);
  },
  open: async (place) => {
    const server = await serve(place);
    const ingress = clients.connect({ url: addressesOf(place).ingress });
    const client = ingress.serviceClient(runs);
    const reviewOf = (run: number) => ingress.workflowClient(review, `run-${run}`);
    return {
      chain: (count, atOnce) =>
        inFlight(count, atOnce, async () => expectEqual(await client.chain(), CHAIN_STEPS, 'the steps done')),
      map: async (items, wave) => expectEqual(await client.map({ items, wave: wave ?? items }), items, 'the items'),
      pause: (count) =>
        new Promise((done, failed) => {
          let paused = 0;
          onPause = () => {
            paused += 1;
            if (paused === count) done();
          };
          const begin = async (run: number) => void (await reviewOf(run).workflowSubmit());
          inFlight(count, AT_ONCE, begin).catch(failed);
        }),
      resume: async (count, done) => {
        onTask = done;
        await inFlight(count, AT_ONCE, async (run) => {
          await reviewOf(run).approve();
          expectEqual(await reviewOf(run).workflowAttach(), true, 'the approval');
        });
      },
      loop: async (loops) => expectEqual(await client.loop(loops), DOCUMENT_BYTES, 'the size of the document'),
      close: () => close(server),
    };
  },
};

async function serve(place: Place): Promise<Http2Server> {
  const handler = restate.createEndpointHandler({ services: [runs, review], logger: () => {} });
  const server = createServer(handler).listen(addressesOf(place).stepsPort, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

// The server keeps its connections open for the next call, so nothing would end by itself.
async function close(server: Http2Server): Promise<void> {
  server.close();
}

function addressesOf({ restate: addresses }: Place) {
  if (addresses === null) throw new Error('Expected a Restate server to have been started.');
  return addresses;
}
