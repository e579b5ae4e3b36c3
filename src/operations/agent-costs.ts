// What agents cost: summed by day, agent, workflow, provider or model. What nobody knows is counted, never guessed.

import * as z from 'zod';
import type { SpendingRow } from '../ports/money.ts';
import { roundDollars } from '../round-dollars.ts';
import { defineOperation, reject } from './define-operation.ts';
import * as fields from './fields.ts';

export const sumShape = z.object({
  calls: z.number(),
  cost: z.number().describe('US dollars, for calls with a known cost'),
  unknown: z.number().describe('calls whose cost is unknown'),
  in: z.number().describe('input tokens'),
  out: z.number(),
  cached: z.number().describe('input tokens read from the cache'),
});

export type Sum = z.output<typeof sumShape>;

const NOTHING: Sum = { calls: 0, cost: 0, unknown: 0, in: 0, out: 0, cached: 0 };

export function sumOf(rows: readonly Sum[]): Sum {
  const sum = rows.reduce<Sum>(
    (sum, row) => ({
      calls: sum.calls + row.calls,
      cost: sum.cost + row.cost,
      unknown: sum.unknown + row.unknown,
      in: sum.in + row.in,
      out: sum.out + row.out,
      cached: sum.cached + row.cached,
    }),
    NOTHING,
  );
  return { ...sum, cost: roundDollars(sum.cost) };
}

/** The day of UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const BY = ['day', 'agent', 'workflow', 'provider', 'model'] as const;

export const costs = defineOperation({
  name: 'agents.costs',
  summary: 'show agent costs by day, agent, workflow, provider or model',
  who: 'viewer',
  changes: false,
  input: z.object({
    by: z.enum(BY).default('day').describe('how to group the costs'),
    from: fields.moment.optional().describe('the first day (UTC): a date, or -7d'),
    to: fields.moment.optional().describe('the last day (UTC)'),
    agent: z.string().optional().describe('only costs of this agent'),
    workflow: z.string().optional().describe('only costs of this workflow'),
  }),
  output: z.object({
    by: z.enum(BY),
    rows: z.array(z.object({ name: z.string(), ...sumShape.shape })),
    total: sumShape,
  }),
  async handler(context, { by, from, to, agent, workflow }) {
    const now = context.now();
    const day = (text: string | undefined): string | undefined => {
      const at = text === undefined ? null : fields.momentOf(text, now);
      return at === null ? undefined : dayOf(at);
    };
    const [first, last] = [day(from), day(to)];
    if (first !== undefined && last !== undefined && first > last)
      reject('invalid-request', `Expected "from" not to be after "to", found ${first} and ${last}.`);
    const spent = await (await context.store()).spent({
      ...(first !== undefined && { from: first }),
      ...(last !== undefined && { to: last }),
      ...(agent !== undefined && { agent: agent.replace(/^agent:/, '') }),
      ...(workflow !== undefined && { workflow }),
    });
    return { by, rows: rowsBy(spent, by), total: sumOf(spent) };
  },
});

/** Days in their order, everything else by what it cost. */
function rowsBy(spent: readonly SpendingRow[], by: (typeof BY)[number]) {
  const groups = Map.groupBy(spent, (row) => row[by]);
  const rows = [...groups].map(([name, members]) => ({ name, ...sumOf(members) }));
  return rows.sort((a, b) => (by === 'day' ? 0 : b.cost - a.cost) || (a.name < b.name ? -1 : 1));
}
