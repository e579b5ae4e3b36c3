// Workers that hang, lie, return nothing, or 10 MB: what is optional is left out with a warning, what is critical ends
// the run in FAILED, and nothing that a source does not say gets into the article.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Ledger } from '../../src/documents/evidence/ledger.ts';
import type { JsonObject } from '../../src/json.ts';
import { HANGS, type PlayResult, play } from './research-play.ts';

const MB = 1024 * 1024;
/** Longer than a worker may take, shorter than what the searches of a plan may take together. */
const WORKER_MS_MAX = 310_000;

describe('workers that hang', { concurrency: 2 }, () => {
  test('a search that never answers is given up three times, and left out with a warning', async (t) => {
    const given: AbortSignal[] = [];
    const { output, data } = await play(t, {
      ...{ example: 'trends', skipsMax: WORKER_MS_MAX },
      searches: (sources) => ({
        find: (kind, ask) => {
          if (kind !== 'news') return sources.find(kind, ask);
          given.push(ask.signal);
          return HANGS;
        },
      }),
    });
    assert.equal(output.status, 'completed');
    assert.equal((output.warnings as readonly string[])[0], 'News search unavailable');
    assert.equal(given.length, 3);
    assert.ok(given.every((signal) => signal.aborted));
    assert.equal(taskOf(data, 'news_search'), 'SKIPPED');
  });

  test('an editor that never answers is given up three times, and left out with a warning', async (t) => {
    let attempts = 0;
    const { output, calls } = await play(t, {
      ...{ skipsMax: WORKER_MS_MAX, writers: { editor: () => HANGS } },
      onEvents(events) {
        attempts += events.filter(({ type }) => type === 'AttemptFailed').length;
      },
    });
    assert.equal(output.status, 'completed');
    assert.equal((output.warnings as readonly string[])[0], 'Editing unavailable');
    assert.deepEqual([attempts, calls.get('editor')], [3, 3]);
  });

  test('a run whose every search hangs fails, and says so', async (t) => {
    const { output, status } = await play(t, {
      skipsMax: WORKER_MS_MAX,
      searches: () => ({ find: () => HANGS }),
    });
    assert.equal(status, 'failed');
    assert.equal(output.status, 'failed');
    assert.deepEqual(errorOf(output), {
      ...{ type: 'WorkerExecutionError', message: 'web_search failed after 3 retries', phase: 'EXECUTING' },
    });
  });
});

describe('workers that lie', { concurrency: 2 }, () => {
  test('a draft that cites passages that are not there is refused; rules are asked for no third one', async (t) => {
    const { output, calls } = await play(t, {
      writers: { article_writer: () => ({ content: `# Lies\n\n${'Snakes wrote it [e9999]. '.repeat(30)}` }) },
    });
    assert.equal(output.status, 'failed');
    assert.equal(errorOf(output).message, 'article_writer failed at its first attempt');
    assert.equal(calls.get('article_writer'), 2);
  });

  test('figures that no source has are taken out and listed', async (t) => {
    const { files, output } = await play(t, {
      writers: { article_writer: async (_, byRules) => withOtherFigures(await byRules()) },
    });
    assert.equal(output.status, 'completed');
    const { article, ledger } = resultIn(files);
    assert.ok(ledger.removed.length > 0);
    assert.ok(ledger.removed.every(({ rewritten }) => rewritten === null || !rewritten.includes('7077')));
    assert.doesNotMatch(article, /7077/);
    assertSupported(ledger);
  });

  test('an editor that changes figures changes nothing', async (t) => {
    const { files } = await play(t, {
      writers: {
        editor: async () => ({
          edits: [
            { find: '1991', replace: '1981', why: 'I know better.' },
            { find: 'Python', replace: 'Cobra', why: 'A snake.' },
          ],
        }),
      },
    });
    const { article, ledger } = resultIn(files);
    assert.doesNotMatch(article, /1981|Cobra/);
    assertSupported(ledger);
  });

  test('a fact checker that calls everything supported keeps no false claim', async (t) => {
    const { files } = await play(t, {
      example: 'trends',
      writers: {
        article_writer: async (_, byRules) => withOtherFigures(await byRules()),
        fact_checker: ({ input }) => ({ claims: claimsIn(input as JsonObject, 'supported') }),
      },
    });
    const { article, ledger } = resultIn(files);
    assert.doesNotMatch(article, /7077/);
    assertSupported(ledger);
  });
});

