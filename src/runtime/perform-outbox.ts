// Does what commits asked of the world beyond their run: child runs, signals, reports to parents. Each entry stays in
// the store until the commit that its doing led to, so that it is done once whatever breaks in between.

import type { Command } from '../engine/commands.ts';
import type { Effect, Rejection } from '../engine/context.ts';
import { readValue } from '../engine/value.ts';
import { StoreFault, SystemFault } from '../errors.ts';
import type { Json } from '../json.ts';
import type { ListedOutbox, StoredWorkflow } from '../ports/store.ts';
import { assignedBelow } from './assign-below.ts';
import type { AtPoint } from './crash-points.ts';
import { type LiveRun, newLiveRun } from './live-run.ts';
import { resultOf } from './memory-run.ts';
import { isForLater } from './older-processes.ts';
import {
  ENTRIES_AT_ONCE,
  inOrder,
  isPostponed,
  OutboxCommands,
  type OutboxCommandsOptions,
  PostponedEntry,
} from './outbox-commands.ts';
import { type PayloadCache, PayloadView } from './payload-cache.ts';
import type { Sender } from './pending-write.ts';
import { FamilyCommands } from './tell-family.ts';
import { withPayloads } from './with-payloads.ts';

export interface OutboxOptions extends OutboxCommandsOptions {
  readonly payloads: PayloadCache;
  process(): number;
  runOf(id: string): Promise<LiveRun | null>;
  /** As the store has it: another process may have moved it on. */
  load(id: string): Promise<LiveRun | null>;
  learn(stored: StoredWorkflow): StoredWorkflow;
  /** Reasons of the workflow's own code against starting with this input. */
  acceptRun(stored: StoredWorkflow, input: Json): Promise<Rejection | null>;
  /** Compiles and stores a diagram that a run of the workflow `from` made; a text says what is wrong with it; null:
   *  nobody can here. */
  addSource(source: string, from: string): Promise<StoredWorkflow | string | null>;
  /** Stores the system of that name; null: there is none. */
  addSystem(name: string): Promise<StoredWorkflow | null>;
  /** Writes a file a commit intends, and says how it went as a command to its run; null: another process must. */
  writeFile(entry: ListedOutbox): Promise<Command | null>;
  readonly atPoint: AtPoint | undefined;
}

