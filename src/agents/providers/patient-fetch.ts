// Fetch without a time limit of its own: Node's gives up after 300 seconds, and a long reply can take longer.

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** Between probes that keep firewalls from forgetting a connection on which nothing moves while a model thinks. */
const PROBE_MS = 30_000;
const STATUSES_WITHOUT_BODY = [204, 205, 304];

/** Of fetch only what the AI SDK uses: a URL, headers, a text as body, and a signal. It follows no redirect. */
export const patientFetch: typeof fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const { method = 'GET', headers, body = null, signal } = init;
  signal?.throwIfAborted();
  return await new Promise<Response>((resolve, reject) => {
    let incoming: IncomingMessage | undefined;
    const sent = request(url, { method, headers: Object.fromEntries(new Headers(headers)) });
    const stop = () => {
      // The reply goes first: ended by its request it would say that the server had hung up.
      incoming?.destroy(asError(signal?.reason));
      sent.destroy(asError(signal?.reason));
    };
    signal?.addEventListener('abort', stop, { once: true });
    sent.on('close', () => signal?.removeEventListener('abort', stop));
    sent.on('socket', (socket) => socket.setKeepAlive(true, PROBE_MS));
    sent.on('error', reject);
    sent.on('response', (response) => {
      incoming = response;
      try {
        resolve(asResponse(response));
      } catch (error) {
        reject(error);
        sent.destroy();
      }
    });
    sent.end(body);
  });
};

function asResponse(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = incoming;
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  if (STATUSES_WITHOUT_BODY.includes(status)) incoming.resume();
  const body = STATUSES_WITHOUT_BODY.includes(status) ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  return new Response(body, { status, statusText, headers });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException('Aborted', 'AbortError');
}
