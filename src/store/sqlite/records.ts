// Small named things that belong to no run, by kind and name.

import type { JsonObject } from '../../json.ts';
import type { Store } from '../../ports/store.ts';
import { recordStamp, stamped } from '../stamped-note.ts';
import type { Connection } from './connection.ts';
import type { Names } from './names.ts';
import { noteSystem } from './system-stream.ts';

type Records = Pick<Store, 'putRecord' | 'record' | 'records' | 'removeRecord'>;

const PUT = `INSERT INTO records (kind, name, content) VALUES (?, ?, ?)
  ON CONFLICT (kind, name) DO UPDATE SET content = excluded.content`;

export function records(connection: Connection, names: Names): Records {
  return {
    putRecord: (kind, name, content, by) =>
      connection.write(() => {
        const text = JSON.stringify(content);
        connection.statement(PUT).run(kind, name, text);
        noteSystem(connection, names, stamped(by, recordStamp(kind, name, text)));
      }),
    record: (kind, name) =>
      connection.read(() => {
        const row = connection.statement('SELECT content FROM records WHERE kind = ? AND name = ?').get(kind, name);
        return row === undefined ? null : contentOf(row.content);
      }),
    records: (kind) =>
      connection.read(() => {
        const rows = connection.statement('SELECT name, content FROM records WHERE kind = ? ORDER BY name').all(kind);
        return rows.map(({ name, content }) => ({ name: name as string, content: contentOf(content) }));
      }),
    removeRecord: (kind, name, by) =>
      connection.write(() => {
        const removed = connection.statement('DELETE FROM records WHERE kind = ? AND name = ?').run(kind, name);
        if (removed.changes === 0) return false;
        noteSystem(connection, names, stamped(by, recordStamp(kind, name, null)));
        return true;
      }),
  };
}

function contentOf(text: unknown): JsonObject {
  return JSON.parse(text as string) as JsonObject;
}