describe('workers that return nothing', { concurrency: 2 }, () => {
  test('an article that is empty is none', async (t) => {
    const { output, calls, files } = await play(t, { writers: { article_writer: () => ({ content: '' }) } });
    assert.equal(output.status, 'failed');
    assert.equal(errorOf(output).message, 'article_writer failed at its first attempt');
    assert.equal(calls.get('article_writer'), 2);
    assert.deepEqual(
      [...files.keys()].filter((path) => path.endsWith('article.md')),
      [],
    );
  });

  test('searches that find nothing leave nothing to write from', async (t) => {
    const { output } = await play(t, { searches: () => ({ find: async () => ({ sources: [], notes: [] }) }) });
    assert.equal(output.status, 'failed');
    assert.match(String(errorOf(output).message), /source|passage|article_writer/);
  });

  test('an editor without an answer is left out with a warning', async (t) => {
    const { output } = await play(t, { writers: { editor: () => null } });
    assert.equal(output.status, 'completed');
    assert.ok((output.warnings as readonly string[]).includes('Editing unavailable'));
  });
});

describe('workers that return 10 MB', { concurrency: 1 }, () => {
  test('a source of 10 MB is read like any other', async (t) => {
    const line = 'Python is a language with many words, and this sentence is one of very many like it. ';
    const text = `Python has 35 keywords.\n\n${line.repeat(Math.ceil((10 * MB) / line.length))}`;
    const { output, files } = await play(t, {
      searches: (sources) => ({
        find: async (kind, ask) => {
          const found = await sources.find(kind, ask);
          const large = await sources.keep({
            ...{ address: 'https://large.example.org/', title: 'A large page', type: 'web', publishedAt: '2024' },
            ...{ authors: [], publisher: '', text, isWhole: true },
          });
          return { ...found, sources: [large, ...found.sources] };
        },
      }),
    });
    assert.equal(output.status, 'completed');
    assertSupported(resultIn(files).ledger);
  });

  test('a draft of 10 MB is refused each time, and is not kept', async (t) => {
    const { output, files } = await play(t, {
      writers: { article_writer: () => ({ content: 'All of it is true [e1]. '.repeat((10 * MB) / 24) }) },
    });
    assert.equal(output.status, 'failed');
    assert.equal(errorOf(output).message, 'article_writer failed after 3 retries');
    assert.ok([...files.values()].every((text) => text.length < MB));
  });
});

function taskOf({ all_tasks }: JsonObject, worker: string): unknown {
  const tasks = all_tasks as readonly { readonly worker_id: string; readonly status: string }[];
  return tasks.find(({ worker_id }) => worker_id === worker)?.status;
}

function errorOf({ error }: JsonObject): JsonObject {
  const { type, message, phase } = error as JsonObject;
  return { type, message, phase } as JsonObject;
}

function resultIn(files: PlayResult['files']): { readonly article: string; readonly ledger: Ledger } {
  const file = (end: string): string =>
    [...files].find(([path]) => path.endsWith(end))?.[1] ?? assert.fail(`There is no ${end}.`);
  return { article: file('/article.md'), ledger: JSON.parse(file('/ledger.json')) as Ledger };
}

function assertSupported({ entries }: Ledger): void {
  assert.ok(entries.length > 0);
  assert.deepEqual(
    entries.filter(({ kind, verdict }) => kind !== 'framing' && verdict !== 'supported').map(({ text }) => text),
    [],
  );
}

/** Every number of two digits or more becomes one that stands in no source. */
function withOtherFigures({ content, ...rest }: JsonObject): JsonObject {
  const lines = String(content).replace(/(?<![e\d.,])\d{2,}(?![\d\]])/g, '7077');
  assert.match(lines, /7077/);
  return { ...rest, content: lines };
}

function claimsIn({ material }: JsonObject, verdict: string): readonly JsonObject[] {
  const { claims } = material as { readonly claims: readonly { readonly id: string }[] };
  return claims.map(({ id }) => ({ id, verdict, reason: 'I say so.' }));
}
