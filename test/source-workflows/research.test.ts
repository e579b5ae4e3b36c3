// The research workflow, played: phases as a machine, each execution a flow made by the phase before it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { fails, gives, type Player, play, type Script, thrice, tryStart } from '../support/play.ts';
import { flowOf, researchCode } from './actions-research.ts';

const HERE = new URL('.', import.meta.url);
const BRIEF = { topic: 'Tea', target_length: 500, min_sources: 4 };
const SEARCHES = ['web_search', 'academic_search', 'news_search'];
const UP_TO_EXECUTING = ['INITIALIZED', 'PLANNING', 'STRATEGY', 'EXECUTING'];

const start = (broken: readonly string[] = [], brief: JsonObject = BRIEF) =>
  play(HERE, 'research', { code: researchCode(broken), input: brief });

const found = (...sources: string[]) => gives(sources);
const written = (words: number) => gives([Array(words).fill('tea').join(' ')]);

/** Everything after the searches. */
const TEXT: Script = {
  content_synthesizer: [gives(['Tea is a drink.'])],
  article_writer: [written(500)],
  fact_checker: [gives({ supported: 9 })],
  editor: [gives({ grammar: 1 })],
};
const TWO_SEARCHES: Script = { web_search: [found('a.org', 'b.org')], news_search: [found('c.org', 'b.org')] };
const THREE_SEARCHES: Script = { ...TWO_SEARCHES, academic_search: [found('d.edu')] };
const POOR: Script = { ...TEXT, web_search: [found('a.org')], news_search: [found()] };

const resultOf = (player: Player) => (player.output() as { readonly result: JsonObject }).result;

