// A real receiver of webhooks on loopback: keeps what came, and answers as the test says.

import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Notice, WebhookSubscription } from '../../src/ports/notices.ts';

export interface Came {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly notice: Notice;
}

export interface Receiver {
  readonly port: number;
  readonly url: string;
  readonly came: readonly Came[];
  /** What came of these kinds, by their ids. */
  ids(): string[];
  until(what: string, holds: (came: readonly Came[]) => boolean): Promise<void>;
}

export type Answer = (came: Came, count: number, response: ServerResponse) => void;

const WAIT_MS_MAX = 60_000;
export const SECRET = 'TEST_HOOK_SECRET';
export const ALL = ['task-assigned', 'task-due', 'task-escalated', 'run-held', 'run-finished'] as const;

const fine: Answer = (_came, _count, response) => response.end('ok');

export async function openReceiver(t: TestContext, answer: Answer = fine): Promise<Receiver> {
  const came: Came[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const one: Came = { method, path, headers, body, notice: JSON.parse(body || '{}') as Notice };
      came.push(one);
      answer(one, came.length, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...{ came, port, url: `http://127.0.0.1:${port}/hook?from=signoff` },
    ids: () => came.map(({ notice }) => notice.id),
    until: (what, holds) =>
      until(
        what,
        () => holds(came),
        () => came.map(({ notice }) => notice.id),
      ),
  };
}

/** Rejects after a minute with what was found instead. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  found: () => unknown = () => '',
): Promise<void> {
  for (const end = performance.now() + WAIT_MS_MAX; performance.now() < end; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail(`Expected ${what}, found ${JSON.stringify(await found())}`);
}

export function webhook(url: string, more: Partial<WebhookSubscription> = {}): WebhookSubscription {
  return {
    ...{ id: 'hook', kind: 'webhook', url, secret: SECRET, allowPrivate: true },
    ...{ events: ALL, workflow: null, isActive: true, addedAt: Date.now(), ...more },
  };
}
