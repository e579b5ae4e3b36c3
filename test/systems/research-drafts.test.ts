// Several executions of one run: which draft is delivered, what the next execution gets, and what a new plan is
// made from.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BRIEF_DEFAULTS } from 'signoff/research';
import { NOW } from '../../examples/research/open-example.ts';
import type { JsonObject } from '../../src/json.ts';
import type { Measurements } from '../../src/systems/research/agent-state.ts';
import { leftOf } from '../../src/systems/research/remaining-limits.ts';
import { type PlayOptions, play } from './research-play.ts';

const MINUTE_MS = 60_000;
/** Healthcare in shape: a first plan of six workers, and a quality that no score below reaches. */
const BRIEF = { min_quality_score: 0.95 };
const same = (value: number): Measurements => scores({ article: value, source: value, factual: value, writing: value });

function scores({ article = 1, source = 1, factual = 1, writing = 1 }: { readonly [area: string]: number }) {
  return {
    article: { sections: article, length: article, structure: article },
    source: { count: source, types: source, citations: source },
    factual: { claims: 100, supported: Math.round(factual * 100), contradicted: 0 },
    writing: { grammar: writing, readability: writing, tone: writing },
  };
}

/** Each draft says which it is. */
const numbered = (): NonNullable<PlayOptions['writers']> => {
  let count = 0;
  return {
    article_writer: async (_, byRules) => {
      const { content, ...rest } = await byRules();
      count += 1;
      return { ...rest, content: String(content).replace(/^# [^\n]*/, `# Draft ${count}`) };
    },
  };
};

const titleOf = ({ article }: JsonObject): unknown => (article as JsonObject).title;
const workersIn = (plan: unknown): readonly string[] =>
  (
    plan as { readonly steps: readonly { readonly workers: readonly { readonly worker_id: string }[] }[] }
  ).steps.flatMap(({ workers }) => workers.map(({ worker_id }) => worker_id));
const historyOf = ({ plan_history }: JsonObject) =>
  plan_history as readonly { readonly plan_id: string; readonly plan: JsonObject; readonly quality: number }[];

describe('the best draft', { concurrency: 2 }, () => {
  test('is delivered and scored where the last one is worse; each plan has its own score', async (t) => {
    const { output, data } = await play(t, {
      ...{ brief: BRIEF, writers: numbered(), scores: [same(0.6), same(0.8), same(0.7)] },
    });
    assert.equal(titleOf(output), 'Draft 2');
    assert.equal((output.quality as JsonObject).overall, 0.8);
    assert.equal(data.quality_score, 0.8);
    assert.deepEqual(
      historyOf(data).map(({ plan_id, quality }) => [plan_id, quality]),
      [
        ['plan_001', 0.6],
        ['plan_002', 0.8],
        ['plan_003', 0.7],
      ],
    );
    assert.equal((output.metrics as JsonObject).improvement, '+20% quality (0.60 → 0.80)');
  });

  test('is what a new plan improves, as in the decision to plan anew', async (t) => {
    const { data } = await play(t, {
      brief: BRIEF,
      scores: [scores({ source: 0.5 }), scores({ article: 0.1, source: 0.5 }), scores({ source: 0.5 })],
    });
    const third = workersIn(historyOf(data)[2]?.plan);
    assert.ok(third.includes('academic_search'));
    assert.equal(third.includes('introduction_writer'), false, third.join(', '));
  });

  test('is delivered where the limits are used up between the decision and the strategy', async (t) => {
    let [now, isFirst] = [NOW, true];
    const { output, data, status, calls } = await play(t, {
      ...{ brief: { ...BRIEF, max_time: 3600 }, writers: numbered(), scores: [same(0.6)], now: () => now },
      onEvents(events) {
        if (!isFirst || !events.some((event) => event.type === 'StateEntered' && event.data.to === 'RE_PLANNING'))
          return;
        isFirst = false;
        now += 59 * MINUTE_MS;
      },
    });
    assert.equal(status, 'completed', JSON.stringify(output.error));
    assert.equal(output.status, 'partial');
    assert.equal(titleOf(output), 'Draft 1');
    assert.equal(calls.get('article_writer'), 1);
    assert.equal(data.feedback, 'Time exhausted');
    assert.match(String(output.warnings), /^Time exhausted: 1 min is left, not done: Web search/);
    assert.deepEqual(
      (data.phase_history as readonly JsonObject[]).slice(-6).map(({ to }) => to),
      ['planning', 'strategy', 'executing', 'evaluating', 'merging', 'completed'],
    );
  });
});

describe('the next execution', { concurrency: 2 }, () => {
  test('is told the feedback on the last, and keeps its evidence', async (t) => {
    const prompts: string[] = [];
    let asked = 0;
    const { data } = await play(t, {
      ...{ brief: BRIEF, scores: [scores({ source: 0.5 }), same(1)] },
      writers: {
        article_writer: (facts, byRules) => {
          prompts.push(String((facts.input as { readonly material: JsonObject }).material.feedback));
          return byRules();
        },
      },
      // What is found later is nothing new.
      searches: (sources) => ({
        find: async (kind, ask) => (asked++ === 0 ? sources.find(kind, ask) : { sources: [], notes: [] }),
      }),
    });
    assert.equal(prompts.length, 2);
    assert.equal(prompts[0], '');
    assert.match(prompts[1] ?? '', /Add academic sources\./);
    assert.ok(asked > 1);
    assert.ok((data.evidence as { readonly sources: readonly unknown[] }).sources.length > 1);
  });
});

describe('the time of a run', () => {
  const at = (minutes: number): string => new Date(NOW + minutes * MINUTE_MS).toISOString();
  const leftAfter = (reviewed: number): number => {
    const data = {
      ...{ brief: { ...BRIEF_DEFAULTS, topic: 'Tea', max_time: 3600 }, started_at: at(0), total_cost: 0 },
      phase_history: [
        { from: null, to: 'initialized', timestamp: at(0) },
        { from: 'planning', to: 'strategy', timestamp: at(2) },
        { from: 'strategy', to: 'executing', timestamp: at(2 + reviewed) },
      ],
    };
    const call = { run: { id: 'run_1', input: {}, startedAt: NOW, startedBy: 'user:local' }, data };
    return leftOf(call as never, { now: () => NOW + (2 + reviewed + 8) * MINUTE_MS }).minutes;
  };

  test('does not count how long a person reviewed the plan', () => {
    assert.deepEqual([leftAfter(0), leftAfter(500)], [50, 50]);
  });
});