describe('the phases', () => {
  test('lead from the brief over a flow made on the way to the article', async () => {
    const player = await start([], { ...BRIEF, min_sources: 3 });
    await player.go();
    const [child] = player.children();
    assert.ok(child);
    const spent = { type: 'AddCost', cost: 0.2, tokens: 1500, by: 'web_search' } as const;
    assert.ok(player.engine.send(child.id, spent, { actor: 'system', channel: 'engine' }).ok);
    await player.go({ ...TWO_SEARCHES, ...TEXT });
    assert.equal(player.status, 'completed');
    assert.deepEqual(player.visited(), [...UP_TO_EXECUTING, 'EVALUATING', 'MERGING', 'COMPLETED', '[*]']);
    const steps = [
      'web_search',
      'news_search',
      'J1',
      'content_synthesizer',
      'article_writer',
      'fact_checker',
      'editor',
      'J2',
      'E',
    ];
    assert.deepEqual(player.visited(child), steps);
    assert.equal(child.workflow.source, flowOf(['web_search', 'news_search']));
    assert.deepEqual(player.values('current_phase', 'quality_score', 'iteration_count', 'total_cost', 'total_tokens'), {
      current_phase: 'completed',
      quality_score: 1,
      iteration_count: 1,
      total_cost: 0.2,
      total_tokens: 1500,
    });
    const { article: _, ...result } = resultOf(player);
    assert.deepEqual(result, {
      sources: ['a.org', 'b.org', 'c.org'],
      metrics: { cost: 0.2, tokens: 1500, iteration_count: 1 },
      warnings: [],
      status: 'completed',
    });
  });

  test('a brief that cannot be met is refused with all reasons, and no run exists', async () => {
    const input = { topic: 'Tea', target_length: 5, include_keywords: ['milk'], exclude_topics: ['Tea', 'milk'] };
    const { engine, started } = await tryStart(HERE, 'research', { code: researchCode(), input });
    assert.ok(!started.ok);
    assert.equal(started.rejection.code, 'not-accepted');
    assert.deepEqual(started.rejection.details, [
      'target_length must be 500 to 10000, found 5',
      'the topic "Tea" is excluded',
      '"milk" is both included and excluded',
    ]);
    assert.equal(engine.runs.size, 0);
  });

  test('a poor result is planned again, and the second execution is another run of another flow', async () => {
    const player = await start();
    await player.go({ ...POOR });
    assert.deepEqual(player.visited().slice(4), ['EVALUATING', 'RE_PLANNING', 'PLANNING', 'STRATEGY', 'EXECUTING']);
    assert.deepEqual(player.values('iteration_count', 'feedback', 'should_continue'), {
      iteration_count: 2,
      feedback: 'Need more sources',
      should_continue: true,
    });
    await player.go({ ...TEXT, ...THREE_SEARCHES });
    assert.equal(player.status, 'completed');
    assert.deepEqual(player.visited().slice(8), ['EXECUTING', 'EVALUATING', 'MERGING', 'COMPLETED', '[*]']);
    assert.deepEqual(
      player.children().map(({ workflow }) => workflow.source),
      [flowOf(['web_search', 'news_search']), flowOf(SEARCHES)],
    );
    const { plan_history } = player.values('plan_history');
    assert.deepEqual(
      (plan_history as JsonObject[]).map(({ plan_id, quality }) => [plan_id, quality]),
      [
        ['plan_001', 0.63],
        ['plan_002', 1],
      ],
    );
  });

  test('after three poor executions it is finished all the same, as partial', async () => {
    const player = await start();
    await player.go(POOR);
    for (const _ of [2, 3]) await player.go({ ...POOR, academic_search: [found()] });
    assert.equal(player.status, 'completed');
    const again = ['EVALUATING', 'RE_PLANNING', 'PLANNING', 'STRATEGY', 'EXECUTING'];
    assert.deepEqual(player.visited().slice(4), [...again, ...again, 'EVALUATING', 'MERGING', 'COMPLETED', '[*]']);
    assert.deepEqual(player.values('feedback', 'iteration_count', 'should_continue'), {
      feedback: 'Max iterations reached',
      iteration_count: 3,
      should_continue: false,
    });
    const { status, warnings } = resultOf(player);
    assert.deepEqual([status, warnings], ['partial', ['Quality 0.63 below target 0.80, but max iterations reached']]);
  });

  test('with nothing written it is completed without merging', async () => {
    const player = await start();
    const nothing = { ...POOR, article_writer: [gives([])] };
    await player.go(nothing);
    for (const _ of [2, 3]) await player.go({ ...nothing, academic_search: [found()] });
    assert.equal(player.status, 'completed');
    assert.deepEqual(player.visited().slice(-3), ['EVALUATING', 'COMPLETED', '[*]']);
    assert.deepEqual(resultOf(player), {
      article: null,
      sources: ['a.org'],
      warnings: ['Max iterations reached'],
      status: 'partial',
    });
  });
});

describe('FAILED', () => {
  const scripts: readonly (readonly [string, Script])[] = [
    ['INITIALIZED', {}],
    ['PLANNING', {}],
    ['STRATEGY', {}],
    ['EVALUATING', POOR],
    ['RE_PLANNING', POOR],
    ['MERGING', { ...TEXT, web_search: [found('a.org', 'b.org', 'c.org')], news_search: [found('d.org')] }],
  ];
  for (const [phase, script] of scripts) {
    test(`is reached from ${phase}, which is tried three times`, async () => {
      const player = await start([phase]);
      await player.go(script);
      assert.equal(player.status, 'failed');
      assert.deepEqual(player.visited().slice(-3), [phase, 'FAILED', '[*]']);
      assert.deepEqual(player.output(), {
        status: 'failed',
        error: { type: 'action-failed', message: `${phase} failed after 3 attempts`, cause: `${phase} broke`, phase },
        partial_results: null,
      });
      assert.equal(player.events('AttemptFailed').length, 3);
      assert.deepEqual(player.values('current_phase'), { current_phase: 'failed' });
    });
  }

  test('is reached from EXECUTING, with the error of the step that failed and what there was before it', async () => {
    const player = await start();
    await player.go({ ...TWO_SEARCHES, content_synthesizer: [gives([])], article_writer: thrice(fails('Too long.')) });
    assert.equal(player.status, 'failed');
    assert.deepEqual(player.visited(), [...UP_TO_EXECUTING, 'FAILED', '[*]']);
    assert.deepEqual(player.output(), {
      status: 'failed',
      error: {
        type: 'work-failed',
        message: 'article_writer failed after 3 attempts',
        cause: 'Too long.',
        phase: 'EXECUTING',
      },
      partial_results: {
        research_results: ['a.org', 'b.org', 'c.org'],
        analysis_results: [],
        writing_results: null,
        quality_results: null,
      },
    });
    assert.deepEqual(
      player.children().map(({ state }) => state.status),
      ['failed'],
    );
  });

  test('is reached from EXECUTING when no search finds anything', async () => {
    const player = await start();
    await player.go({ web_search: thrice(fails('Down.')), news_search: thrice(fails('Down too.')) });
    assert.equal(player.status, 'failed');
    assert.deepEqual(player.visited().slice(-3), ['EXECUTING', 'FAILED', '[*]']);
    const { error } = player.output() as { readonly error: JsonObject };
    assert.equal(error.phase, 'EXECUTING');
  });
});

