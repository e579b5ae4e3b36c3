// What happens when the file is full, locked or written by others: nothing is lost, and the connection goes on.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './connection.ts';
import { openSqliteStore } from './open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'signoff-connection-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const note = { at: 1, actor: 'ada', channel: 'cli', text: '[["Noted",{}]]' } as const;

async function newConnection(name: string, busyMsMax?: number): Promise<Connection> {
  const path = join(folder, name);
  await (await openSqliteStore({ path })).close();
  const database = new DatabaseSync(path, { timeout: 0 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
  return new Connection(database, path, true, busyMsMax);
}

function put(connection: Connection, name: string, content: string): void {
  connection.statement(`INSERT INTO records (kind, name, content) VALUES ('k', ?, ?)`).run(name, content);
}

const count = (connection: Connection): unknown =>
  connection.statement('SELECT count(*) AS count FROM records').get()?.count;

describe('a connection', () => {
  it('rolls back when the disk is full, and goes on when there is room', async () => {
    const connection = await newConnection('full.db');
    const pages = connection.statement('PRAGMA page_count').get()?.page_count;
    connection.database.exec(`PRAGMA max_page_count = ${pages}`);
    const fill = connection.write(() => {
      put(connection, 'small', '');
      put(connection, 'big', 'x'.repeat(100_000));
    });
    await assert.rejects(fill, { name: 'StoreFault', code: 'store-full', isOutcomeUnknown: false });
    assert.equal(connection.database.isTransaction, false);
    assert.equal(count(connection), 0);
    connection.database.exec('PRAGMA max_page_count = 1000000');
    await connection.write(() => put(connection, 'big', 'x'.repeat(100_000)));
    assert.equal(count(connection), 1);
    connection.close();
  });

  it('rolls back when the work throws, and forgets what it remembered', async () => {
    const connection = await newConnection('throws.db');
    let forgotten = 0;
    connection.onRollback(() => forgotten++);
    const failing = connection.write(() => {
      put(connection, 'a', '');
      throw new RangeError('no');
    });
    await assert.rejects(failing, RangeError);
    assert.deepEqual([connection.database.isTransaction, count(connection), forgotten], [false, 0, 1]);
    connection.close();
  });

  it('waits for another writer in turn, without stopping the event loop', async () => {
    const connection = await newConnection('busy.db');
    const other = new DatabaseSync(connection.place, { timeout: 0 });
    other.exec('BEGIN IMMEDIATE');
    const order: number[] = [];
    const asked = performance.now();
    const writes = [1, 2, 3].map((n) =>
      connection.write(() => {
        put(connection, String(n), '');
        order.push(n);
      }),
    );
    const askedMs = performance.now() - asked;
    for (let turns = 0; turns < 5; turns++) await sleep(5);
    assert.deepEqual([order, count(connection)], [[], 0], 'reads go on meanwhile');
    assert.ok(askedMs < 1_000, `asking alone took ${askedMs} ms: it waited inside SQLite`);
    other.exec('COMMIT');
    await Promise.all(writes);
    assert.deepEqual(order, [1, 2, 3]);
    other.close();
    connection.close();
  });

  it('gives up with store-busy when it waited long enough, and works again after that', async () => {
    const connection = await newConnection('give-up.db', 200);
    const other = new DatabaseSync(connection.place, { timeout: 0 });
    other.exec('BEGIN IMMEDIATE');
    await assert.rejects(
      connection.write(() => put(connection, 'a', '')),
      { code: 'store-busy' },
    );
    other.exec('COMMIT');
    await connection.write(() => put(connection, 'b', ''));
    assert.equal(count(connection), 1);
    other.close();
    connection.close();
  });

  it('leaves the lock free now and then when there are neighbours', async () => {
    const connection = await newConnection('neighbours.db');
    connection.hasNeighbours = true;
    const hold = (): void => {
      for (const end = performance.now() + 25; performance.now() < end; );
    };
    // A machine that stops this process for 2 ms in between has left the lock free by itself; it does not do so always.
    let waits = 0;
    for (let i = 0; i < 20 && waits === 0; i++) {
      let isDone = false;
      await connection.write(hold);
      const next = connection.write(() => {
        isDone = true;
      });
      if (!isDone) waits++;
      await next;
    }
    assert.equal(waits, 1);
    connection.hasNeighbours = false;
    await connection.write(hold);
    let isAtOnce = false;
    const alone = connection.write(() => {
      isAtOnce = true;
    });
    assert.ok(isAtOnce, 'alone it need not wait');
    await alone;
    connection.close();
  });

  it('sees whether another connection wrote, and only then forgets', async () => {
    const connection = await newConnection('foreign.db');
    let foreign = 0;
    await connection.write(() => put(connection, 'first', ''));
    connection.onForeignWrite(() => foreign++);
    await connection.write(() => put(connection, 'own', ''));
    assert.equal(foreign, 0);
    const other = new DatabaseSync(connection.place, { timeout: 0 });
    other.exec(`INSERT INTO records (kind, name, content) VALUES ('k', 'theirs', '')`);
    await connection.write(() => put(connection, 'again', ''));
    assert.equal(foreign, 1);
    other.close();
    connection.close();
  });

  it('keeps the log small while much is written, and empties it at the end', async () => {
    const path = join(folder, 'log.db');
    const store = await openSqliteStore({ path });
    const content = { text: 'x'.repeat(20_000) };
    for (let i = 0; i < 2_000; i++) {
      await store.putRecord('k', String(i % 50), content, note);
      if (i % 50 === 0) await sleep(1);
    }
    const bytes = statSync(`${path}-wal`).size;
    assert.ok(bytes < 20_000_000, `found a log of ${bytes} bytes after 40 MB of writes`);
    await store.close();
    assert.equal(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0, 0);
  });
});

describe('a backup', () => {
  it('is a whole store of one moment while this and another connection write', async () => {
    const path = join(folder, 'source.db');
    const [store, other] = [await openSqliteStore({ path }), await openSqliteStore({ path })];
    let isOver = false;
    const write = async (to: typeof store, kind: string): Promise<void> => {
      for (let i = 0; !isOver && i < 20_000; i++) {
        await to.putRecord(kind, String(i), { text: 'x'.repeat(2_000) }, note);
        if (i % 5 === 0) await sleep(1);
      }
    };
    const writing = [write(store, 'a'), write(other, 'b')];
    await sleep(200);
    const { bytes } = await store.backup(join(folder, 'copy.db'));
    isOver = true;
    await Promise.all(writing);
    assert.equal(bytes, statSync(join(folder, 'copy.db')).size);
    assert.equal((statSync(join(folder, 'copy.db')).mode & 0o777).toString(8), '600');
    const copy = await openSqliteStore({ path: join(folder, 'copy.db') });
    const written = (await copy.records('a')).length + (await copy.records('b')).length;
    assert.ok(written > 0);
    assert.equal((await copy.heads(-1, 1))[0]?.head, written, 'each record has its note');
    await assert.rejects(store.backup(join(folder, 'copy.db')), { code: 'store-unusable' });
    for (const each of [store, other, copy]) await each.close();
  });
});
