// Triggers, views and tables that somebody put into a store run inside its own transactions: store verify names them.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Client } from 'pg';
import type { Store } from '../../src/ports/store.ts';
import { verifyStore } from '../../src/runtime/verify-store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { postgresOrSkip } from '../support/postgres.ts';

const TRIGGER = 'CREATE TRIGGER dorm AFTER UPDATE ON tasks WHEN new.status = 99 BEGIN DELETE FROM commits; END';
const IN_SQLITE: readonly (readonly [string, string, RegExp])[] = [
  [
    'a trigger',
    TRIGGER,
    /only what Signoff makes .* found the trigger dorm on tasks: CREATE TRIGGER dorm AFTER UPDATE/,
  ],
  ['a view', 'CREATE VIEW tasks_seen AS SELECT * FROM tasks', /found the view tasks_seen: CREATE VIEW/],
  ['a table', 'CREATE TABLE more (x)', /found the table more: CREATE TABLE more/],
  [
    'a view in the place of a table',
    'ALTER TABLE timers RENAME TO kept; CREATE VIEW timers AS SELECT * FROM kept',
    /Expected the table timers in the database, found none\..* found the view timers: CREATE VIEW/s,
  ],
  ['a column', 'ALTER TABLE runs ADD COLUMN more TEXT', /Expected the table runs as Signoff makes it, found another/],
];

async function problems(store: Store): Promise<string> {
  const { ok, broken } = await verifyStore(store);
  const found = broken.map(({ run, message }) => `${run}: ${message}`).join('\n');
  assert.equal(ok, found === '');
  return found;
}

for (const [what, sql, says] of IN_SQLITE)
  test(`torture3-D6: ${what} that somebody put into a SQLite store is named`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'signoff-schema-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'store.db');
    const store = await openSqliteStore({ path });
    t.after(() => store.close());
    assert.equal(await problems(store), '');
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
    assert.match(await problems(store), says);
  });

const IN_POSTGRES: readonly (readonly [string, string, RegExp])[] = [
  [
    'a trigger',
    `CREATE FUNCTION quiet() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
     CREATE TRIGGER dorm BEFORE UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION quiet()`,
    /database: Expected only what Signoff makes in the database, found the trigger dorm on tasks\./,
  ],
  [
    'a rule',
    'CREATE RULE nothing_goes AS ON DELETE TO seals DO INSTEAD NOTHING',
    /found the rule nothing_goes on seals\./,
  ],
  [
    'a view in the place of a table',
    'ALTER TABLE timers RENAME TO kept; CREATE VIEW timers AS SELECT * FROM kept',
    /found the view instead of the table timers\./,
  ],
];

test('torture3-D6: triggers, rules and a view for a table in a PostgreSQL store are named', async (t: TestContext) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const url = await postgres.createDatabase();
  const store = await openPostgresStore({ url });
  t.after(() => store.close());
  assert.equal(await problems(store), '');
  const client = new Client({ connectionString: url });
  await client.connect();
  t.after(() => client.end());
  for (const [what, sql, says] of IN_POSTGRES) {
    await client.query(`SET search_path = signoff; ${sql}`);
    assert.match(await problems(store), says, what);
  }
});
