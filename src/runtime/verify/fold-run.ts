// A run folded from its first commit, with what its rows must say beyond its state: how people's tasks ended, which
// payloads it names, what its calls cost.

import { eventsOf } from '../../engine/commit-text.ts';
import type { AnyEvent } from '../../engine/events.ts';
import { evolve } from '../../engine/evolve.ts';
import type { RunState, Task } from '../../engine/run-state.ts';
import { newState } from '../../engine/snapshot.ts';
import type { SpendingRow } from '../../ports/money.ts';
import type { StoredCommit } from '../../ports/store.ts';
import { placeOf } from '../live-run.ts';
import { assembledNamed, referencesNamed } from '../reference-closure.ts';
import { type RunCondition, standingOf } from '../run-facts.ts';
import { spentOn } from '../spent-on.ts';
import { plainState } from './plain-state.ts';
import { type TaskEnd, TaskHistory } from './task-history.ts';

export class RunFold {
  readonly run: string;
  readonly state: RunState;
  readonly references = new Set<string>();
  /** Payloads among them that are made of others. */
  readonly assembled = new Set<string>();
  readonly history = new TaskHistory();
  /** Of its last commit. */
  changedAt = 0;
  readonly spent: SpendingRow[] = [];
  /** Versions of its workflow, in order. */
  readonly versions: string[] = [];
  /** The state after the event `snapshotAt`, when a commit ended there. */
  atSnapshot: ReadonlyMap<string, string> | null = null;
  readonly #snapshotAt: number | null;
  readonly #tasks = new ChangedTasks();
  #standing: RunCondition | null = null;
  /** When it ended; more than one time where it began again and ended at the same time. */
  endedAt: readonly number[] = [];
  #wentOnAt = Number.NaN;

  constructor(run: string, snapshotAt: number | null) {
    this.run = run;
    this.#snapshotAt = snapshotAt;
    this.state = { ...newState(), tasks: this.#tasks };
  }

  /** Throws for what cannot be read or folded. */
  take(commit: StoredCommit, text: string): void {
    const { state } = this;
    const events = eventsOf(text, placeOf(this.run, commit));
    const endings = new Map<number, TaskEnd>();
    for (const event of events) {
      this.spent.push(...spentOn(event, state, state.workflow));
      noteEnding(endings, event);
      evolve(state, event);
      if (this.versions.at(-1) !== state.version) this.versions.push(state.version);
    }
    if (text.includes('"$ref"')) {
      for (const ref of referencesNamed(text)) this.references.add(ref);
      for (const ref of assembledNamed(text)) this.assembled.add(ref);
    }
    const { at, actor } = commit;
    this.history.take(state, this.#tasks.changes(), { at, actor, endings });
    this.changedAt = at;
    this.#followStanding(at);
    if (state.number === this.#snapshotAt) this.atSnapshot = plainState(state);
  }

  #followStanding(at: number): void {
    const [before, now] = [this.#standing, standingOf(this.state)];
    this.#standing = now;
    if (before?.status === now.status && before.live === now.live) return;
    if (now.isEnded) this.endedAt = this.#wentOnAt === at ? [at, ...this.endedAt] : [at];
    else if (before?.isEnded) this.#wentOnAt = at;
  }
}

/** The first word of a commit on how a task ended counts. */
function noteEnding(endings: Map<number, TaskEnd>, { type, data, actor: by }: AnyEvent): void {
  if (type !== 'TaskCompleted' && type !== 'TaskFailed' && type !== 'TaskSkipped') return;
  if (endings.has(data.task)) return;
  const verdict = type === 'TaskCompleted' ? (data.verdict ?? null) : null;
  endings.set(data.task, { status: type === 'TaskFailed' ? 'failed' : 'completed', verdict, by });
}

/** The table of tasks, and which of them changed since it was last asked, as they were before. */
class ChangedTasks extends Map<number, Task> {
  #before = new Map<number, Task | undefined>();

  override set(id: number, task: Task): this {
    this.#note(id);
    return super.set(id, task);
  }

  override delete(id: number): boolean {
    this.#note(id);
    return super.delete(id);
  }

  changes(): ReadonlyMap<number, Task | undefined> {
    const changes = this.#before;
    this.#before = new Map();
    return changes;
  }

  #note(id: number): void {
    if (!this.#before.has(id)) this.#before.set(id, this.get(id));
  }
}
