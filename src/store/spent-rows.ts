// Rows of spending, as both stores read them.

import type { SpendingRow, SpentFilter } from '../ports/money.ts';
import type { Row } from './rows.ts';

export function spentOf(row: Row): SpendingRow {
  return {
    day: row.day as string,
    agent: row.agent as string,
    provider: row.provider as string,
    model: row.model as string,
    workflow: row.workflow as string,
    calls: Number(row.calls),
    cost: Number(row.cost),
    unknown: Number(row.unknown),
    in: Number(row.tokens_in),
    out: Number(row.tokens_out),
    cached: Number(row.tokens_cached),
  };
}

/** `mark` spells the placeholder of the value at this place, from 1. */
export function spentWhere(filter: SpentFilter, mark: (place: number) => string): { where: string; values: string[] } {
  const conditions: string[] = [];
  const values: string[] = [];
  const add = (condition: string, value: string | undefined): void => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`${condition} ${mark(values.length)}`);
  };
  add('day >=', filter.from);
  add('day <=', filter.to);
  add('agent =', filter.agent);
  add('workflow =', filter.workflow);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return { where: `${where} ORDER BY day, agent, provider, model, workflow`, values };
}
