// Where contenders keep their state: a folder of SQLite files, a PostgreSQL server, or a Restate server.

import type { Place } from './contender.ts';
import type { HomeKind } from './contender-list.ts';
import { FolderHome } from './folder-home.ts';
import { PostgresHome } from './postgres-home.ts';
import { RestateHome } from './restate-home.ts';

export interface Home {
  /** A fresh, empty place; the one before is given up. */
  fresh(): Promise<Place>;
  /** What `place` takes on the disk, logs written into the files where there is a way to ask for that. */
  bytesOf(place: Place): Promise<number>;
  /** What the server has written so far, or null if the contender's own process does the writing. */
  serverBytesWritten(): Promise<number | null>;
  /** Of a server that exists only for the contender; null if there is none. */
  serverRssMb(): number | null;
  close(): Promise<void>;
}

export async function openHome(kind: HomeKind): Promise<Home> {
  if (kind === 'postgres') return PostgresHome.open();
  return kind === 'restate' ? new RestateHome() : new FolderHome();
}
