// Limits that a plan must come down to: what the check before the start promises, and what a refusal leaves behind.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NOW } from '../../examples/research/open-example.ts';
import type { JsonObject } from '../../src/json.ts';
import { type PlayOptions, play } from './research-play.ts';

const SECOND_MS = 1000;
const HEALTHCARE = { example: 'healthcare' };

interface Planned {
  readonly plan: { readonly estimated_cost: number; readonly estimated_time: number; readonly steps: readonly Step[] };
}
interface Step {
  readonly workers: readonly { readonly worker_id: string }[];
}

const firstPlan = ({ plan_history }: JsonObject) => (plan_history as unknown as readonly Planned[])[0]?.plan;
const workersIn = (data: JsonObject) =>
  firstPlan(data)?.steps.flatMap(({ workers }) => workers.map(({ worker_id }) => worker_id));
const strategyIn = ({ agent_actions }: JsonObject) =>
  (agent_actions as readonly JsonObject[]).filter(({ agent }) => agent === 'Strategy');

/** The clock stands later by so many seconds once the run has entered a state. */
function laterIn(state: string, seconds: number): Pick<PlayOptions, 'now' | 'onEvents'> {
  let now = NOW;
  return {
    now: () => now,
    onEvents(events) {
      if (events.some((event) => event.type === 'StateEntered' && event.data.to === state)) now += seconds * SECOND_MS;
    },
  };
}

describe('a brief that is accepted', { concurrency: 2 }, () => {
  test('has a plan within its budget, also between the cheapest plan and its own', async (t) => {
    const { data, output, status } = await play(t, {
      ...HEALTHCARE,
      brief: { max_budget: 0.7, min_quality_score: 0.1 },
    });
    assert.equal(status, 'completed', JSON.stringify(output.error));
    assert.equal(firstPlan(data)?.estimated_cost, 0.63);
    assert.deepEqual(workersIn(data), ['web_search', 'article_writer', 'editor']);
  });

  test('has a plan within its time, although some seconds pass before it', async (t) => {
    const brief = { max_time: 360, min_quality_score: 0.1 };
    const { data, output, status } = await play(t, { ...HEALTHCARE, brief, ...laterIn('PLANNING', 5) });
    assert.equal(status, 'completed', JSON.stringify(output.error));
    assert.equal(firstPlan(data)?.estimated_time, 6);
  });
});

describe('an execution that ends after its time', { concurrency: 2 }, () => {
  const brief = { min_quality_score: 0.5 };
  const late = () => laterIn('EVALUATING', 91 * 60);

  test('is complete where nothing was left undone, also where a worker had failed', async (t) => {
    const failures = { news_search: ['down', 'down', 'down'] };
    const { data, output } = await play(t, { ...HEALTHCARE, brief, failures, ...late() });
    assert.deepEqual([output.status, data.feedback], ['completed', null]);
    assert.equal((output.warnings as readonly string[])[0], 'News search unavailable');
  });

  test('is partial where a worker was not begun', async (t) => {
    let now = NOW;
    const { data, output } = await play(t, {
      ...{ ...HEALTHCARE, brief, now: () => now },
      writers: {
        article_writer: async (_, byRules) => {
          now += 91 * 60 * SECOND_MS;
          return byRules();
        },
      },
    });
    assert.deepEqual([output.status, data.feedback], ['partial', 'Time exhausted']);
    assert.match(String(output.warnings), /Time exhausted: 0 min is left, not done: Fact checking, Editing/);
  });
});

test('a plan that fits no limit leaves the action of the strategy, and says what is short', async (t) => {
  const { data, output } = await play(t, { ...HEALTHCARE, brief: { max_time: 360 }, ...laterIn('PLANNING', 60) });
  const { error } = output as { readonly error: JsonObject };
  assert.deepEqual([error.type, error.phase], ['ValidationError', 'STRATEGY']);
  const short = 'Time is short: the plan needs 6 min, 5.1 min is left.';
  assert.equal(error.message, short);
  assert.deepEqual(strategyIn(data), [
    { agent: 'Strategy', action: 'optimize_plan', details: { time_saved: 0, cost_saved: 0, short } },
  ]);
});
