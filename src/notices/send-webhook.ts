// Sends a notice as a signed POST, to the very address that was checked, and follows no redirect.

import { createHmac } from 'node:crypto';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Notice, WebhookSubscription } from '../ports/notices.ts';
import {
  addressesOf,
  type HostAddress,
  isPublicAddress,
  type Lookup,
  pinnedTo,
  unlessAborted,
} from '../public-address.ts';
import { type DeliveryResult, delivered, impossible, messageOf, undelivered } from './delivery-result.ts';

export interface WebhookRequest {
  readonly subscription: WebhookSubscription;
  readonly notice: Notice;
  readonly secret: string;
  readonly now: number;
  readonly lookup: Lookup;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
}

const ANSWER_BYTES_MAX = 1024;

/** What a receiver computes again: see docs/how-to/notifications.md. */
export function signatureOf(secret: string, id: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('hex')}`;
}

export async function sendWebhook(asked: WebhookRequest): Promise<DeliveryResult> {
  const { subscription, signal } = asked;
  const url = new URL(subscription.url);
  try {
    const addresses = await unlessAborted(addressesOf(url, asked.lookup), signal);
    const refused = subscription.allowPrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
    if (refused !== undefined) return impossible(privateText(url.hostname, refused.address, subscription.id));
    if (addresses.length === 0) return undelivered(`Expected an address of ${url.hostname}, found none.`);
    return await post(asked, url, addresses);
  } catch (thrown) {
    if (signal.aborted) return undelivered('Expected an answer in time, found none.');
    return undelivered(`Expected an answer of ${url.host}, found: ${messageOf(thrown)}`);
  }
}

function privateText(host: string, address: string, id: string): string {
  const found = `Expected a public address, found ${address} for ${host}. Nothing was sent.`;
  return `${found} To allow it, add "${id}" again with --allow-private --replace, then replay this delivery.`;
}

function post({ subscription, notice, secret, now, signal }: WebhookRequest, url: URL, found: readonly HostAddress[]) {
  const body = JSON.stringify(notice);
  const timestamp = Math.floor(now / 1000);
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise<DeliveryResult>((resolve, reject) => {
    const request = send(url, {
      ...{ method: 'POST', agent: false, signal, lookup: pinnedTo(found) },
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'signoff',
        'signoff-id': notice.id,
        'signoff-timestamp': String(timestamp),
        'signoff-signature': signatureOf(secret, notice.id, timestamp, body),
        'signoff-subscription': subscription.id,
      },
    });
    // Who has given a status has answered, however slowly the rest of it comes.
    let finished: (() => void) | null = null;
    request.on('error', (error) => (finished === null ? reject(error) : finished()));
    request.once('response', (response) => {
      const status = response.statusCode ?? 0;
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = (): void => {
        response.destroy();
        resolve(outcomeOf(status, Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX).toString('utf8')));
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= ANSWER_BYTES_MAX) finish();
      });
      finished = finish;
      response.once('end', finish);
      response.once('error', finish);
    });
    request.end(body);
  });
}

function outcomeOf(status: number, answer: string): DeliveryResult {
  if (status >= 200 && status < 300) return delivered(status, answer);
  const why = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  return undelivered(`Expected an answer from 200 to 299, found ${status}${why}.`, { status, answer });
}
