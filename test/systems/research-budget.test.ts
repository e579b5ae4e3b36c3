// Budget and time of a research run as a contract: reserved before each call, never exceeded, and at the limit what
// there is is delivered.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import type { ModelRequest } from '../support/model-request.ts';
import { researchReply, workerOf } from './research-model.ts';
import { begin, eventsOf, finish, openPaid, type PaidResult, spentOn } from './research-paid.ts';

/** Dollars for a million tokens: a call with all the output that it may have costs some 60 cents. */
const DEAR = 60;

/** A model that uses every token that was reserved for it. */
function greedy(request: ModelRequest) {
  const { body, system, texts } = request;
  const most = Number(body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens ?? 200);
  const length = [system, ...texts].join('\n').length;
  return { ...researchReply(request), usage: { in: Math.floor(length / 5), out: most, cached: 0 } };
}

describe('the budget', { concurrency: 2 }, () => {
  test('is reserved in the history before each call, and settled after it', async (t) => {
    const begun: { readonly asked: number; readonly cost: number | null }[] = [];
    const open = await openPaid(t, {
      price: 1,
      onCommit(_, events) {
        for (const { type, data } of events)
          if (type === 'CallBegun') begun.push({ asked: open.server.requests.length, cost: data.cost });
      },
    });
    const run = await begin(open);
    const { data, output } = await finish(open, run);
    const events = await eventsOf(open.store, run);
    const ended = events.filter(({ type }) => type === 'CallEnded');
    assert.equal(begun.length, open.server.requests.length);
    assert.equal(ended.length, begun.length);
    assert.ok(begun.every(({ cost }) => cost !== null && cost > 0));
    // The reservation of the first call is there when nobody has been asked yet, and so on.
    assert.deepEqual(begun[0]?.asked, 0);
    assert.ok(begun.every(({ asked }, at) => asked <= at));
    assert.equal(rounded(Number(data.total_cost)), rounded(await spentOn(open.store, run)));
    const tokens = ended.reduce((sum, { data: call }) => sum + tokensOf(call), 0);
    assert.ok(tokens > 0);
    assert.deepEqual([data.total_tokens, metricsOf(output).tokens], [tokens, tokens]);
  });

  test('that runs out in the middle gives a partial article, with what is left and what was not done', async (t) => {
    const open = await openPaid(t, { price: DEAR, reply: greedy, brief: { max_budget: 2 } });
    const run = await begin(open);
    const { data, output, files } = await finish(open, run);
    assert.equal(output.status, 'partial');
    assert.equal(data.feedback, 'Budget exhausted');
    const [warning = '', ...others] = output.warnings as readonly string[];
    assert.match(warning, /^Budget exhausted: \$\d\.\d\d is left, not done: .*Fact checking/);
    assert.ok(others.every((each) => each.startsWith('The ')));
    assert.match(String(output.system_notes), /Consider lowering quality threshold or increasing budget/);
    assert.match(articleIn(files), /^# /);
    const spent = await spentOn(open.store, run);
    assert.ok(spent > 1 && spent <= 2, `${spent} of 2 dollars`);
    assert.equal(rounded(Number(metricsOf(output).cost)), rounded(spent));
    assert.deepEqual(statusesOf(data, ['article_writer', 'fact_checker']), ['COMPLETED', 'PENDING']);
  });

  test('is never exceeded, however small it is and whatever a model uses', async (t) => {
    for (const price of [20, 90, 150]) {
      const open = await openPaid(t, { price, reply: greedy, brief: { max_budget: 2, min_quality_score: 0.99 } });
      const run = await begin(open);
      const { output } = await finish(open, run);
      const spent = await spentOn(open.store, run);
      assert.ok(spent <= 2, `${spent} of 2 dollars at ${price}`);
      assert.equal(output.status, 'partial');
      await open.close();
    }
  });

  test('that does not pay the first call delivers no article, and says why', async (t) => {
    const open = await openPaid(t, { price: 1000 });
    const { output, data } = await finish(open, await begin(open));
    assert.equal(output.status, 'partial');
    assert.equal(output.article, null);
    assert.equal(data.feedback, 'Budget exhausted');
    assert.match(String(output.warnings), /\$5\.00 is left, not done: Content synthesis, Article/);
    assert.equal(open.server.requests.length, 0);
  });

  test('of a model without a known price pays nothing, and the setting is named', async (t) => {
    const open = await openPaid(t);
    const { output } = await finish(open, await begin(open));
    assert.match(String(output.warnings), /There is no price for tested of .* "prices" in signoff\.config\.json/);
    assert.equal(open.server.requests.length, 0);
  });

  test('of two runs at once is kept by each for itself', async (t) => {
    const open = await openPaid(t, { price: DEAR, reply: greedy });
    const runs = await Promise.all(
      [{ max_budget: 2 }, { max_budget: 4, min_quality_score: 0.7 }].map((brief) => begin(open, brief)),
    );
    const outputs = [];
    for (const run of runs) outputs.push((await finish(open, run)).output);
    const [small = 0, large = 0] = await Promise.all(runs.map((run) => spentOn(open.store, run)));
    assert.ok(small <= 2 && large > 2 && large <= 4, `${small} and ${large}`);
    assert.deepEqual(
      outputs.map(({ status }) => status),
      ['partial', 'completed'],
    );
  });
});

describe('the time', { concurrency: 2 }, () => {
  test('that is over ends what the article can do without: partial, with what was not done', async (t) => {
    const { data, output, files } = await slow(t, 'content_synthesizer', 95);
    assert.equal(output.status, 'partial');
    assert.equal(data.feedback, 'Time exhausted');
    assert.deepEqual((output.warnings as readonly string[]).slice(0, -1), [
      'Time exhausted: 0 min is left, not done: Citation formatting, Fact checking, Editing',
    ]);
    // The writer is critical: it may finish.
    assert.match(articleIn(files), /^# /);
    assert.deepEqual(statusesOf(data, ['article_writer', 'editor']), ['COMPLETED', 'PENDING']);
  });

  test('that is over when all is done changes nothing in what was done', async (t) => {
    const { output } = await slow(t, 'article_writer', 20, { min_quality_score: 0.5 });
    assert.equal(output.status, 'completed');
    assert.match(String(output.warnings), /^The article has \d+ words; the brief asks for 2000 \(the default\)$/);
  });

  test('that is left does not suffice for another plan: forced, with what is left', async (t) => {
    const { data, output } = await slow(t, 'article_writer', 80, { min_quality_score: 0.99 });
    assert.equal(output.status, 'partial');
    assert.equal(data.feedback, 'Time exhausted');
    assert.match(String(output.warnings), /^Quality 0\.\d\d below target 0\.99, but time exhausted: 9 min is left/);
  });

  async function slow(t: Parameters<typeof openPaid>[0], worker: string, minutes: number, brief: JsonObject = {}) {
    let isFirst = true;
    const open = await openPaid(t, {
      ...{ price: 1, brief },
      reply(request) {
        if (isFirst && workerOf(request) === worker) {
          isFirst = false;
          open.clock.pass(minutes);
        }
        return researchReply(request);
      },
    });
    return finish(open, await begin(open));
  }
});

const rounded = (dollars: number): number => Math.round(dollars * 1e9) / 1e9;
const metricsOf = ({ metrics }: JsonObject): JsonObject => metrics as JsonObject;
const articleIn = (files: PaidResult['files']): string =>
  [...files].find(([path]) => path.endsWith('/article.md'))?.[1] ?? assert.fail('There is no article.');

function statusesOf({ all_tasks }: JsonObject, workers: readonly string[]): readonly unknown[] {
  const tasks = all_tasks as readonly { readonly worker_id: string; readonly status: string }[];
  return workers.map((worker) => tasks.find(({ worker_id }) => worker_id === worker)?.status);
}

function tokensOf(call: unknown): number {
  const { usage } = call as { readonly usage?: { readonly in: number; readonly out: number } };
  return (usage?.in ?? 0) + (usage?.out ?? 0);
}
