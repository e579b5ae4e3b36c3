// What agents cost, and small facts that processes share.

import type { JsonObject } from '../../json.ts';
import type { Money, SharedFacts, SpendingRow } from '../../ports/money.ts';
import { spentOf, spentWhere } from '../spent-rows.ts';
import type { Connection } from './connection.ts';

const PUT = `INSERT INTO spending (day, agent, provider, model, workflow, calls, cost, unknown, tokens_in, tokens_out,
  tokens_cached) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, cost = cost + excluded.cost,
  unknown = unknown + excluded.unknown, tokens_in = tokens_in + excluded.tokens_in,
  tokens_out = tokens_out + excluded.tokens_out, tokens_cached = tokens_cached + excluded.tokens_cached`;

export function spentWriter(connection: Connection): (spent: readonly SpendingRow[]) => void {
  const put = connection.statement(PUT);
  return (spent) => {
    for (const each of spent) {
      const { day, agent, provider, model, workflow, calls, cost, unknown } = each;
      put.run(day, agent, provider, model, workflow, calls, cost, unknown, each.in, each.out, each.cached);
    }
  };
}

export function money(connection: Connection): Money & SharedFacts {
  return {
    spent: (filter) =>
      connection.read(() => {
        const { where, values } = spentWhere(filter, () => '?');
        return connection
          .statement(`SELECT * FROM spending ${where}`)
          .all(...values)
          .map(spentOf);
      }),
    changeShared: (name, change) =>
      connection.write(() => {
        const row = connection.statement('SELECT content FROM shared WHERE name = ?').get(name);
        const { next, answer } = change(row === undefined ? null : (JSON.parse(row.content as string) as JsonObject));
        if (next === null) connection.statement('DELETE FROM shared WHERE name = ?').run(name);
        else
          connection
            .statement('INSERT OR REPLACE INTO shared (name, content) VALUES (?, ?)')
            .run(name, JSON.stringify(next));
        return answer;
      }),
    shared: (prefix) =>
      connection.read(() =>
        connection
          .statement('SELECT name, content FROM shared WHERE name >= ? AND name < ? ORDER BY name')
          .all(prefix, `${prefix}\u{10ffff}`)
          .map((row) => ({ name: row.name as string, content: JSON.parse(row.content as string) as JsonObject })),
      ),
  };
}
