// The strategy of research runs: parallel where it can be, without what nobody asked for, within budget and time.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  BRIEF_DEFAULTS,
  type Brief,
  create_plan,
  estimate_plan,
  optimize_plan,
  type Plan,
  type PlanStep,
  WORKERS,
} from 'signoff/research';
import { band_of, cheapest_plan } from '../../src/systems/research/planner.ts';
import { soaked } from '../support/soak.ts';

const brief = (more: Partial<Brief> = {}): Brief => ({ ...BRIEF_DEFAULTS, topic: 'Tea', ...more });
const PLENTY = { budget: 50, minutes: 120 };
const LARGE_BRIEF = brief({ research_depth: 'deep', specific_sections: ['History'], target_length: 4000 });

const plannedIn = ({ steps }: Plan) => steps.flatMap(({ workers }) => workers);
const workersIn = (plan: Plan) => plannedIn(plan).map(({ worker_id }) => worker_id);
const cheaperIn = (plan: Plan) => plannedIn(plan).flatMap((each) => (each.is_cheaper ? [each.worker_id] : []));
const step = (name: PlanStep['name'], ...workers: readonly string[]): PlanStep => ({
  ...{ name, mode: 'SEQUENTIAL', estimated_time: 0, estimated_cost: 0 },
  workers: workers.map((worker_id) => ({ worker_id })),
});
function optimized(...given: Parameters<typeof optimize_plan>) {
  const found = optimize_plan(...given);
  return found.ok ? found : assert.fail(found.reasons.join('\n'));
}

describe('a plan within its limits', () => {
  test('stays as it is', () => {
    const plan = create_plan(brief({ research_depth: 'deep' }));
    assert.deepEqual(optimize_plan(plan, brief({ research_depth: 'deep' }), PLENTY), {
      ...{ ok: true, plan, time_saved: 0, cost_saved: 0, dropped: [], reasons: [] },
    });
  });

  test('of the shape in the document loses a step, minutes and what nobody asked for', () => {
    const steps = [
      step('Research', 'web_search', 'academic_search', 'news_search'),
      step('Research', 'social_media'),
      step('Analysis', 'content_synthesizer'),
      step('Writing', 'article_writer'),
      step('Quality', 'fact_checker', 'editor', 'citation_formatter'),
    ];
    const slow: Plan = { plan_id: 'plan_001', complexity: 0.6, steps, estimated_time: 0, estimated_cost: 0 };
    const before = estimate_plan(slow, brief());
    assert.deepEqual([before.steps.length, before.estimated_time, before.estimated_cost], [5, 32, 2.41]);
    const { plan, time_saved, cost_saved, dropped, reasons } = optimized(slow, brief(), PLENTY);
    assert.deepEqual([plan.steps.length, plan.estimated_time, plan.estimated_cost], [4, 17, 2.4]);
    assert.deepEqual([time_saved, cost_saved, dropped], [15, 0.01, ['social_media']]);
    assert.deepEqual(reasons, [
      'Merged 5 steps into 4.',
      'Workers that do not need each other work in parallel: 15 min less.',
      'Social media search is left out: nothing in the brief asks for it.',
    ]);
    assert.deepEqual([plan.steps[0]?.mode, plan.steps[3]?.mode], ['PARALLEL', 'PARALLEL']);
  });

  test('keeps the order of workers that need each other', () => {
    const { plan } = optimized(create_plan(LARGE_BRIEF), LARGE_BRIEF, PLENTY);
    const writing = plan.steps.filter(({ name }) => name === 'Writing');
    assert.deepEqual(
      writing.map(({ workers }) => workers.map(({ worker_id }) => worker_id)),
      [['article_writer'], ['introduction_writer', 'conclusion_writer']],
    );
  });

  test('loses the optional workers that nothing in the brief asks for', () => {
    const { dropped } = optimized(create_plan(LARGE_BRIEF), LARGE_BRIEF, PLENTY);
    assert.deepEqual(dropped, ['seo_optimizer', 'plagiarism_checker', 'readability_checker', 'social_media']);
  });

  test('keeps what the brief, feedback or the project asks for', () => {
    const asking = {
      ...LARGE_BRIEF,
      include_keywords: ['tea'],
      target_audience: 'beginners',
      tone: 'academic',
    } as const;
    const preferring = { ...asking, preferred_sources: ['social'] } as const;
    assert.deepEqual(optimized(create_plan(preferring), preferring, PLENTY).dropped, []);
    const asked = ['seo_optimizer', 'social_media'];
    assert.deepEqual(optimized(create_plan(LARGE_BRIEF), LARGE_BRIEF, PLENTY, { asked }).dropped, [
      ...['plagiarism_checker', 'readability_checker'],
    ]);
  });

  test('does not fall below the band of its complexity', () => {
    const steps = [
      step('Research', 'web_search', 'social_media'),
      step('Analysis', 'content_synthesizer'),
      step('Writing', 'article_writer'),
      step('Quality', 'editor', 'seo_optimizer', 'plagiarism_checker'),
    ];
    const plan: Plan = { plan_id: 'plan_001', complexity: 0.5, steps, estimated_time: 0, estimated_cost: 0 };
    assert.equal(workersIn(optimized(plan, brief(), PLENTY).plan).length, 6);
  });
});

