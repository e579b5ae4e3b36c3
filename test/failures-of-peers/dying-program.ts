// Works on a store and kills itself with the last signal there is, right after the commit of the number it was given.

import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { Store } from '../../src/ports/store.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { openPlace } from '../e2e/open-place.ts';

const [address = '', run = '', log = '', dies = '0'] = process.argv.slice(2);
const BY = { actor: 'user:ada', channel: 'cli' } as const;

const store = await openPlace(address);
const engine = await openEngine({
  store: mortal(store, Number(dies)),
  role: 'work',
  processesWork: true,
  code: { actions: { work } },
});
const workflow = await store.workflow('parent');
if (workflow === null) throw new Error('Expected the workflow "parent", found none.');
await engine.start(workflow, {}, { run, by: BY });
await engine.result(run, AbortSignal.timeout(60_000));
await engine.idle();
await engine.close();
await store.close();

async function work({ step, idempotencyKey }: { step: string; idempotencyKey: string }) {
  appendFileSync(log, `${idempotencyKey}\n`);
  return { output: step };
}

/** Its commit is durable; nobody hears of it. */
function mortal(inner: Store, last: number): Store {
  let count = 0;
  const append: Store['append'] = async (writes) => {
    const result = await inner.append(writes);
    count++;
    if (count !== last) return result;
    // What it compiled is left to those that follow.
    flushCompileCache();
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  };
  return new Proxy(inner, { get: (target, key) => (key === 'append' ? append : Reflect.get(target, key)) });
}
