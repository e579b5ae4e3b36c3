// Plans of research runs: complexity, workers, steps and estimates, by the numbers of the source document.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BRIEF_DEFAULTS,
  type Brief,
  complexity_of,
  create_plan,
  estimate_plan,
  estimate_range,
  WORKERS,
} from 'signoff/research';
import type { Plan, PlanStep } from '../../src/systems/research/plan.ts';
import { band_of, cheapest_plan } from '../../src/systems/research/planner.ts';
import type { WorkerDefinition } from '../../src/systems/research/workers/worker.ts';

const brief = (more: Partial<Brief> = {}): Brief => ({ ...BRIEF_DEFAULTS, topic: 'Tea', ...more });
const workersOf = (plan: Plan) => plan.steps.flatMap(({ workers }) => workers.map(({ worker_id }) => worker_id));
const shapeOf = ({ name, mode, workers, estimated_time, estimated_cost }: PlanStep) => {
  const ids = workers.map(({ worker_id }) => worker_id).join(', ');
  return `${name}: ${ids}, ${mode}, ${estimated_time}min, $${estimated_cost.toFixed(2)}`;
};

const DEEP_BRIEF = { research_depth: 'deep', specific_sections: ['History'], target_length: 4000 } as const;
const OWN: WorkerDefinition = {
  id: 'house_archive',
  name: 'House archive',
  step: 'Research',
  needs: [],
  gives: 'our own studies',
  is_parallel: true,
  cost: 0.02,
  minutes: 1,
  criticality: 'optional',
};

describe('the table of workers', () => {
  test('has the 17 of the document with their dollars, minutes and criticality', () => {
    const rows = WORKERS.map(({ id, step, cost, minutes, criticality }) => [id, step, cost, minutes, criticality]);
    assert.deepEqual(rows, [
      ['web_search', 'Research', 0.2, 3, 'important'],
      ['academic_search', 'Research', 0.15, 5, 'important'],
      ['news_search', 'Research', 0.15, 4, 'optional'],
      ['web_scraper', 'Research', 0.05, 5, 'optional'],
      ['social_media', 'Research', 0.01, 3, 'optional'],
      ['content_synthesizer', 'Analysis', 0.3, 2, 'important'],
      ['summarization', 'Analysis', 0.1, 2, 'optional'],
      ['insight_extractor', 'Analysis', 0.15, 3, 'optional'],
      ['introduction_writer', 'Writing', 0.1, 3, 'important'],
      ['article_writer', 'Writing', 0.9, 6, 'critical'],
      ['conclusion_writer', 'Writing', 0.1, 3, 'important'],
      ['citation_formatter', 'Quality', 0.1, 2, 'important'],
      ['fact_checker', 'Quality', 0.45, 4, 'important'],
      ['editor', 'Quality', 0.15, 3, 'important'],
      ['seo_optimizer', 'Quality', 0.1, 2, 'optional'],
      ['readability_checker', 'Quality', 0.05, 1, 'optional'],
      ['plagiarism_checker', 'Quality', 0.1, 3, 'optional'],
    ]);
  });

  test('has the two fallbacks of the document', () => {
    const fallbacks = WORKERS.flatMap(({ id, fallback }) => (fallback === undefined ? [] : [[id, fallback]]));
    assert.deepEqual(fallbacks, [
      ['academic_search', 'web_search'],
      ['web_scraper', 'web_search'],
    ]);
  });

  test('needs only workers that there are, of its own step or an earlier one', () => {
    const order = ['Research', 'Analysis', 'Writing', 'Quality'];
    for (const worker of WORKERS) {
      for (const need of worker.needs) {
        const needed = WORKERS.find(({ id }) => id === need);
        assert.ok(needed, need);
        assert.ok(order.indexOf(needed.step) <= order.indexOf(worker.step), `${worker.id} needs ${need}`);
      }
    }
  });
});

