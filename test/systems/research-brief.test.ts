// Which briefs are taken: every reason at once, before anything starts; and how a run begins.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brief_of, check_brief, initialize } from 'signoff/research';
import type { SourceOffer } from '../../src/ports/sources.ts';
import { execution_id_of } from '../../src/systems/research/controller.ts';

const WEB: SourceOffer = { kind: 'web', name: 'Brave Search', isConfigured: false, settings: 'BRAVE_API_KEY' };
const NEWS: SourceOffer = { kind: 'news', name: 'Feeds', isConfigured: false, settings: 'SIGNOFF_FEEDS' };
const PAGES: SourceOffer = { kind: 'pages', name: 'Pages', isConfigured: true, settings: '' };

describe('a brief', () => {
  test('needs a topic only; the rest has the defaults of the document', () => {
    assert.deepEqual(check_brief({ topic: 'Tea' }), []);
    assert.deepEqual(brief_of({ topic: 'Tea', tone: null, unknown: 1 }), {
      topic: 'Tea',
      content_type: 'article',
      target_length: 2000,
      tone: 'professional',
      research_depth: 'standard',
      min_sources: 10,
      min_quality_score: 0.8,
      max_budget: 5,
      max_time: 5400,
      include_keywords: [],
      exclude_topics: [],
      target_audience: '',
      specific_sections: [],
      preferred_sources: [],
    });
  });

  test('is refused without a topic, and when it is no object', () => {
    assert.deepEqual(check_brief({ topic: '  ' }), ['topic must be a text, found "  "']);
    assert.deepEqual(check_brief({}), ['topic must be a text, found nothing']);
    assert.deepEqual(check_brief(['Tea']), ['the brief must be an object, found ["Tea"]']);
  });

  const ranges: readonly (readonly [string, readonly number[], readonly number[]])[] = [
    ['target_length', [500, 10_000], [499, 10_001, 700.5]],
    ['min_sources', [1, 100], [0, 101, 1.5]],
    ['min_quality_score', [0, 1], [-0.1, 1.1]],
    ['max_budget', [0.63, 50], [0.49, 50.01]],
    ['max_time', [360, 7200], [59, 7201]],
  ];
  for (const [field, good, bad] of ranges) {
    test(`has ${field} within its range`, () => {
      for (const value of good) assert.deepEqual(check_brief({ topic: 'Tea', [field]: value }), []);
      for (const value of bad) {
        const reasons = check_brief({ topic: 'Tea', [field]: value });
        assert.equal(reasons.length, 1);
        assert.match(reasons[0] ?? '', new RegExp(`^${field} must be .* to .*, found ${value}$`));
      }
    });
  }

  test('has texts of one line that are not too long, and lists that are not', () => {
    const good = { target_audience: 'a'.repeat(300), specific_sections: Array(20).fill('C# and F#, 3 ways') };
    assert.deepEqual(check_brief({ topic: 't'.repeat(300), ...good }), []);
    const reasons = check_brief({
      topic: `Tea\n\n## References ${'t'.repeat(300)}`,
      target_audience: 'a'.repeat(301),
      include_keywords: ['tea', ' '],
      exclude_topics: Array.from({ length: 21 }, (_, at) => `x${at}`),
      specific_sections: ['Costs\n\n## References', 'Costs [e1]', '# Costs', 'References', 's'.repeat(121)],
    });
    assert.deepEqual(
      reasons.map((reason) => reason.replace(/, found .*/, '')),
      [
        'topic must be one line',
        'topic must have at most 300 characters',
        'target_audience must have at most 300 characters',
        'include_keywords must have no empty entry',
        'exclude_topics must have at most 20 entries',
        'an entry of specific_sections must be one line',
        ...Array(2).fill('an entry of specific_sections must be plain text'),
        'an entry of specific_sections must not head the list of references',
        'an entry of specific_sections must have at most 120 characters',
      ],
    );
  });

  test('has choices and lists of the kinds that there are', () => {
    assert.deepEqual(
      check_brief({
        ...{ topic: 'Tea', content_type: 'poem', tone: 'loud', research_depth: 3, target_audience: 5 },
        ...{ include_keywords: 'tea', specific_sections: [1], preferred_sources: ['web', 'books'] },
      }),
      [
        'target_audience must be a text, found 5',
        'content_type must be one of blog_post, article, research_report, found "poem"',
        'tone must be one of casual, professional, academic, found "loud"',
        'research_depth must be one of light, standard, deep, found 3',
        'include_keywords must be a list of texts, found "tea"',
        'specific_sections must be a list of texts, found [1]',
        'preferred_sources must be one of web, academic, news, social, local, found "books"',
      ],
    );
  });

  test('is refused where it contradicts itself, with all reasons at once', () => {
    assert.deepEqual(
      check_brief({
        ...{ topic: 'Green tea', exclude_topics: ['green  TEA', 'milk'], include_keywords: ['Milk', 'leaf'] },
        ...{ tone: 'casual', preferred_sources: ['academic'], max_budget: 0.62, max_time: 359 },
      }),
      [
        'the topic "Green tea" is excluded (exclude_topics)',
        '"Milk" is both included and excluded',
        'a casual tone contradicts academic sources alone: prefer other sources too, or another tone',
        'max_budget $0.62 is below the cheapest plan, which costs $0.63',
        'max_time 359 s is below the cheapest plan, which takes 6 min',
      ],
    );
    assert.deepEqual(check_brief({ topic: 'Tea', tone: 'casual', preferred_sources: ['academic', 'web'] }), []);
  });

  test('of ten minutes is taken', () => {
    assert.deepEqual(check_brief({ topic: 'Tea', max_time: 600 }), []);
  });
});

