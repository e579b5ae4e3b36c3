// The supervisor of research runs: the quality formula, its decisions, its feedback, and what a re-plan changes.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BRIEF_DEFAULTS,
  type Brief,
  calculate_quality,
  create_plan,
  decide,
  initialize,
  type Measurements,
  type QualityScore,
} from 'signoff/research';
import type { AgentState } from '../../src/systems/research/agent-state.ts';
import { re_plan, with_plan_in_history } from '../../src/systems/research/supervisor.ts';

const NOW = '2024-11-25T14:30:00.000Z';
const IDS = { execution_id: 'exec_20241125_143000', request_id: 'req_abc123' };
const LEFT = { budget: 5, minutes: 90 };
const PERFECT: Measurements = {
  article: { sections: 1, length: 1, structure: 1 },
  source: { count: 1, types: 1, citations: 1 },
  factual: { claims: 10, supported: 10, contradicted: 0 },
  writing: { grammar: 1, readability: 1, tone: 1 },
};

function stateWith(iteration_count: number, more: Partial<Brief> = {}): AgentState {
  const brief: Brief = { ...BRIEF_DEFAULTS, topic: 'Tea', ...more };
  return { ...initialize(brief, IDS, NOW), iteration_count, current_plan: create_plan(brief) };
}
const scored = (overall: number, more: Partial<QualityScore> = {}): QualityScore => ({
  ...{ overall, article: overall, source: overall, accuracy: overall, writing: overall },
  ...more,
});

describe('the quality', () => {
  test('of everything measured at its best is 1', () => {
    assert.deepEqual(calculate_quality(PERFECT), { overall: 1, article: 1, source: 1, accuracy: 1, writing: 1 });
  });

  test('is .30 article, .25 source, .25 factual and .20 writing: 0.91 in the example of the document', () => {
    const { overall, ...parts } = calculate_quality({
      article: { sections: 0.94, length: 0.94, structure: 0.94 },
      source: { count: 0.89, types: 0.89, citations: 0.89 },
      factual: { claims: 100, supported: 92, contradicted: 0 },
      writing: { grammar: 0.88, readability: 0.88, tone: 0.88 },
    });
    assert.deepEqual(parts, { article: 0.94, source: 0.89, accuracy: 0.92, writing: 0.88 });
    assert.equal(overall, 0.9105);
    assert.equal(overall.toFixed(2), '0.91');
  });

  test('of each part is the mean of its three measurements, at four decimals', () => {
    const measured = {
      ...PERFECT,
      article: { sections: 0.5, length: 1, structure: 1 },
      source: { count: 0.7, types: 0.5, citations: 1 },
      writing: { grammar: 1, readability: 0, tone: 1 },
    };
    const { article, source, writing } = calculate_quality(measured);
    assert.deepEqual([article, source, writing], [0.8333, 0.7333, 0.6667]);
  });

  test('of facts is supported less contradicted claims, and never below 0', () => {
    const accuracy = (claims: number, supported: number, contradicted: number) =>
      calculate_quality({ ...PERFECT, factual: { claims, supported, contradicted } }).accuracy;
    assert.deepEqual([accuracy(20, 18, 1), accuracy(4, 1, 3), accuracy(0, 0, 0)], [0.85, 0, 0]);
  });
});

describe('the decision', () => {
  test('of high quality is COMPLETE', () => {
    assert.deepEqual(decide(stateWith(1), scored(0.91), LEFT), {
      ...{ decision: 'COMPLETE', should_continue: false, feedback: null, warning: null, note: null },
    });
  });

  test('of the threshold itself is COMPLETE, and a ten-thousandth below it is not', () => {
    assert.equal(decide(stateWith(1), scored(0.8), LEFT).decision, 'COMPLETE');
    assert.equal(decide(stateWith(1), scored(0.7999), LEFT).decision, 'CONTINUE');
  });

  test('of a threshold with more than four decimals compares at four', () => {
    assert.equal(decide(stateWith(1, { min_quality_score: 0.80001 }), scored(0.8), LEFT).decision, 'COMPLETE');
    assert.equal(decide(stateWith(1, { min_quality_score: 0.8001 }), scored(0.8), LEFT).decision, 'CONTINUE');
  });

  test('shows scores with two decimals, halves upwards', () => {
    const { warning } = decide(stateWith(3), scored(0.695), LEFT);
    assert.equal(warning, 'Quality 0.70 below target 0.80, but max iterations reached');
  });

  test('shows a score that misses its bar by less than two decimals with four', () => {
    const { warning } = decide(stateWith(3), scored(0.7968), LEFT);
    assert.equal(warning, 'Quality 0.7968 below target 0.80, but max iterations reached');
  });

  test('of low quality that can iterate is CONTINUE, with what to improve', () => {
    for (const iteration of [1, 2]) {
      const { decision, should_continue, feedback, warning } = decide(stateWith(iteration), scored(0.68), LEFT);
      assert.deepEqual([decision, should_continue, warning], ['CONTINUE', true, null]);
      assert.match(feedback ?? '', /Add academic sources\./);
    }
  });

  test('of low quality at max iterations is FORCE COMPLETE, with the texts of the document', () => {
    assert.deepEqual(decide(stateWith(3, { min_quality_score: 0.9 }), scored(0.87), LEFT), {
      decision: 'FORCE COMPLETE',
      should_continue: false,
      feedback: 'Max iterations reached',
      warning: 'Quality 0.87 below target 0.90, but max iterations reached',
      note: 'Consider lowering quality threshold or increasing budget',
    });
    assert.equal(decide(stateWith(3), scored(0.76), LEFT).decision, 'FORCE COMPLETE');
  });

  test('is FORCE COMPLETE when the cheapest re-plan costs more than is left', () => {
    const decided = decide(stateWith(1), scored(0.68), { budget: 0.4, minutes: 90 });
    assert.deepEqual([decided.decision, decided.feedback], ['FORCE COMPLETE', 'Budget exhausted']);
    // All but news_search, web_scraper, insight_extractor and readability_checker, on cheaper models.
    assert.equal(
      decided.warning,
      'Quality 0.68 below target 0.80, but budget exhausted: $0.40 is left, a re-plan needs $1.23',
    );
    assert.equal(decided.note, 'Consider lowering quality threshold or increasing budget');
  });

  test('is FORCE COMPLETE when the cheapest re-plan takes longer than is left', () => {
    const decided = decide(stateWith(1), scored(0.68), { budget: 5, minutes: 3.5 });
    assert.equal(decided.feedback, 'Time exhausted');
    assert.match(
      decided.warning ?? '',
      /^Quality 0\.68 below target 0\.80, but time exhausted: 3 min is left, a re-plan/,
    );
  });

  test('leaves half a minute until the strategy looks at the same plan', () => {
    const decision = (minutes: number) => decide(stateWith(1), scored(0.68), { budget: 5, minutes });
    const [, needed] = /a re-plan needs ([\d.]+) min$/.exec(decision(1).warning ?? '') ?? [];
    assert.equal(decision(Number(needed) + 0.4).feedback, 'Time exhausted');
    assert.equal(decision(Number(needed) + 0.6).decision, 'CONTINUE');
  });

  test('is CONTINUE when the re-plan fits without its optional workers', () => {
    assert.equal(decide(stateWith(1), scored(0.68), { budget: 1.3, minutes: 90 }).decision, 'CONTINUE');
  });
});

