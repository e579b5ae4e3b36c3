// Whatever a model writes, reading it ends soon: every reader of such texts is given 4 MB of what it divides texts by,
// or as much as an answer may have where longer ones are refused before it.

import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { CodeRegistry } from '../../src/ports/action.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { soaked } from '../support/soak.ts';
import type { Reading, ReadingNews } from './read-texts-worker.ts';
import { repeated, UNITS } from './repeated-texts.ts';
import { findTextReaders } from './text-readers.ts';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Of a processor's time. What reads a text again for each separator takes minutes. */
const DEADLINE_MS = 5_000;
const LOOK_MS = 100;
/** Where a reader was once found slow; given in the suite, too. */
const WORST: readonly (readonly [name: string, unit: string])[] = [
  ['src/systems/sdd/sql/statement.ts#statementsOf', ';'],
  ['src/systems/sdd/sql/statement.ts#statementsOf', 'CREATE TABLE t(a);'],
  ['src/agents/read-turn.ts#readTurn', '*a* '],
  ['src/documents/markdown/parse-blocks.ts#parseBlocks', '\n'],
  ['src/documents/markdown/parse-blocks.ts#parseBlocks', '\r'],
  ['src/documents/markdown/parse-blocks.ts#parseBlocks', '> \n\n'],
];

const { readers, unknown, gone } = findTextReaders(ROOT);

test('every reader of texts is found, and what it needs beside a text is known', () => {
  assert.ok(readers.length > 100, `found only ${readers.length}`);
  assert.deepEqual(unknown, [], 'say in text-readers.ts what they are called with');
  assert.deepEqual(gone, [], 'nothing of that name is there any more: take it out of text-readers.ts');
});

test('no reader of texts can be kept busy by separators', { timeout: 600_000 * soaked(1) }, async () => {
  const isWhole = soaked(1) > 1;
  const chosen = readers.flatMap((reader, at) => {
    const worst = WORST.filter(([name]) => name === reader.name).map(([, unit]) => unit);
    const units = isWhole ? UNITS : [...worst, UNITS[(at * 7) % UNITS.length] ?? ''];
    return units.map((unit): Reading => ({ reader, unit }));
  });
  assert.deepEqual(await slowOf(chosen), []);
});

test('no code of a step begins to read an answer that is too long', async () => {
  const text = repeated(';', { characters: 4_000_000, lines: 1 });
  const call = { answer: { text }, message: { text }, messages: [], data: {}, by: 'agent:a', step: 'a', attempt: 1 };
  const read: string[] = [];
  let count = 0;
  for (const { load } of SYSTEMS) {
    const code: CodeRegistry = (await (await load()).loadCode?.({} as never)) ?? {};
    const accepts = { ...code.accepts, ...code.acceptTurns } as Record<string, (call: unknown) => unknown>;
    for (const [name, accept] of Object.entries(accepts)) {
      count += 1;
      const result = (await accept({ ...call, config: {}, run: {}, input: {} })) as { refused?: readonly string[] };
      if (!/Expected (?:a text of )?at most/.test(result.refused?.join(' ') ?? '')) read.push(name);
    }
  }
  assert.ok(count > 20, `found only ${count}`);
  assert.deepEqual(read, [], 'wrap it in `legible` or `notTooLong` (src/systems/features/legible.ts)');
});

/** Those that miss the deadline, or fail with what is not a refusal. */
async function slowOf(readings: readonly Reading[]): Promise<readonly string[]> {
  const slow: string[] = [];
  for (let from = 0; from < readings.length; ) {
    const { at, why } = await firstSlow(readings, from);
    const found = readings[at];
    if (found !== undefined) slow.push(`${found.reader.name} on ${JSON.stringify(found.unit)}...: ${why}`);
    from = at + 1;
  }
  return slow;
}

function firstSlow(readings: readonly Reading[], from: number): Promise<{ at: number; why: string }> {
  const worker = new Worker(new URL('read-texts-worker.ts', import.meta.url), {
    workerData: { readings, from },
    resourceLimits: { maxOldGenerationSizeMb: 2_000 },
  });
  return new Promise((resolve) => {
    let now = from;
    // This thread only waits, so the time of the process is that of the other one.
    let begun = process.cpuUsage();
    const end = (at: number, why: string): void => {
      clearInterval(look);
      void worker.terminate().then(() => resolve({ at, why }));
    };
    const look = setInterval(() => {
      const { user, system } = process.cpuUsage(begun);
      if ((user + system) / 1000 > 2 * DEADLINE_MS) end(now, `more than ${DEADLINE_MS} ms`);
    }, LOOK_MS);
    worker.on('error', (error) => end(now, error.message));
    worker.on('message', ({ at, ms, fault }: ReadingNews) => {
      now = at;
      if (at === readings.length) end(at, '');
      else if (ms === undefined) begun = process.cpuUsage();
      else if (fault !== undefined) end(at, fault);
      else if (ms > DEADLINE_MS) end(at, `${Math.round(ms)} ms`);
    });
  });
}