describe('what a brief finds', () => {
  test('must have a source: with nothing configured and no corpus the settings are named', () => {
    assert.deepEqual(check_brief({ topic: 'Tea' }, { offers: [WEB, NEWS, PAGES] }), [
      'there is nothing to find sources with: set BRAVE_API_KEY (Brave Search), or SIGNOFF_FEEDS (Feeds), ' +
        'or give a folder of documents as corpus (--corpus DIR)',
    ]);
    assert.deepEqual(check_brief({ topic: 'Tea' }, { offers: [WEB, NEWS], has_corpus: true }), []);
    assert.deepEqual(check_brief({ topic: 'Tea' }, { offers: [WEB, { ...NEWS, isConfigured: true }] }), []);
  });

  test('must have capacity, a store and a provider', () => {
    const around = { runs: { open: 4, max: 4 }, is_store_up: false, provider_problem: 'The key is missing.' };
    assert.deepEqual(check_brief({ topic: 'Tea' }, around), [
      'no capacity: 4 of 4 research runs are running (limits.runs)',
      'the store does not answer',
      'no provider of models can be asked: The key is missing.',
    ]);
    assert.deepEqual(check_brief({ topic: 'Tea' }, { runs: { open: 3, max: 4 } }), []);
  });
});

describe('a new run', () => {
  test('has an id of its second, with a suffix only where that is taken', () => {
    const now = '2024-11-25T14:30:22.417Z';
    assert.equal(execution_id_of(now), 'exec_20241125_143022');
    const [one, other] = ['run_1', 'run_2'].map((run) => execution_id_of(now, run));
    assert.match(one ?? '', /^exec_20241125_143022_[0-9a-f]{8}$/);
    assert.notEqual(one, other);
    assert.equal(execution_id_of(now, 'run_1'), one);
  });

  test('begins with the AgentState of the document', () => {
    const now = '2024-11-25T14:30:22.417Z';
    const brief = brief_of({ topic: 'Tea' });
    const ids = { execution_id: 'exec_20241125_143022', request_id: 'req_abc123' };
    assert.deepEqual(initialize(brief, ids, now), {
      execution_id: 'exec_20241125_143022',
      request_id: 'req_abc123',
      current_phase: 'initialized',
      brief,
      current_plan: null,
      current_step_index: 0,
      all_tasks: [],
      research_results: [],
      analysis_results: [],
      writing_results: [],
      quality_results: [],
      quality_score: null,
      completeness_score: null,
      should_continue: false,
      feedback: null,
      iteration_count: 1,
      max_iterations: 3,
      plan_history: [],
      phase_history: [{ from: null, to: 'initialized', timestamp: now }],
      agent_actions: [{ agent: 'Controller', action: 'initialize' }],
      total_cost: 0,
      total_tokens: 0,
      started_at: now,
      completed_at: null,
      duration: null,
    });
  });
});
