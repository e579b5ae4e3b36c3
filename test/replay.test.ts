// Histories recorded by released versions fold to the state they had then: evolve never rewrites history.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { AnyEvent, EventType } from '../src/engine/events.ts';
import { evolve } from '../src/engine/evolve.ts';
import { newState, restore, serialise } from '../src/engine/snapshot.ts';

const root = join(import.meta.dirname, 'replay');
const versions = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const seen = new Set<EventType>();

for (const { name: version } of versions) {
  describe(`histories recorded by ${version}`, () => {
    const histories = readdirSync(join(root, version));
    it('are there', () => assert.ok(histories.length >= 10));
    for (const history of histories)
      it(`fold to the same state: ${history}`, () => check(join(root, version, history)));
    it('hold every kind of event', () => assert.ok(seen.size >= 79, `${seen.size} kinds: ${[...seen].join(' ')}`));
  });
}

it('an event of a shape this version does not know is refused, not guessed at', () => {
  const known = { number: 1, at: 0, actor: 'user:ada', channel: 'cli', data: { reason: 'later' } };
  for (const event of [
    { ...known, type: 'RunPaused', v: 2 },
    { ...known, type: 'RunDreamt', v: 1 },
  ]) {
    assert.throws(() => evolve(newState(), event as unknown as AnyEvent), /Expected a known event/);
  }
});

function check(folder: string): void {
  const lines = readFileSync(join(folder, 'events.ndjson'), 'utf8').trim().split('\n');
  const events = lines.map((line) => JSON.parse(line) as AnyEvent);
  for (const { type } of events) seen.add(type);
  const state = events.reduce((folded, event) => evolve(folded, event), newState());
  const recorded = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'));
  assert.deepEqual(JSON.parse(JSON.stringify(serialise(state))), recorded);
  assert.deepEqual(JSON.parse(JSON.stringify(serialise(restore(recorded)))), recorded);
}
