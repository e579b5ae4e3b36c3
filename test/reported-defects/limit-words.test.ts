// What is said where a budget, the time or a missing price ends a run's work: money as money, and only what is so.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnpriced, moneyText, moneyTextUp } from '../../src/engine/budget-words.ts';
import { agentEngine, envelope } from '../agents/agent-engine.ts';
import { eventsOf, start } from '../runtime/engines-on-file.ts';
import { CLERK, env, prices, settled, writes } from './priced-model.ts';

test('research3-D10: a bound is rounded down and what breaks it up, so that they never read the same', () => {
  const bounds = [1, 0.5, 4.91873, 0.014, 0.0001, 1000].map(moneyText);
  assert.deepEqual(bounds, ['$1.00', '$0.50', '$4.91', '$0.014', '$0.0001', '$1000.00']);
  const found = [1.469562, 1.0000004, 0.5000001, 4.919, 0.01412, 0.00010001].map(moneyTextUp);
  assert.deepEqual(found, ['$1.47', '$1.01', '$0.5001', '$4.92', '$0.0142', '$0.000101']);
});

test('research3-D10: a budget that ends a run is shown as money', async (t) => {
  const agents = { clerk: { limits: { maxOutputTokens: 1000 } } };
  const { engine } = await agentEngine(t, { agents, env, config: { prices }, reply: writes(1000, envelope('ok')) });
  const run = await start(
    engine,
    `flowchart TD
  A[One] --> B[Two]
%% @workflow: { "name": "w", "budget": { "cost": 0.015, "onBudget": "finish" } }
%% @A: { "prompt": "a"${CLERK} }
%% @B: { "prompt": "b"${CLERK} }`,
  );
  assert.equal(await settled(engine, run), 'completed');
  const reason = (await engine.view(run))?.state.partial?.reason ?? '';
  assert.match(reason, /^The budget of the run is \$0\.015; with this call it could cost \$0\.0\d+\.$/);
});

test('research3-D10: a missing price is reported as that, with the model', async (t) => {
  const agents = { clerk: {} };
  const { engine } = await agentEngine(t, { agents, env: { SIGNOFF_MODEL: 'strange' } });
  const run = await start(engine, `flowchart TD\n  A[One]\n%% @A: { "prompt": "a", "budget": 1${CLERK} }`);
  await settled(engine, run);
  const held = (await eventsOf(engine, run)).find((event) => event.type === 'HoldOpened');
  const message = held?.type === 'HoldOpened' ? held.data.message : '';
  assert.match(
    message,
    /^There is no price for strange of anthropic: the budget of the step "A" lets no call of it through\./,
  );
  assert.match(message, /Set one under "prices" in signoff\.config\.json\.$/);
  assert.ok(isUnpriced(message));
});