describe('feedback', () => {
  const low = (more: Partial<QualityScore>) => scored(0.9, { overall: 0.7, ...more });
  const feedback = (quality: QualityScore, measured?: Partial<Measurements>) =>
    decide(stateWith(1), quality, LEFT, measured && { measurements: { ...PERFECT, ...measured } }).feedback;

  test('names the sources that are missing', () => {
    const source = { count: 0.7, types: 0.5, citations: 1 };
    assert.equal(
      feedback(low({ source: 0.6 }), { source }),
      'Only 7 sources (need 10). Too few kinds of sources. Add academic sources.',
    );
  });

  test('names what the article, its facts and its language lack', () => {
    assert.equal(
      feedback(low({ article: 0.5 }), { article: { sections: 0.5, length: 0.75, structure: 1 } }),
      'Missing key topic aspects. Only 1500 words (need 2000). Need deeper analysis.',
    );
    assert.equal(
      feedback(low({ accuracy: 0.5 }), { factual: { claims: 10, supported: 7, contradicted: 2 } }),
      '3 of 10 claims are not supported. 2 of 10 claims are contradicted. Claims need more evidence.',
    );
    assert.equal(
      feedback(low({ writing: 0.5 }), { writing: { grammar: 1, readability: 0.5, tone: 1 } }),
      'Readability 0.50. Grammar, readability or tone need work.',
    );
  });

  test('names the lowest score first, and none that is good enough', () => {
    assert.equal(
      feedback(low({ article: 0.5, writing: 0.4, accuracy: 0.3 })),
      'Claims need more evidence. Grammar, readability or tone need work. Need deeper analysis.',
    );
  });

  test('asks for nothing that its own score does not need', () => {
    const brief: Brief = { ...BRIEF_DEFAULTS, topic: 'Tea' };
    const first = create_plan(brief);
    const workers = (plan: typeof first) =>
      plan.steps.flatMap((step) => step.workers.map(({ worker_id }) => worker_id));
    const poor = {
      article: { sections: 0, length: 0, structure: 0 },
      source: { count: 0, types: 0, citations: 0 },
      factual: { claims: 10, supported: 0, contradicted: 5 },
      writing: { grammar: 0, readability: 0, tone: 0 },
    };
    for (const part of ['article', 'source', 'accuracy', 'writing'] as const) {
      const quality = low({ [part]: 0.1 });
      const said = feedback(quality, poor);
      const byScore = create_plan(brief, { last_plan: first, quality });
      const byText = create_plan(brief, { last_plan: first, feedback: said ?? null });
      assert.deepEqual(workers(byText), workers(byScore), part);
    }
  });
});

describe('a re-plan', () => {
  const state: AgentState = { ...stateWith(1), quality_score: 0.65 };

  test('keeps the plan with its quality, counts the iteration and nulls the plan', () => {
    const { plan_history, iteration_count, current_plan, agent_actions } = re_plan(state);
    assert.deepEqual(plan_history, [{ plan_id: 'plan_001', plan: state.current_plan, quality: 0.65 }]);
    assert.deepEqual([iteration_count, current_plan], [2, null]);
    assert.deepEqual(agent_actions.at(-1), {
      ...{ agent: 'Supervisor', action: 're_plan', details: { iteration: 2, reason: 'quality_low' } },
    });
  });

  test('happens twice at the most: a third execution is the last', () => {
    const third = {
      ...re_plan({ ...re_plan(state), current_plan: state.current_plan }),
      current_plan: state.current_plan,
    };
    assert.deepEqual([third.iteration_count, third.max_iterations], [3, 3]);
    assert.equal(decide(third, scored(0.7), LEFT).decision, 'FORCE COMPLETE');
  });

  test('without a plan there is nothing to keep', () => {
    assert.deepEqual(with_plan_in_history({ ...state, current_plan: null }).plan_history, []);
  });
});
