// The numbered migrations of a store, in order.

import { readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

export function readMigrations(folder: URL): readonly Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}-.*\.sql$/.test(name));
  return names.sort().map((name) => ({
    number: Number(name.slice(0, 4)),
    name,
    sql: readFileSync(new URL(name, folder), 'utf8'),
  }));
}
