// One attempt to deliver: settings and secrets from the environment, then the subscription's own way of sending.

import type { Delivery, MailSubscription, Subscription, WebhookSubscription } from '../ports/notices.ts';
import type { Lookup } from '../public-address.ts';
import { againstSecret } from './check-receiver.ts';
import { type DeliveryResult, impossible, withoutSecrets } from './delivery-result.ts';
import { sendWebhook } from './send-webhook.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export interface AttemptContext {
  readonly env: Env;
  readonly lookup: Lookup;
  readonly timeoutMs: number;
  now(): number;
}

const SERVER = 'SIGNOFF_SMTP_URL';
const FROM = 'SIGNOFF_MAIL_FROM';

/** It never rejects. `stopped` ends it early. */
export async function attemptDelivery(
  delivery: Delivery,
  subscription: Subscription,
  context: AttemptContext,
  stopped: AbortSignal,
): Promise<DeliveryResult> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(context.timeoutMs)]);
  return subscription.kind === 'webhook'
    ? byWebhook(delivery, subscription, context, signal)
    : byMail(delivery, subscription, context, signal);
}

async function byWebhook(
  { notice }: Delivery,
  subscription: WebhookSubscription,
  { env, lookup, now }: AttemptContext,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const secret = env[subscription.secret] ?? '';
  if (secret === '') return missing([subscription.secret]);
  const against = againstSecret(subscription.secret, secret);
  if (against !== null) return impossible(`${against}. Then start it again and replay this delivery.`);
  const sent = await sendWebhook({ subscription, notice, secret, lookup, signal, now: now() });
  return withoutSecrets(sent, [secret]);
}

async function byMail(
  { notice }: Delivery,
  subscription: MailSubscription,
  { env, timeoutMs }: AttemptContext,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const [server = '', from = ''] = [env[SERVER], env[FROM]];
  const unset = [server === '' ? SERVER : '', from === '' ? FROM : ''].filter((name) => name !== '');
  if (unset.length > 0) return missing(unset);
  // Most stores have no subscription by mail.
  const { sendMail } = await import('./send-mail.ts');
  const sent = await sendMail({ subscription, notice, server, from, timeoutMs, signal });
  return withoutSecrets(sent, passwordsIn(server));
}

function missing(names: readonly string[]): DeliveryResult {
  const which = names.join(' and ');
  const fix = `Set ${names.length === 1 ? 'it' : 'them'}, start it again, then replay this delivery.`;
  return impossible(`Expected ${which} in the environment of the process that delivers, found none. ${fix}`);
}

/** As written and as meant. */
function passwordsIn(server: string): string[] {
  const written = URL.canParse(server) ? new URL(server).password : '';
  try {
    return [server, written, decodeURIComponent(written)];
  } catch {
    return [server, written];
  }
}
