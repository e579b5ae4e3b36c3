// One run, many machines: commands go into the run's mailbox, and the process that gets the run's lock decides for all.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../engine/commands.ts';
import type { Rejection } from '../engine/context.ts';
import type { AnyEvent } from '../engine/events.ts';
import type { StatedIdentity } from '../engine/people.ts';
import { StoreFault } from '../errors.ts';
import type { Json } from '../json.ts';
import type { Mailbox, QueuedCommand } from '../ports/mailbox.ts';
import type { RunWrite } from '../ports/store.ts';
import type { AtPoint } from './crash-points.ts';
import { type CommandAnswer, notStorable, type Outcome, type Submission } from './handle-command.ts';
import type { LiveRun } from './live-run.ts';
import { newId } from './new-id.ts';
import type { PendingWrite } from './pending-write.ts';
import { SkippedRuns } from './skipped-runs.ts';

/** A submission and the caller that waits for its answer. */
export interface WaitingSubmission extends Submission {
  answer(answered: CommandAnswer): void;
  fail(fault: unknown): void;
}

export interface RunInboxDeps {
  readonly mailbox: Mailbox;
  /** The run as it is at `head`: cached, or loaded again. */
  runAt(id: string, head: number): Promise<LiveRun | null>;
  /** Decides in order; the outcomes stand in the order of the submissions. */
  decideAll(
    run: LiveRun,
    submissions: readonly Submission[],
  ): Promise<{ readonly pending: PendingWrite; readonly write: RunWrite; readonly outcomes: readonly Outcome[] }>;
  committed(pending: PendingWrite): void;
  dropped(run: LiveRun): void;
  monotonic(): number;
  readonly atPoint: AtPoint | undefined;
}

/** A queued command whose decision the store cannot keep. */
interface RefusedCommand {
  readonly queuedId: string;
  readonly fault: Error;
}

const COMMANDS_AT_ONCE = 500;
const RUNS_AT_ONCE = 100;
const CONTENDED_MS = 2000;
const ANSWER_MS_MAX = 30_000;
const LOOK_MS = 4;

export class RunInbox {
  readonly #deps: RunInboxDeps;
  /** Runs others write too, and until when that counts. */
  readonly #contended = new Map<string, number>();
  /** Queued commands of this process that are not answered yet. */
  readonly #own = new Set<string>();
  /** Answers to them, decided here. A drain may take a queued command whose sender has not yet heard that it was
   *  posted. */
  readonly #answers = new Map<string, Json>();
  readonly #drains = new Map<string, Promise<boolean>>();
  readonly #skipped = new SkippedRuns();
  #round: Promise<void> | null = null;

  constructor(deps: RunInboxDeps) {
    this.#deps = deps;
  }

  /** Someone else moved this run on while we decided. */
  markContended(run: string): void {
    this.#contended.set(run, this.#deps.monotonic() + CONTENDED_MS);
  }

  isContended(run: string): boolean {
    const until = this.#contended.get(run);
    if (until === undefined) return false;
    if (until > this.#deps.monotonic()) return true;
    this.#contended.delete(run);
    return false;
  }

  /** Posts the commands and sees to it that they are answered, by this process or another. */
  async handle(run: string, key: number, group: readonly WaitingSubmission[]): Promise<void> {
    const waiting = new Map(group.map((each) => [newId('task', Date.now()), each]));
    const own = [...waiting.keys()];
    for (const id of own) this.#own.add(id);
    try {
      await this.#deps.mailbox.post(
        key,
        [...waiting].map(([id, each]) => queuedCommandOf(id, each)),
      );
      this.#deps.atPoint?.('after-commands-queued');
      await this.#answerAll(run, key, waiting);
    } catch (fault) {
      for (const { fail } of waiting.values()) fail(fault);
    } finally {
      for (const id of own) {
        this.#own.delete(id);
        this.#answers.delete(id);
      }
    }
  }

