// Notices for tests: short waits, a secret of their own, stopped after the test; and workflows that lead to each kind.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type NoticesOptions, type NoticeTimes, openNotices } from '../../src/notices/deliver-notices.ts';
import type { Notices } from '../../src/ports/notices.ts';
import type { Store, SystemNote } from '../../src/ports/store.ts';
import { ADA, onBothStores, type Site } from '../guarantees/on-both-stores.ts';
import { TRUSTING } from '../support/trusting.ts';
import { SECRET } from './receiver.ts';

export const CANARY = 'canary-4f1b9c-a07e25';
export const NOTE: SystemNote = { at: 0, ...ADA, text: '[["SubscriptionAdded",{}]]' };
export const TIMES: Partial<NoticeTimes> = {
  lookMs: 20,
  leaseMs: 2000,
  timeoutMs: 1500,
  drainMs: 300,
  backoffMs: [30, 30],
};

/** Not started. */
export function noticesOn(store: Store, more: Partial<NoticesOptions> = {}): Notices {
  return openNotices({
    trust: TRUSTING,
    ...{ store, env: { [SECRET]: CANARY }, now: Date.now, random: Math.random, times: TIMES },
    ...more,
  });
}

export type Start = (more?: Partial<NoticesOptions>) => Notices;

/** A test on both stores. What it starts is stopped before its stores are closed, and must have met no fault. */
export function noticesTest(name: string, work: (site: Site, t: TestContext, start: Start) => Promise<void>): void {
  onBothStores(name, async (site, t) => {
    const started: Notices[] = [];
    const faults: unknown[] = [];
    try {
      await work(site, t, (more = {}) => {
        const notices = noticesOn(site.store, { onFault: (thrown) => faults.push(thrown), ...more });
        notices.start();
        started.push(notices);
        return notices;
      });
    } finally {
      for (const notices of started) await notices.stop();
    }
    assert.deepEqual(faults, []);
  });
}

/** A gate that becomes due, then is escalated; its second step is nobody's and holds. */
export const GATE = `flowchart TD
    A(Approve the letter) --> B[Post it]
%% @A: { "assignee": "user:bob", "due": "200ms", "escalate": { "after": "400ms", "to": "user:cleo" } }
%% @B: { "action": "post", "retry": { "attempts": 1 } }
`;

export const SHORT = `flowchart TD
    A(Look at it)
%% @A: { "assignee": "user:bob", "title": "Look at {{run.input.what}}" }
`;
