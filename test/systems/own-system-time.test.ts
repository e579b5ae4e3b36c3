// Code of a system that never ends: a fault that names it, not a program that ends without a word.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownSystems } from '../../src/runtime/own-systems.ts';
import { place } from './own-place.ts';
import { newFolder } from './prd-fixture.ts';

const TITLE = "...{ noun: 'the record', title: 'Decision record', waits: 'your review of the record' },";
const NEVER = 'new Promise<never>(() => {})';

test('a review that never settles is a fault that names the system and the step', async (t) => {
  const { run, runProcess, alter } = place(t);
  alter('adr/system.ts', TITLE, `${TITLE} limitMs: 300,`);
  alter('adr/system.ts', 'review: async (facts) => ({', `review: async (facts) => (await ${NEVER}, {`);
  // A process of its own would end while nothing but the review is waited for.
  const { code, err } = await runProcess(['adr', 'We ship.'], { lines: ['a'] });
  assert.equal(code, 1, err);
  assert.match(err, /^system-unusable: The gate "Review" of the system "adr" failed: it did not end within 300 ms/);
  const [task] = JSON.parse((await run(['tasks', 'list', '--json'])).out).tasks;
  const shown = await run(['tasks', 'review', task.task]);
  assert.equal(shown.code, 1);
  assert.match(shown.err, /The gate "Review" of the system "adr" failed/);
});

test('a review that JSON cannot carry is a fault that names the system and the step', async (t) => {
  const { run, alter } = place(t);
  alter('adr/system.ts', 'review: async (facts) => ({', 'review: async (facts) => ({ count: 1n as never,');
  assert.equal((await run(['adr', 'We ship.'], { lines: [] })).code, 1);
  const [task] = JSON.parse((await run(['tasks', 'list', '--json'])).out).tasks;
  const { code, err } = await run(['tasks', 'review', task.task]);
  assert.equal(code, 1);
  assert.match(err, /^system-unusable: The gate "Review" of the system "adr" failed: .*BigInt/);
});

test('an answer that never settles is one too', async (t) => {
  const { run, alter } = place(t);
  alter('adr/system.ts', TITLE, `${TITLE} limitMs: 300,`);
  alter('adr/system.ts', 'answer: async (_, decision) => answerOf(decision)', `answer: () => ${NEVER}`);
  const { code, err } = await run(['adr', 'We ship.'], { lines: ['a'] });
  assert.equal(code, 1, err);
  assert.match(err, /^system-unusable: The gate "Review" of the system "adr" failed: it did not end within 300 ms/);
});

test('a module that never finishes loading is told by its name', async (t) => {
  const folder = newFolder(t);
  mkdirSync(join(folder, 'slow'));
  writeFileSync(join(folder, 'slow/system.mjs'), 'await new Promise(() => {});\n');
  const named = { slow: './slow' };
  const [entry] = ownSystems({ folder, named, taken: [], limitMs: 100, refusal: async () => null });
  await assert.rejects(async () => entry?.load(), /the system "slow" at \.\/slow.*it did not end within 100 ms/);
});

test('what nothing can ever bring ends with a message and an exit code of ours', async (t) => {
  const { folder, runProcess } = place(t);
  writeFileSync(join(folder, 'never.mjs'), 'await new Promise(() => {});\n');
  const { code, err } = await runProcess(['work', '--code', 'never.mjs']);
  assert.equal(code, 1, err);
  assert.match(err, /Something was waited for that can never come: .* with --code never settles/s);
});
