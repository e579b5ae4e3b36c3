// What agents cost: summed by day, agent, workflow, provider or model. What nobody knows is counted, never guessed.

import * as z from 'zod';
import type { Spent } from '../ports/money.ts';
import { defineOperation, reject } from './define-operation.ts';
import * as fields from './fields.ts';

export const sumShape = z.object({
  calls: z.number(),
  cost: z.number().describe('US dollars, of the calls whose cost is known'),
  unknown: z.number().describe('calls whose cost nobody knows'),
  in: z.number().describe('tokens'),
  out: z.number(),
  cached: z.number().describe('among those that went in'),
});

export type Sum = z.output<typeof sumShape>;

const NOTHING: Sum = { calls: 0, cost: 0, unknown: 0, in: 0, out: 0, cached: 0 };

export function sumOf(rows: readonly Sum[]): Sum {
  return rows.reduce<Sum>(
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
}

/** The day of UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const BY = ['day', 'agent', 'workflow', 'provider', 'model'] as const;

export const costs = defineOperation({
  name: 'agents.costs',
  summary: 'say what agents cost, by day, agent, workflow, provider or model',
  who: 'viewer',
  changes: false,
  input: z.object({
    by: z.enum(BY).default('day').describe('what to sum by'),
    from: fields.moment.optional().describe('from this day of UTC on: a date, or -7d'),
    to: fields.moment.optional().describe('up to this day'),
    agent: z.string().optional().describe('only of this agent'),
    workflow: z.string().optional().describe('only in runs of this workflow'),
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
function rowsBy(spent: readonly Spent[], by: (typeof BY)[number]) {
  const groups = Map.groupBy(spent, (row) => row[by]);
  const rows = [...groups].map(([name, members]) => ({ name, ...sumOf(members) }));
  return rows.sort((a, b) => (by === 'day' ? 0 : b.cost - a.cost) || (a.name < b.name ? -1 : 1));
}
