// What has happened in a run as a tree of steps, built event by event: the model behind the terminal's picture.

import type { Step, Workflow } from '../diagram/workflow.ts';
import type { AnyEvent, EngineEvent, EventType, RecordedRead } from '../engine/events.ts';
import { evolve } from '../engine/evolve.ts';
import { itemOf } from '../engine/roots.ts';
import { branchKey, type RunState } from '../engine/run-state.ts';
import { newState } from '../engine/snapshot.ts';
import { type Payloads, readValue, type Value } from '../engine/value.ts';
import { isJsonObject, type Json } from '../json.ts';
import { labelOf, oneLine, readableMs, summary } from './shown-text.ts';
import { asStarted } from './started-as.ts';

export type NodeStatus =
  | 'open'
  | 'working'
  | 'waiting'
  | 'done'
  | 'routed'
  | 'skipped'
  | 'timed-out'
  | 'failed'
  | 'held'
  | 'cancelled';

export interface TreeNode {
  /** The step's id; an item's number. */
  readonly id: string;
  readonly step: string;
  readonly label: string;
  status: NodeStatus;
  /** What came of it, in a few words. */
  note: string;
  /** Lines beneath it: what was asked, what went wrong on the way. */
  readonly remarks: string[];
  readonly children: TreeNode[];
  bar: { done: number; failed: number; readonly total: number } | null;
  /** The child run it started. */
  child: string | null;
  readonly openedAt: number;
  settledAt: number | null;
}

const HOLD_ENDED = 'hold ended: ';
const HOLD_SKIPPED = `${HOLD_ENDED}skip,`;
const SETTLED: ReadonlySet<NodeStatus> = new Set(['done', 'routed', 'skipped', 'timed-out', 'cancelled']);

export function isSettled(node: TreeNode): boolean {
  return SETTLED.has(node.status) && node.children.every(isSettled);
}

export class RunTree {
  readonly roots: TreeNode[] = [];
  readonly workflow: Workflow;
  readonly #payloads: Payloads;
  readonly #state: RunState = newState();
  readonly #steps: ReadonlyMap<string, Step>;
  readonly #tasks = new Map<number, TreeNode>();
  readonly #scopes = new Map<number, TreeNode>();
  readonly #branches = new Map<number, TreeNode>();
  /** The node a token stands on or last stood on. */
  readonly #tokens = new Map<number, TreeNode>();
  /** The last failed attempt of a task, in words: worth a line only if another one follows. */
  readonly #failures = new Map<number, string>();
  readonly #detached = new Map<string, TreeNode>();
  /** Who sent a signal, by receiver and id; a step sends in the commit that completes it. */
  readonly #senders = new Map<string, TreeNode>();
  #completed: TreeNode | undefined;
  readonly #holds = new Map<number, TreeNode>();
  /** Nodes whose wait is over without its signal. */
  readonly #late = new Set<TreeNode>();

  constructor(workflow: Workflow, payloads: Payloads) {
    this.workflow = workflow;
    this.#payloads = payloads;
    this.#steps = new Map(workflow.steps.map((step) => [step.id, step]));
  }

