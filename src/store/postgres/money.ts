// What agents cost, and small facts that processes share.

import type { JsonObject } from '../../json.ts';
import type { Money, SharedFacts } from '../../ports/money.ts';
import { spentOf, spentWhere } from '../spent-rows.ts';
import type { Connections } from './connections.ts';

const PUT = `INSERT INTO shared (name, content) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET content = excluded.content`;

export function money(connections: Connections): Money & SharedFacts {
  return {
    async spent(filter) {
      const { where, values } = spentWhere(filter, (place) => `$${place}`);
      return (await connections.read('', `SELECT * FROM spending ${where}`, values)).map(spentOf);
    },
    async changeShared(name, change) {
      const changed = await connections.transaction(async (send) => {
        // A name that is not there yet has no row to lock.
        await send('', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 7316))', [name]);
        const [row] = await send('', 'SELECT content FROM shared WHERE name = $1', [name]);
        const now = row === undefined ? null : (JSON.parse(row.content as string) as JsonObject);
        const { next, answer } = change(now);
        if (next === null) await send('', 'DELETE FROM shared WHERE name = $1', [name]);
        else await send('', PUT, [name, JSON.stringify(next)]);
        return { answer };
      });
      return changed.answer;
    },
    async shared(prefix) {
      const sql = 'SELECT name, content FROM shared WHERE starts_with(name, $1) ORDER BY name COLLATE "C"';
      const rows = await connections.read('', sql, [prefix]);
      return rows.map((row) => ({
        name: row.name as string,
        content: JSON.parse(row.content as string) as JsonObject,
      }));
    },
  };
}
