// Opens a store in a PostgreSQL database: connections, schema, and the parts that make up the Store.

import { StoreFault } from '../../errors.ts';
import type { Store } from '../../ports/store.ts';
import { append } from './append.ts';
import { care } from './care.ts';
import { Connections, type PostgresOptions } from './connections.ts';
import { feed } from './feed.ts';
import { library } from './library.ts';
import { Listener } from './listener.ts';
import { lists } from './lists.ts';
import { mailbox } from './mailbox.ts';
import { migrate } from './migrate.ts';
import { money } from './money.ts';
import { move } from './move.ts';
import { type OwnProcess, processes } from './processes.ts';
import { prove } from './prove.ts';
import { prune } from './prune.ts';
import { reads } from './reads.ts';

/** While one is being synced the next can be decided and sent; the server syncs those that meet together. */
const APPENDS_AT_ONCE = 3;

/** Rejects with StoreFault: store-unreachable, store-unusable or store-newer. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const connections = new Connections(options);
  try {
    await checkServer(connections);
    await migrate(connections);
    await settleRestored(connections);
    return storeOn(connections);
  } catch (error) {
    await connections.close();
    throw error;
  }
}

async function checkServer(connections: Connections): Promise<void> {
  const sql = `SELECT current_setting('server_encoding') AS encoding, current_setting('server_version_num') AS version`;
  const [row] = await connections.read('', sql);
  const { encoding, version } = row as { encoding: string; version: string };
  if (encoding === 'UTF8' && Number(version) >= 140_000) return;
  const found = `encoding ${encoding}, version ${version}`;
  const expected = `Expected a UTF-8 database of PostgreSQL 14 or newer at ${connections.place}`;
  const message = `${expected}, found ${found}. Name another. Nothing was changed.`;
  throw new StoreFault('store-unusable', message);
}

/** After a dump was restored, commits may bear transaction numbers that this server has not reached, and the feed would
 *  hide them until it does. Their order by id is right for each run, so they are put at the beginning. */
async function settleRestored(connections: Connections): Promise<void> {
  const ahead = 'xid >= pg_snapshot_xmax(pg_current_snapshot())';
  const [row] = await connections.read('', `SELECT 1 AS one FROM commits WHERE ${ahead} LIMIT 1`);
  if (row === undefined) return;
  await connections.transaction(async (send) => {
    await send('', 'LOCK TABLE commits IN EXCLUSIVE MODE');
    const [still] = await send('', `SELECT 1 AS one FROM commits WHERE ${ahead} LIMIT 1`);
    if (still === undefined) return;
    await send('', `UPDATE commits SET xid = '1'`);
    await send('', 'UPDATE seals SET through = NULL');
  });
}

function storeOn(connections: Connections): Store {
  const listener = new Listener(connections);
  const own: OwnProcess = { key: 0 };
  const committed = (): void => listener.committed();
  return {
    kind: 'postgres',
    place: connections.place,
    appendsAtOnce: APPENDS_AT_ONCE,
    mailbox: mailbox(connections, own, committed),
    append: append(connections, own, committed),
    ...reads(connections),
    ...lists(connections, own),
    ...feed(connections, listener),
    ...processes(connections, own),
    ...library(connections, committed),
    ...care(connections, listener),
    ...money(connections),
    ...prune(connections, committed),
    ...prove(connections),
    ...move(connections),
  };
}
