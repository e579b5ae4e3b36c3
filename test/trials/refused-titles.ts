// A store that refuses some data, by a trigger of its own database: tasks whose title says "refuse me".

import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

const PHRASE = '%refuse me%';

/** On the store at this address, from now on. */
export async function refuseTitles(address: string): Promise<void> {
  if (address.startsWith('postgres')) await onPostgres(address);
  else onSqlite(address);
}

function onSqlite(path: string): void {
  const database = new DatabaseSync(path);
  for (const verb of ['INSERT', 'UPDATE']) {
    database.exec(`CREATE TRIGGER refuse_${verb} BEFORE ${verb} ON tasks WHEN NEW.title LIKE '${PHRASE}'
      BEGIN SELECT RAISE(ABORT, 'this title is not wanted'); END`);
  }
  database.close();
}

async function onPostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`SET search_path = signoff;
    CREATE FUNCTION refuse_title() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'this title is not wanted' USING ERRCODE = '22000'; END $$;
    CREATE TRIGGER refuse_title BEFORE INSERT OR UPDATE ON tasks FOR EACH ROW
      WHEN (NEW.title LIKE '${PHRASE}') EXECUTE FUNCTION refuse_title()`);
  await client.end();
}
