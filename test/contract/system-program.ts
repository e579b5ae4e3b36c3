// What system-process.ts starts: answers the gate that a run waits at, says where it comes to, and waits to be killed.

import { openStage, type StageSettings } from './system-stage.ts';

const { run: given, ...settings } = JSON.parse(process.argv[2] ?? '{}') as StageSettings & { readonly run?: string };
const stage = await openStage(settings);
const run = given ?? (await stage.start());
if (given !== undefined) {
  const gate = await stage.next(run);
  if (typeof gate === 'string') throw new Error(`Expected ${run} to wait at a gate, found it ${gate}.`);
  // Another option than the first, which may lead round a loop.
  await stage.decide(gate, 1);
}
const next = await stage.next(run);
const led = typeof next === 'string' ? { run, at: null, ended: next } : { run, at: next.task.step, ended: null };
process.stdout.write(`${JSON.stringify(led)}\n`);
setInterval(() => {}, 1000);
