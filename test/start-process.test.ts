// The child process of start-process.ts, and the bound of its memory.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startProcess } from '../src/start-process.ts';

const HELD_MB = 400;
/** It takes memory that is not in the heap, without ever giving a timer its turn, and says so. */
const HOLDS = `process.on('message', () => {
  const held = [];
  for (let mb = 0; mb < ${HELD_MB}; mb += 5) {
    held.push(Buffer.alloc(5_000_000, 1));
    for (const until = performance.now() + 10; performance.now() < until; );
  }
  process.send('holds ' + held.length);
});
process.send('ready');`;

async function answerWithin(memoryMb: number): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'signoff-process-'));
  const file = join(folder, 'holds.mjs');
  await writeFile(file, HOLDS);
  try {
    return await new Promise((resolve) => {
      const child = startProcess<{ readonly go: true }, string>(
        pathToFileURL(file),
        { heapMb: 64, memoryMb },
        {
          message: (message) => {
            if (message === 'ready') child.post({ go: true });
            else {
              child.end();
              resolve(message);
            }
          },
          died: () => resolve('ended'),
        },
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a process that takes more memory than it may is ended, also outside of the heap of JavaScript', async () => {
  assert.equal(await answerWithin(250), 'ended');
  assert.equal(await answerWithin(1_000), 'holds 80');
});
