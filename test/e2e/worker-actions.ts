// The actions of the flows in flows/: each notes that it ran, so that a test can tell whether it ran again.

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type Json } from '../../src/json.ts';
import type { Action, CodeCall, CodeRegistry } from '../../src/ports/action.ts';
import { note } from './action-log.ts';
import type { ProgramSettings } from './program-settings.ts';

const KINDS = ['action', 'flaky', 'person', 'action', 'agent', 'halves', 'action', 'action', 'person', 'flaky'];
const WORK_MS_MAX = 15;
const LOOK_MS = 10;

export function workerActions({ log, workMs = 0, release }: ProgramSettings): CodeRegistry {
  const noting = (action: Action): Action => notingAction(log, action);
  return {
    actions: {
      gather: noting(({ run }) => ({ output: { baskets: basketsOf(run.input) } })),
      press: noting(async (call) => {
        await sleep(Math.random() * WORK_MS_MAX);
        return { output: juiceOf(call) };
      }),
      wash: noting(async (call) => {
        if (call.attempt === 1) throw new Error('The water was cold.');
        return { output: juiceOf(call) };
      }),
      work: noting(async ({ index }) => {
        await sleep(workMs);
        while (release !== undefined && !existsSync(release)) await sleep(LOOK_MS);
        return { output: { index: index ?? null, pid: process.pid } };
      }),
    },
  };
}

/** The action, which first notes that it runs. */
export function notingAction(log: string, action: Action): Action {
  return (call) => {
    const { run, step, attempt, idempotencyKey } = call;
    const task = Number(idempotencyKey.split('#')[1]);
    note(log, { run: run.id, task, step, attempt, pid: process.pid });
    return action(call);
  };
}

function basketsOf(input: Json): Json {
  const count = isJsonObject(input) ? Number(input.baskets) : 0;
  return Array.from({ length: count }, (_, number) => ({ number, by: KINDS[number % KINDS.length] as string }));
}

/** Every third one is large enough to be a payload of its own. */
function juiceOf({ run, step, index }: CodeCall): Json {
  const number = index ?? 0;
  return { step, number, juice: number % 3 === 0 ? `${run.id} ${number} `.repeat(100) : 'little' };
}
