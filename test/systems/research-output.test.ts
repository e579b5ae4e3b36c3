// What research runs answer: the final output of a run and the error response, with the texts of the source document.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BRIEF_DEFAULTS, type Brief, create_plan, initialize } from 'signoff/research';
import type { Source } from '../../src/documents/evidence/source.ts';
import type { AgentState, WorkerTask } from '../../src/systems/research/agent-state.ts';
import { error_response, PLAN_SHORT } from '../../src/systems/research/controller.ts';
import { create_output, type MergeInput, reading_time_of, unique_sources } from '../../src/systems/research/merger.ts';

const STARTED = '2024-11-25T14:30:00.000Z';
const NOW = '2024-11-25T14:45:20.000Z';
const IDS = { execution_id: 'exec_20241125_143000', request_id: 'req_abc123' };
const BRIEF: Brief = { ...BRIEF_DEFAULTS, topic: 'Tea' };
const PLAN = create_plan(BRIEF);
const QUALITY = { overall: 0.88, article: 0.9, source: 0.85, accuracy: 0.92, writing: 0.84 };

const task = (worker_id: string, status: WorkerTask['status'] = 'COMPLETED'): WorkerTask => ({
  ...{ worker_id, status, priority: 'optional' },
});
const STATE: AgentState = {
  ...initialize(BRIEF, IDS, STARTED),
  current_phase: 'merging',
  current_plan: PLAN,
  quality_score: 0.88,
  all_tasks: [task('web_search'), task('article_writer')],
  total_cost: 2.35,
  total_tokens: 12_500,
};
const source = (id: string, score: number, more: Partial<Source> = {}): Source => ({
  ...{ id, hash: `sha256:${id}`, address: `https://${id}.org/`, also: [], title: id, type: 'web', publishedAt: null },
  ...{ authors: [], publisher: '', retrievedAt: STARTED, words: 100, isWhole: true, score, reasons: [], ...more },
});
const INPUT: MergeInput = {
  article: { title: 'Tea', content: '# Tea\n', word_count: 2150 },
  quality: QUALITY,
  sources: [source('s1', 0.5), source('s2', 0.9)],
  now: NOW,
};
const outputOf = (state: Partial<AgentState> = {}, input: Partial<MergeInput> = {}) =>
  create_output({ ...STATE, ...state }, { ...INPUT, ...input }).output;