describe('a plan over its limits', () => {
  const plan = create_plan(LARGE_BRIEF);

  test('loses optional workers of the quality step first, then of research, then of analysis', () => {
    const wanted = WORKERS.map(({ id }) => id);
    const { dropped } = optimized(plan, LARGE_BRIEF, { budget: 2.6, minutes: 120 }, { asked: wanted });
    assert.deepEqual(dropped, [
      ...['seo_optimizer', 'plagiarism_checker', 'readability_checker'],
      ...['news_search', 'web_scraper', 'social_media', 'insight_extractor'],
    ]);
  });

  test('says of each worker why it is left out', () => {
    const { reasons } = optimized(create_plan(brief()), brief(), { budget: 2, minutes: 120 });
    assert.deepEqual(reasons, ['News search is left out: budget would be exceeded.']);
  });

  test('then uses cheaper models: analysis, quality, research, article_writer last', () => {
    const cheaper = (budget: number) =>
      cheaperIn(optimized(create_plan(brief()), brief(), { budget, minutes: 120 }).plan);
    // 2.00 without news_search.
    assert.deepEqual(cheaper(1.9), ['content_synthesizer']);
    assert.deepEqual(cheaper(1.65), ['content_synthesizer', 'fact_checker']);
    assert.deepEqual(cheaper(1.5), ['web_search', 'content_synthesizer', 'fact_checker', 'editor']);
    assert.deepEqual(cheaper(1.1), ['web_search', 'content_synthesizer', 'article_writer', 'fact_checker', 'editor']);
  });

  test('of ten minutes is accepted and drops what is optional', () => {
    const { plan: short, dropped } = optimized(create_plan(brief()), brief(), { budget: 5, minutes: 10 });
    assert.ok(short.estimated_time <= 10);
    assert.deepEqual(dropped, ['news_search']);
  });

  test('keeps workers that cost no time where only time is short', () => {
    const steps = [
      step('Research', 'web_search'),
      step('Writing', 'article_writer'),
      { ...step('Quality', 'editor', 'readability_checker'), mode: 'PARALLEL' as const },
    ];
    const given: Plan = { plan_id: 'plan_001', complexity: 0.3, steps, estimated_time: 0, estimated_cost: 0 };
    const casual = brief({ tone: 'casual', research_depth: 'light' });
    assert.ok(workersIn(optimized(given, casual, { budget: 5, minutes: 11 }).plan).includes('readability_checker'));
  });

  test('that fits in no form is refused, saying what is short', () => {
    assert.deepEqual(optimize_plan(create_plan(brief()), brief(), { budget: 0.63, minutes: 5.55 }), {
      ok: false,
      short: { budget: 1, minutes: 7.5 },
      reasons: [
        'Budget is short: the plan needs $1.00, $0.63 is left.',
        'Time is short: the plan needs 7.5 min, 5.5 min is left.',
      ],
    });
  });

  test('is fitted down to the cheapest plan there is', () => {
    const light = brief({ research_depth: 'light' });
    const { plan: least } = optimized(create_plan(light), light, { budget: 0.63, minutes: 6 });
    assert.deepEqual(least.steps, cheapest_plan().steps);
  });
});