describe('complexity', () => {
  const cases: readonly (readonly [string, Partial<Brief>, number])[] = [
    ['is .5', {}, 0.5],
    ['is .2 less for light research', { research_depth: 'light' }, 0.3],
    ['is .1 more for deep research', { research_depth: 'deep' }, 0.6],
    ['is .1 more for a topic over 50 characters', { topic: 'x'.repeat(51) }, 0.6],
    ['is not more for a topic of 50 characters', { topic: 'x'.repeat(50) }, 0.5],
    ['is .1 more for specific sections', { specific_sections: ['History'] }, 0.6],
    ['is .1 more for preferred sources', { preferred_sources: ['local'] }, 0.6],
    ['is .2 more for over 3000 words', { target_length: 3001 }, 0.7],
    ['is not more for 3000 words', { target_length: 3000 }, 0.5],
    ['is 1 at the most', { ...DEEP_BRIEF, topic: 'x'.repeat(51), preferred_sources: ['web'] }, 1],
  ];
  for (const [what, more, expected] of cases) {
    test(what, () => assert.equal(complexity_of(brief(more)), expected));
  }

  test('below .4 gives 3 to 5 workers, up to .7 6 to 10, above 11 to 17', () => {
    assert.deepEqual([0.3, 0.39].map(band_of), Array(2).fill({ min: 3, max: 5 }));
    assert.deepEqual([0.4, 0.5, 0.7].map(band_of), Array(3).fill({ min: 6, max: 10 }));
    assert.deepEqual([0.71, 0.8, 1].map(band_of), Array(3).fill({ min: 11, max: 17 }));
  });
});

describe('a plan', () => {
  test('for the simple topic of the document has 3 steps and 3 workers', () => {
    const plan = create_plan(
      brief({
        topic: 'What is Python programming?',
        content_type: 'blog_post',
        target_length: 1000,
        tone: 'casual',
        research_depth: 'light',
        max_budget: 2,
      }),
    );
    assert.equal(plan.complexity, 0.3);
    assert.deepEqual(plan.steps.map(shapeOf), [
      'Research: web_search, SEQUENTIAL, 3min, $0.20',
      'Writing: article_writer, SEQUENTIAL, 6min, $0.90',
      'Quality: editor, SEQUENTIAL, 3min, $0.15',
    ]);
  });

  test('for a standard article has the six workers of the healthcare example', () => {
    const plan = create_plan(brief({ topic: 'AI in healthcare 2024', min_quality_score: 0.85 }));
    assert.deepEqual(workersOf(plan), [
      ...['web_search', 'news_search', 'content_synthesizer', 'article_writer', 'fact_checker', 'editor'],
    ]);
  });

  test('of complexity .6 is the example plan of the document: 4 steps, 8 workers, 17 minutes, $2.40', () => {
    const plan = create_plan(brief({ research_depth: 'deep' }));
    assert.deepEqual([plan.plan_id, plan.complexity], ['plan_001', 0.6]);
    assert.deepEqual(plan.steps.map(shapeOf), [
      'Research: web_search, academic_search, news_search, PARALLEL, 5min, $0.50',
      'Analysis: content_synthesizer, SEQUENTIAL, 2min, $0.30',
      'Writing: article_writer, SEQUENTIAL, 6min, $0.90',
      'Quality: citation_formatter, fact_checker, editor, PARALLEL, 4min, $0.70',
    ]);
    assert.deepEqual([plan.estimated_time, plan.estimated_cost], [17, 2.4]);
  });

  test('above .7 has all 17 workers; introduction and conclusion follow the article', () => {
    const plan = create_plan(brief(DEEP_BRIEF));
    assert.equal(workersOf(plan).length, 17);
    assert.deepEqual(plan.steps.filter(({ name }) => name === 'Writing').map(shapeOf), [
      'Writing: article_writer, SEQUENTIAL, 6min, $0.90',
      'Writing: introduction_writer, conclusion_writer, PARALLEL, 3min, $0.20',
    ]);
  });

  test('has the searches that preferred sources name', () => {
    const added = (...preferred_sources: Brief['preferred_sources']) =>
      workersOf(create_plan(brief({ research_depth: 'light', preferred_sources })));
    assert.ok(added('academic').includes('academic_search'));
    assert.ok(added('news').includes('news_search'));
    assert.ok(added('social').includes('social_media'));
    assert.ok(!added('local').includes('social_media'));
  });

  test('for 15 sources or more has every search and the scraper', () => {
    const searches = (min_sources: number) =>
      create_plan(brief({ research_depth: 'light', min_sources })).steps[0]?.workers.map(({ worker_id }) => worker_id);
    assert.deepEqual(searches(15), ['web_search', 'academic_search', 'news_search', 'web_scraper']);
    assert.deepEqual(searches(14), ['web_search']);
  });

  test('for an academic tone has citation_formatter', () => {
    assert.ok(workersOf(create_plan(brief({ tone: 'academic' }))).includes('citation_formatter'));
    assert.ok(!workersOf(create_plan(brief())).includes('citation_formatter'));
  });

  test("has the project's own workers beside the searches", () => {
    const plan = create_plan(brief({ research_depth: 'light' }), { own: [OWN] });
    assert.equal(plan.steps.map(shapeOf)[0], 'Research: web_search, house_archive, PARALLEL, 3min, $0.22');
  });
});

