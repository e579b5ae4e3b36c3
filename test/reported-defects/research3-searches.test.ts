// One search of an execution is asked once, however many of its workers ask, and what was read is reported as it is.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../src/json.ts';
import { OncePerExecution } from '../../src/systems/research/once-per-execution.ts';
import { article, json, never, notFound, openWeb, type Site, site, type Web } from '../sources/web.ts';
import { play } from '../systems/research-play.ts';

const FACTS = [
  'Python is a programming language with short and readable programs.',
  'The first public release of Python appeared in February 1991.',
  'Python is used for data analysis, web sites and automation.',
  'Libraries such as NumPy do the heavy calculation for Python in compiled code.',
  'A beginner sees the results of a Python program early.',
];
/** So many sources that every search of the plan works. */
const BRIEF = { min_sources: 15, min_quality_score: 0.1, max_budget: 20 };
/** Longer than it takes until the last worker of a step has asked. */
const SLOW_MS = 500;

/** Ten pages; two of them are there. */
const ten = (web: () => Web): Site => {
  return async (request, response) => {
    const found = (at: number) => ({ title: `Python ${at}`, url: web().url('pages.example', `/${at}`) });
    const results = Array.from({ length: 10 }, (_, at) => ({ ...found(at), content: FACTS[at % FACTS.length] }));
    await sleep(SLOW_MS);
    json({ results })(request, response);
  };
};

interface PlayedRun {
  readonly output: JsonObject;
  /** What a worker reported when it was done. */
  progressOf(worker: string): unknown;
  /** How often the search was asked. */
  readonly asked: number;
}

/** A run with a web search, where nothing is kept from one question to the next. */
async function searched(
  t: TestContext,
  search: (ok: Site) => Site,
  more: Record<string, string> = {},
): Promise<PlayedRun> {
  const answer = search(ten(() => web));
  const pages = { '/1': article('Python one', FACTS[0]), '/2': article('Python two', FACTS[1]) };
  const web: Web = await openWeb(t, { 'searx.example': answer, 'pages.example': site(pages) });
  const named = Object.entries(more).map(([name, of]) => [name, `${of}:${web.url('academic.example')}`]);
  const env = { SIGNOFF_WEB_SEARCH: `searxng:${web.url('searx.example')}`, ...Object.fromEntries(named) };
  const sources = web.open(env, { answers: null });
  const { output, data } = await play(t, { brief: BRIEF, searches: () => sources });
  assert.equal(output.status, 'completed', JSON.stringify(output.error));
  const results = data.research_results as readonly JsonObject[];
  const progressOf = (worker: string) => results.find((each) => each.worker === worker)?.progress;
  return { output, progressOf, asked: web.pages('searx.example').length };
}

test('research3-D12: one search is asked once for all workers that ask for it', async (t) => {
  const { asked, progressOf } = await searched(t, (ok) => ok);
  assert.equal(asked, 1);
  assert.deepEqual(progressOf('web_search'), ['Web search: 10 sources']);
  assert.deepEqual(progressOf('academic_search'), ['Academic search: 10 sources by web search']);
  assert.deepEqual(progressOf('web_scraper'), ['Web scraping: 2 pages read, of 8 only what the search says']);
});

test('research3-D12: a search that takes the place of one that failed is not asked again', async (t) => {
  const { asked, output } = await searched(t, (ok) => ok, { SIGNOFF_ACADEMIC: 'openalex' });
  assert.equal(asked, 1);
  assert.match(String(output.system_notes), /Academic search failed: web search took its place\./);
});

test('research3-D12: a search that fails is asked once for each attempt, no matter who waits for it', async (t) => {
  let failures = 2;
  const { asked } = await searched(t, (ok) => async (request, response) => {
    if (failures === 0) return ok(request, response);
    failures -= 1;
    await sleep(SLOW_MS);
    response.writeHead(500).end();
  });
  assert.equal(asked, 3);
});

test('research3-D12: a search that finds nothing is not asked again', async (t) => {
  const nothing: Site = json({ results: [] });
  const web = await openWeb(t, { 'searx.example': nothing, 'pages.example': notFound });
  const sources = web.open({ SIGNOFF_WEB_SEARCH: `searxng:${web.url('searx.example')}` }, { answers: null });
  const { status } = await play(t, { brief: BRIEF, searches: () => sources });
  assert.deepEqual([status, web.pages('searx.example').length], ['failed', 1]);
});

test('research3-D12: who asked first and is given up takes the answer from nobody', async () => {
  const once = new OncePerExecution();
  const first = new AbortController();
  let asked = 0;
  const work = (signal: AbortSignal) => async () => {
    asked += 1;
    await sleep(50, undefined, { signal });
    return { sources: [], notes: [`answer ${asked}`] };
  };
  const given = [first.signal, never(), never()].map((signal) => once.ask('run', 'x', signal, work(signal)));
  first.abort(new Error('Given up.'));
  await assert.rejects(given[0] ?? Promise.resolve(), /aborted|Given up/);
  const answers = await Promise.all(given.slice(1));
  assert.deepEqual([answers.map(({ notes }) => notes), asked], [[['answer 2'], ['answer 2']], 2]);
  await once.ask('another run', 'x', never(), work(never()));
  assert.equal(asked, 3);
});

test('research3-D12: one that never answers keeps only who asked it', async () => {
  const once = new OncePerExecution();
  const first = new AbortController();
  const hangs = once.ask('run', 'x', first.signal, () => new Promise(() => {}));
  const waits = once.ask('run', 'x', never(), async () => ({ sources: [], notes: ['mine'] }));
  first.abort(new Error('Given up.'));
  assert.deepEqual((await waits).notes, ['mine']);
  assert.deepEqual((await once.ask('run', 'x', never(), () => hangs)).notes, ['mine']);
});
