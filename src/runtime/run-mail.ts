// One run, many machines: commands go into the run's mailbox, and whoever gets the run's lock decides for everyone.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../engine/commands.ts';
import type { Rejection } from '../engine/context.ts';
import type { AnyEvent } from '../engine/events.ts';
import type { Stated } from '../engine/people.ts';
import { StoreFault } from '../errors.ts';
import type { Json } from '../json.ts';
import type { Letter, Mailbox } from '../ports/mailbox.ts';
import type { RunWrite } from '../ports/store.ts';
import type { AtPoint } from './crash-points.ts';
import { type Answered, notStorable, type Outcome, type Submission } from './handle-command.ts';
import type { LiveRun } from './live-run.ts';
import { newId } from './new-id.ts';
import type { PendingWrite } from './pending-write.ts';

/** A submission and whoever waits for its answer. */
export interface Mailed extends Submission {
  answer(answered: Answered): void;
  fail(fault: unknown): void;
}

export interface MailRoom {
  readonly mailbox: Mailbox;
  /** The run as it is at `head`: cached, or loaded anew. */
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

/** A letter whose decision the store cannot keep. */
interface Refused {
  readonly letter: string;
  readonly fault: Error;
}

const LETTERS_AT_ONCE = 500;
const RUNS_AT_ONCE = 100;
const HOT_MS = 2000;
const ANSWER_MS_MAX = 30_000;
const LOOK_MS = 4;

export class RunMail {
  readonly #room: MailRoom;
  /** Runs others write too, and until when that counts. */
  readonly #hot = new Map<string, number>();
  /** Letters of this process that are not answered yet. */
  readonly #own = new Set<string>();
  /** Answers to them, decided here. A drain may take a letter whose sender has not yet heard that it was posted. */
  readonly #answers = new Map<string, Json>();
  readonly #drains = new Map<string, Promise<boolean>>();

  constructor(room: MailRoom) {
    this.#room = room;
  }

  /** Someone else moved this run on while we decided. */
  heat(run: string): void {
    this.#hot.set(run, this.#room.monotonic() + HOT_MS);
  }

  isHot(run: string): boolean {
    const until = this.#hot.get(run);
    if (until === undefined) return false;
    if (until > this.#room.monotonic()) return true;
    this.#hot.delete(run);
    return false;
  }

  /** Posts the commands and sees to it that they are answered, by this process or another. */
  async handle(run: string, key: number, group: readonly Mailed[]): Promise<void> {
    const waiting = new Map(group.map((each) => [newId('task', Date.now()), each]));
    const own = [...waiting.keys()];
    for (const id of own) this.#own.add(id);
    try {
      await this.#room.mailbox.post(
        key,
        [...waiting].map(([id, each]) => letterOf(id, each)),
      );
      this.#room.atPoint?.('after-letters-posted');
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

  /** Decides letters that nobody waits for any more: who posted them died, and the run may be written by no one else.
   *  Those of the living are decided a little earlier. A run that cannot be decided here is left to other processes. */
  async drainLeft(): Promise<void> {
    for (const { run, key } of await this.#room.mailbox.waiting(RUNS_AT_ONCE)) {
      try {
        await this.#drainOnce(run, key);
      } catch (fault) {
        if (fault instanceof StoreFault) throw fault;
      }
    }
  }

  async #answerAll(run: string, key: number, waiting: Map<string, Mailed>): Promise<void> {
    const end = this.#room.monotonic() + ANSWER_MS_MAX;
    while (this.#room.monotonic() < end) {
      if (!(await this.#drainOnce(run, key))) this.heat(run);
      settle(waiting, this.#answers);
      if (waiting.size === 0) return;
      settle(waiting, await this.#room.mailbox.collect([...waiting.keys()]));
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

  /** False when someone else has the run. What the store refuses is looked for by halving the letters, and answered
   *  so: it would keep all others from ever being decided. */
  async #drain(id: string, key: number): Promise<boolean> {
    let limit = LETTERS_AT_ONCE;
    let refused: Refused | null = null;
    for (;;) {
      const taken: string[] = [];
      try {
        return await this.#drainUpTo(limit, id, key, taken, refused);
      } catch (fault) {
        const [first] = taken;
        if (fault instanceof StoreFault || first === undefined || (refused as Refused | null)?.letter === first) {
          throw fault;
        }
        limit = Math.max(1, taken.length >> 1);
        if (taken.length === 1) refused = { letter: first, fault: fault as Error };
      }
    }
  }

  async #drainUpTo(limit: number, id: string, key: number, taken: string[], refused: Refused | null): Promise<boolean> {
    const given = new Map<string, Json>();
    let decided: PendingWrite | null = null;
    try {
      const count = await this.#room.mailbox.drain(key, limit, async (letters, head) => {
        taken.push(...letters.map((each) => each.id));
        const run = await this.#room.runAt(id, head);
        if (run === null) throw new Error(`Expected the run ${id} in the store, found none.`);
        const { pending, write, outcomes } = await this.#room.decideAll(
          run,
          letters.filter((each) => each.id !== refused?.letter).map((each) => opened(id, each)),
        );
        decided = pending;
        const left = [...outcomes];
        for (const { id: letter } of letters) {
          const outcome = letter === refused?.letter ? notStorable(refused.fault) : (left.shift() as Outcome);
          given.set(letter, closed(outcome));
        }
        this.#room.atPoint?.('after-letters-decided');
        // Who waits here is answered from memory; nobody would ever collect those rows.
        return { write, answers: new Map([...given].filter(([letter]) => !this.#own.has(letter))) };
      });
      if (count === null) return false;
      if (decided !== null) this.#room.atPoint?.('after-letters-committed');
      for (const [letter, answer] of given) if (this.#own.has(letter)) this.#answers.set(letter, answer);
      if (decided !== null) this.#room.committed(decided);
      return true;
    } catch (fault) {
      if (decided !== null) this.#room.dropped((decided as PendingWrite).run);
      throw fault;
    }
  }
}

const BUSY =
  'Expected an answer from the process that has the run, found none for 30 s. It may still come: look again.';

function settle(waiting: Map<string, Mailed>, answers: ReadonlyMap<string, Json>): void {
  for (const [id, json] of answers) {
    const mailed = waiting.get(id);
    if (mailed === undefined) continue;
    waiting.delete(id);
    mailed.answer({ outcome: outcomeOf(json) });
  }
}

/** How the sender's name was stated goes along with the command: older processes pass over it. */
type Posted = Command & { readonly stated?: Stated };

function letterOf(id: string, { command, by, payloads }: Submission): Letter {
  const { actor, channel, stated } = by;
  const posted: Posted = stated === undefined ? command : { ...command, stated };
  return { id, actor, channel, command: posted as unknown as Json, payloads: payloads ?? new Map() };
}

function opened(run: string, { actor, channel, command: posted, payloads }: Letter): Submission {
  const { stated, ...command } = posted as unknown as Posted;
  const by = stated === undefined ? { actor, channel } : { actor, channel, stated };
  return { run, command: command as Command, by, payloads };
}

/** What of an outcome another process needs to know. */
function closed(outcome: Outcome): Json {
  return (outcome.ok ? { events: outcome.events } : outcome) as unknown as Json;
}

function outcomeOf(json: Json): Outcome {
  const { events, rejection } = json as unknown as { events: readonly AnyEvent[]; rejection?: Rejection };
  if (rejection !== undefined) return { ok: false, rejection, events };
  return { ok: true, events, effects: [], payloads: new Map(), changed: { tasks: [], timers: [] } };
}
