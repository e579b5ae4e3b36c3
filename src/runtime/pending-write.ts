// What the decisions of one batch change for one run, gathered until it is stored: commits, rows, payloads, outbox.

import { chained } from '../engine/chain.ts';
import { commitText } from '../engine/commit-text.ts';
import type { Decision, Effect } from '../engine/context.ts';
import { adopt } from '../engine/draft.ts';
import type { Actor, AnyEvent, Channel } from '../engine/events.ts';
import { evolve } from '../engine/evolve.ts';
import type { StatedIdentity } from '../engine/people.ts';
import type { Task } from '../engine/run-state.ts';
import { STATE_FORMAT } from '../engine/snapshot.ts';
import type { Payloads } from '../engine/value.ts';
import type { Json } from '../json.ts';
import type { SpendingRow } from '../ports/money.ts';
import type {
  CallReport,
  Commit,
  EndedTask,
  KnownRequest,
  OutboxEntry,
  RunChange,
  RunWrite,
  Snapshot,
  StoredWorkflow,
  TaskRow,
  TimerRow,
} from '../ports/store.ts';
import type { LiveRun } from './live-run.ts';
import { referencesIn } from './reference-closure.ts';
import { beginningOf, standingOf } from './run-facts.ts';
import { sizeOf } from './snapshot-parts.ts';
import { spentOn } from './spent-on.ts';
import { isKeptWhenEnded, taskRow } from './task-row.ts';

export interface Sender {
  readonly actor: Actor;
  readonly channel: Channel;
  /** Of a name that was given and not proved. */
  readonly stated?: StatedIdentity;
}

