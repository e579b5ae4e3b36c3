// A store with something of everything, made once for each kind, and altered behind its back: one change at a time.

import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { Command } from '../../src/engine/commands.ts';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { ADA, approve, BEN, Site } from '../guarantees/on-both-stores.ts';
import type { TestPostgres } from '../support/postgres.ts';

export const PAID = 'Pay 100 euro. ';

const SIGN = `flowchart TD
    A(Write) --> G(Sign)
    G -->|"output.verdict === 'reject'"| A
    G -->|default| P[Pay]
%% @workflow: { "name": "pay" }
%% @G: { "shows": ["steps.A.output"], "title": "Sign {{steps.A.output.what}}", "due": "2d", "tags": ["money"] }
%% @P: { "action": "pay" }
`;

/** Two runs at the gate, one that was signed and paid, all of it sealed in two seals, the last run by none. */
async function fill(site: Site): Promise<{ waiting: string; ended: string }> {
  await site.add('pay', SIGN.replace('Pay]', 'Pay it]'));
  const workflow = await site.add('pay', SIGN);
  const code = { actions: { pay: async () => ({ output: PAID.repeat(120) }) } };
  const engine = await site.engine({ code, snapshotEvents: 4 });
  const wrote = (what: string): Command => ({
    ...{ type: 'CompleteTask', task: 1, verdict: 'approve' },
    output: { what, text: PAID.repeat(200) },
  });
  const ended = await site.start(engine, workflow, { topic: 'locks' });
  await done(engine.send(ended, wrote('a lock'), ADA));
  await site.store.seal(1_000);
  const shown = (await engine.view(ended))?.state.tasks.get(2)?.shown ?? assert.fail('nothing is shown');
  await done(engine.send(ended, { ...approve(2), shown } as Command, BEN));
  await site.ended(ended);
  const waiting = await site.start(engine, workflow, { topic: 'keys' });
  await done(engine.send(waiting, wrote('a key'), ADA));
  await site.store.putRecord(
    'view',
    'mine',
    { filter: 'x' },
    { at: 1, ...ADA, text: '[["ViewSaved",{"name":"mine"}]]' },
  );
  await engine.idle();
  await site.end(engine);
  await site.store.seal(2_000);
  return { waiting, ended };
}

async function done(outcome: Promise<{ readonly ok: boolean; readonly rejection?: { readonly message: string } }>) {
  const { ok, rejection } = await outcome;
  assert.ok(ok, rejection?.message);
}

export interface Template {
  readonly kind: Store['kind'];
  readonly waiting: string;
  readonly ended: string;
  /** As it was, then `alter`ed, opened for `look`. */
  altered<T>(alter: (place: Alterable) => void | Promise<void>, look: (store: Store) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

export interface Alterable {
  /** The file; null where there is none. */
  readonly path: string | null;
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<readonly Record<string, unknown>[]>;
}

export async function sqliteTemplate(): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-altered-'));
  const whole = join(folder, 'whole.db');
  const site = new Site(whole, () => openSqliteStore({ path: whole }), await openSqliteStore({ path: whole }));
  const runs = await fill(site);
  await site.close();
  let count = 0;
  return {
    kind: 'sqlite',
    ...runs,
    async altered(alter, look) {
      const path = join(folder, `altered-${count++}.db`);
      copyFileSync(whole, path);
      const onFile = <T>(work: (database: DatabaseSync) => T): T => {
        const database = new DatabaseSync(path);
        try {
          return work(database);
        } finally {
          database.close();
        }
      };
      await alter({
        path,
        run: async (sql) => onFile((database) => database.exec(sql)),
        rows: async (sql) => onFile((database) => database.prepare(sql).all()),
      });
      const store = await openSqliteStore({ path });
      try {
        return await look(store);
      } finally {
        await store.close();
        rmSync(path, { force: true });
      }
    },
    async remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function postgresTemplate(postgres: TestPostgres): Promise<Template> {
  const url = await postgres.createDatabase();
  const open = () => openPostgresStore({ url, connections: 3 });
  const site = new Site(url, open, await open());
  const runs = await fill(site);
  await site.close();
  const store = await open();
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('SET search_path = signoff');
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'signoff'::regnamespace AND relkind = 'r'`,
  );
  const tables = rows.map(({ name }) => name);
  await client.query('CREATE SCHEMA kept');
  for (const table of tables) await client.query(`CREATE TABLE kept.${table} AS TABLE ${table}`);
  const putBack = async (): Promise<void> => {
    for (const table of tables)
      await client.query(
        `DELETE FROM ${table}; INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept.${table}`,
      );
  };
  return {
    kind: 'postgres',
    ...runs,
    async altered(alter, look) {
      await alter({
        path: null,
        run: async (sql) => void (await client.query(sql)),
        rows: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
      });
      try {
        return await look(store);
      } finally {
        await putBack();
      }
    },
    async remove() {
      await client.end();
      await store.close();
    },
  };
}