const briefs: fc.Arbitrary<Brief> = fc.record({
  topic: fc.string({ minLength: 1, maxLength: 80 }),
  content_type: fc.constantFrom('blog_post', 'article', 'research_report'),
  target_length: fc.integer({ min: 500, max: 10_000 }),
  tone: fc.constantFrom('casual', 'professional', 'academic'),
  research_depth: fc.constantFrom('light', 'standard', 'deep'),
  min_sources: fc.integer({ min: 1, max: 40 }),
  min_quality_score: fc.constant(0.8),
  max_budget: fc.constant(5),
  max_time: fc.constant(5400),
  include_keywords: fc.constantFrom([], ['tea']),
  exclude_topics: fc.constant([]),
  target_audience: fc.constantFrom('', 'beginners'),
  specific_sections: fc.constantFrom([], ['History']),
  preferred_sources: fc.subarray(['web', 'academic', 'news', 'social', 'local']),
} as const) as fc.Arbitrary<Brief>;
const limits = fc.record({
  budget: fc.integer({ min: 0, max: 600 }).map((cents) => cents / 100),
  minutes: fc.integer({ min: 0, max: 120 }).map((quarters) => quarters / 4),
});

describe('whatever the brief and the limits', () => {
  const runs = { numRuns: soaked(300) };

  test('estimates add up', () => {
    fc.assert(
      fc.property(briefs, (given) => {
        const { steps, estimated_cost, estimated_time } = create_plan(given);
        const cents = steps.reduce((sum, each) => sum + Math.round(each.estimated_cost * 100), 0);
        assert.equal(Math.round(estimated_cost * 100), cents);
        assert.equal(
          estimated_time,
          steps.reduce((sum, each) => sum + each.estimated_time, 0),
        );
      }),
      runs,
    );
  });

  test('a plan has at least as many workers as the band of its complexity, and every step that it needs', () => {
    fc.assert(
      fc.property(briefs, (given) => {
        const plan = create_plan(given);
        assert.ok(workersIn(plan).length >= band_of(plan.complexity).min);
        assert.ok(workersIn(plan).includes('article_writer') && workersIn(plan).includes('web_search'));
        assert.deepEqual(workersIn(plan), [...new Set(workersIn(plan))]);
      }),
      runs,
    );
  });

  test('an optimised plan keeps its limits, its critical and important workers and one worker of each step', () => {
    fc.assert(
      fc.property(briefs, limits, (given, left) => {
        const plan = create_plan(given);
        const found = optimize_plan(plan, given, left);
        if (!found.ok) return assert.ok(found.short.budget !== undefined || found.short.minutes !== undefined);
        assert.ok(found.plan.estimated_cost <= left.budget && found.plan.estimated_time <= left.minutes);
        assert.deepEqual(
          found.plan.steps.map(({ name }) => name),
          plan.steps.map(({ name }) => name),
        );
        const kept = workersIn(found.plan);
        for (const { id, criticality } of WORKERS)
          if (workersIn(plan).includes(id) && criticality !== 'optional') assert.ok(kept.includes(id), id);
        assert.deepEqual([...kept, ...found.dropped].toSorted(), workersIn(plan).toSorted());
        assert.ok(found.time_saved >= 0 && found.cost_saved >= 0);
      }),
      runs,
    );
  });

  test('a plan is refused only where its important workers on cheaper models do not fit', () => {
    fc.assert(
      fc.property(briefs, limits, (given, left) => {
        const plan = create_plan(given);
        const least = optimize_plan(plan, given, { budget: -1, minutes: -1 });
        assert.ok(!least.ok);
        const { budget = 0, minutes = 0 } = least.short;
        assert.equal(optimize_plan(plan, given, left).ok, budget <= left.budget && minutes <= left.minutes);
      }),
      runs,
    );
  });
});
