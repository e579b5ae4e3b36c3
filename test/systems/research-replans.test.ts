// Re-plans: what a second one keeps of the first, which draft it improves, and what the planner gets.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BRIEF_DEFAULTS, type Brief, create_plan, initialize, type Plan } from 'signoff/research';
import { NOW } from '../../examples/research/open-example.ts';
import type { JsonObject } from '../../src/json.ts';
import type { CodeCall } from '../../src/ports/action.ts';
import type { AgentState, Measurements } from '../../src/systems/research/agent-state.ts';
import type { ResearchDeps } from '../../src/systems/research/research-deps.ts';
import { planRun } from '../../src/systems/research/run-phases.ts';
import { re_plan } from '../../src/systems/research/supervisor.ts';
import { play } from './research-play.ts';

const BRIEF: Brief = { ...BRIEF_DEFAULTS, topic: 'Tea' };
const IDS = { execution_id: 'exec_20260305_100000', request_id: 'req_1' };

const workersIn = ({ steps }: Plan): readonly string[] =>
  steps.flatMap(({ workers }) => workers.map(({ worker_id }) => worker_id));
const plansIn = ({ plan_history }: JsonObject): readonly (readonly string[])[] =>
  (plan_history as unknown as AgentState['plan_history']).map(({ plan }) => workersIn(plan));

const scores = (article: number, source: number, factual: number, writing: number): Measurements => ({
  article: { sections: article, length: article, structure: article },
  source: { count: source, types: source, citations: source },
  factual: { claims: 100, supported: Math.round(factual * 100), contradicted: 0 },
  writing: { grammar: writing, readability: writing, tone: writing },
});

/** What PLANNING makes of a state that was planned anew once. */
async function plannedAfter(state: AgentState, more: JsonObject): Promise<{ plan: Plan; asked: readonly string[] }> {
  const call = { run: { id: 'run_1', input: {}, startedAt: NOW }, data: { ...state, ...more } };
  const { output, set } = await planRun(call as unknown as CodeCall, { now: () => NOW } as ResearchDeps);
  return { plan: (output as { plan: unknown }).plan as Plan, asked: set?.wanted_workers as readonly string[] };
}

const again = (plan: Plan): AgentState => ({
  ...re_plan({ ...initialize(BRIEF, IDS, new Date(NOW).toISOString()), current_plan: plan, quality_score: 0.6 }),
  current_phase: 're_planning',
});

describe('a second re-plan', () => {
  test('keeps what the first one added, optional workers too', async (t) => {
    const { data } = await play(t, {
      ...{ example: 'healthcare', brief: { min_quality_score: 0.95 } },
      scores: [scores(0.97, 0.4, 0.97, 0.5), scores(0.5, 0.97, 0.97, 0.97), scores(0.8, 0.9, 0.9, 0.9)],
    });
    const [first = [], second = [], third = []] = plansIn(data);
    const added = second.filter((id) => !first.includes(id));
    assert.deepEqual(added, ['academic_search', 'web_scraper', 'citation_formatter', 'readability_checker']);
    for (const id of second) assert.ok(third.includes(id), `${id} is kept`);
    assert.deepEqual(
      third.filter((id) => !second.includes(id)),
      ['insight_extractor', 'introduction_writer', 'conclusion_writer'],
    );
  });
});

describe('feedback on a worse draft', () => {
  test('is that on the best one, with the measurements of the best one', async (t) => {
    const prompts: string[] = [];
    await play(t, {
      ...{ example: 'healthcare', brief: { min_quality_score: 0.95 } },
      scores: [scores(0.9, 0.9, 0.9, 0.96), scores(0.3, 0.2, 0.3, 0.96), scores(0.8, 0.8, 0.8, 0.9)],
      writers: {
        article_writer: (facts, byRules) => {
          prompts.push(String((facts.input as { readonly material: JsonObject }).material.feedback));
          return byRules();
        },
      },
    });
    assert.equal(prompts.length, 3);
    assert.match(prompts[1] ?? '', /Only 1800 words \(need 2000\).*Only 9 sources \(need 10\).*10 of 100 claims/);
    assert.match(prompts[2] ?? '', /Only 1800 words \(need 2000\).*Only 9 sources \(need 10\).*10 of 100 claims/);
  });
});

describe('PLANNING after a re-plan', () => {
  const first = create_plan(BRIEF);
  const other: Plan = {
    ...first,
    steps: first.steps.map((step) =>
      step.name === 'Quality' ? { ...step, workers: [{ worker_id: 'editor' }, { worker_id: 'seo_optimizer' }] } : step,
    ),
  };

  test('adds the workers that the feedback names', async () => {
    const { plan, asked } = await plannedAfter(again(first), { feedback: 'Run the plagiarism check.' });
    assert.deepEqual(
      workersIn(plan).filter((id) => !workersIn(first).includes(id)),
      ['plagiarism_checker'],
    );
    assert.deepEqual(asked, ['plagiarism_checker']);
  });

  test('has the workers that were carried out, not those that the brief would have', async () => {
    const { plan, asked } = await plannedAfter(again(other), { feedback: 'Quality is below the target.' });
    assert.deepEqual(workersIn(plan), workersIn(other));
    // A person put it into the plan: nothing in the brief asks for it.
    assert.deepEqual(asked, ['seo_optimizer']);
  });
});
