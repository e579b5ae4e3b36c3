// Whom a gate binds: people as they are known here. The record says who answered and from where.

import assert from 'node:assert/strict';
import { approve, onBothStores, refusal } from './on-both-stores.ts';

const GATE = `flowchart TD
    A(Approve) --> B([END])`;
const STUDIO = `flowchart TD
    A(Approve) --> B([END])
%% @A: { "requireStudio": true, "fourEyes": true }`;

onBothStores(
  'a verdict is recorded with who gave it and over which channel, and is never that of an agent',
  async (site) => {
    const gate = await site.add('gate', GATE);
    const engine = await site.engine();
    // In local mode anyone who may run a program of this user may answer: what the record says is over which channel.
    for (const channel of ['cli', 'mcp', 'studio'] as const) {
      const run = await site.start(engine, gate);
      for (const actor of ['agent:writer', 'system', 'run:other']) {
        assert.equal((await engine.send(run, approve(1), { actor, channel })).ok, false, actor);
      }
      assert.ok((await engine.send(run, approve(1), { actor: 'user:local', channel })).ok);
      const [completed, ...more] = await site.events(engine, run, 'TaskCompleted');
      assert.deepEqual([completed?.actor, completed?.channel, more.length], ['user:local', channel, 0]);
      const row = await site.store.task(run, 1);
      assert.deepEqual([row?.by, row?.verdict], ['user:local', 'approve']);
    }
  },
);

onBothStores(
  'a gate for the studio and for four eyes refuses other channels and the person who began',
  async (site) => {
    const gate = await site.add('studio', STUDIO);
    const engine = await site.engine();
    const run = await site.start(engine, gate);
    const answer = (actor: string, channel: 'cli' | 'mcp' | 'studio') =>
      engine.send(run, approve(1), { actor, channel });
    assert.equal(refusal(await answer('user:ben', 'cli')), 'studio-only');
    assert.equal(refusal(await answer('user:ben', 'mcp')), 'studio-only');
    assert.equal(refusal(await answer('user:ada', 'studio')), 'four-eyes');
    assert.ok((await answer('user:ben', 'studio')).ok);
  },
);
