// What a run sends and nobody takes is in its own history, once, whatever breaks; the receiver has nothing of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreFault } from '../../src/errors.ts';
import type { ActionResult, CodeCall, CodeRegistry } from '../../src/ports/action.ts';
import type { Store } from '../../src/ports/store.ts';
import { openMemoryEngine } from '../../src/runtime/memory-engine.ts';
import { sha256 } from '../../src/runtime/sha256.ts';
import { ADA, onBothStores, type Site } from '../guarantees/on-both-stores.ts';
import { compiled } from '../support/compiled.ts';
import { dyingStore } from '../support/dying-store.ts';
import { validate } from '../support/validate.ts';

const SENDS = `flowchart TD
    A[Send] --> C(Look)
%% @workflow: { "name": "sends" }
%% @A: { "action": "send" }`;
const TAKES = `stateDiagram-v2
    [*] --> Open
    Open --> Closed : close
    Closed --> [*]
%% @workflow: { "name": "takes" }
%% @Open: { "on": { "close": [{ "target": "Closed" }] } }`;

const SIGNS = 'flowchart TD\n    S(Sign)\n%% @workflow: { "name": "signs" }';

function send({ run }: CodeCall): ActionResult {
  const { to } = run.input as { to: readonly (readonly [string, string])[] };
  return {
    output: null,
    children: [{ id: 'missing', workflow: 'nowhere', input: {} }],
    send: to.map(([receiver, name], at) => ({ run: receiver, id: `${run.id}-${at}`, name, value: at })),
  };
}
const code: CodeRegistry = { actions: { send } };
/** A machine, a flow that waits for nothing, one that ended, and none. */
const CODES = ['illegal-signal', 'unknown-signal', 'run-ended', 'unknown-run'];

async function receivers(site: Site) {
  const engine = await site.engine({ processesWork: false });
  const machine = await site.start(engine, await site.add('takes', TAKES));
  const signs = await site.add('signs', SIGNS);
  const flow = await site.start(engine, signs);
  const ended = await site.start(engine, signs);
  assert.ok((await engine.send(ended, { type: 'CancelRun', reason: 'Not this one.' }, ADA)).ok);
  const none = 'run_01hzzzzzzzzzzzzzzzzzzzzzzz';
  return { engine, to: [machine, flow, ended, none].map((run) => [run, 'open'] as const), machine, flow, ended };
}

async function undeliveredCodes(
  site: Site,
  engine: Awaited<ReturnType<Site['engine']>>,
  run: string,
): Promise<readonly string[]> {
  const events = await site.events(engine, run, 'SignalUndelivered');
  return events.map(({ data }) => data.code);
}

onBothStores('a signal that nobody takes is recorded in the run that sent it', async (site) => {
  const { to, machine, flow, ended, engine: looks } = await receivers(site);
  const engine = await site.engine({ code });
  const before = await Promise.all([machine, flow, ended].map((run) => site.row(run)));
  const run = await site.start(engine, await site.add('sends', SENDS), { to });
  await site.until(run, 'four refusals', async () => (await undeliveredCodes(site, looks, run)).length === 4);
  assert.deepEqual([...(await undeliveredCodes(site, looks, run))].sort(), [...CODES].sort());
  const [missing] = await site.events(looks, run, 'ChildNotStarted');
  assert.equal(missing?.data.code, 'unknown-workflow');
  const [illegal] = (await site.events(looks, run, 'SignalUndelivered')).filter(({ data }) => data.run === machine);
  assert.match(illegal?.data.message ?? '', /Expected one of the signals close in Open, found "open"/);
  const after = await Promise.all([machine, flow, ended].map((receiver) => site.row(receiver)));
  assert.deepEqual(
    after.map(({ head }) => head),
    before.map(({ head }) => head),
  );
});

onBothStores('a process that dies before it has recorded a refusal leaves that to the next', async (site) => {
  const { to, engine: looks } = await receivers(site);
  const isRefusal = (args: readonly unknown[]) => /\[83,|ReportSignal/.test(JSON.stringify(args));
  const lost = new StoreFault('store-unreachable', 'The connection broke.');
  let broken = 0;
  const breaks = (store: Store): Store =>
    dyingStore(store, ({ args, make }) => {
      if (!isRefusal(args)) return make();
      broken++;
      return Promise.reject(lost);
    }).store;
  const first = await site.engine({ code }, breaks);
  const run = await site.start(first, await site.add('sends', SENDS), { to: to.slice(0, 1) });
  await site.until(run, 'its gate', async () => (await site.openTasks(run)).length === 1);
  await site.until(run, 'the broken write', async () => broken > 0);
  await site.end(first);
  await site.engine({ code });
  await site.until(run, 'the refusal', async () => (await undeliveredCodes(site, looks, run)).length > 0);
  assert.deepEqual(await undeliveredCodes(site, looks, run), CODES.slice(0, 1));
});

test('in memory, too', async () => {
  const [sends, takes] = [await compiled('sends', SENDS), await compiled('takes', TAKES)];
  const engine = openMemoryEngine({ ...{ hash: sha256, validate, code }, loadWorkflow: async () => 'There is none.' });
  const receiver = await engine.start(takes, {}, { by: ADA });
  assert.ok(receiver.ok);
  const sender = await engine.start(
    sends,
    {
      to: [
        [receiver.run.id, 'open'],
        ['run_none', 'open'],
      ],
    },
    { by: ADA },
  );
  assert.ok(sender.ok);
  await engine.idle();
  const refused = sender.run.events.flatMap((event) => (event.type === 'SignalUndelivered' ? [event.data.code] : []));
  assert.deepEqual(refused, ['illegal-signal', 'unknown-run']);
  assert.ok(sender.run.events.some(({ type }) => type === 'ChildNotStarted'));
});
