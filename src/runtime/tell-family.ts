// For a process that works on nothing: what its commits ask of the runs above and below is done all the same, so that a
// run that is cancelled ends with its children although nobody works. What takes more than a command to a run that is
// there stays for those who work.

import { StoreFault } from '../errors.ts';
import type { ListedOutbox } from '../ports/store.ts';
import {
  ENTRIES_AT_ONCE,
  inOrder,
  isPostponed,
  OutboxCommands,
  type OutboxCommandsOptions,
} from './outbox-commands.ts';

export class FamilyCommands {
  readonly #options: OutboxCommandsOptions;
  readonly #commands: OutboxCommands;
  /** Keys of runs whose commits asked for something. */
  readonly #asking = new Set<number>();
  #sending: Promise<void> | null = null;

  constructor(options: OutboxCommandsOptions) {
    this.#options = options;
    this.#commands = new OutboxCommands(options);
  }

  /** A commit of this run asks for something: it is done soon, and what that leads to. */
  wake(run: number): void {
    this.#asking.add(run);
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
      for (const left of this.#asking) this.wake(left);
    });
  }

  async idle(): Promise<void> {
    while (this.#sending !== null) await this.#sending;
  }

  async #sendAll(): Promise<void> {
    for (const run of this.#asking) {
      this.#asking.delete(run);
      try {
        await this.#sendFor(run);
      } catch (fault) {
        // Nothing is lost: the entries stay for those who work.
        if (!(fault instanceof StoreFault)) process.emitWarning(fault instanceof Error ? fault : String(fault));
      }
    }
  }

  async #sendFor(run: number): Promise<void> {
    for (let after = 0; ; ) {
      const entries = await this.#options.store.outboxOf(run, after, ENTRIES_AT_ONCE);
      const settled = await inOrder(entries, (entry) => this.#send(entry));
      for (const each of settled) if (each.status === 'rejected' && !isPostponed(each.reason)) throw each.reason;
      const last = entries.at(-1);
      if (last === undefined || entries.length < ENTRIES_AT_ONCE) return;
      after = last.id;
    }
  }

  async #send(entry: ListedOutbox): Promise<void> {
    if (entry.kind === 'cancel-child') await this.#commands.cancelChild(entry);
    if (entry.kind === 'tell-parent') await this.#commands.tellParent(entry);
  }
}