  /** Decides queued commands that nobody waits for any more: who posted them died, and the run may be written by no one
   *  else. Those of the living are decided a little earlier. A run that cannot be decided here is passed over and left
   *  to other processes; a fault of the store itself ends the round. One round at a time. */
  drainLeft(): Promise<void> {
    this.#round ??= this.#drainAll().finally(() => {
      this.#round = null;
    });
    return this.#round;
  }

  async #drainAll(): Promise<void> {
    let after = 0;
    for (;;) {
      const page = await this.#deps.mailbox.waiting(RUNS_AT_ONCE, after);
      for (const { run, key, oldest } of page) {
        after = oldest;
        try {
          await this.#drainOnce(run, key);
        } catch (fault) {
          if (fault instanceof StoreFault && !fault.isLasting) throw fault;
          this.#skipped.passOver(run, fault);
        }
      }
      if (page.length < RUNS_AT_ONCE) return;
    }
  }

  async #answerAll(run: string, key: number, waiting: Map<string, WaitingSubmission>): Promise<void> {
    const end = this.#deps.monotonic() + ANSWER_MS_MAX;
    while (this.#deps.monotonic() < end) {
      if (!(await this.#drainOnce(run, key))) this.markContended(run);
      settle(waiting, this.#answers);
      if (waiting.size === 0) return;
      settle(waiting, await this.#deps.mailbox.collect([...waiting.keys()]));
      if (waiting.size === 0) return;
      await sleep(LOOK_MS);
    }
    throw new StoreFault('store-busy', BUSY, { isOutcomeUnknown: true });
  }

  /** One drain of a run at a time in this process; its answers serve everyone who waits here. */
  #drainOnce(run: string, key: number): Promise<boolean> {
    const under = this.#drains.get(run);
    if (under !== undefined) return under;
    const drain = this.#drain(run, key).finally(() => this.#drains.delete(run));
    this.#drains.set(run, drain);
    return drain;
  }

  /** False when someone else has the run. What the store refuses is looked for by halving the queued commands, and
   *  answered so: it would keep all others from ever being decided. */
  async #drain(id: string, key: number): Promise<boolean> {
    let limit = COMMANDS_AT_ONCE;
    let refused: RefusedCommand | null = null;
    for (;;) {
      const taken: string[] = [];
      try {
        return await this.#drainUpTo(limit, id, key, taken, refused);
      } catch (fault) {
        const [first] = taken;
        if (
          fault instanceof StoreFault ||
          first === undefined ||
          (refused as RefusedCommand | null)?.queuedId === first
        ) {
          throw fault;
        }
        limit = Math.max(1, taken.length >> 1);
        if (taken.length === 1) refused = { queuedId: first, fault: fault as Error };
      }
    }
  }

  async #drainUpTo(
    limit: number,
    id: string,
    key: number,
    taken: string[],
    refused: RefusedCommand | null,
  ): Promise<boolean> {
    const given = new Map<string, Json>();
    let decided: PendingWrite | null = null;
    try {
      const count = await this.#deps.mailbox.drain(key, limit, async (queued, head) => {
        taken.push(...queued.map((each) => each.id));
        const run = await this.#deps.runAt(id, head);
        if (run === null) throw new Error(`Expected the run ${id} in the store, found none.`);
        const { pending, write, outcomes } = await this.#deps.decideAll(
          run,
          queued.filter((each) => each.id !== refused?.queuedId).map((each) => submissionOf(id, each)),
        );
        decided = pending;
        const left = [...outcomes];
        for (const { id: queuedId } of queued) {
          const outcome = queuedId === refused?.queuedId ? notStorable(refused.fault) : (left.shift() as Outcome);
          given.set(queuedId, answerOf(outcome));
        }
        this.#deps.atPoint?.('after-queued-decided');
        // Who waits here is answered from memory; nobody would ever collect those rows.
        return { write, answers: new Map([...given].filter(([queuedId]) => !this.#own.has(queuedId))) };
      });
      if (count === null) return false;
      if (decided !== null) this.#deps.atPoint?.('after-queued-committed');
      for (const [queuedId, answer] of given) if (this.#own.has(queuedId)) this.#answers.set(queuedId, answer);
      if (decided !== null) this.#deps.committed(decided);
      return true;
    } catch (fault) {
      if (decided !== null) this.#deps.dropped((decided as PendingWrite).run);
      throw fault;
    }
  }
}

const BUSY =
  'The process that has this run did not answer within 30 s. The command may still be stored: read the run first.';

function settle(waiting: Map<string, WaitingSubmission>, answers: ReadonlyMap<string, Json>): void {
  for (const [id, json] of answers) {
    const submission = waiting.get(id);
    if (submission === undefined) continue;
    waiting.delete(id);
    submission.answer({ outcome: outcomeOf(json) });
  }
}

/** How the sender's name was stated goes along with the command: older processes pass over it. */
type PostedCommand = Command & { readonly stated?: StatedIdentity };

function queuedCommandOf(id: string, { command, by, payloads }: Submission): QueuedCommand {
  const { actor, channel, stated } = by;
  const posted: PostedCommand = stated === undefined ? command : { ...command, stated };
  return { id, actor, channel, command: posted as unknown as Json, payloads: payloads ?? new Map() };
}

function submissionOf(run: string, { actor, channel, command: posted, payloads }: QueuedCommand): Submission {
  const { stated, ...command } = posted as unknown as PostedCommand;
  const by = stated === undefined ? { actor, channel } : { actor, channel, stated };
  return { run, command: command as Command, by, payloads };
}

/** What of an outcome another process needs to know. */
function answerOf(outcome: Outcome): Json {
  return (outcome.ok ? { events: outcome.events } : outcome) as unknown as Json;
}

function outcomeOf(json: Json): Outcome {
  const { events, rejection } = json as unknown as { events: readonly AnyEvent[]; rejection?: Rejection };
  if (rejection !== undefined) return { ok: false, rejection, events };
  return { ok: true, events, effects: [], payloads: new Map(), changed: { tasks: [], timers: [] } };
}
