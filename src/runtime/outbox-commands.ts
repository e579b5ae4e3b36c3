// What commits ask of other runs by a command to them: that a child ends, that a parent hears of it. Each entry stays
// in the store until the commit that its doing led to.

import type { Command, CommandOf } from '../engine/commands.ts';
import { UnknownEventCode } from '../engine/commit-text.ts';
import type { Effect, Rejection } from '../engine/context.ts';
import type { ListedOutbox, Store } from '../ports/store.ts';
import type { CommandAnswer, Outcome, Submission } from './handle-command.ts';
import { isForLater } from './older-processes.ts';
import { ENGINE } from './sweep-leases.ts';

export interface OutboxCommandsOptions {
  readonly store: Store;
  submit(submission: Submission): Promise<CommandAnswer>;
  now(): number;
}

type ParentCommand = CommandOf<'ReportChild'> | CommandOf<'AddCost'>;

export const ENTRIES_AT_ONCE = 200;

export class OutboxCommands {
  readonly #options: OutboxCommandsOptions;

  constructor(options: OutboxCommandsOptions) {
    this.#options = options;
  }

  async cancelChild(entry: ListedOutbox): Promise<void> {
    const { child } = entry.content as unknown as Extract<Effect, { do: 'cancel-child' }>;
    const isThere = (await this.#options.store.run(child)) !== null;
    if (!isThere && (await this.#isToStart(entry, child)))
      throw new PostponedEntry(`The run ${child} is about to start.`);
    const reason = `The run that started it, ${entry.run}, no longer needs it.`;
    await this.send(entry, child, { type: 'CancelRun', reason });
  }

  async tellParent(entry: ListedOutbox): Promise<void> {
    const { run, command } = entry.content as unknown as { run: string; command: ParentCommand };
    if (command.type === 'AddCost') return this.#addCost(entry, run, command);
    const outcome = await this.sendOnce(entry, run, command, 'tell-parent');
    if (outcome.ok) return;
    const { code, message } = outcome.rejection;
    const { task, child, cost = 0, tokens = 0 } = command;
    // What the parent's store cannot keep is reported as a failure: a parent without a report would wait for ever.
    if (code === 'not-storable' && command.outcome !== 'failed') {
      const error = { code, message };
      return this.send(entry, run, { type: 'ReportChild', task, child, outcome: 'failed', error });
    }
    if (isForLater(outcome.rejection) || (cost === 0 && tokens === 0)) return this.refused(entry, outcome.rejection);
    // Nobody waits for the child any more; what it cost counts all the same.
    return this.#addCost(entry, run, { type: 'AddCost', cost, tokens, by: child });
  }

  async #addCost(entry: ListedOutbox, run: string, command: CommandOf<'AddCost'>): Promise<void> {
    // Done by a process of a version that gives no key: its commit took the entry away.
    const [left] = await this.#options.store.outboxOf(entry.runKey, entry.id - 1, 1);
    if (left?.id !== entry.id) return;
    const outcome = await this.sendOnce(entry, run, command, 'add-cost');
    if (!outcome.ok) await this.refused(entry, outcome.rejection);
  }

  /** For what must not be done twice, also where two processes are at the same entry: money is counted once, and what
   *  was reported late does not undo what came after it. */
  async sendOnce(entry: ListedOutbox, run: string, command: Command, operation: string): Promise<Outcome> {
    const key = `${entry.run} ${entry.id}`;
    const [{ actor }, at] = [ENGINE, this.#options.now()];
    const request = { actor, operation, key, requestHash: key, answer: null, at };
    return (await this.#options.submit({ run, command, by: ENGINE, outboxDone: entry.id, request })).outcome;
  }

  /** A signal that is refused, or whose receiver is gone, still completes the entry. */
  async send(entry: ListedOutbox, run: string, command: Command): Promise<void> {
    const { outcome } = await this.#options.submit({ run, command, by: ENGINE, outboxDone: entry.id });
    if (!outcome.ok) await this.refused(entry, outcome.rejection);
  }

  async refused(entry: ListedOutbox, rejection: Rejection): Promise<void> {
    if (isForLater(rejection)) throw new PostponedEntry(rejection.message);
    await this.finish(entry);
  }

  finish({ id }: ListedOutbox): Promise<void> {
    return this.#options.store.finishOutbox([id]);
  }

  /** Its start may be in the hands of another process: it would begin after nobody was there to be cancelled. What was
   *  started between the two looks is found by what cancels it. */
  async #isToStart({ runKey, id }: ListedOutbox, child: string): Promise<boolean> {
    for (let after = 0; ; ) {
      const entries = await this.#options.store.outboxOf(runKey, after, ENTRIES_AT_ONCE);
      const before = entries.filter((entry) => entry.id < id);
      if (before.some((entry) => targetOf(entry) === child)) return true;
      if (before.length < ENTRIES_AT_ONCE) return false;
      after = before.at(-1)?.id ?? id;
    }
  }
}

/** The entry stays, and those after it for the same target: a newer process will do it, or this one later. */
export class PostponedEntry extends Error {}

export function isPostponed(reason: unknown): boolean {
  return reason instanceof PostponedEntry || reason instanceof UnknownEventCode;
}

/** In order for each target; different targets together. */
export function inOrder(
  entries: readonly ListedOutbox[],
  handle: (entry: ListedOutbox) => Promise<void>,
): Promise<readonly PromiseSettledResult<void>[]> {
  const chains = new Map<string, Promise<void>>();
  for (const entry of entries) {
    const target = targetOf(entry);
    const before = chains.get(target) ?? Promise.resolve();
    chains.set(
      target,
      before.then(() => handle(entry)),
    );
  }
  return Promise.allSettled(chains.values());
}

function targetOf({ kind, content, run }: ListedOutbox): string {
  const {
    child,
    run: to,
    file,
  } = content as { child?: string; run?: string; file?: { workspace: string; path: string } };
  // One path at a time, whichever runs write it.
  if (kind === 'write-file') return `file ${file?.workspace} ${file?.path}`;
  return child ?? to ?? run;
}
