// Holds whose cause lies outside their run, such as a key or the budget of a day, go on when it is gone (hold-2).

import type { Command } from '../engine/commands.ts';
import { UnknownEventCode } from '../engine/commit-text.ts';
import type { AnyEvent } from '../engine/events.ts';
import { byCause } from '../engine/hold-causes.ts';
import type { Hold } from '../engine/run-state.ts';
import { StoreFault } from '../errors.ts';
import type { AgentHost } from '../ports/agent-host.ts';
import type { Store } from '../ports/store.ts';
import { stepOf } from './code-call.ts';
import type { Outcome } from './handle-command.ts';
import type { LiveRun } from './live-run.ts';
import type { ServedRuns } from './served-runs.ts';
import { queueOf } from './task-row.ts';

export interface CauseWatchOptions {
  readonly store: Pick<Store, 'listTasks'>;
  readonly agents: AgentHost;
  readonly served: ServedRuns;
  runOf(id: string): Promise<LiveRun | null>;
  send(run: string, command: Command): Promise<Outcome>;
}

const TASKS_LOOKED_AT = 1000;
const REASONS = {
  yes: 'What it was held for is gone.',
  try: 'Settings may have changed: one of those that are held for it is tried.',
} as const;

export class CauseWatch {
  readonly #options: CauseWatchOptions;
  /** Runs that may have such holds. */
  readonly #runs = new Set<string>();
  #isScanWanted = true;
  #isWanted = false;
  #looking: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: CauseWatchOptions) {
    this.#options = options;
  }

  /** After a commit of this process. A call that was answered may show that a key works. */
  committed(run: LiveRun, events: readonly AnyEvent[]): void {
    for (const { type, data } of events) {
      if (type === 'HoldOpened' && data.cause !== undefined && this.#options.served.mayHave(run))
        this.#runs.add(run.id);
      if (type === 'CallEnded' && data.fault === undefined && this.#runs.size > 0) this.look();
    }
  }

  /** `isAfresh`: others may have left such holds behind. */
  look(isAfresh = false): void {
    if (this.#isStopped) return;
    this.#isWanted = true;
    this.#isScanWanted ||= isAfresh;
    this.#looking ??= this.#lookOn()
      .catch((fault: unknown) => {
        // The store is away: the next sweep looks again.
        if (!(fault instanceof StoreFault)) process.emitWarning(fault instanceof Error ? fault : String(fault));
      })
      .finally(() => {
        this.#looking = null;
      });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.idle();
  }

  async idle(): Promise<void> {
    while (this.#looking !== null) await this.#looking;
  }

  async #lookOn(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      await this.#options.agents.refresh();
      if (this.#isScanWanted) await this.#scan();
      for (const id of [...this.#runs]) if (!(await this.#endIn(id))) this.#runs.delete(id);
    }
  }

  async #scan(): Promise<void> {
    this.#isScanWanted = false;
    const filter = { ...this.#options.served.filter, status: ['on_hold'] as const };
    const { items } = await this.#options.store.listTasks(filter, { limit: TASKS_LOOKED_AT });
    for (const { run } of items) this.#runs.add(run);
  }

  /** False when the run has no such hold. */
  async #endIn(id: string): Promise<boolean> {
    const run = await this.#load(id);
    const holds = [...(run?.state.holds.values() ?? [])].filter(({ cause }) => cause !== undefined);
    if (run === null || holds.length === 0 || run.state.status !== 'running') return false;
    for (const [first] of run.state.paused ? [] : byCause(holds)) await this.#end(run, first);
    return true;
  }

  async #end(run: LiveRun, { id: hold, cause = '', token, step, moves }: Hold): Promise<void> {
    const task = run.state.tasks.get(run.state.tokens.get(token ?? 0)?.task ?? 0);
    if (task === undefined || !moves.includes('retry')) return;
    const isGone = this.#options.agents.isGone(cause, queueOf(stepOf(run, step), task));
    if (isGone === 'no') return;
    const together = isGone === 'yes' ? { together: true } : {};
    await this.#options.send(run.id, {
      type: 'ResolveHold',
      hold,
      move: 'retry',
      reason: REASONS[isGone],
      ...together,
    });
  }

  async #load(id: string): Promise<LiveRun | null> {
    try {
      return await this.#options.runOf(id);
    } catch (thrown) {
      // A newer version wrote it, and sees to it.
      if (thrown instanceof UnknownEventCode) return null;
      throw thrown;
    }
  }
}
