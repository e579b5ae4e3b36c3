// Subscriptions and deliveries as operations take and give them.

import * as z from 'zod';
import type { Delivery, MailSubscription, Subscription, WebhookSubscription } from '../ports/notices.ts';
import { reject } from './define-operation.ts';
import * as fields from './fields.ts';

const KINDS = ['task-assigned', 'task-due', 'task-escalated', 'run-held', 'run-finished'] as const;
const URL_LENGTH_MAX = 2000;
const RECEIVERS_MAX = 20;

export const subscriptionId = z
  .string()
  .regex(/^[\w.-]{1,60}$/, 'Expected 1 to 60 letters, digits, dots, dashes or underscores')
  .describe('the name of the subscription');

export const deliveryId = z.string().min(1).max(400).describe('a delivery id, from notices deliveries');

const address = z
  .string()
  .max(254)
  .regex(/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/, 'Expected NAME@HOST');

export const subscriptionFields = {
  url: z.string().max(URL_LENGTH_MAX).optional().describe('for a webhook: the URL to post to'),
  secret: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,99}$/, 'Expected the NAME of an environment variable in capitals, not the secret itself')
    .optional()
    .describe('for a webhook: the NAME of the environment variable that holds the signing secret'),
  allowPrivate: z.boolean().default(false).describe('for a webhook: allow private and loopback addresses, and http'),
  to: z.array(address).min(1).max(RECEIVERS_MAX).optional().describe('for mail: the receivers'),
  events: z
    .array(z.enum(KINDS))
    .min(1)
    .default([...KINDS])
    .describe('the events to send (default: all)'),
  workflow: z.string().min(1).max(200).optional().describe('only runs of this workflow'),
  inactive: z.boolean().default(false).describe('store the subscription without sending anything yet'),
};

const given = z.object(subscriptionFields);

export function givenSubscription(id: string, input: z.output<typeof given>, addedAt: number): Subscription {
  const { url, secret, allowPrivate, to, events, workflow = null, inactive } = input;
  const all = { id, events: [...new Set(events)], workflow, isActive: !inactive, addedAt };
  if ((url === undefined) === (to === undefined))
    reject('invalid-request', 'Expected either --url for a webhook or --to for mail, found both or neither.');
  if (url === undefined) return { ...all, kind: 'mail', to: [...new Set(to)] } satisfies MailSubscription;
  if (secret === undefined)
    reject(
      'invalid-request',
      'Expected --secret with the name of an environment variable for a webhook, found none: notices are signed.',
    );
  return {
    ...all,
    kind: 'webhook',
    url: checkedUrl(url, allowPrivate),
    secret,
    allowPrivate,
  } satisfies WebhookSubscription;
}

function checkedUrl(text: string, allowPrivate: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return reject('invalid-request', 'Expected --url as https://HOST/PATH, found something else.');
  if (url.username !== '' || url.password !== '')
    return reject('invalid-request', 'Expected --url without a user and password, found some: the store keeps it.');
  if (url.protocol === 'http:' && !allowPrivate)
    return reject('invalid-request', 'Expected https in --url, found http. Use --allow-private to allow it.');
  url.hash = '';
  return url.href;
}

export const subscriptionShape = z.object({
  id: z.string(),
  kind: z.enum(['webhook', 'mail']),
  url: z.string().nullable(),
  secret: z.string().nullable().describe('the name of the environment variable'),
  allowPrivate: z.boolean(),
  to: z.array(z.string()),
  events: z.array(z.enum(KINDS)),
  workflow: z.string().nullable(),
  active: z.boolean(),
  addedAt: fields.at,
});

export type ShownSubscription = z.output<typeof subscriptionShape>;

export function shownSubscription(one: Subscription): ShownSubscription {
  const { id, kind, workflow, addedAt } = one;
  const hook = one.kind === 'webhook' ? one : null;
  return {
    ...{ id, kind, workflow, addedAt, events: [...one.events], active: one.isActive },
    ...{ url: hook?.url ?? null, secret: hook?.secret ?? null, allowPrivate: hook?.allowPrivate ?? false },
    to: one.kind === 'mail' ? [...one.to] : [],
  };
}

const noticeShape = z.object({
  id: z.string(),
  kind: z.enum([...KINDS, 'test']),
  at: fields.at,
  run: z.string(),
  workflow: z.string(),
  task: z.string().optional(),
  step: z.string().optional(),
  title: z.string().optional(),
  assignee: z.string().optional(),
  due: fields.at.optional(),
  outcome: z.enum(['completed', 'failed', 'cancelled']).optional(),
  code: z.string().optional(),
  message: z.string().optional(),
});

export const deliveryStatus = z.enum(['pending', 'delivered', 'failed']);

export const deliveryShape = z.object({
  id: z.string(),
  subscription: z.string(),
  notice: noticeShape,
  status: deliveryStatus,
  attempts: z.number(),
  lastStatus: z.number().nullable(),
  lastError: z.string().nullable(),
  nextAt: fields.at.nullable(),
  at: fields.at,
  endedAt: fields.at.nullable(),
  log: z.array(
    z.object({
      at: fields.at,
      ms: z.number(),
      status: z.number().nullable(),
      error: z.string().nullable(),
      answer: z.string().nullable(),
    }),
  ),
});

export type ShownDelivery = z.output<typeof deliveryShape>;

export function shownDelivery(one: Delivery): ShownDelivery {
  return { ...one, notice: { ...one.notice }, log: one.log.map((attempt) => ({ ...attempt })) } as ShownDelivery;
}
