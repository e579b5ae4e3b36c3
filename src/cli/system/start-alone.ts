// Starts a run of a system that has one live run in a project at most: of two that start at the same moment, in two
// processes, the second learns of the first.

import { createHash } from 'node:crypto';
import type { Rejection } from '../../engine/context.ts';
import { isJsonObject, type Json } from '../../json.ts';
import type { Store, StoredWorkflow } from '../../ports/store.ts';
import type { StartOptions } from '../../runtime/engine-options.ts';
import { newId } from '../../runtime/new-id.ts';
import type { Engine } from '../../runtime/open-engine.ts';
import { program } from '../started-as.ts';

export type StartedAlone =
  | { readonly ok: true; readonly run: string }
  | { readonly ok: false; readonly rejection: Rejection };

const OPERATION = 'system.start';
const OVER = new Set(['completed', 'failed', 'cancelled']);

/** The store keeps one answer for each key: the key of a start names the run before it, so it is free again when that
 *  one is over. */
export async function startAlone(
  {
    engine,
    store,
    project,
  }: { readonly engine: Pick<Engine, 'start'>; readonly store: Store; readonly project: string },
  stored: StoredWorkflow,
  input: Json,
  options: StartOptions,
): Promise<StartedAlone> {
  const name = stored.workflow.name;
  const run = options.run ?? newId('run', Date.now());
  const requestHash = `sha256:${createHash('sha256').update(`${name} ${project}`).digest('hex')}`;
  for (let before = ''; ; ) {
    const request = { operation: OPERATION, key: `${requestHash} ${before}`, requestHash, answer: { run } };
    const started = await engine.start(stored, input, { ...options, run, request });
    if (!started.ok || started.known === undefined) return started;
    const first = isJsonObject(started.known) ? String(started.known.run) : '';
    const row = await store.run(first);
    if (row !== null && !OVER.has(row.status)) return { ok: false, rejection: alreadyLive(name, first) };
    before = first;
  }
}

function alreadyLive(name: string, run: string): Rejection {
  const found = `${run} was started in this project at the same moment`;
  const next = `${program()} ${name} --resume ${run}`;
  const message = `Expected no other live run of ${name} here, but ${found}. Go on with it: ${next}`;
  return { code: 'already-live', message: `${message}. Nothing was started.` };
}
