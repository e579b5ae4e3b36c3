// Rolling deploys: what is not written while an older process runs, and what waits because a newer one wrote.

import { NEWEST_CODE, newestCodeOf } from '../engine/commit-text.ts';
import type { Rejection } from '../engine/context.ts';
import type { ProcessRow } from '../ports/processes.ts';
import type { Outcome } from './handle-command.ts';
import { type Identity, isSurelyDead } from './process-identity.ts';

/** The newest event code that all of these processes read; those that are surely gone are left out. */
export function codesReadBy(processes: readonly ProcessRow[], own: Identity): number {
  let newest = Number.POSITIVE_INFINITY;
  for (const row of processes) if (row.reads < newest && !isSurelyDead(row, own)) newest = row.reads;
  return newest;
}

/** The decision, or a refusal when it holds an event that a running process cannot read. */
export function rejectIfUnreadable(decision: Outcome, readByAll: number): Outcome {
  if (readByAll >= NEWEST_CODE || newestCodeOf(decision.events) <= readByAll) return decision;
  const rejection: Rejection = {
    code: 'older-process-running',
    message: [
      `Expected every running process to read event code ${newestCodeOf(decision.events)},`,
      `found one that reads only up to ${readByAll}: an older version of Signoff.`,
      'Ask again when it has ended. Nothing was changed.',
    ].join(' '),
  };
  return { ok: false, rejection, events: [] };
}

const WAITING: ReadonlySet<string> = new Set(['older-process-running', 'newer-history']);

/** Refused for now: when the deploy is through it will be taken, by this process or a newer one. */
export function isForLater({ code }: Rejection): boolean {
  return WAITING.has(code);
}
