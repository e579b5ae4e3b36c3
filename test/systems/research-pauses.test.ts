// A research run that is paused, resumed and cancelled by the commands, in each of its phases: the article is the same,
// and nobody is called meanwhile or twice.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { signoffHere } from '../support/signoff-here.ts';
import { workerOf } from './research-model.ts';
import { begin, finish, openPaid, type PaidRuns } from './research-paid.ts';

const PHASES = [
  'INITIALIZED',
  'PLANNING',
  'STRATEGY',
  'EXECUTING',
  'EVALUATING',
  'RE_PLANNING',
  'MERGING',
  'COMPLETED',
];
/** So that it is planned anew. */
const BRIEF = { min_quality_score: 0.99 };
const QUIET_MS = 200;

describe('by commands, in each phase', { concurrency: false }, () => {
  test('pause and resume: nobody is called meanwhile or twice, and the article is the same', async (t) => {
    const undisturbed = await openPaid(t, { price: 1, brief: BRIEF });
    const whole = await finish(undisturbed, await begin(undisturbed));
    let open = await openPaid(t, { price: 1, brief: BRIEF });
    const run = await begin(open);
    await open.close();
    for (const phase of PHASES) {
      open = await until(open, run, phase);
      await command(open, ['runs', 'pause', run]);
      const asked = open.server.requests.length;
      const waiting = await open.again();
      assert.equal((await waiting.store.run(run))?.status, 'paused', phase);
      await waiting.engine.wait(run, () => false, AbortSignal.timeout(QUIET_MS)).catch(() => {});
      assert.equal(open.server.requests.length, asked, phase);
      await waiting.close();
      await command(open, ['runs', 'resume', run]);
    }
    const last = await open.again();
    const result = await finish(last, run);
    assert.deepEqual(articlesOf(result), articlesOf(whole));
    assert.equal(result.output.status, whole.output.status);
    const asked = ({ server }: PaidRuns) => server.requests.map(workerOf).sort();
    assert.deepEqual(asked(last), asked(undisturbed));
  });

  test('cancel: nothing more is called, and nothing is written', async (t) => {
    for (const phase of PHASES.slice(0, -1)) {
      const first = await openPaid(t, { price: 1, brief: BRIEF });
      const run = await begin(first);
      await first.close();
      const open = await until(first, run, phase);
      const asked = open.server.requests.length;
      await command(open, ['runs', 'cancel', run]);
      const after = await open.again();
      await after.engine.wait(run, () => false, AbortSignal.timeout(QUIET_MS)).catch(() => {});
      assert.equal((await after.store.run(run))?.status, 'cancelled', phase);
      assert.equal(open.server.requests.length, asked, phase);
      await after.close();
    }
  });

  test('a run that is over is neither paused nor cancelled', async (t) => {
    const open = await openPaid(t, { price: 1 });
    const run = await begin(open);
    await finish(open, run);
    for (const verb of ['pause', 'cancel']) {
      const said = await signoffHere(['runs', verb, run, '--store', open.place], { cwd: open.project });
      assert.equal(said.code, 1, verb);
      assert.match(said.err, /over|ended|completed/);
    }
  });
});

/** The processes before it have ended; this one ends where the run enters the phase. */
async function until(before: PaidRuns, run: string, phase: string): Promise<PaidRuns> {
  const entered = Promise.withResolvers<void>();
  const open = await before.again(({ id }, events) => {
    if (id !== run) return;
    const isThere = events.some(({ type, data }) => type === 'StateEntered' && data.to === phase);
    if (isThere) entered.resolve();
  });
  if ((await stateOf(open, run)) === phase) entered.resolve();
  await entered.promise;
  await open.close();
  return open;
}

async function stateOf({ engine }: PaidRuns, run: string): Promise<string | undefined> {
  const view = await engine.view(run);
  return view === null ? undefined : [...view.state.tokens.values()][0]?.step;
}

async function command({ place, project }: PaidRuns, args: readonly string[]): Promise<void> {
  const said = await signoffHere([...args, '--store', place], { cwd: project });
  assert.equal(said.code, 0, said.err);
}

const articlesOf = ({ files }: { readonly files: ReadonlyMap<string, string> }) =>
  Object.fromEntries([...files].filter(([path]) => path.startsWith('research/') && path.endsWith('.md')));
