// What system-process.ts starts: answers the gate that a run waits at, says where it comes to, and waits to be killed.

import { gateName, openSystemFixture, type SystemFixtureSettings } from './system-fixture.ts';

const {
  run: given,
  gates,
  ...settings
} = JSON.parse(process.argv[2] ?? '{}') as SystemFixtureSettings & {
  readonly run?: string;
  readonly gates: readonly string[];
};
const fixture = await openSystemFixture(settings);
const run = given ?? (await fixture.start());
let next = await fixture.next(run);
if (given !== undefined && typeof next === 'string')
  throw new Error(`Expected ${run} to wait at a gate, found it ${next}.`);
for (let isOpen = given !== undefined; typeof next !== 'string' && (isOpen || !gates.includes(gateName(next))); ) {
  // Another option than the first, which may lead round a loop.
  await fixture.decide(next, 1);
  isOpen = false;
  next = await fixture.next(run);
}
const led = typeof next === 'string' ? { run, at: null, ended: next } : { run, at: gateName(next), ended: null };
process.stdout.write(`${JSON.stringify(led)}\n`);
setInterval(() => {}, 1000);
