// A worker process that starts beside very many runs: `beside.ts STORE EXEC-TIME`. Prints what it took as JSON.

import { defineAction, open } from '../../src/index.ts';
import { WORKFLOWS } from './workflows.ts';

const [store = '', from = '0'] = process.argv.slice(2);
const { promise: claimed, resolve: onClaim } = Promise.withResolvers<number>();
const errand = defineAction({
  name: 'errand',
  run: () => {
    onClaim(performance.timeOrigin + performance.now());
    return null;
  },
});
const signoff = await open({ store, workflows: WORKFLOWS, actions: [errand], capacity: 1 });
const claimMs = (await claimed) - Number(from);
const start = performance.now();
const page = await signoff.engine.store.listTasks({ forPeople: true }, { limit: 50 });
const inboxMs = performance.now() - start;
if (page.items.length !== 50) throw new Error(`Expected a page of 50 tasks, found ${page.items.length}.`);
await signoff.engine.idle();
const rssMb = process.memoryUsage.rss() / 1e6;
process.stdout.write(JSON.stringify({ claimMs, inboxMs, rssMb }));
await signoff.close();
