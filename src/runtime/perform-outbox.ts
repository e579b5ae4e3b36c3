// Does what commits asked of the world beyond their run: child runs, signals, reports to parents. Each entry stays in
// the store until the commit that its doing led to, so that it is done once whatever breaks in between.

import type { Command, CommandOf } from '../engine/commands.ts';
import { UnknownEventCode } from '../engine/commit-text.ts';
import type { Effect, Rejection } from '../engine/context.ts';
import { NeedsPayloads, readValue } from '../engine/value.ts';
import { StoreFault, SystemFault } from '../errors.ts';
import type { Json } from '../json.ts';
import type { ListedOutbox, Store, StoredWorkflow } from '../ports/store.ts';
import { assignedBelow } from './assign-below.ts';
import type { AtPoint } from './crash-points.ts';
import type { CommandAnswer, Submission } from './handle-command.ts';
import { type LiveRun, newLiveRun } from './live-run.ts';
import { resultOf } from './memory-run.ts';
import { isForLater } from './older-processes.ts';
import { type PayloadCache, PayloadView } from './payload-cache.ts';
import type { Sender } from './pending-write.ts';

export interface OutboxOptions {
  readonly store: Store;
  readonly payloads: PayloadCache;
  process(): number;
  submit(submission: Submission): Promise<CommandAnswer>;
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

const ENGINE: Sender = { actor: 'system', channel: 'engine' };
const ENTRIES_AT_ONCE = 200;

export class Outbox {
  readonly #options: OutboxOptions;
  #working: Promise<void> | null = null;
  #isWanted = false;
  /** What dead processes, and those that only send, left undone is to be looked at. */
  #adopts = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
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
  }

  async #workOn(): Promise<void> {
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        // What others left is older than what this process added: a parent is told of a child in order.
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

  /** In order for each target; different targets together. */
  async #doAll(process: number | null): Promise<void> {
    for (;;) {
      const entries = await this.#options.store.outbox(process, ENTRIES_AT_ONCE);
      if (entries.length === 0) return;
      const chains = new Map<string, Promise<void>>();
      for (const entry of entries) {
        const target = targetOf(entry);
        const before = chains.get(target) ?? Promise.resolve();
        chains.set(
          target,
          before.then(() => this.#handle(entry)),
        );
      }
      const settled = await Promise.allSettled(chains.values());
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
      case 'cancel-child': {
        const { child } = entry.content as unknown as Extract<Effect, { do: 'cancel-child' }>;
        const reason = `The run that started it, ${entry.run}, no longer needs it.`;
        return this.#send(entry, child, { type: 'CancelRun', reason }, ENGINE);
      }
      case 'send-signal': {
        const { run, id, name, key, value } = entry.content as unknown as Extract<Effect, { do: 'send-signal' }>;
        const command: Command = { type: 'SendSignal', id, name, ...(key !== undefined && { key }), value };
        const by: Sender = { actor: `run:${entry.run}`, channel: 'run' };
        const { outcome } = await this.#options.submit({ run, command, by, outboxDone: entry.id });
        if (outcome.ok) return;
        if (isForLater(outcome.rejection)) throw new Postponed(outcome.rejection.message);
        const { code, message } = outcome.rejection;
        // In the sender's history, since the receiver's has nothing of it.
        return this.#send(entry, entry.run, { type: 'ReportSignal', run, id, name, code, message }, ENGINE);
      }
      case 'tell-parent': {
        const { run, command } = entry.content as unknown as { run: string; command: CommandOf<'ReportChild'> };
        return this.#tellParent(entry, run, command);
      }
      case 'write-file': {
        const report = await this.#options.writeFile(entry);
        if (report === null) throw new Postponed('The file lies in a folder of another process.');
        return this.#send(entry, entry.run, report, ENGINE);
      }
      default:
        return undefined;
    }
  }