  apply(event: AnyEvent): void {
    const { data } = event;
    const token = 'token' in data && typeof data.token === 'number' ? data.token : 0;
    const before = this.#listOf(token);
    if (event.type === 'TimerFired') this.#noteLate(event.data.timer);
    evolve(this.#state, event);
    const handler = this.#handlers[event.type] as ((event: AnyEvent, list: TreeNode[]) => void) | undefined;
    handler?.(event, before ?? this.#listOf(token) ?? this.roots);
  }

  /** A line under the node of a task, such as what it asked. */
  remark(task: number, text: string): void {
    this.#tasks.get(task)?.remarks.push(text);
  }

  readonly #handlers: { readonly [T in EventType]?: (event: EngineEvent<T>, list: TreeNode[]) => void } = {
    TaskOpened: (event, list) => {
      const { task, token, step } = event.data;
      const node = this.#nodeOf(token, step, list, event.at);
      node.status = 'open';
      this.#tasks.set(task, node);
    },
    TaskClaimed: ({ data }) => this.#mark(data.task, 'working'),
    TaskReleased: ({ data }) => this.#mark(data.task, 'open'),
    TaskRetried: ({ data }) => this.#mark(data.task, 'open'),
    TaskCompleted: ({ data, at }) => {
      const comment = this.#read(data.output);
      const said = isJsonObject(comment) && typeof comment.comment === 'string' ? comment.comment : '';
      const verdict = data.verdict === undefined ? null : `${data.verdict}${said === '' ? '' : `: ${oneLine(said)}`}`;
      if (data.warning !== undefined) this.remark(data.task, `warning: ${oneLine(data.warning)}`);
      this.#completed = this.#tasks.get(data.task);
      this.#settle(this.#completed, 'done', at, verdict ?? summary(comment));
    },
    TaskSkipped: ({ data, at }) => {
      const node = this.#tasks.get(data.task);
      const output = this.#read(data.output);
      // The end of a hold has said why already.
      if (!node?.remarks.at(-1)?.startsWith(HOLD_SKIPPED)) node?.remarks.push(`skipped: ${oneLine(data.reason)}`);
      this.#settle(node, 'skipped', at, output === null ? 'no output' : summary(output));
    },
    TaskCancelled: ({ data, at }) => this.#settle(this.#tasks.get(data.task), 'cancelled', at, oneLine(data.reason)),
    AttemptFailed: ({ data }) => {
      this.#failures.set(data.task, `attempt ${data.attempt} failed: ${oneLine(data.failure.message)}`);
      this.#mark(data.task, 'open');
    },
    TimerSet: ({ data, at }) => {
      if (data.kind !== 'retry' || data.task === undefined) return;
      const failed = this.#failures.get(data.task) ?? 'an attempt failed';
      this.#tasks.get(data.task)?.remarks.push(`${failed}; again in ${readableMs(data.due - at)}`);
    },
    TaskReminded: ({ data }) => {
      this.#tasks.get(data.task)?.remarks.push(data.kind === 'due' ? 'it is due' : 'a reminder');
    },
    TaskEscalated: ({ data }) => {
      this.#tasks.get(data.task)?.remarks.push(`goes to ${oneLine(data.to)} now`);
    },
    TaskFailed: ({ data, at }) => this.#settle(this.#tasks.get(data.task), 'failed', at, oneLine(data.error.message)),
    MessageAdded: ({ data }) => {
      this.#tasks.get(data.task)?.remarks.push(`${data.from}: ${summary(this.#read(data.text))}`);
    },
    VoteCast: ({ data, actor }) => {
      this.#tasks.get(data.task)?.remarks.push(`${actor} votes ${data.verdict}`);
    },
    StepFinished: (event, list) => {
      const { token, step, output, status } = event.data;
      const node = this.#nodeOf(token, step, list, event.at);
      this.#settle(node, status === 'skipped' ? 'skipped' : 'done', event.at, summary(this.#read(output)));
    },
    StepFailed: (event, list) => {
      const node = this.#nodeOf(event.data.token, event.data.step, list, event.at);
      this.#settle(node, 'failed', event.at, oneLine(event.data.message));
    },
    BranchTaken: (event, list) => this.#routed(event, list),
    ScopeOpened: (event, list) => {
      const { scope, step, total, items } = event.data;
      const label = items === undefined ? `${total} ways at once` : this.#labelOf(step);
      const node = this.#add(list, step, items === undefined ? '' : step, label, event.at);
      node.status = 'waiting';
      node.bar = { done: 0, failed: 0, total };
      this.#scopes.set(scope, node);
    },
    BranchStarted: (event) => this.#startBranch(event),
    BranchRetried: ({ data, at }) => {
      const node = this.#branches.get(branchKey(data.scope, data.index));
      const bar = this.#scopes.get(data.scope)?.bar;
      if (bar) bar.failed--;
      if (node !== undefined) Object.assign(node, { status: 'working', settledAt: null, note: '' });
      if (node !== undefined) node.remarks.push(`tried again after ${readableMs(at - node.openedAt)}`);
    },
    BranchSettled: ({ data, at }) => {
      const bar = this.#scopes.get(data.scope)?.bar;
      const node = this.#branches.get(branchKey(data.scope, data.index));
      if (data.late) {
        const isDropped = data.as === 'left';
        this.#settle(node, isDropped ? 'cancelled' : 'done', at, isDropped ? '' : 'too late for the join, kept');
        return;
      }
      if (bar) bar[data.as === 'failed' ? 'failed' : 'done']++;
      this.#settle(node, data.as === 'failed' ? 'failed' : 'done', at, data.as === 'left' ? 'left the body' : '');
    },
    JoinFired: ({ data, at }) => {
      const node = this.#scopes.get(data.scope);
      const why = { settled: '', early: 'enough have arrived', timeout: 'the time was over', forced: 'forced' }[
        data.why
      ];
      this.#settle(node, 'done', at, why);
    },
    ScopeClosed: ({ data, at }) => this.#settle(this.#scopes.get(data.scope), 'done', at, ''),
    SignalSent: ({ data }) => {
      if (this.#completed !== undefined) this.#senders.set(`${data.run} ${data.id}`, this.#completed);
    },
    SignalUndelivered: ({ data }) => {
      const { run, id, name, message } = data;
      this.#senders.get(`${run} ${id}`)?.remarks.push(`${name} was not taken by ${run}: ${oneLine(message)}`);
    },
    ChildNotStarted: ({ data, at }) => {
      const node = this.#detached.get(data.child);
      if (node !== undefined) this.#settle(node, 'failed', at, oneLine(data.message));
    },
    WaitOpened: (event, list) => {
      const { token, step, signal, key } = event.data;
      const node = this.#nodeOf(token, step, list, event.at);
      node.status = 'waiting';
      node.note = `for the signal ${signal}${key === undefined ? '' : ` with key ${oneLine(key)}`}`;
    },
    SignalTaken: ({ data, at }) => {
      const node = this.#tokens.get(data.token);
      if (data.output !== undefined) this.#settle(node, 'done', at, summary(this.#read(data.output)));
    },
    StateEntered: (event, list) => this.#enterState(event, list),
    StateStayed: ({ data }) => {
      const values = (data.reads ?? []).map(({ path, value }) => `${path} is ${summary(value)}`);
      this.#tokens.get(data.token)?.remarks.push([`${data.trigger}: stays`, ...values].join(', '));
    },
    ChildStarted: (event, list) => {
      const { token, step, child, task, detached } = event.data;
      const node = this.#nodeOf(token, step, list, event.at);
      node.status = detached ? 'done' : 'waiting';
      node.child = child;
      if (detached) this.#detached.set(child, node);
      this.#tasks.set(task, node);
    },
    DetachedChildStarted: ({ data, at }) => {
      const { task, step, id, child, workflow } = data;
      const around = this.#tasks.get(task)?.children ?? this.roots;
      const node = this.#add(around, step, id, workflow, at);
      node.child = child;
      this.#detached.set(child, node);
      this.#settle(node, 'done', at, 'goes on by itself');
    },
    ChildRestarted: ({ data }) => {
      const node = this.#tasks.get(data.task);
      if (node !== undefined) Object.assign(node, { status: 'waiting', child: data.child });
    },
    ChildRetried: ({ data }) => this.#mark(data.task, 'waiting'),
    HoldOpened: (event, list) => this.#hold(event, list),
    HoldResolved: ({ data }) => {
      const node = this.#holds.get(data.hold);
      node?.remarks.push(
        `${HOLD_ENDED}${data.move}${data.to === undefined ? '' : ` ${data.to}`}, ${oneLine(data.reason)}`,
      );
      if (node?.status === 'held') Object.assign(node, { status: 'open', note: '', settledAt: null });
    },
    WorkStopped: ({ at }) => this.#stop(this.roots, at),
    RunCancelled: ({ at }) => this.#stop(this.roots, at),
    RunCompleted: ({ at }) => this.#stop(this.roots, at),
    TokenEnded: ({ data, at }) => {
      const node = this.#tokens.get(data.token);
      if (node !== undefined && !SETTLED.has(node.status))
        this.#settle(node, data.dropped ? 'cancelled' : this.#doneOf(node), at, node.note);
    },
  };

  /** Before the event counts: what the timer was set for is forgotten with it. */
  #noteLate(timer: number): void {
    const { kind, token = 0 } = this.#state.timers.get(timer) ?? {};
    const node = kind === 'timeout' ? this.#tokens.get(token) : undefined;
    if (node === undefined || SETTLED.has(node.status)) return;
    this.#late.add(node);
    const isWait = this.#steps.get(node.step)?.kind === 'wait';
    if (isWait) node.note = `timed out waiting ${node.note}`;
    else node.note = node.note === '' ? 'timed out' : `${node.note}, timed out`;
  }

  #doneOf(node: TreeNode): 'done' | 'timed-out' {
    return this.#late.has(node) ? 'timed-out' : 'done';
  }

