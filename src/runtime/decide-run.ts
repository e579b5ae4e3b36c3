// Decides commands of one run in order, loads what they read, and gathers what they change into one write.

import type { CommandOf } from '../engine/commands.ts';
import type { Context, HostedClaims } from '../engine/context.ts';
import { decide } from '../engine/decide.ts';
import type { Json, JsonObject } from '../json.ts';
import type { KnownRequest, RunWrite } from '../ports/store.ts';
import type { CommandAnswer, Outcome, Submission } from './handle-command.ts';
import type { LiveRun } from './live-run.ts';
import { rejectIfUnreadable } from './older-processes.ts';
import { type PayloadCache, PayloadView } from './payload-cache.ts';
import { PendingWrite, type Sender } from './pending-write.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';
import { tellParent } from './tell-parent.ts';
import { withPayloads } from './with-payloads.ts';

export interface DecideDeps {
  readonly payloads: PayloadCache;
  /** `sha256:` and the digest: how a payload is referred to. */
  hash(text: string): string;
  sha256(text: string): string;
  validate(schema: JsonObject, value: Json): readonly string[];
  /** Claims of hosted work, for the commit that makes it ready. */
  claims(run: RunWithWorkflow, changed: Iterable<number>): Iterable<CommandOf<'ClaimTask'>>;
  /** What a request of this key was answered, if it came before. */
  known(request: KnownRequest): Promise<KnownRequest | null>;
  /** The newest event code that every running process reads. */
  readByAll(): number;
  /** At least so many events between two snapshots of a run. */
  readonly snapshotEvents?: number;
}

export interface DecidedRun {
  readonly pending: PendingWrite;
  readonly write: RunWrite;
  /** In the order of the submissions. */
  readonly outcomes: readonly CommandAnswer[];
}

export const WORKER: Sender = { actor: 'system', channel: 'worker' };

export async function decideRun(
  deciding: DecideDeps,
  run: LiveRun,
  submissions: readonly Submission[],
  now: number,
): Promise<DecidedRun> {
  const pending = new PendingWrite(run, deciding.snapshotEvents);
  const outcomes: CommandAnswer[] = [];
  let view: PayloadView | null = null;
  const { id, workflow } = run;
  const claims: HostedClaims['claims'] = (state, changed) => deciding.claims({ id, workflow, state }, changed);
  const hosting: HostedClaims = { ...WORKER, claims };
  for (const submission of submissions) {
    if (submission.payloads !== undefined) pending.addPayloads(submission.payloads);
    for (;;) {
      const context = contextOf(deciding, submission, now, view, hosting);
      const decision = submission.decided ?? decide(run.workflow, run.state, submission.command, context);
      if ('needs' in decision) {
        view ??= new PayloadView(deciding.payloads, pending.payloads, id);
        await view.fetch(decision.needs);
        continue;
      }
      const outcome = rejectIfUnreadable(decision, deciding.readByAll());
      const before = outcome.ok ? null : await answeredBefore(deciding, submission.request);
      outcomes.push(before ?? { outcome });
      if (before !== null) break;
      take(pending, submission, outcome);
      break;
    }
  }
  return { pending, write: await writeOf(deciding, pending, now), outcomes };
}

/** A request that comes twice at once is refused by what its twin did: it is answered as that one was. */
async function answeredBefore(deciding: DecideDeps, request: KnownRequest | undefined): Promise<CommandAnswer | null> {
  if (request === undefined) return null;
  const known = await deciding.known(request);
  return known?.requestHash === request.requestHash ? { outcome: NOTHING_NEW, known: known.answer } : null;
}

export const NOTHING_NEW: Outcome = {
  ok: true,
  events: [],
  effects: [],
  payloads: new Map(),
  changed: { tasks: [], timers: [] },
};

function take(pending: PendingWrite, submission: Submission, decision: Outcome): void {
  const { title, movesTo, outboxDone, request } = submission;
  if (!decision.ok) {
    pending.take(decision);
    return;
  }
  if (title !== undefined) pending.entitle(title);
  if (movesTo !== undefined) pending.moveTo(movesTo);
  // One that is refused is the sender's to finish: it may have to tell someone first.
  if (outboxDone !== undefined) pending.finish(outboxDone);
  pending.take(decision);
  if (request !== undefined) pending.remember(request);
}

/** What is reported to a parent, and the title of a person's task, may read payloads too. */
function writeOf({ payloads: cache, sha256, hash }: DecideDeps, pending: PendingWrite, now: number): Promise<RunWrite> {
  return withPayloads(new PayloadView(cache, pending.payloads, pending.run.id), (payloads) => {
    tellParent(pending, payloads, hash);
    return pending.toWrite(payloads, now, sha256);
  });
}

function contextOf(
  { validate, hash, payloads }: DecideDeps,
  { by, movesTo }: Submission,
  now: number,
  view: PayloadView | null,
  hosting: HostedClaims,
): Context {
  const { actor, channel, stated } = by;
  const who = stated === undefined ? { actor, channel } : { actor, channel, stated };
  const context = { now, ...who, payloads: view ?? payloads, validate, hash };
  // A run on its way to another version has tasks of steps that this one lacks.
  return movesTo === undefined ? { ...context, hosting } : context;
}