  /** What the parent's store cannot keep is told as a failure: a parent that heard nothing would wait for ever. */
  async #tellParent(entry: ListedOutbox, run: string, command: CommandOf<'ReportChild'>): Promise<void> {
    const { outcome } = await this.#options.submit({ run, command, by: ENGINE, outboxDone: entry.id });
    if (outcome.ok) return;
    const { code, message } = outcome.rejection;
    if (code !== 'not-storable' || command.outcome === 'failed') return this.#refused(entry, outcome.rejection);
    const { type, task, child } = command;
    return this.#send(entry, run, { type, task, child, outcome: 'failed', error: { code, message } }, ENGINE);
  }

  /** A receiver that refuses, or is gone, is its own affair: the entry is done. */
  async #send(entry: ListedOutbox, run: string, command: Command, by: Sender): Promise<void> {
    const { outcome } = await this.#options.submit({ run, command, by, outboxDone: entry.id });
    if (!outcome.ok) await this.#refused(entry, outcome.rejection);
  }

  async #refused(entry: ListedOutbox, rejection: Rejection): Promise<void> {
    if (isForLater(rejection)) throw new Postponed(rejection.message);
    await this.#finish(entry);
  }

  #finish({ id }: ListedOutbox): Promise<void> {
    return this.#options.store.finishOutbox([id]);
  }

  async #startChild(entry: ListedOutbox, effect: StartChild): Promise<void> {
    const parent = await this.#options.runOf(entry.run);
    if (parent === null) return this.#finish(entry);
    const stored = await this.#workflowFor(effect, parent.workflow.name);
    const fail = ({ code, message }: Rejection): Promise<void> => {
      const { task, child } = effect;
      if (parent.state.detached.has(child))
        return this.#send(entry, entry.run, { type: 'ReportChildStart', child, code, message }, ENGINE);
      const report: Command = { type: 'ReportChild', task, child, outcome: 'failed', error: { code, message } };
      return this.#send(entry, entry.run, report, ENGINE);
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
    if (outcome.rejection.code === 'run-exists') return this.#finish(entry);
    if (isForLater(outcome.rejection)) throw new Postponed(outcome.rejection.message);
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

  async #read(value: Json): Promise<Json> {
    const payloads = new PayloadView(this.#options.payloads);
    for (;;) {
      try {
        return readValue(value, [], payloads) ?? null;
      } catch (thrown) {
        // A join's results are made of payloads, which may be made of others.
        if (!(thrown instanceof NeedsPayloads)) throw thrown;
        await payloads.fetch(thrown.refs);
      }
    }
  }

  /** A child that failed goes on where it failed; one that never began is started; one that ended is told of again. */
  async #retryChild(entry: ListedOutbox, { task, child: id }: { task: number; child: string }): Promise<void> {
    const child = await this.#options.load(id);
    if (child === null) {
      const start = await this.#startOf(entry, id);
      return start === null ? this.#finish(entry) : this.#startChild(entry, { ...start, task });
    }
    if (child.state.status === 'failed') return this.#retryFailed(entry, task, id);
    const { outcome } = child.reported;
    if (outcome !== 'completed' && outcome !== 'cancelled') return this.#finish(entry);
    const output = outcome === 'completed' ? resultOf(child) : {};
    return this.#send(entry, entry.run, { type: 'ReportChild', task, child: id, outcome, ...output }, ENGINE);
  }

  /** A child that cannot go on is told of again: its parent would wait for ever. */
  async #retryFailed(entry: ListedOutbox, task: number, child: string): Promise<void> {
    const command: Command = { type: 'RetryRun', reason: 'The run that started it was retried.' };
    const { outcome } = await this.#options.submit({ run: child, command, by: ENGINE, outboxDone: entry.id });
    if (outcome.ok) return;
    const { code, message } = outcome.rejection;
    if (isForLater(outcome.rejection) || code === 'run-not-failed') return this.#refused(entry, outcome.rejection);
    const report: Command = { type: 'ReportChild', task, child, outcome: 'failed', error: { code, message } };
    return this.#send(entry, entry.run, report, ENGINE);
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

/** The entry stays, and those after it for the same target: a newer process will do it, or this one later. */
class Postponed extends Error {}

function isPostponed(reason: unknown): boolean {
  return reason instanceof Postponed || reason instanceof UnknownEventCode;
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
