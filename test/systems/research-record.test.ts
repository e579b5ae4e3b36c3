// The record of a run: its actions in order, and what searches that are missing or fail are replaced by.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
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
