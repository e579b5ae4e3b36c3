// A store that refuses some data, by a trigger of its own database: tasks whose title says "refuse me".

import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

const PHRASE = '%refuse me%';

/** On the store at this address, until what it returns is called: `store verify` names triggers that are not ours. */
export async function refuseTitles(address: string): Promise<() => Promise<void>> {
  const [refuse, allow] = address.startsWith('postgres') ? ON_POSTGRES : ON_SQLITE;
  const runs = address.startsWith('postgres') ? onPostgres : onSqlite;
  await runs(address, refuse);
  return () => runs(address, allow);
}

const VERBS = ['INSERT', 'UPDATE'];
const ON_SQLITE = [
  VERBS.map(
    (verb) => `CREATE TRIGGER refuse_${verb} BEFORE ${verb} ON tasks WHEN NEW.title LIKE '${PHRASE}'
      BEGIN SELECT RAISE(ABORT, 'this title is not wanted'); END;`,
  ).join('\n'),
  VERBS.map((verb) => `DROP TRIGGER refuse_${verb};`).join('\n'),
] as const;
const ON_POSTGRES = [
  `CREATE FUNCTION refuse_title() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'this title is not wanted' USING ERRCODE = '22000'; END $$;
    CREATE TRIGGER refuse_title BEFORE INSERT OR UPDATE ON tasks FOR EACH ROW
      WHEN (NEW.title LIKE '${PHRASE}') EXECUTE FUNCTION refuse_title()`,
  'DROP TRIGGER refuse_title ON tasks; DROP FUNCTION refuse_title',
] as const;

async function onSqlite(path: string, sql: string): Promise<void> {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

async function onPostgres(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`SET search_path = signoff; ${sql}`);
  await client.end();
}
