// A run whose steps never wait must leave the event loop to others: timers fire, and the store's log is copied back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ended, enginesOnFile, start } from './engines-on-file.ts';

const LOOP = `flowchart TD
  A[Step] --> D{More?}
  D -->|"output.more"| A
  D -->|default| E([END])
%% @workflow: {"limits":{"visits":100000}}
%% @A: {"action":"step"}`;
const STEPS = 1000;

test('the event loop turns between the commits of a run that never waits', async (t) => {
  let steps = 0;
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  const step = () => ({ output: { more: ++steps < STEPS } });
  const engine = await enginesOnFile(t).open({ code: { actions: { step } } });
  const run = await start(engine, LOOP);
  turn();
  assert.equal(await ended(engine, run), 'completed');
  isOver = true;
  assert.ok(turns >= STEPS / 2, `${turns} turns of the event loop in ${steps} steps`);
});