  #routed(event: EngineEvent<'BranchTaken'>, list: TreeNode[]): void {
    const { token, step, to, expression, reads } = event.data;
    const why = reasonOf(expression, reads);
    const way = `→ ${to} ${this.#labelOf(to)}`.trimEnd();
    const last = this.#tokens.get(token);
    if (last?.step === step) {
      last.remarks.push(`${way}  ${why}`);
      if (!SETTLED.has(last.status))
        this.#settle(last, last.status === 'failed' ? 'failed' : this.#doneOf(last), event.at, last.note);
      return;
    }
    const node = this.#nodeOf(token, step, list, event.at);
    this.#settle(node, 'routed', event.at, `${way}  ${why}`);
  }

  #startBranch({ data, at }: EngineEvent<'BranchStarted'>): void {
    const scope = this.#state.scopes.get(data.scope);
    const parent = this.#scopes.get(data.scope);
    if (scope === undefined || parent === undefined) return;
    const item =
      scope.items === undefined ? undefined : this.#read(itemOf({ payloads: this.#payloads }, scope, data.index));
    const label = item === undefined ? this.#labelOf(data.step) : itemLabel(item);
    const node = this.#add(parent.children, data.step, String(data.index + 1), label, at);
    node.status = 'working';
    this.#branches.set(branchKey(data.scope, data.index), node);
  }

  #enterState({ data, at }: EngineEvent<'StateEntered'>, list: TreeNode[]): void {
    const last = this.#tokens.get(data.token);
    if (last !== undefined && !SETTLED.has(last.status)) this.#settle(last, this.#doneOf(last), at, last.note);
    const step = this.#steps.get(data.to);
    if (step?.kind === 'end') return;
    const node = this.#add(list, data.to, data.to, this.#labelOf(data.to), at);
    const why = data.reads === undefined ? '' : reasonOf(data.expression ?? null, data.reads);
    if (data.from !== null) node.note = `on ${data.trigger}${why === '' || data.expression == null ? '' : `  ${why}`}`;
    node.status = step?.kind === 'decision' || step?.kind === 'fork' ? 'routed' : 'waiting';
    this.#tokens.set(data.token, node);
  }

  #hold({ data, at }: EngineEvent<'HoldOpened'>, list: TreeNode[]): void {
    const scope = data.scope === undefined ? undefined : this.#scopes.get(data.scope);
    const last = this.#tokens.get(data.token ?? 0);
    const node = scope ?? (last?.step === data.step ? last : this.#nodeOf(data.token ?? 0, data.step, list, at));
    if (node.note !== '') node.remarks.push(node.note);
    node.status = 'held';
    node.note = oneLine(asStarted(data.message));
    this.#holds.set(data.hold, node);
  }

  /** The list a token's next node belongs to: its branch's, or the run's own. */
  #listOf(token: number): TreeNode[] | null {
    const at = this.#state.tokens.get(token);
    if (at === undefined) return null;
    if (at.scope === 0) return this.roots;
    return this.#branches.get(branchKey(at.scope, at.index))?.children ?? this.roots;
  }

  /** The node the token stands on, if it is this step's and still open; else a new one. */
  #nodeOf(token: number, step: string, list: TreeNode[], at: number): TreeNode {
    const last = this.#tokens.get(token);
    if (last !== undefined && last.step === step && !SETTLED.has(last.status)) return last;
    const node = this.#add(list, step, step, this.#labelOf(step), at);
    this.#tokens.set(token, node);
    return node;
  }

  #add(list: TreeNode[], step: string, id: string, label: string, openedAt: number): TreeNode {
    const node: TreeNode = {
      id,
      step,
      label,
      status: 'open',
      note: '',
      remarks: [],
      children: [],
      bar: null,
      child: null,
      openedAt,
      settledAt: null,
    };
    list.push(node);
    return node;
  }

  #mark(task: number, status: NodeStatus): void {
    const node = this.#tasks.get(task);
    if (node !== undefined) Object.assign(node, { status, settledAt: null });
  }

  #settle(node: TreeNode | undefined, status: NodeStatus, settledAt: number, note: string): void {
    if (node !== undefined) Object.assign(node, { status, settledAt, note });
  }

  /** The run is over: what still stands there goes no further. */
  #stop(list: readonly TreeNode[], at: number): void {
    for (const node of list) {
      this.#stop(node.children, at);
      if (node.status !== 'failed' && node.status !== 'held' && !SETTLED.has(node.status))
        this.#settle(node, 'cancelled', at, node.note);
    }
  }

  #labelOf(step: string): string {
    const label = labelOf(this.#steps.get(step)?.label ?? '');
    return label === step ? '' : label;
  }

  #read(value: Value): Json {
    return readValue(value, [], this.#payloads) ?? null;
  }
}

/** `output.score >= 80, output.score is 92`. */
export function reasonOf(expression: string | null, reads: readonly RecordedRead[]): string {
  const values = reads.map(({ path, value }) => `${path} is ${value === undefined ? 'missing' : summary(value)}`);
  const isBare = reads.length === 1 && reads[0]?.path === expression;
  return oneLine([...(isBare ? [] : [expression ?? 'otherwise']), ...values].join(', '));
}

const NAMING_FIELDS = ['name', 'title', 'path', 'file', 'id', 'number', 'key'];

function itemLabel(item: Json): string {
  if (!isJsonObject(item)) return summary(item);
  const field = NAMING_FIELDS.find((name) => Object.hasOwn(item, name));
  return field === undefined ? summary(item) : summary(item[field]);
}
