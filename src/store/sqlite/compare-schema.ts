// Compares what a file holds besides rows with what the migrations make: a trigger or a view runs inside our own
// transactions.

import { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrate.ts';

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly on: string;
  readonly sql: string | null;
}

/** SQLite keeps tables and indexes of its own under such names, and lets nobody else use them. */
const OBJECTS = `SELECT type, name, tbl_name AS "on", sql FROM sqlite_schema
  WHERE NOT (type IN ('table', 'index') AND name LIKE 'sqlite!_%' ESCAPE '!') ORDER BY type, name`;

/** The schema must be the newest, as that of an open store is. */
export function schemaProblems(database: DatabaseSync): string[] {
  const [expected, found] = [objectsMade(), objectsIn(database)];
  const missing = [...expected].filter(([key]) => !found.has(key));
  const other = [...found].filter(([key, { sql }]) => expected.get(key)?.sql !== sql);
  return [
    ...missing.map(([, each]) => `Expected the ${named(each)} in the database, found none.`),
    ...other.map(([key, each]) =>
      expected.has(key)
        ? `Expected the ${named(each)} as Signoff makes it, found another: ${shortened(each.sql)}`
        : `Expected only what Signoff makes in the database, found the ${named(each)}: ${shortened(each.sql)}`,
    ),
  ];
}

function objectsMade(): Map<string, SchemaObject> {
  const made = new DatabaseSync(':memory:');
  try {
    for (const { sql } of migrations()) made.exec(sql);
    return objectsIn(made);
  } finally {
    made.close();
  }
}

function objectsIn(database: DatabaseSync): Map<string, SchemaObject> {
  const rows = database.prepare(OBJECTS).all() as unknown as readonly SchemaObject[];
  return new Map(rows.map((each) => [`${each.type} ${each.name}`, each]));
}

const named = ({ type, name, on }: SchemaObject): string => `${type} ${name}${on === name ? '' : ` on ${on}`}`;

const SHOWN_CHARACTERS = 200;

const shortened = (sql: string | null): string => (sql ?? 'none').replaceAll(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS);
