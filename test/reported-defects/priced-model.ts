// A model with a price, on loopback, and what the trials of money ask of runs.

import type { EngineEvent, EventType } from '../../src/engine/events.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { envelope } from '../agents/agent-engine.ts';
import { eventsOf, stateOf } from '../runtime/engines-on-file.ts';
import type { ModelAnswer } from '../support/model-answer.ts';
import type { ModelRequest } from '../support/model-request.ts';

/** 10 dollars a million tokens of output, 1 a million of input: a reply of 1,000 to a prompt of 1,000 costs 0.011. */
export const env = { SIGNOFF_MODEL: 'priced' };
export const prices = { anthropic: { asOf: '2026-01-01', models: { '*': { in: 1, cached: 0, out: 10 } } } };
export const CLERK = ', "assignee": "agent:clerk"';

/** A model that writes so many tokens, or as many as it may, and says so. */
export function writes(out: number, text = envelope('ok')): (request: ModelRequest) => ModelAnswer {
  return ({ body }) => {
    const most = Number(body.max_tokens ?? Number.POSITIVE_INFINITY);
    const usage = { in: 1000, out: Math.min(out, most), cached: 0 };
    return out > most ? { text: text.slice(0, 20), usage, finish: 'length' } : { text, usage };
  };
}

export async function only<T extends EventType>(engine: Engine, run: string, type: T): Promise<EngineEvent<T>[]> {
  return (await eventsOf(engine, run)).filter((event) => event.type === type) as EngineEvent<T>[];
}

/** Resolves when the run has ended or is on hold, with its status. */
export async function settled(engine: Engine, run: string): Promise<string> {
  const over = (status: string): boolean => !['running', 'paused'].includes(status);
  const row = await engine.wait(run, ({ status }) => over(status), AbortSignal.timeout(30_000));
  await engine.idle();
  return row?.status ?? 'still running';
}

export async function costOf(engine: Engine, run: string): Promise<number> {
  return Math.round((await stateOf(engine, run)).cost * 1e6) / 1e6;
}
