// Small named things that belong to no run, by kind and name.

import type { JsonObject } from '../../json.ts';
import type { Store } from '../../ports/store.ts';
import { recordStamp } from '../stamped-note.ts';
import type { Connections } from './connections.ts';
import { noted } from './system-stream.ts';

type Records = Pick<Store, 'putRecord' | 'record' | 'records' | 'removeRecord'>;

const PUT = `INSERT INTO records (kind, name, content) VALUES ($1, $2, $3)
  ON CONFLICT (kind, name) DO UPDATE SET content = excluded.content`;
const REMOVE = 'DELETE FROM records WHERE kind = $1 AND name = $2 RETURNING 1 AS one';

export function records(connections: Connections, committed: () => void): Records {
  return {
    putRecord: async (kind, name, content, by) => {
      const text = JSON.stringify(content);
      const values = [kind, name, text];
      const stamp = () => recordStamp(kind, name, text);
      await noted(connections, by, (send) => send('put_record', PUT, values), stamp);
      committed();
    },
    record: async (kind, name) => {
      const sql = 'SELECT content FROM records WHERE kind = $1 AND name = $2';
      const [row] = await connections.read('record', sql, [kind, name]);
      return row === undefined ? null : contentOf(row.content);
    },
    records: async (kind) => {
      const sql = 'SELECT name, content FROM records WHERE kind = $1 ORDER BY name COLLATE "C"';
      const rows = await connections.read('records', sql, [kind]);
      return rows.map(({ name, content }) => ({ name: name as string, content: contentOf(content) }));
    },
    removeRecord: async (kind, name, by) => {
      const removed = await noted(
        connections,
        by,
        async (send) => {
          const rows = await send('remove_record', REMOVE, [kind, name]);
          return rows.length === 0 ? null : true;
        },
        () => recordStamp(kind, name, null),
      );
      if (removed !== null) committed();
      return removed !== null;
    },
  };
}

function contentOf(text: unknown): JsonObject {
  return JSON.parse(text as string) as JsonObject;
}
