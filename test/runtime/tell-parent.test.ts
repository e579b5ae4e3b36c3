// A parent hears how its child ended, each time it waited for that.

import assert from 'node:assert/strict';
import { ADA, onBothStores } from '../guarantees/on-both-stores.ts';

onBothStores('a child that is retried and fails at once is told of again', async (site) => {
  const child = `flowchart TD
    F[[Each: a]] --> T[Work] --> J[Join]
  %% @F: {"itemsPath": "run.input.none", "critical": true}`;
  await site.add('child', child);
  const engine = await site.engine();
  const run = await site.start(engine, await site.add('parent', 'flowchart TD\n  S[[Run: child]] --> Z(After)'));
  for (const round of [1, 2, 3]) {
    const held = await site.until(run, `hold ${round}`, async () => {
      const view = await engine.view(run);
      return [...(view?.state.holds.values() ?? [])].some(({ id, code }) => id === round && code === 'step-failed');
    });
    assert.equal(held.status, 'on_hold');
    const retry = { type: 'ResolveHold', hold: round, move: 'retry', reason: 'Once more.' } as const;
    assert.ok((await engine.send(run, retry, ADA)).ok);
  }
});