describe('the flow of an execution', () => {
  const execute = () => play(HERE, 'research-exec', { code: researchCode() });

  test('is what the workflow draws, when all three searches are planned', () => {
    assert.equal(flowOf(SEARCHES), readFileSync(new URL('research-exec.mmd', HERE), 'utf8'));
  });

  test('goes on with one search of three, and says which are missing', async () => {
    const player = await execute();
    await player.go({
      ...TEXT,
      web_search: thrice(fails('Down.')),
      academic_search: [...thrice(fails('Down.')), ...thrice(fails('Down too.'))],
      news_search: [found('c.org')],
    });
    assert.equal(player.status, 'completed');
    const [joined] = player.events('JoinFired');
    assert.deepEqual([joined?.step, joined?.why], ['J1', 'settled']);
    assert.deepEqual((player.output() as JsonObject).research_results, ['c.org']);
    assert.deepEqual(
      player
        .events('BranchSettled')
        .map(({ as }) => as)
        .slice(0, 3)
        .sort(),
      ['arrived', 'failed', 'failed'],
    );
  });

  test('fails when no search is left', async () => {
    const player = await execute();
    const down = thrice(fails('Down.'));
    await player.go({ web_search: down, academic_search: [...down, ...down], news_search: down });
    assert.equal(player.status, 'failed');
    assert.deepEqual(player.events('JoinFired'), []);
    assert.equal((player.output() as JsonObject).step, 'J1');
  });

  test('gives the academic search to the web search when it fails', async () => {
    const player = await execute();
    await player.go({
      web_search: [found('a.org')],
      news_search: [found('c.org')],
      academic_search: thrice(fails('Down.')),
    });
    const { assignee, attempt } = player.view('academic_search');
    assert.deepEqual([assignee, attempt], ['agent:web_search', 1]);
    await player.go({ ...TEXT, academic_search: [found('d.edu')] });
    assert.equal(player.status, 'completed');
    assert.ok(player.visited().includes('academic_search by fallback'));
    assert.deepEqual((player.output() as JsonObject).research_results, ['a.org', 'd.edu', 'c.org']);
  });

  test('needs neither the synthesis nor a look at the text', async () => {
    const player = await execute();
    const down = thrice(fails('Down.'));
    await player.go({ ...THREE_SEARCHES, ...TEXT, content_synthesizer: down, fact_checker: down, editor: down });
    assert.equal(player.status, 'completed');
    const [skipped] = player.events('StepFinished');
    assert.deepEqual([skipped?.step, skipped?.status, skipped?.warning], ['content_synthesizer', 'skipped', 'Down.']);
    const { quality_results, analysis_results, writing_results } = player.output() as JsonObject;
    assert.deepEqual([quality_results, analysis_results], [[], []]);
    assert.equal((writing_results as readonly string[])[0]?.length, 1999);
  });
});
