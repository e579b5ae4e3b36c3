// Subscriptions as records of the store: who gets which notices, and how.

import type { JsonObject } from '../json.ts';
import type { Subscription } from '../ports/notices.ts';
import type { Store, SystemNote } from '../ports/store.ts';

const KIND = 'subscription';

type Records = Pick<Store, 'records' | 'record' | 'putRecord' | 'removeRecord'>;

export async function readSubscriptions(store: Records): Promise<readonly Subscription[]> {
  return (await store.records(KIND)).map(({ content }) => content as unknown as Subscription);
}

export function putSubscription(store: Records, subscription: Subscription, by: SystemNote): Promise<void> {
  return store.putRecord(KIND, subscription.id, subscription as unknown as JsonObject, by);
}

export async function removeSubscription(store: Records, id: string, by: SystemNote): Promise<boolean> {
  return (await store.record(KIND, id)) !== null && store.removeRecord(KIND, id, by);
}
