// What can be said of a receiver before anything is sent to it: delivery would refuse it for the same reasons.

import { isIP } from 'node:net';
import type { Subscription } from '../ports/notices.ts';
import { isPublicAddress } from '../public-address.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Shorter ones can be guessed, and taking them out of messages would leave holes in every text. */
export const SECRET_LENGTH_MIN = 16;

/** null: nothing is known against it. */
export function againstReceiver(one: Subscription, env: Env): string | null {
  if (one.kind === 'mail') return null;
  return (one.allowPrivate ? null : againstAddress(one.url)) ?? againstSecret(one.secret, env[one.secret] ?? '');
}

/** Names are looked up when something is sent, and again each time. */
function againstAddress(url: string): string | null {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isPrivate = isIP(host) === 0 ? /(?:^|\.)localhost$/i.test(host) : !isPublicAddress(host);
  if (!isPrivate) return null;
  const found = `Expected a public address in --url, found ${host}, to which nothing would be delivered.`;
  return `${found} Use --allow-private to allow it.`;
}

/** One that is not set here may be set where notices are delivered. */
export function againstSecret(name: string, secret: string): string | null {
  if (secret === '' || secret.length >= SECRET_LENGTH_MIN) return null;
  const found = `Expected a secret of at least ${SECRET_LENGTH_MIN} characters in ${name}, found ${secret.length}.`;
  return `${found} Make one with: openssl rand -hex 32`;
}