describe('estimates', () => {
  test('of the scraper are a page for each source asked for', () => {
    const [research] = create_plan(brief({ min_sources: 20 })).steps;
    assert.equal(research?.estimated_cost, 1.5);
  });

  test('of a sequential step are the sum of its workers, of a parallel one the longest', () => {
    const plan = create_plan(brief({ research_depth: 'deep' }));
    const inTurn: Plan = { ...plan, steps: plan.steps.map((step) => ({ ...step, mode: 'SEQUENTIAL' })) };
    assert.deepEqual(
      estimate_plan(inTurn, brief()).steps.map(({ estimated_time }) => estimated_time),
      [12, 2, 6, 9],
    );
  });

  test('are halved on a cheaper model: the cheapest plan takes 6 minutes and $0.63', () => {
    const { steps, estimated_time, estimated_cost } = cheapest_plan();
    assert.deepEqual([estimated_time, estimated_cost], [6, 0.63]);
    assert.deepEqual(
      steps.flatMap(({ workers }) => workers),
      ['web_search', 'article_writer', 'editor'].map((worker_id) => ({ worker_id, is_cheaper: true })),
    );
  });

  test('before the start are the cheapest plan, the plan, and three executions with what re-plans add', () => {
    assert.deepEqual(estimate_range(brief({ max_budget: 50, max_time: 7200 })), {
      min: { dollars: 0.63, minutes: 6 },
      likely: { dollars: 2.15, minutes: 16 },
      // Twice 3.30 in 21 minutes: the six, academic_search, 10 pages, insight_extractor, introduction, conclusion,
      // citation_formatter and readability_checker.
      max: { dollars: 8.75, minutes: 58 },
    });
  });

  test('before the start stay within the limits of the brief', () => {
    const { min, likely, max } = estimate_range(brief({ max_budget: 2, max_time: 900 }));
    assert.deepEqual(max, { dollars: 2, minutes: 15 });
    assert.ok(likely.dollars <= 2 && likely.minutes <= 15 && min.dollars <= likely.dollars);
  });
});

describe('a re-plan', () => {
  const first = create_plan(brief());
  const good = { overall: 0.7, article: 0.9, source: 0.9, accuracy: 0.9, writing: 0.9 };
  const added = (more: Parameters<typeof create_plan>[1]) => {
    const plan = create_plan(brief(), { iteration: 2, last_plan: first, ...more });
    assert.equal(plan.plan_id, 'plan_002');
    for (const worker of workersOf(first)) assert.ok(workersOf(plan).includes(worker), `${worker} is kept`);
    return workersOf(plan).filter((worker) => !workersOf(first).includes(worker));
  };

  test('keeps every worker, and adds sources where the source score is low', () => {
    const low = added({ quality: { ...good, source: 0.5 } });
    assert.deepEqual(low, ['academic_search', 'web_scraper', 'citation_formatter']);
  });

  test('adds what the other scores need', () => {
    assert.deepEqual(added({ quality: { ...good, article: 0.5 } }), [
      ...['insight_extractor', 'introduction_writer', 'conclusion_writer'],
    ]);
    assert.deepEqual(added({ quality: { ...good, writing: 0.5 } }), ['readability_checker']);
    assert.deepEqual(added({ quality: { ...good, accuracy: 0.5 } }), []);
    const simple = create_plan(brief({ research_depth: 'light' }));
    const again = create_plan(brief({ research_depth: 'light' }), {
      last_plan: simple,
      quality: { ...good, accuracy: 0.5 },
    });
    assert.ok(workersOf(again).includes('fact_checker'));
  });

  test('adds the workers that the feedback names, and those for what it says', () => {
    assert.deepEqual(added({ feedback: 'Run the plagiarism check and seo_optimizer.' }), [
      ...['seo_optimizer', 'plagiarism_checker'],
    ]);
    for (const feedback of [
      'Need more sources, especially academic',
      'Add academic sources',
      'Need more academic papers',
    ])
      assert.deepEqual(added({ feedback }), ['academic_search', 'web_scraper', 'citation_formatter']);
    assert.deepEqual(added({ feedback: 'Need deeper technical analysis' }), [
      ...['insight_extractor', 'introduction_writer', 'conclusion_writer'],
    ]);
    assert.deepEqual(added({ feedback: 'Predictions need more evidence' }), []);
  });
});
