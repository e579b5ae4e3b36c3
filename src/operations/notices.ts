// Operations on notices: who gets which notices by webhook or mail, what was delivered, sending again, trying one.

import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Delivery, Notices, Subscription } from '../ports/notices.ts';
import { type AnyOperation, defineOperation, reject } from './define-operation.ts';
import * as fields from './fields.ts';
import {
  deliveryId,
  deliveryShape,
  deliveryStatus,
  givenSubscription,
  shownDelivery,
  shownSubscription,
  subscriptionFields,
  subscriptionId,
  subscriptionShape,
} from './notice-shapes.ts';
import { receiverReaches } from './reaches.ts';
import { systemNote } from './system-note.ts';

const LOOK_MS = 100;
const WAIT_MS_MAX = 60_000;

const add = defineOperation({
  name: 'notices.add',
  summary: 'send future events to a webhook or by mail; signoff work delivers them',
  who: 'admin',
  changes: true,
  places: ['id'],
  input: z.object({
    id: subscriptionId,
    ...subscriptionFields,
    replace: z.boolean().default(false).describe('replace an existing one with this name'),
  }),
  output: z.object({ ...subscriptionShape.shape, replaced: z.boolean() }),
  async handler(context, { id, replace, ...given }) {
    const notices = await context.notices();
    const subscription = givenSubscription(id, given, context.now());
    const before = (await notices.subscriptions()).find((one) => one.id === id);
    if (before !== undefined && !replace)
      reject('subscription-exists', `A subscription "${id}" exists already. Use --replace to change it.`);
    // One that is changed still gets what waits in the feed.
    const kept = before === undefined ? subscription : { ...subscription, addedAt: before.addedAt };
    const against = notices.against(kept);
    if (against !== null) reject('receiver-refused', against);
    const shown = shownSubscription(kept);
    (await context.trust()).allow(receiverReaches(kept));
    await notices.subscribe(kept, systemNote(context, 'SubscriptionAdded', shown));
    return { ...shown, replaced: before !== undefined };
  },
});

const list = defineOperation({
  name: 'notices.list',
  summary: 'list the subscriptions: webhooks and mail receivers',
  who: 'operator',
  changes: false,
  input: z.object({}),
  output: z.object({ subscriptions: z.array(subscriptionShape) }),
  async handler(context) {
    const subscriptions = await (await context.notices()).subscriptions();
    return { subscriptions: subscriptions.map(shownSubscription) };
  },
});

const remove = defineOperation({
  name: 'notices.remove',
  summary: 'remove a subscription; its pending deliveries are not sent',
  who: 'admin',
  changes: true,
  places: ['id'],
  input: z.object({ id: subscriptionId }),
  output: z.object({ id: z.string(), removed: z.literal(true) }),
  async handler(context, { id }) {
    const notices = await context.notices();
    await findSubscription(notices, id);
    await notices.unsubscribe(id, systemNote(context, 'SubscriptionRemoved', { id }));
    return { id, removed: true as const };
  },
});

const deliveries = defineOperation({
  name: 'notices.deliveries',
  summary: 'list deliveries, newest first: delivered, pending and failed, with their attempts',
  who: 'operator',
  changes: false,
  input: z.object({
    status: z.array(deliveryStatus).optional().describe('only deliveries with this status'),
    subscription: z.string().optional().describe('only deliveries to this subscription'),
    run: z.string().optional().describe('only deliveries about this run; give the full id'),
    ...fields.page,
  }),
  output: z.object({ deliveries: z.array(deliveryShape), next: fields.next, total: z.number() }),
  async handler(context, { status, subscription, run, limit, after }) {
    const found = (await (await context.notices()).deliveries()).filter(
      (one) =>
        (status === undefined || status.includes(one.status)) &&
        (subscription === undefined || one.subscription === subscription) &&
        (run === undefined || one.notice.run === run),
    );
    const left = after === undefined ? found : found.filter((one) => isAfter(one, after));
    const page = left.slice(0, limit);
    const last = left.length > page.length ? page.at(-1) : undefined;
    const next = last === undefined ? null : `${last.at}/${last.id}`;
    return { deliveries: page.map(shownDelivery), next, total: found.length };
  },
});

/** Newest first: `next` names the last one of the page before, which may be gone since. */
function isAfter({ at, id }: Delivery, cursor: string): boolean {
  const slash = cursor.indexOf('/');
  const last = Number(cursor.slice(0, slash));
  return at < last || (at === last && id < cursor.slice(slash + 1));
}

const replay = defineOperation({
  name: 'notices.replay',
  summary: 'send a finished delivery again, with the same id',
  who: 'operator',
  changes: true,
  places: ['delivery'],
  input: z.object({ delivery: deliveryId }),
  output: deliveryShape,
  async handler(context, { delivery: id }) {
    const notices = await context.notices();
    const before = await notices.delivery(id);
    if (before === null)
      return reject('unknown-delivery', `There is no delivery with the id "${id}". See signoff notices deliveries.`);
    await findSubscription(notices, before.subscription);
    const again = before.status === 'pending' ? null : await notices.replay(id);
    if (again === null)
      return reject('delivery-pending', `Delivery "${id}" is still pending; only a finished one can be sent again.`);
    return shownDelivery(again);
  },
});

const test = defineOperation({
  name: 'notices.test',
  summary: 'send a test notice to a subscription and show the result',
  who: 'operator',
  changes: true,
  places: ['id'],
  input: z.object({
    id: subscriptionId,
    wait: fields.duration.default(10_000).describe('how long to wait for the first attempt, such as 30s'),
  }),
  output: deliveryShape,
  async handler(context, { id, wait }) {
    const notices = await context.notices();
    const refusal = (await context.trust()).receiver(await findSubscription(notices, id));
    if (refusal !== null) reject(refusal.code, refusal.message);
    let delivery = await notices.test(id);
    for (let waited = 0; waited < Math.min(wait, WAIT_MS_MAX); waited += LOOK_MS) {
      if (delivery.attempts > 0 || context.signal?.aborted) break;
      await sleep(LOOK_MS);
      delivery = (await notices.delivery(delivery.id)) ?? delivery;
    }
    return shownDelivery(delivery);
  },
});

async function findSubscription(notices: Notices, id: string): Promise<Subscription> {
  const all = await notices.subscriptions();
  const found = all.find((one) => one.id === id);
  if (found !== undefined) return found;
  const known = all.length === 0 ? 'there are none yet' : `there are ${all.map((one) => one.id).join(', ')}`;
  return reject(
    'unknown-subscription',
    `There is no subscription "${id}"; ${known}. Add one with signoff notices add.`,
  );
}

export const operations: readonly AnyOperation[] = [add, list, remove, deliveries, replay, test];
