// The record of a run: its actions in order, and what searches that are missing or fail are replaced by.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NOW } from '../../examples/research/open-example.ts';
import type { JsonObject } from '../../src/json.ts';
import { phaseSeconds } from '../../src/systems/research/phase-seconds.ts';
import type { WorkflowPhase } from '../../src/systems/research/state-manager.ts';
import { type PlayOptions, play } from './research-play.ts';

const MOVE = 'StateManager transition_phase';
const PLANNED = [MOVE, 'Planner create_plan', 'Planner set_execution_modes', MOVE, 'Strategy optimize_plan', MOVE];
const EXECUTED = ['Orchestrator execute_plan', MOVE, 'Supervisor evaluate'];
const MERGED = [MOVE, 'Merger create_output', MOVE];
const ORDER = {
  python: ['Controller initialize', ...PLANNED, ...EXECUTED, ...MERGED],
  healthcare: [
    ...['Controller initialize', ...PLANNED, ...EXECUTED, MOVE, 'Supervisor re_plan'],
    ...[...PLANNED, ...EXECUTED, ...MERGED],
  ],
};

describe('the actions of a run', { concurrency: 2 }, () => {
  for (const [example, expected] of Object.entries(ORDER))
    test(`are those of the document in its order: ${example}`, async (t) => {
      const { data } = await play(t, { example });
      const actions = data.agent_actions as readonly JsonObject[];
      assert.deepEqual(
        actions.map(({ agent, action }) => `${agent} ${action}`),
        expected,
      );
    });
});

describe('the record of a run', { concurrency: 2 }, () => {
  test('has in its actions what was planned, saved and found, and when it was completed', async (t) => {
    let now = NOW;
    const { data, output } = await play(t, {
      ...{ example: 'healthcare', brief: { max_budget: 2, min_quality_score: 0.5 }, now: () => now },
      onEvents(events) {
        if (events.some((event) => event.type === 'StateEntered')) now += 1500;
      },
    });
    const actions = data.agent_actions as readonly JsonObject[];
    const details = (name: string) => actions.find(({ action }) => action === name)?.details;
    assert.deepEqual(details('create_plan'), { steps: 4, cost: 2.15 });
    assert.deepEqual(details('optimize_plan'), { time_saved: 1, cost_saved: 0.15 });
    assert.deepEqual(details('evaluate'), { quality: data.quality_score, decision: 'COMPLETE' });
    assert.ok(Number(data.quality_score) >= 0.5);
    assert.equal(data.completed_at, (data.phase_history as readonly JsonObject[]).at(-1)?.timestamp);
    const { phases, duration } = output.metrics as { readonly phases: JsonObject; readonly duration: number };
    const sum = Object.values(phases).reduce((all: number, each) => all + Number(each), 0);
    assert.deepEqual([Math.round(sum * 1000), data.duration], [Math.round(duration * 1000), duration]);
    assert.equal(Date.parse(String(data.completed_at)) - Date.parse(String(data.started_at)), duration * 1000);
  });

  test('says how long each phase lasted, all its visits together', () => {
    const at = (to: WorkflowPhase, seconds: number) => ({
      ...{ from: null, to, timestamp: new Date(NOW + seconds * 1000).toISOString() },
    });
    const history = [at('planning', 0), at('strategy', 2.5), at('planning', 60), at('strategy', 61)];
    assert.deepEqual(phaseSeconds(history, new Date(NOW + 70_000).toISOString()), { planning: 3.5, strategy: 66.5 });
  });
});

describe('a search', { concurrency: 2 }, () => {
  const GIVEN: PlayOptions = {
    example: 'healthcare',
    brief: { preferred_sources: ['academic'], min_sources: 15, min_quality_score: 0.1 },
  };
  const resultOf = ({ research_results }: JsonObject, id: string): JsonObject =>
    (research_results as readonly JsonObject[]).find(({ worker }) => worker === id) ?? assert.fail(`no ${id}`);
  const countOf = (result: JsonObject): number => (result.sources as readonly unknown[]).length;

  test('that is not set up asks its fallback', async (t) => {
    const { data } = await play(t, {
      ...GIVEN,
      searches: ({ offers }) => ({
        offers: offers.map((offer) => (offer.kind === 'academic' ? { ...offer, isConfigured: false } : offer)),
      }),
    });
    const academic = resultOf(data, 'academic_search');
    assert.match(String(academic.notes), /^Academic search is not set up.*: web search takes its place\./);
    assert.equal(countOf(academic), countOf(resultOf(data, 'web_search')));
    assert.ok(countOf(academic) > 0);
  });

  test('that failed for good asks its fallback, in its own name', async (t) => {
    const { data } = await play(t, { ...GIVEN, failures: { academic_search: ['down', 'down', 'down'] } });
    const academic = resultOf(data, 'academic_search');
    assert.match(String(academic.notes), /^Academic search failed: web search took its place\./);
    assert.deepEqual(academic.sources, resultOf(data, 'web_search').sources);
  });

  test('that scrapes keeps what the search said of pages that cannot be read', async (t) => {
    const asked: number[] = [];
    const { data } = await play(t, {
      ...GIVEN,
      searches: () => ({
        read: async (addresses) => {
          asked.push(addresses.length);
          return { sources: [], notes: ['No page could be read.'] };
        },
      }),
    });
    const scraped = resultOf(data, 'web_scraper');
    assert.equal(countOf(scraped), countOf(resultOf(data, 'web_search')));
    assert.match(String(scraped.notes), /No page could be read/);
    assert.ok(asked.every((count) => count <= 15));
  });

  test('that scrapes reads as many pages as sources are wanted', async (t) => {
    const asked: number[] = [];
    await play(t, {
      ...{ ...GIVEN, brief: { research_depth: 'deep', target_length: 4000, min_sources: 1, min_quality_score: 0.1 } },
      searches: (sources) => ({
        read: (addresses, signal) => {
          asked.push(addresses.length);
          return sources.read(addresses, signal);
        },
      }),
    });
    assert.deepEqual(asked, [1]);
  });
});
