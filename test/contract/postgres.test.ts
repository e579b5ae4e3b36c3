// The store's contract, kept by PostgreSQL: each place is a schema of its own in one database.

import { before, describe } from 'node:test';
import { Client } from 'pg';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { noPostgres, postgresForTests } from '../support/postgres.ts';
import { describeStore, type Place } from './describe-store.ts';

let url = '';
let made = 0;

describe('on PostgreSQL', { skip: noPostgres() }, () => {
  before(async () => {
    url = await (await postgresForTests()).createDatabase();
  });
  describeStore('PostgreSQL', newPlace);
});

async function newPlace(): Promise<Place> {
  const schema = `store_${++made}`;
  const address = new URL(url);
  address.hash = schema;
  return {
    open: () => openPostgresStore({ url, schema }),
    address: address.href,
    remove: () => dropped(schema),
  };
}

async function dropped(schema: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await client.end();
}
