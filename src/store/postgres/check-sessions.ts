// Whether a pooler before the server leaves each of our connections one session: settings, prepared statements, LISTEN
// and locks belong to the session, and to another program once the pooler passes it on.

import type { ClientBase } from 'pg';
import { StoreFault } from '../../errors.ts';

/** Two connections may reach two processes of one pooler, and then show nothing: so many are compared with ours. */
const OTHERS = 8;
const PID = 'SELECT pg_backend_pid() AS pid';

export interface OtherConnection extends ClientBase {
  end(): Promise<void>;
}

/** The process that the server named when it let us in; null where it named none. A pooler names what it likes. */
export function namedProcess(client: ClientBase): number | null {
  const { processID } = client as unknown as { readonly processID?: unknown };
  return Number.isInteger(processID) ? (processID as number) : null;
}

/** Rejects with StoreFault when a session is passed on. Changes nothing: `open` gives connections without settings. */
export async function checkSessions(
  own: ClientBase,
  open: () => Promise<OtherConnection>,
  place: string,
): Promise<void> {
  const before = await processOf(own);
  for (let tried = 0; tried < OTHERS; tried++) {
    const other = await open();
    try {
      const its = await processOf(other).catch((error) => {
        throw isTimeout(error) ? noMore(place) : error;
      });
      // Both are connected: two sessions are two processes, and stay so.
      const isShared = its === before || (await processOf(own)) !== before || (await processOf(other)) !== its;
      if (isShared) throw passedOn(place);
    } finally {
      await other.end().catch(() => {});
    }
  }
}

async function processOf(client: ClientBase): Promise<unknown> {
  return (await client.query<{ pid: unknown }>(PID)).rows[0]?.pid;
}

/** As the driver says it. */
const isTimeout = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

function passedOn(place: string): StoreFault {
  const found = `found a pooler that passes connections on between transactions (transaction pooling) at ${place}`;
  const todo = "Use the pooler's session mode, or the server's own address.";
  const message = `Expected a PostgreSQL connection that keeps its session, ${found}. ${todo} Nothing was changed.`;
  return new StoreFault('store-unusable', message);
}

function noMore(place: string): StoreFault {
  const found = `the pooler at ${place} gave one and kept the next waiting`;
  const todo = "Let it have more connections to the server, or use the server's own address.";
  return new StoreFault(
    'store-unreachable',
    `Expected several connections, but ${found}. ${todo} Nothing was changed.`,
  );
}
