// Who named a folder when a run was started, on both stores: of the run, of what it starts and of its forks.

import assert from 'node:assert/strict';
import type { Channel } from '../../src/engine/events.ts';
import { isNamedAtStart } from '../../src/runtime/named-at-start.ts';
import { onBothStores } from '../guarantees/on-both-stores.ts';

const FOLDER = '/srv/documents';
const INNER = `flowchart TD
  A(Look)
`;
const OUTER = `flowchart TD
  A[Inner]
%% @A: {"stepType": "subflow", "subflowId": "inner", "inputMapping": {"corpus": "run.input.d[0].corpus", "o": "'/etc'"}}
`;
const input = (corpus: string) => ({ d: [{ corpus }], long: 'w'.repeat(10_000) });

onBothStores('what a person named counts for their run and for what it starts, and for no other', async (site) => {
  const engine = await site.engine();
  await site.add('inner', INNER);
  const outer = await site.add('outer', OUTER);
  const begin = async (channel: Channel) => {
    const started = await engine.start(outer, input(FOLDER), { by: { actor: 'user:ada', channel } });
    const run = started.ok ? started.run : assert.fail(started.rejection.message);
    const children = async () => (await site.store.listRuns({ parent: run }, { limit: 1 })).items;
    await site.until(run, 'a child', async () => (await children()).length > 0);
    const [child] = await children();
    await site.until(child?.run ?? '', 'a task', async ({ run: id }) => (await site.openTasks(id)).length > 0);
    return [run, child?.run ?? ''] as const;
  };
  const named = (run: string, folder = FOLDER) => isNamedAtStart(site.store, run, folder);
  for (const channel of ['cli', 'engine', 'rehearsal', 'mcp', 'http', 'studio'] as const) {
    const isPerson = ['cli', 'engine', 'rehearsal'].includes(channel);
    const [run, child] = await begin(channel);
    assert.deepEqual([await named(run), await named(child)], [isPerson, isPerson], channel);
    assert.deepEqual([await named(run, '/srv'), await named(child, '/etc')], [false, false], channel);
    const forked = await engine.fork(child, (await site.row(child)).head, { actor: 'user:ada', channel: 'cli' });
    assert.equal(await named(forked.ok ? forked.run : assert.fail(forked.rejection.message)), isPerson, channel);
  }
  assert.equal(await named('run_00000000000000000000000000'), false);
});
