// Reads every run of a store back commit by commit, and proves its history: numbers without gaps, an unbroken chain.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { CHAIN_START, chained } from '../../src/engine/chain.ts';
import { eventsOf } from '../../src/engine/commit-text.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import { evolve } from '../../src/engine/evolve.ts';
import type { RunState } from '../../src/engine/run-state.ts';
import { newState } from '../../src/engine/snapshot.ts';
import type { RunRow, Store } from '../../src/ports/store.ts';

/** A run as its commits alone tell it. */
export interface History {
  readonly row: RunRow;
  readonly events: readonly AnyEvent[];
  /** The fold of all events, from the first on: no snapshot, no cache. */
  readonly state: RunState;
  /** The commits' texts, for what they refer to. */
  readonly texts: readonly string[];
}

const PAGE = 200;
const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Nobody may write meanwhile. */
export async function readHistories(store: Store): Promise<readonly History[]> {
  const histories: History[] = [];
  for (let after: string | undefined; ; ) {
    const page = await store.listRuns({}, { limit: PAGE, ...(after !== undefined && { after }) });
    for (const row of page.items) histories.push(await readHistory(store, row));
    if (page.next === null) return histories;
    after = page.next;
  }
}

async function readHistory(store: Store, row: RunRow): Promise<History> {
  const state = newState();
  const events: AnyEvent[] = [];
  const texts: string[] = [];
  let head = CHAIN_START;
  let number = 0;
  while (number < row.head) {
    const commits = await store.commitsOf(row.key, number, PAGE);
    assert.ok(commits.length > 0, `${row.run} has events up to ${number}, its row says ${row.head}`);
    for (const commit of commits) {
      const { first, last, at, actor, channel, text } = commit;
      assert.equal(first, number + 1, `${row.run}: a gap in the numbers of its events`);
      assert.ok(text !== null);
      const found = eventsOf(text, { run: row.run, first, at, actor, channel });
      assert.equal(found.length, last - first + 1, `${row.run}: a commit with events missing`);
      for (const event of found) {
        evolve(state, event);
        events.push(event);
      }
      head = chained(head, row.run, commit, sha256(text), sha256);
      texts.push(text);
      number = last;
    }
  }
  assert.equal(number, row.head, `${row.run}: events after its head`);
  assert.equal(head, row.hash, `${row.run}: its chain is broken`);
  return { row, events, state, texts };
}
