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
import type { WorkerDefinition } from '../../src/systems/research/workers/worker.ts';
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
    const report = { ...LARGE_BRIEF, content_type: 'research_report' } as const;
    assert.ok(!optimized(create_plan(report), report, PLENTY).dropped.includes('plagiarism_checker'));
    const casual = { ...LARGE_BRIEF, tone: 'casual' } as const;
    assert.ok(!optimized(create_plan(casual), casual, PLENTY).dropped.includes('readability_checker'));
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
      ...['web_scraper', 'news_search', 'social_media', 'insight_extractor'],
    ]);
  });

  test('never loses the last worker of a step while cheaper models are enough', () => {
    const steps = [
      step('Research', 'news_search', 'social_media'),
      step('Writing', 'article_writer'),
      step('Quality', 'seo_optimizer', 'readability_checker'),
    ];
    const given: Plan = { plan_id: 'plan_001', complexity: 0.3, steps, estimated_time: 0, estimated_cost: 0 };
    const { plan: kept, dropped } = optimized(given, brief(), { budget: 0.6, minutes: 120 });
    assert.deepEqual(dropped, ['seo_optimizer', 'news_search']);
    assert.deepEqual(workersIn(kept), ['social_media', 'article_writer', 'readability_checker']);
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

  test('leaves article_writer on its model where another writer on a cheaper one is enough', () => {
    const steps = [
      step('Research', 'web_search'),
      step('Writing', 'introduction_writer', 'article_writer', 'conclusion_writer'),
      step('Quality', 'editor'),
    ];
    const given: Plan = { plan_id: 'plan_001', complexity: 0.3, steps, estimated_time: 0, estimated_cost: 0 };
    // $1.45; a dime and seven cents less with web search and editing, then five cents with the introduction.
    const cheaper = cheaperIn(optimized(given, brief(), { budget: 1.25, minutes: 120 }).plan);
    assert.deepEqual(cheaper.toSorted(), ['editor', 'introduction_writer', 'web_search']);
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
    assert.deepEqual(optimize_plan(create_plan(brief()), brief(), { budget: 0.62, minutes: 5.55 }), {
      ok: false,
      short: { budget: 0.63, minutes: 6 },
      reasons: [
        'Budget is short: the plan needs $0.63, $0.62 is left.',
        'Time is short: the plan needs 6 min, 5.5 min is left.',
      ],
    });
  });

  test('loses the dearest first, by what it costs for this brief: pages of the scraper count each', () => {
    const many = { ...LARGE_BRIEF, min_sources: 14 };
    const { dropped } = optimized(create_plan(many), many, { budget: 3.2, minutes: 120 });
    assert.deepEqual(dropped.slice(4), ['web_scraper']);
    const one = { ...LARGE_BRIEF, min_sources: 1 };
    assert.deepEqual(optimized(create_plan(one), one, { budget: 2.8, minutes: 120 }).dropped.slice(4), ['news_search']);
  });

  test('loses where only time is short none that makes nothing shorter', () => {
    const steps = [
      { ...step('Research', 'web_search', 'news_search', 'web_scraper'), mode: 'PARALLEL' as const },
      step('Writing', 'article_writer'),
      step('Quality', 'editor'),
    ];
    const given: Plan = { plan_id: 'plan_001', complexity: 0.3, steps, estimated_time: 0, estimated_cost: 0 };
    // 14 minutes: five of the scraper, which is cheaper than the news here, and four of the news.
    const asked = { asked: ['news_search', 'web_scraper'] };
    const dropped = (minutes: number) =>
      optimized(given, brief({ min_sources: 1 }), { budget: 5, minutes }, asked).dropped;
    assert.deepEqual(dropped(13), ['web_scraper']);
    assert.deepEqual(dropped(12), ['web_scraper', 'news_search']);
  });

  test('loses two that are as long as each other where only both make it shorter', () => {
    const steps = [
      { ...step('Research', 'web_search', 'web_scraper', 'archive'), mode: 'PARALLEL' as const },
      step('Writing', 'article_writer'),
      step('Quality', 'editor'),
    ];
    const archive: WorkerDefinition = {
      ...{ id: 'archive', name: 'Archive', step: 'Research', needs: [], gives: 'studies', is_parallel: true },
      ...{ cost: 0.02, minutes: 5, criticality: 'optional' },
    };
    const given: Plan = { plan_id: 'plan_001', complexity: 0.3, steps, estimated_time: 0, estimated_cost: 0 };
    const { dropped } = optimized(
      given,
      brief(),
      { budget: 5, minutes: 12 },
      { own: [archive], asked: ['web_scraper'] },
    );
    assert.deepEqual(dropped.toSorted(), ['archive', 'web_scraper']);
  });

  test('is fitted down to the cheapest plan there is', () => {
    const light = brief({ research_depth: 'light' });
    const { plan: least } = optimized(create_plan(light), light, { budget: 0.63, minutes: 6 });
    assert.deepEqual(least.steps, cheapest_plan().steps);
  });

  test('loses important workers last, where a limit forces it: any brief fits the cheapest plan', () => {
    for (const given of [brief(), brief({ research_depth: 'deep' }), LARGE_BRIEF]) {
      const { plan: least } = optimized(create_plan(given), given, { budget: 0.63, minutes: 6 });
      assert.deepEqual(least.steps, cheapest_plan().steps);
    }
    // All on cheaper models come to $1.00 without news_search: one worker less is enough.
    const { plan: less, dropped, reasons } = optimized(create_plan(brief()), brief(), { budget: 0.9, minutes: 120 });
    assert.deepEqual(dropped, ['news_search', 'fact_checker']);
    assert.equal(less.estimated_cost, 0.78);
    assert.equal(reasons.at(-1), 'Fact checking is left out: budget would be exceeded.');
    // 7.5 minutes of all on cheaper models.
    assert.deepEqual(optimized(create_plan(brief()), brief(), { budget: 5, minutes: 7 }).dropped, [
      ...['news_search', 'fact_checker'],
    ]);
  });

  test('that has no web search keeps one worker that finds sources', () => {
    const steps = [
      step('Research', 'academic_search', 'news_search'),
      step('Writing', 'article_writer'),
      step('Quality', 'fact_checker'),
    ];
    const given: Plan = { plan_id: 'plan_001', complexity: 0.3, steps, estimated_time: 0, estimated_cost: 0 };
    const { plan: least } = optimized(given, brief(), { budget: 0.55, minutes: 120 });
    assert.equal(least.steps[0]?.workers.length, 1);
    assert.ok(workersIn(least).includes('article_writer'));
  });

  test('of a re-plan keeps its important workers', () => {
    const kept = optimize_plan(create_plan(brief()), brief(), { budget: 0.9, minutes: 120 }, { is_replan: true });
    assert.deepEqual(!kept.ok && kept.short, { budget: 1 });
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

  test('an optimised plan keeps its limits; a re-plan its important workers and one worker of each step, too', () => {
    fc.assert(
      fc.property(briefs, limits, fc.boolean(), (given, left, is_replan) => {
        const plan = create_plan(given);
        const found = optimize_plan(plan, given, left, { is_replan });
        if (!found.ok) return assert.ok(found.short.budget !== undefined || found.short.minutes !== undefined);
        assert.ok(found.plan.estimated_cost <= left.budget && found.plan.estimated_time <= left.minutes);
        const kept = workersIn(found.plan);
        for (const id of ['article_writer', 'web_search', 'editor']) assert.ok(kept.includes(id), id);
        if (is_replan) {
          const names = ({ steps }: Plan) => steps.map(({ name }) => name);
          assert.deepEqual(names(found.plan), names(plan));
          for (const { id, criticality } of WORKERS)
            if (workersIn(plan).includes(id) && criticality !== 'optional') assert.ok(kept.includes(id), id);
        }
        assert.deepEqual([...kept, ...found.dropped].toSorted(), workersIn(plan).toSorted());
        assert.ok(found.time_saved >= 0 && found.cost_saved >= 0);
      }),
      runs,
    );
  });

  test('a plan is refused only where its cheapest form does not fit: of a first plan the cheapest there is', () => {
    fc.assert(
      fc.property(briefs, limits, fc.boolean(), (given, left, is_replan) => {
        const plan = create_plan(given);
        const least = optimize_plan(plan, given, { budget: -1, minutes: -1 }, { is_replan });
        assert.ok(!least.ok);
        const { budget = 0, minutes = 0 } = least.short;
        if (!is_replan) assert.deepEqual([budget, minutes], [0.63, 6]);
        const isWithin = budget <= left.budget && minutes <= left.minutes;
        assert.equal(optimize_plan(plan, given, left, { is_replan }).ok, isWithin);
      }),
      runs,
    );
  });
});
