// What other-process.ts starts: opens the store, says so, then does what each line asks.

import { createInterface } from 'node:readline';
import { openPlace } from './open-place.ts';
import type { ProcessReply, ProcessRequest } from './other-process.ts';
import { SampleRun } from './samples.ts';
import { watchLoop } from './watch-loop.ts';

const store = await openPlace(process.argv[2] ?? '');
console.log('open');
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await answer(JSON.parse(line) as ProcessRequest)));
}
await store.close();

async function answer({
  workflow = 0,
  count = 1,
  forMs = 60_000,
  isRegistered = false,
}: ProcessRequest): Promise<ProcessReply> {
  const born = { role: 'work', host: 'h', pid: process.pid, bornAt: 'b', reads: 73, hosts: [], startedAt: 1 };
  const key = isRegistered ? await store.register(born) : null;
  const run = new SampleRun(workflow);
  const loop = watchLoop();
  const start = performance.now();
  let written = 0;
  while (written < count && performance.now() - start < forMs) {
    await run.put(store);
    written++;
  }
  const committedAt = Date.now();
  if (key !== null) await store.unregister(key);
  return { run: run.run, written, committedAt, stalledMs: await loop.longestMs() };
}
