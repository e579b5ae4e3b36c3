// The time limit of a diagram, over workers that stand in for the platform's.

import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import type { AskableWorker, WorkerEvents } from './ask-worker.ts';
import type { ParseResult } from './parse-here.ts';
import { parseInWorker, type ToParser } from './parse-in-worker.ts';
import { readSource } from './source.ts';

const SOURCE = readSource('a.mmd', 'graph TD\nA --> B');
const ANSWER: ParseResult = { drawing: { type: 'flowchart', nodes: [], edges: [], groups: [] }, problems: [] };

describe('the time limit', () => {
  test('does not count loading', async () => {
    const parse = parserThat({ readyMs: 120, answerMs: 0 });
    assert.deepEqual(await parse(SOURCE, { timeoutMs: 40 }), ANSWER);
  });

  test('counts the time the worker worked, not the time that passed', async () => {
    const parse = parserThat({ answerMs: 150, workedMs: () => Promise.resolve(1) });
    assert.deepEqual(await parse(SOURCE, { timeoutMs: 20 }), ANSWER);
  });

  test('does not count what the worker did before this diagram', async () => {
    const parse = parserThat({ answerMs: 60, workedMs: () => Promise.resolve(9_000) });
    assert.deepEqual(await parse(SOURCE, { timeoutMs: 20 }), ANSWER);
  });

  test('ends a worker that has worked too long', async () => {
    let workedMs = 0;
    const worked = async () => {
      workedMs += 15;
      return workedMs;
    };
    const parse = parserThat({ answerMs: null, workedMs: worked });
    assert.deepEqual(codes(await parse(SOURCE, { timeoutMs: 40 })), ['diagram-too-slow', 'ended']);
  });

  test('counts the time that passed where nothing else is known', async () => {
    const parse = parserThat({ answerMs: null });
    assert.deepEqual(codes(await parse(SOURCE, { timeoutMs: 20 })), ['diagram-too-slow', 'ended']);
  });

  test('lets 30 s pass at most', async () => {
    const parse = parserThat({ answerMs: null, workedMs: () => new Promise(() => undefined) });
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      let answered = false;
      const parsing = parse(SOURCE).finally(() => {
        answered = true;
      });
      await letGo();
      mock.timers.tick(0);
      await letGo();
      mock.timers.tick(29_999);
      await letGo();
      assert.equal(answered, false);
      mock.timers.tick(1);
      assert.deepEqual(codes(await parsing), ['diagram-too-slow', 'ended']);
    } finally {
      mock.timers.reset();
    }
  });

  test('a worker that dies meanwhile is not late', async () => {
    const parse = parserThat({ answerMs: null, diesMs: 40, workedMs: () => Promise.reject(new Error('ended')) });
    assert.deepEqual(codes(await parse(SOURCE, { timeoutMs: 10 })), ['diagram-too-large', 'ended']);
  });
});

interface Behaviour {
  readonly readyMs?: number;
  /** null: never. */
  readonly answerMs: number | null;
  readonly diesMs?: number;
  readonly workedMs?: () => Promise<number>;
}

let ended = 0;

function parserThat({ readyMs = 0, answerMs, diesMs, workedMs }: Behaviour) {
  ended = 0;
  return parseInWorker((events: WorkerEvents<ParseResult>): AskableWorker<ToParser> => {
    setTimeout(() => events.message('ready'), readyMs);
    return {
      post: () => {
        if (answerMs !== null) setTimeout(() => events.message(ANSWER), answerMs);
        if (diesMs !== undefined) setTimeout(() => events.died(), diesMs);
      },
      end: () => {
        ended += 1;
      },
      ...(workedMs && { workedMs }),
    };
  });
}

function codes({ problems }: ParseResult): string[] {
  return [...problems.map(({ code }) => code), ...(ended === 1 ? ['ended'] : [])];
}

function letGo(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
