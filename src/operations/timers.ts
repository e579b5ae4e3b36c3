// Operations on timers: what is set to happen, and when.

import * as z from 'zod';
import { type AnyOperation, defineOperation } from './define-operation.ts';
import * as fields from './fields.ts';
import { findRun, taskName } from './find-run.ts';

const list = defineOperation({
  name: 'timers.list',
  summary: 'list pending timers, the next one first',
  who: 'viewer',
  changes: false,
  input: z.object({ run: z.string().optional().describe('only timers of this run'), ...fields.page }),
  output: z.object({
    timers: z.array(
      z.object({
        run: z.string(),
        timer: z.number(),
        kind: z.enum(['retry', 'timeout', 'claim', 'due', 'remind', 'escalate']),
        due: fields.at,
        task: z.string().nullable(),
      }),
    ),
    next: fields.next,
  }),
  async handler(context, { run, limit, after }) {
    const store = await context.store();
    const filter = run === undefined ? {} : { run: (await findRun(store, run)).run };
    const page = await store.listTimers(filter, { limit, ...(after !== undefined && { after }) });
    const timers = page.items.map(({ run: of, timer, kind, due, task }) => ({
      ...{ run: of, timer, kind, due },
      task: task === null ? null : taskName(of, task),
    }));
    return { timers, next: page.next };
  },
});

export const operations: readonly AnyOperation[] = [list];
