// Runs that fail: in which phase, what became of each worker, what was paid, and that nothing of the record is missing.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NOW } from '../../examples/research/open-example.ts';
import { SourceFault } from '../../src/errors.ts';
import type { JsonObject } from '../../src/json.ts';
import { execution_id_of } from '../../src/systems/research/controller.ts';
import { researchReply, workerOf } from './research-model.ts';
import { begin, finish, openPaid, spentOn } from './research-paid.ts';
import { play } from './research-play.ts';

const thrice = (why: string): readonly string[] => [why, why, why];
/** Of the healthcare example, whose first plan has six workers in four steps. */
const HEALTHCARE = { example: 'healthcare' };
const LISTS = ['research_results', 'analysis_results', 'writing_results', 'quality_results'];

function tasksOf({ all_tasks }: JsonObject): { readonly [worker: string]: string } {
  const tasks = all_tasks as readonly { readonly worker_id: string; readonly status: string }[];
  return Object.fromEntries(tasks.map(({ worker_id, status }) => [worker_id, status]));
}

function executedOf({ agent_actions }: JsonObject): unknown {
  const actions = agent_actions as readonly JsonObject[];
  return actions.findLast(({ action }) => action === 'execute_plan')?.details;
}

const errorIn = (output: JsonObject): JsonObject => output.error as JsonObject;
const movesOf = ({ phase_history }: JsonObject) =>
  phase_history as readonly { readonly from: string | null; readonly to: string }[];

describe('an execution', { concurrency: 2 }, () => {
  test('that failed has its tasks, results, step and the account of the orchestrator', async (t) => {
    const { data, output } = await play(t, { ...HEALTHCARE, failures: { article_writer: thrice('API timeout') } });
    assert.deepEqual(tasksOf(data), {
      ...{ web_search: 'COMPLETED', news_search: 'COMPLETED', content_synthesizer: 'COMPLETED' },
      ...{ article_writer: 'FAILED', fact_checker: 'PENDING', editor: 'PENDING' },
    });
    assert.equal(data.current_step_index, 2);
    assert.deepEqual(executedOf(data), { retries: 2, skipped: [] });
    const { partial_results, error } = output as { readonly [name: string]: JsonObject };
    assert.deepEqual(Object.keys(partial_results ?? {}), [...LISTS, 'cost_incurred']);
    for (const name of LISTS) assert.deepEqual(data[name], partial_results?.[name], name);
    assert.deepEqual(
      LISTS.map((name) => (data[name] as readonly unknown[]).length),
      [2, 1, 0, 0],
    );
    assert.deepEqual(
      [error?.type, error?.message, error?.phase],
      ['WorkerExecutionError', 'article_writer failed after 3 retries', 'EXECUTING'],
    );
  });

  test('counts attempts after the first, and lists optional workers that were skipped', async (t) => {
    const failures = { news_search: thrice('down'), editor: thrice('down'), web_search: ['down'] };
    const { data } = await play(t, { ...HEALTHCARE, failures, brief: { min_quality_score: 0.1 } });
    // Two of news_search and of editor, one of web_search.
    assert.deepEqual(executedOf(data), { retries: 5, skipped: ['news_search'] });
    assert.deepEqual([tasksOf(data).news_search, tasksOf(data).editor], ['SKIPPED', 'FAILED']);
    assert.equal(data.current_step_index, 4);
    assert.equal(data.completeness_score, 0.9);
  });

  test('whose searches failed for good at once has no retries', async (t) => {
    const { data } = await play(t, {
      ...{ ...HEALTHCARE, brief: { min_quality_score: 0.1 } },
      searches: (sources) => ({
        find: (kind, ask) => {
          if (kind === 'news') throw Object.assign(new Error('No such feed.'), { retryable: false });
          return sources.find(kind, ask);
        },
      }),
    });
    assert.deepEqual(executedOf(data), { retries: 0, skipped: ['news_search'] });
  });

  test('without a search that is left has the message of the last one, its attempts and its cause', async (t) => {
    const failures = { web_search: ['one', 'two', 'API error'], news_search: ['one', 'two', 'API timeout'] };
    const { data, output } = await play(t, { ...HEALTHCARE, failures });
    const { type, message, attempts, cause, phase, stack } = errorIn(output);
    const [last] = String(message).split(' ');
    assert.deepEqual([type, attempts, phase, stack], ['WorkerExecutionError', 3, 'EXECUTING', undefined]);
    assert.match(String(message), /^(?:web|news)_search failed after 3 retries$/);
    assert.equal(cause, last === 'web_search' ? 'API error' : 'API timeout');
    assert.deepEqual(executedOf(data), { retries: 4, skipped: last === 'web_search' ? ['news_search'] : [] });
    assert.equal(tasksOf(data)[last ?? ''], 'FAILED');
    assert.deepEqual([tasksOf(data).article_writer, data.current_step_index], ['PENDING', 0]);
  });

  test('whose search and its fallback failed says why the search itself did', async (t) => {
    const { output } = await play(t, {
      ...{ brief: { preferred_sources: ['academic'], tone: 'professional' }, skipsMax: 10_000 },
      searches: ({ offers }) => ({
        offers: offers.map((offer) => ({ ...offer, isConfigured: offer.kind === 'academic' })),
        find: async () => {
          throw new SourceFault('source-unreachable', 'api.openalex.org cannot be reached.');
        },
      }),
    });
    const { message, attempts, cause } = errorIn(output);
    assert.deepEqual(
      [message, attempts, cause],
      ['academic_search failed after 3 retries', 3, 'api.openalex.org cannot be reached.'],
    );
  });

  test('counts the retries of a worker whose fallback took its place, which the output tells', async (t) => {
    const failures = { academic_search: thrice('down') };
    const { data, output } = await play(t, { example: 'trends', failures });
    assert.deepEqual(executedOf(data), { retries: 2, skipped: [] });
    assert.match(String(output.system_notes), /Academic search failed: web search took its place\./);
  });

  test('counts the retries of a worker that works alone in its step', async (t) => {
    const { data } = await play(t, { failures: { editor: thrice('down') } });
    assert.deepEqual(executedOf(data), { retries: 2, skipped: [] });
    assert.equal(tasksOf(data).editor, 'FAILED');
  });

  test('that failed is paid: the cost incurred is that of all its calls', async (t) => {
    const open = await openPaid(t, {
      price: 1,
      reply(request) {
        if (workerOf(request) === 'article_writer') return { ...researchReply(request), text: 'No.' };
        return researchReply(request);
      },
    });
    const run = await begin(open);
    const { data, output } = await finish(open, run);
    const spent = await spentOn(open.store, run);
    const { partial_results } = output as { readonly partial_results: JsonObject };
    assert.ok(spent > 0);
    assert.equal(rounded(partial_results.cost_incurred), rounded(spent));
    assert.equal(rounded(data.total_cost), rounded(spent));
    assert.ok(Number(data.total_tokens) > 0);
  });
});

