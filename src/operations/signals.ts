// Operations on signals: send one to a run.

import * as z from 'zod';
import { newId } from '../runtime/new-id.ts';
import { type AnyOperation, defineOperation } from './define-operation.ts';
import * as fields from './fields.ts';
import { findRun } from './find-run.ts';
import { runShape, shownNow } from './run-shapes.ts';
import { sendOnce } from './send-once.ts';

const send = defineOperation({
  name: 'signals.send',
  summary: 'send a signal to a run; steps that wait for it continue',
  who: 'reviewer',
  changes: true,
  keyed: true,
  places: ['run', 'name'],
  input: z.object({
    run: fields.run,
    name: z.string().min(1).max(200).describe("the signal's name"),
    value: fields.json.default(null).meta({ description: 'the payload, as JSON or text', 'x-form': 'json' }),
    for: z.string().optional().describe('the key of the wait that should receive it'),
    id: z.string().min(1).max(200).optional().describe('an id for deduplication: the run accepts each id once'),
  }),
  output: z.object({ ...runShape.shape, signal: z.string() }),
  async handler(context, input) {
    const store = await context.store();
    const { run } = await findRun(store, input.run);
    const id = input.id ?? newId('task', context.now()).replace(/^task/, 'signal');
    const { name, value, for: key } = input;
    const command = { type: 'SendSignal' as const, id, name, value, ...(key !== undefined && { key }) };
    await sendOnce({ context, operation: 'signals.send', input, run, command });
    return { ...(await shownNow(store, run)), signal: id };
  },
});

export const operations: readonly AnyOperation[] = [send];
