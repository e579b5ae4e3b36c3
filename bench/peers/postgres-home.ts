// One PostgreSQL server, synced as it comes, and a fresh database for each repetition.

import { Client } from 'pg';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import type { Place } from './contender.ts';
import type { Home } from './home.ts';

const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'];

export class PostgresHome implements Home {
  readonly #server: TestPostgres;

  private constructor(server: TestPostgres) {
    this.#server = server;
  }

  static async open(): Promise<PostgresHome> {
    const server = await startPostgres();
    for (const setting of DURABLE) {
      const found = await ask(server.url, `SELECT current_setting('${setting}')`);
      if (found !== 'on') throw new Error(`Expected PostgreSQL with ${setting}=on, but it is ${found}.`);
    }
    return new PostgresHome(server);
  }

  async fresh(): Promise<Place> {
    return { folder: '', postgresUrl: await this.#server.createDatabase(), restate: null };
  }

  async bytesOf({ postgresUrl }: Place): Promise<number> {
    await ask(postgresUrl, 'CHECKPOINT');
    return Number(await ask(postgresUrl, 'SELECT pg_database_size(current_database())'));
  }

  /** The write-ahead log: the data files get the same pages later, whenever the server likes. */
  async serverBytesWritten(): Promise<number> {
    return Number(await ask(this.#server.url, "SELECT pg_current_wal_insert_lsn() - '0/0'"));
  }

  serverRssMb(): null {
    return null;
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

/** The first column of the first row. */
async function ask(url: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}