type StartChild = Extract<Effect, { do: 'start-child' }>;

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #commands: OutboxCommands;
  readonly #family: FamilyCommands;
  #working: Promise<void> | null = null;
  #isWanted = false;
  /** What dead processes, and those that only send, left undone is to be looked at. */
  #adopts = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#commands = new OutboxCommands(options);
    this.#family = new FamilyCommands(options);
  }

  get isIdle(): boolean {
    return this.#working === null;
  }

  /** Looks at what waits, soon. `adopts`: what others left who do nothing about it, too. */
  wake(adopts = false): void {
    this.#isWanted = true;
    this.#adopts ||= adopts;
    if (this.#working !== null) return;
    this.#working = this.#workOn().finally(() => {
      this.#working = null;
      if (this.#isWanted) this.wake();
    });
  }

  async idle(): Promise<void> {
    while (this.#working !== null) await this.#working;
    await this.#family.idle();
  }

  /** Of a process that works on nothing: what a commit of this run asks of the runs above and below it is sent. */
  tellFamily({ key }: LiveRun): void {
    if (key !== null) this.#family.wake(key);
  }

  async #workOn(): Promise<void> {
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        // What others left is older than what this process added: reports on a child reach its parent in order.
        const adopts = this.#adopts;
        this.#adopts = false;
        if (adopts) await this.#doAll(null);
        await this.#doAll(this.#options.process());
      }
    } catch (fault) {
      // Nothing is lost: the entries stay, and the next wake-up looks again.
      this.#isWanted = false;
      if (!(fault instanceof StoreFault)) process.emitWarning(fault instanceof Error ? fault : String(fault));
    }
  }

  async #doAll(process: number | null): Promise<void> {
    for (;;) {
      const entries = await this.#options.store.outbox(process, ENTRIES_AT_ONCE);
      if (entries.length === 0) return;
      const settled = await inOrder(entries, (entry) => this.#handle(entry));
      const broken = settled.filter((each) => each.status === 'rejected');
      for (const { reason } of broken) if (!isPostponed(reason)) throw reason;
      if (entries.length < ENTRIES_AT_ONCE || broken.length === settled.length) return;
    }
  }

  async #handle(entry: ListedOutbox): Promise<void> {
    const { atPoint } = this.#options;
    atPoint?.('before-outbox-entry');
    await this.#perform(entry);
    atPoint?.('after-outbox-entry');
  }

  async #perform(entry: ListedOutbox): Promise<void> {
    switch (entry.kind) {
      case 'start-child':
        return this.#startChild(entry, entry.content as unknown as StartChild);
      case 'retry-child':
        return this.#retryChild(entry, entry.content as unknown as Extract<Effect, { do: 'retry-child' }>);
      case 'cancel-child':
        return this.#commands.cancelChild(entry);
      case 'send-signal': {
        const { run, id, name, key, value } = entry.content as unknown as Extract<Effect, { do: 'send-signal' }>;
        const command: Command = { type: 'SendSignal', id, name, ...(key !== undefined && { key }), value };
        const by: Sender = { actor: `run:${entry.run}`, channel: 'run' };
        const { outcome } = await this.#options.submit({ run, command, by, outboxDone: entry.id });
        if (outcome.ok) return;
        if (isForLater(outcome.rejection)) throw new PostponedEntry(outcome.rejection.message);
        const { code, message } = outcome.rejection;
        // In the sender's history, since the receiver's has nothing of it.
        return this.#commands.send(entry, entry.run, { type: 'ReportSignal', run, id, name, code, message });
      }
      case 'tell-parent':
        return this.#commands.tellParent(entry);
      case 'write-file': {
        const report = await this.#options.writeFile(entry);
        if (report === null) throw new PostponedEntry('The file lies in a folder of another process.');
        return this.#commands.send(entry, entry.run, report);
      }
      default:
        return undefined;
    }
  }

  async #startChild(entry: ListedOutbox, effect: StartChild): Promise<void> {
    const parent = await this.#options.runOf(entry.run);
    if (parent === null || !isWanted(parent, effect)) return this.#commands.finish(entry);
    const stored = await this.#workflowFor(effect, parent.workflow.name);
    const fail = ({ code, message }: Rejection): Promise<void> => {
      const { task, child } = effect;
      if (parent.state.detached.has(child))
        return this.#commands.send(entry, entry.run, { type: 'ReportChildStart', child, code, message });
      const report: Command = { type: 'ReportChild', task, child, outcome: 'failed', error: { code, message } };
      return this.#commands.send(entry, entry.run, report);
    };
    if (typeof stored === 'string') return fail({ code: 'unknown-workflow', message: stored });
    const refused = await this.#options.acceptRun(stored, await this.#read(effect.input));
    if (refused !== null) return fail(refused);
    const isRehearsed = (await this.#options.store.run(entry.run))?.channel === 'rehearsal';
    const depth = (parent.state.parent?.depth ?? 0) + 1;
    const assign = assignedBelow(parent, effect, stored.workflow);
    const { outcome } = await this.#options.submit({
      run: effect.child,
      command: {
        type: 'StartRun',
        run: effect.child,
        input: effect.input,
        parent: { run: entry.run, task: effect.task, depth },
        ...(assign !== null && { assign }),
      },
      by: { actor: parent.state.starter, channel: isRehearsed ? 'rehearsal' : 'run' },
      begins: () => newLiveRun(effect.child, stored.workflow, stored.key),
      outboxDone: entry.id,
    });
    if (outcome.ok) return;
    if (outcome.rejection.code === 'run-exists') return this.#commands.finish(entry);
    if (isForLater(outcome.rejection)) throw new PostponedEntry(outcome.rejection.message);
    return fail(outcome.rejection);
  }

  async #workflowFor({ workflow, source }: StartChild, from: string): Promise<StoredWorkflow | string> {
    if (workflow === null) {
      const text = await this.#read(source ?? null);
      if (typeof text !== 'string') return 'Expected a diagram as text for the subflow, found none.';
      return (await this.#options.addSource(text, from)) ?? 'Expected a way to compile the subflow, found none.';
    }
    const [name = '', version] = workflow.split('@');
    const known = await this.#options.store.workflow(name, version);
    const stored = known ?? (version === undefined ? await this.#systemOf(name) : null);
    if (typeof stored === 'string') return stored;
    if (stored !== null) return this.#options.learn(stored);
    return `There is no workflow "${workflow}" in the store. Add it with "signoff workflows add".`;
  }

  /** sub-1: systems are known by name to every run. A text says why this one cannot be started. */
  async #systemOf(name: string): Promise<StoredWorkflow | string | null> {
    try {
      return await this.#options.addSystem(name);
    } catch (thrown) {
      if (thrown instanceof SystemFault) return thrown.message;
      throw thrown;
    }
  }

  #read(value: Json): Promise<Json> {
    return withPayloads(new PayloadView(this.#options.payloads), (payloads) => readValue(value, [], payloads) ?? null);
  }

  /** A child that failed goes on where it failed; one that never began is started; one that ended is reported again. */
  async #retryChild(entry: ListedOutbox, { task, child: id }: { task: number; child: string }): Promise<void> {
    const child = await this.#options.load(id);
    if (child === null) {
      const start = await this.#startOf(entry, id);
      return start === null ? this.#commands.finish(entry) : this.#startChild(entry, { ...start, task });
    }
    if (child.state.status === 'failed') return this.#retryFailed(entry, task, id);
    const { outcome } = child.reported;
    if (outcome !== 'completed' && outcome !== 'cancelled') return this.#commands.finish(entry);
    const output = outcome === 'completed' ? resultOf(child) : {};
    return this.#commands.send(entry, entry.run, { type: 'ReportChild', task, child: id, outcome, ...output });
  }

  /** A child that cannot go on is reported again: its parent would wait for ever. */
  async #retryFailed(entry: ListedOutbox, task: number, child: string): Promise<void> {
    const command: Command = { type: 'RetryRun', reason: 'The run that started it was retried.' };
    const outcome = await this.#commands.sendOnce(entry, child, command, 'retry-child');
    if (outcome.ok) return;
    const { code, message } = outcome.rejection;
    if (isForLater(outcome.rejection) || code === 'run-not-failed')
      return this.#commands.refused(entry, outcome.rejection);
    const report: Command = { type: 'ReportChild', task, child, outcome: 'failed', error: { code, message } };
    return this.#commands.send(entry, entry.run, report);
  }

  /** How a child that never began was to be started: read from its parent's history. */
  async #startOf(entry: ListedOutbox, id: string): Promise<StartChild | null> {
    const { eventsOfRun } = await import('./read-run.ts');
    for await (const event of eventsOfRun(this.#options.store, entry.run, entry.runKey)) {
      if (event.type !== 'ChildStarted' && event.type !== 'ChildRestarted') continue;
      const { task, child, workflow, source, input } = event.data;
      if (child !== id) continue;
      return { do: 'start-child', task, child, workflow, input, ...(source !== undefined && { source }) };
    }
    return null;
  }
}

/** A run that was cancelled meanwhile, or a step that was left, needs it no more. */
function isWanted({ state }: LiveRun, { task, child }: StartChild): boolean {
  return state.detached.has(child) || state.tasks.get(task)?.child === child;
}