describe('a phase that throws', { concurrency: 2 }, () => {
  const PHASES = ['INITIALIZED', 'PLANNING', 'STRATEGY', 'EVALUATING', 'RE_PLANNING', 'MERGING'];
  for (const phase of PHASES)
    test(`is the phase of the error, and the history leads to it: ${phase}`, async (t) => {
      let current = 'INITIALIZED';
      const { output, data, status } = await play(t, {
        ...HEALTHCARE,
        onEvents: (events) => {
          for (const event of events) if (event.type === 'StateEntered') current = event.data.to;
        },
        now: () => {
          if (current === phase) throw new Error('The clock is broken.');
          return NOW;
        },
      });
      assert.equal(status, 'failed');
      const { error } = output as { readonly error: JsonObject };
      assert.deepEqual([error.type, error.phase, error.message], ['SystemError', phase, 'The clock is broken.']);
      assert.match(String(error.stack), /^Error: The clock is broken\.\n +at .*research-failures\.test\.ts/);
      assert.equal(error.execution_id, data.execution_id);
      assert.match(String(error.execution_id), /^exec_\d{8}_\d{6}/);
      const moves = movesOf(data);
      assert.deepEqual(
        moves.map(({ from }) => from),
        [null, ...moves.slice(0, -1).map(({ to }) => to)],
      );
      assert.deepEqual(
        moves.slice(-2).map(({ to }) => to),
        [phase.toLowerCase(), 'failed'],
      );
    });
});

test('two runs of two processes that begin in one second have two ids', async (t) => {
  const one = await openPaid(t, { price: 1 });
  const other = await one.again();
  const runs = await Promise.all([begin(one), begin(other)]);
  const ids = [(await finish(one, runs[0])).data.execution_id, (await finish(other, runs[1])).data.execution_id];
  assert.equal(new Set(ids).size, 2, ids.join(' and '));
  for (const id of ids) assert.match(String(id), /^exec_\d{8}_\d{6}(?:_[0-9a-f]{8})?$/);
  assert.match(execution_id_of('2024-11-25T14:30:22.417Z'), /^exec_20241125_143022$/);
});

const rounded = (dollars: unknown): number => Math.round(Number(dollars) * 1e9) / 1e9;