describe('the final output', () => {
  test('of a good result has the fields of the document', () => {
    assert.deepEqual(outputOf(), {
      request_id: 'req_abc123',
      execution_id: 'exec_20241125_143000',
      article: { title: 'Tea', content: '# Tea\n', word_count: 2150, reading_time: 11 },
      quality: QUALITY,
      sources: [source('s2', 0.9), source('s1', 0.5)],
      metrics: {
        ...{ duration: 920, cost: 2.35, tokens: 12_500, iteration_count: 1 },
        tasks: { total: 2, completed: 2, failed: 0, skipped: 0 },
      },
      warnings: [],
      system_notes: '',
      status: 'completed',
    });
  });

  test('is recorded as an action of the Merger, and the last plan comes into the history', () => {
    const { state } = create_output(STATE, INPUT);
    const details = { status: 'completed', quality: 0.88 };
    assert.deepEqual(state.agent_actions.at(-1), { agent: 'Merger', action: 'create_output', details });
    assert.deepEqual(state.plan_history, [{ plan_id: 'plan_001', plan: PLAN, quality: 0.88 }]);
  });

  test('after a re-plan says by how much it became better', () => {
    const plan_history = [{ plan_id: 'plan_001', plan: PLAN, quality: 0.65 }];
    const { metrics, system_notes } = outputOf({ iteration_count: 2, plan_history });
    assert.equal(metrics.improvement, '+23% quality (0.65 → 0.88)');
    assert.equal(system_notes, 'Generated after 2 iterations to meet quality threshold.');
  });

  test('rounds halves up, and the improvement is that of the scores as they are shown', () => {
    const improvement = (from: number, overall: number) =>
      outputOf(
        { iteration_count: 2, plan_history: [{ plan_id: 'plan_001', plan: PLAN, quality: from }] },
        { quality: { ...QUALITY, overall } },
      ).metrics.improvement;
    assert.equal(improvement(0.654, 0.8851), '+24% quality (0.65 → 0.89)');
    assert.equal(improvement(0.695, 0.87), '+17% quality (0.70 → 0.87)');
    assert.equal(improvement(0.7, 0.704), undefined);
  });

  test('is completed at a threshold that has more decimals than scores have', () => {
    const brief = { ...BRIEF, min_quality_score: 0.88001 };
    assert.equal(outputOf({ brief }).status, 'completed');
    assert.equal(outputOf({ brief: { ...brief, min_quality_score: 0.8801 } }).status, 'partial');
  });

  test('says nothing of an improvement where there was none', () => {
    const plan_history = [{ plan_id: 'plan_001', plan: PLAN, quality: 0.88 }];
    assert.equal(outputOf({ iteration_count: 2, plan_history }).metrics.improvement, undefined);
  });

  test('of a forced end is partial, with the warning and the note of the supervisor', () => {
    const warning = 'Quality 0.78 below target 0.80, but max iterations reached';
    const note = 'Consider lowering quality threshold or increasing budget';
    const { status, warnings, system_notes } = outputOf(
      { iteration_count: 3 },
      { quality: { ...QUALITY, overall: 0.78 }, warning, note },
    );
    assert.deepEqual([status, warnings, system_notes], ['partial', [warning], note]);
    const more = outputOf({ iteration_count: 3 }, { note, notes: ['One source is Greek.'] });
    assert.match(more.system_notes, /increasing budget\. One source is Greek\.$/);
  });

  test('of an execution that the budget ended is partial, however good', () => {
    assert.equal(outputOf({}, { is_cut_short: true }).status, 'partial');
  });

  test('warns of each worker that gave nothing, by its name', () => {
    const all_tasks = [task('web_search'), task('news_search', 'SKIPPED'), task('seo_optimizer', 'FAILED')];
    const { warnings, metrics, status } = outputOf({ all_tasks }, { warnings: ['One source is from 2009.'] });
    assert.deepEqual(warnings, [
      ...['News search unavailable', 'SEO optimization unavailable', 'One source is from 2009.'],
    ]);
    assert.deepEqual(metrics.tasks, { total: 3, completed: 1, failed: 1, skipped: 1 });
    assert.equal(status, 'completed');
  });

  test('without anything written has no article, and is partial', () => {
    const { article, status } = outputOf({}, { article: null, quality: null });
    assert.deepEqual([article, status], [null, 'partial']);
  });

  test('has a source under two addresses once, the most relevant first', () => {
    const found = unique_sources([
      source('s1', 0.4),
      source('s2', 0.7),
      source('s3', 0.6, { hash: 'sha256:s2', address: 'https://copy.org/' }),
      source('s4', 0.3, { address: 'https://s1.org#part' }),
    ]);
    assert.deepEqual(
      found.map(({ id, also }) => [id, also]),
      [
        ['s2', ['https://copy.org/']],
        ['s1', ['https://s1.org#part']],
      ],
    );
  });

  test('has the reading time in minutes of 200 words, rounded up', () => {
    assert.deepEqual([0, 1, 200, 201, 2000].map(reading_time_of), [0, 1, 1, 2, 10]);
  });

  test('has three sources as one where the third has the text of one and the address of the other', () => {
    const found = unique_sources([
      source('s1', 0.9),
      source('s4', 0.85),
      source('s2', 0.8),
      source('s3', 0.7, { hash: 'sha256:s1', address: 'https://s2.org/' }),
    ]);
    assert.deepEqual(
      found.map(({ id, also }) => [id, also]),
      [
        ['s1', ['https://s2.org/']],
        ['s4', []],
      ],
    );
  });
});

describe('the error response', () => {
  const research_results = [{ worker: 'web_search', sources: [] }];
  const state: AgentState = { ...STATE, current_phase: 'executing', total_cost: 0.5 };

  test('of a critical worker has the text of the document, with the attempts and the cause beside it', () => {
    const failure = { code: 'timed-out', message: 'API timeout', step: 'article_writer', attempts: 3 };
    assert.deepEqual(error_response({ ...state, research_results }, failure), {
      status: 'failed',
      error: {
        type: 'WorkerExecutionError',
        message: 'article_writer failed after 3 retries',
        attempts: 3,
        cause: 'API timeout',
        phase: 'EXECUTING',
        execution_id: 'exec_20241125_143000',
      },
      partial_results: {
        ...{ research_results, analysis_results: [], writing_results: [], quality_results: [] },
        cost_incurred: 0.5,
      },
    });
  });

  test('of a worker that was not tried again says so', () => {
    const failure = { code: 'bad-request', message: 'No such model', step: 'article_writer', attempts: 1 };
    assert.equal(error_response(state, failure).error.message, 'article_writer failed at its first attempt');
  });

  test('of research that found nothing is a WorkerExecutionError, too', () => {
    const failure = { code: 'join-boundary', message: 'No branch arrived.', step: 'research', attempts: 1 };
    const { error } = error_response(state, failure);
    assert.deepEqual([error.type, error.message], ['WorkerExecutionError', 'No branch arrived.']);
  });

  test('of a plan that fits no limit is a ValidationError in STRATEGY', () => {
    const message = 'Budget is short: the plan needs $0.63, $0.50 is left.';
    const failure = { code: PLAN_SHORT, message, step: 'optimise', attempts: 1 };
    const { error } = error_response({ ...state, current_phase: 'strategy' }, failure);
    assert.deepEqual([error.type, error.message, error.phase], ['ValidationError', message, 'STRATEGY']);
  });

  test('of anything else is a SystemError', () => {
    const failure = { code: 'action-failed', message: 'Out of memory', step: 'MERGING', attempts: 3 };
    assert.equal(error_response({ ...state, current_phase: 'merging' }, failure).error.type, 'SystemError');
  });
});