interface Segment extends Omit<Sender, 'stated'> {
  readonly at: number;
  readonly events: AnyEvent[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type EventsDecision = Extract<Decision, { readonly events: readonly AnyEvent[] }>;

const SNAPSHOT_EVENTS_MIN = 1000;
/** Effects that reach beyond the run: kept with the commit until someone has done them. */
const OUTSIDE: ReadonlySet<Effect['do']> = new Set([
  'start-child',
  'retry-child',
  'cancel-child',
  'send-signal',
  'write-file',
]);

export class PendingWrite {
  readonly run: LiveRun;
  readonly expected: number;
  readonly #isNew: boolean;
  readonly #snapshotEvents: number;
  readonly #segments: Segment[] = [];
  /** A changed task as it was before: undefined when it is new. */
  readonly #tasks = new Map<number, Task | undefined>();
  readonly #timers = new Set<number>();
  /** New payloads of these commits, as text. */
  readonly payloads = new Map<string, string>();
  readonly #outbox: OutboxEntry[] = [];
  readonly #done: number[] = [];
  readonly #spent: SpendingRow[] = [];
  #request: KnownRequest | null = null;
  #reported: CallReport | null = null;
  #title: string | null = null;
  #workflowChanged = false;

  /** `snapshotEvents`: at least so many between two snapshots. */
  constructor(run: LiveRun, snapshotEvents = SNAPSHOT_EVENTS_MIN) {
    this.#snapshotEvents = snapshotEvents;
    this.run = run;
    this.expected = run.state.number;
    this.#isNew = run.key === null;
  }

  get events(): readonly AnyEvent[] {
    return this.#segments.length === 1
      ? (this.#segments[0] as Segment).events
      : this.#segments.flatMap((s) => s.events);
  }

  get changedTasks(): Iterable<number> {
    return this.#tasks.keys();
  }

  get hasOutbox(): boolean {
    return this.#outbox.length > 0;
  }

  get hasReported(): boolean {
    return this.#reported !== null;
  }

  get hasRequest(): boolean {
    return this.#request !== null;
  }

  /** Takes a decision in and moves the run's state on. */
  take(decision: EventsDecision): void {
    const { state } = this.run;
    if (decision.ok) {
      for (const id of decision.changed.tasks) if (!this.#tasks.has(id)) this.#tasks.set(id, state.tasks.get(id));
      for (const id of decision.changed.timers) this.#timers.add(id);
      for (const [ref, json] of decision.payloads) this.payloads.set(ref, JSON.stringify(json));
      for (const effect of decision.effects) {
        if (OUTSIDE.has(effect.do)) this.#outbox.push({ kind: effect.do, content: effect as unknown as Json });
      }
    }
    for (const event of decision.events) {
      this.#spent.push(...spentOn(event, state, this.run.workflow.name));
    }
    const isAdopted = decision.ok && decision.after !== undefined && adopt(state, decision.after);
    for (const event of decision.events) {
      this.#segmentFor(event).events.push(event);
      if (!isAdopted) evolve(state, event);
      if (event.type === 'RunForked') this.#takeAll();
    }
  }

  /** What a paused run kept for later is done at once when it resumes, each in the name of who asked for it. */
  #segmentFor({ at, actor, channel }: AnyEvent): Segment {
    const last = this.#segments.at(-1);
    if (last !== undefined && last.actor === actor && last.channel === channel && last.at === at) return last;
    const segment = { at, actor, channel, events: [] };
    this.#segments.push(segment);
    return segment;
  }

  addPayloads(payloads: ReadonlyMap<string, string>): void {
    for (const [ref, text] of payloads) this.payloads.set(ref, text);
  }

  addOutbox(entry: OutboxEntry): void {
    this.#outbox.push(entry);
  }

  finish(outboxId: number): void {
    this.#done.push(outboxId);
  }

  remember(request: KnownRequest): void {
    this.#request = request;
  }

  report(reported: CallReport): void {
    this.#reported = reported;
    this.run.reported = reported;
  }

  entitle(title: string): void {
    this.#title = title;
  }

  moveTo({ key, workflow }: StoredWorkflow): void {
    this.run.workflow = workflow;
    this.run.workflowKey = key;
    this.#workflowChanged = true;
  }

  /** A fork begins with everything its source had. */
  #takeAll(): void {
    for (const id of this.run.state.tasks.keys()) this.#tasks.set(id, undefined);
    for (const id of this.run.state.timers.keys()) this.#timers.add(id);
  }

  /** The write for the store. May throw NeedsPayloads when a task's title is to be filled; nothing is lost then. */
  toWrite(payloads: Payloads, now: number, sha256: (text: string) => string): RunWrite {
    const { run } = this;
    const tasks: TaskRow[] = [];
    const endedTasks: EndedTask[] = [];
    // Rows say the time of their commit, so that the history proves it: a fork is decided before its write begins.
    const rowsAt = this.#segments.at(-1)?.at ?? now;
    this.#addTasks(tasks, endedTasks, payloads, rowsAt);
    const texts = this.#segments.map(({ events }) => commitText(events));
    const references = referencesIn(texts, this.payloads, payloads, run.assembled);
    let hash = run.hash;
    const commits: Commit[] = [];
    let first = this.expected + 1;
    for (const [i, { at, actor, channel, events }] of this.#segments.entries()) {
      const text = texts[i] as string;
      const commit = { first, last: first + events.length - 1, at, actor, channel, text };
      first = commit.last + 1;
      hash = chained(hash, run.id, commit, sha256(text), sha256);
      commits.push(commit);
    }
    run.hash = hash;
    if (references.size > 0) run.hasReferences = true;
    const snapshot = this.#snapshot();
    // Field by field: this is made for every step there is.
    const write: Mutable<RunWrite> = {
      run: run.id,
      key: run.key,
      expected: this.expected,
      commits,
      row: this.#row(rowsAt),
    };
    if (tasks.length > 0) write.tasks = tasks;
    if (endedTasks.length > 0) write.endedTasks = endedTasks;
    if (this.#timers.size > 0) Object.assign(write, this.#timerRows());
    if (this.payloads.size > 0) write.payloads = this.payloads;
    if (references.size > 0) write.references = [...references];
    if (this.#outbox.length > 0) write.outbox = this.#outbox;
    if (this.#done.length > 0) write.done = this.#done;
    if (snapshot !== null) write.snapshot = snapshot;
    if (this.#request !== null) write.request = this.#request;
    if (this.#spent.length > 0) write.spent = this.#spent;
    return write;
  }

  #addTasks(rows: TaskRow[], ended: EndedTask[], payloads: Payloads, now: number): void {
    for (const [id, before] of this.#tasks) {
      const task = this.run.state.tasks.get(id);
      if (task !== undefined) rows.push(taskRow(this.run, task, payloads, now));
      else if (before !== undefined) ended.push(this.#ended(id, before, now));
    }
  }

  #ended(id: number, { execution }: Task, now: number): EndedTask {
    const kept = isKeptWhenEnded(execution);
    if (!kept) return { task: id, status: 'completed', by: 'system', at: now, kept };
    for (const { actor, events } of this.#segments) {
      for (const { type, data } of events) {
        if (!('task' in data) || data.task !== id) continue;
        const end = { task: id, by: actor, at: now, kept };
        if (type === 'TaskCompleted') {
          return { ...end, status: 'completed', ...(data.verdict !== undefined && { verdict: data.verdict }) };
        }
        if (type === 'TaskFailed') return { ...end, status: 'failed' };
        if (type === 'TaskSkipped') return { ...end, status: 'completed' };
      }
    }
    return { task: id, status: 'cancelled', by: this.#segments[0]?.actor ?? 'system', at: now, kept };
  }

  #timerRows(): { timers?: TimerRow[]; endedTimers?: number[] } {
    const timers: TimerRow[] = [];
    const endedTimers: number[] = [];
    for (const id of this.#timers) {
      const timer = this.run.state.timers.get(id);
      if (timer === undefined) endedTimers.push(id);
      else timers.push({ timer: id, kind: timer.kind, due: timer.due, task: timer.task ?? null });
    }
    return { ...(timers.length > 0 && { timers }), ...(endedTimers.length > 0 && { endedTimers }) };
  }

  /** When the first of the timers set here is due. */
  get firstDue(): number {
    let due = Number.POSITIVE_INFINITY;
    for (const id of this.#timers) due = Math.min(due, this.run.state.timers.get(id)?.due ?? due);
    return due;
  }

  #row(now: number): RunChange {
    const { run } = this;
    const { state } = run;
    const { status, live, isEnded } = standingOf(state);
    // A command that was refused has changed nothing.
    if (this.#segments.length > 0) run.changedAt = now;
    const row: Mutable<RunChange> = { head: state.number, hash: run.hash, changedAt: run.changedAt };
    if (status !== run.status || live !== run.isLive || this.#isNew) {
      Object.assign(row, { status, live, endedAt: isEnded ? now : null });
    }
    run.status = status;
    run.isLive = live;
    if (this.#reported !== null) row.reported = this.#reported;
    if (this.#isNew || this.#workflowChanged) row.workflow = run.workflowKey;
    return this.#isNew ? { ...row, ...beginningOf(state), title: this.#title } : row;
  }

  #snapshot(): Snapshot | null {
    const { run } = this;
    const since = run.state.number - run.snapshotAt;
    if (since < this.#snapshotEvents || since < sizeOf(run.state)) return null;
    run.snapshotAt = run.state.number;
    return { number: run.state.number, format: STATE_FORMAT, ...run.parts.changesTo(run.state) };
  }
}
