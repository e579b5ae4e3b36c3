// All commits in the order they became visible. SQLite has one writer at a time, so that is the order of their ids.

import type { Store } from '../../ports/store.ts';
import { feedCommitOf } from '../rows.ts';
import type { Connection } from './connection.ts';
import type { Names } from './names.ts';
import { spellingOf } from './rows.ts';

const LOOK_MS = 100;
const AFTER = `SELECT c.*, r.id AS run_id FROM commits c JOIN runs r ON r.key = c.run
  WHERE c.id > ? ORDER BY c.id LIMIT ?`;
/** The newest commit may have been removed since; its number is not given again. */
const END = `SELECT max((SELECT coalesce(max(id), 0) FROM commits),
  (SELECT coalesce(max(value), 0) FROM meta WHERE name = 'commits')) AS last`;

export function feed(connection: Connection, names: Names): Pick<Store, 'feedEnd' | 'feed' | 'listen'> {
  return {
    feedEnd: () => connection.read(() => String(connection.statement(END).get()?.last)),
    feed: (cursor, limit) =>
      connection.read(() => {
        const rows = connection.statement(AFTER).all(Number(cursor), limit);
        const last = rows.at(-1)?.id;
        const commits = rows.map((row) => feedCommitOf(row, spellingOf(names)));
        return { commits, cursor: last === undefined ? cursor : String(last) };
      }),
    listen: (heard) => listenTo(connection, heard),
  };
}

function listenTo(connection: Connection, heard: () => void): () => void {
  let seen = connection.dataVersion();
  const timer = setInterval(() => {
    const version = versionOrNull(connection);
    if (version === null || version === seen) return;
    seen = version;
    heard();
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/** null when the file is busy or closed: the next look tells. */
function versionOrNull(connection: Connection): number | null {
  try {
    return connection.dataVersion();
  } catch {
    return null;
  }
}
