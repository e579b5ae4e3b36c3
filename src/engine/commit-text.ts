// A commit's events as the text that is stored and hashed: JSON, each event a list of its code, its fields in order
// and, last, an object of the optional ones it has. What all events of a commit share stands in the commit's row.

import { isJsonObject, type Json } from '../json.ts';
import type { Actor, AnyEvent, Channel, EventType } from './events.ts';

/** Codes are for ever: a new event, or a new `v` of one, gets the next number. Field order is part of the code. */
const SHAPES: { readonly [T in EventType]: readonly [number, ...string[]] } = {
  RunStarted: [1, 'workflow', 'version', 'input', 'starter', 'values', 'token', 'step'],
  TokenSplit: [2, 'token', 'step', 'into'],
  TokenEnded: [3, 'token', 'step'],
  TokenQueued: [4, 'token', 'step', 'scope'],
  ScopeLeft: [5, 'token', 'scope', 'index'],
  ScopeOpened: [6, 'scope', 'token', 'step', 'join', 'total'],
  BranchStarted: [7, 'scope', 'index', 'token', 'step'],
  TokenArrived: [8, 'token', 'scope', 'index'],
  TokenFailed: [9, 'token', 'scope', 'index', 'step', 'error'],
  BranchSettled: [10, 'scope', 'index', 'as'],
  BranchRetried: [11, 'scope', 'index', 'token', 'step'],
  FailuresSkipped: [12, 'scope'],
  JoinFired: [13, 'scope', 'step', 'token', 'output', 'why', 'started'],
  ScopeClosed: [14, 'scope'],
  BranchTaken: [15, 'token', 'step', 'to', 'expression', 'reads'],
  StateEntered: [16, 'token', 'from', 'to', 'trigger'],
  StateStayed: [17, 'token', 'state', 'trigger'],
  DataRefused: [18, 'names', 'problems', 'step'],
  DataSet: [19, 'values', 'step'],
  TaskOpened: [20, 'task', 'token', 'step', 'visit', 'execution', 'attempts'],
  TaskClaimed: [21, 'task', 'lease', 'worker', 'kind'],
  TaskCompleted: [22, 'task', 'output'],
  StepFinished: [23, 'token', 'step', 'output', 'status'],
  StepFailed: [24, 'token', 'step', 'code', 'message'],
  AttemptFailed: [25, 'task', 'attempt', 'failure'],
  TaskFailed: [26, 'task', 'error'],
  TaskHeld: [27, 'task', 'code', 'message'],
  TaskReleased: [28, 'task'],
  LeaseLost: [29, 'task', 'lease', 'attempt'],
  ReportRefused: [30, 'task', 'lease', 'command', 'code'],
  TaskReassigned: [31, 'task', 'assignee', 'reason'],
  TaskInputEdited: [32, 'task', 'input', 'reason'],
  TaskSkipped: [33, 'task', 'output', 'reason'],
  TaskRetried: [34, 'task', 'reason'],
  TaskCancelled: [35, 'task', 'reason'],
  TaskShown: [36, 'task', 'shown'],
  MessageAdded: [37, 'task', 'from', 'text'],
  VoteCast: [38, 'task', 'verdict'],
  VerdictBound: [39, 'step', 'verdict', 'shown', 'task'],
  VerdictOutdated: [40, 'step', 'shown'],
  VerdictKept: [41, 'step', 'shown', 'by'],
  DocumentChanged: [42, 'document', 'hash'],
  WaitOpened: [43, 'token', 'step', 'visit', 'signal'],
  SignalReceived: [44, 'signal', 'id', 'name', 'value'],
  SignalTaken: [45, 'signal', 'token', 'step'],
  SignalKept: [46, 'signal'],
  SignalRefused: [47, 'signal', 'state'],
  EventRaised: [48, 'name', 'value'],
  SignalSent: [49, 'run', 'id', 'name', 'value'],
  TimerSet: [50, 'timer', 'kind', 'due'],
  TimerFired: [51, 'timer'],
  TaskReminded: [52, 'task', 'kind'],
  TaskEscalated: [53, 'task', 'to'],
  ChildStarted: [54, 'task', 'token', 'step', 'visit', 'child', 'workflow', 'input'],
  ChildRetried: [55, 'task', 'child'],
  ChildRestarted: [56, 'task', 'child', 'workflow', 'input'],
  CostAdded: [57, 'cost', 'tokens', 'by'],
  HoldOpened: [58, 'hold', 'step', 'code', 'message', 'reads', 'moves'],
  HoldResolved: [59, 'hold', 'move', 'reason'],
  RunPaused: [60, 'reason'],
  CommandKept: [61, 'command', 'actor', 'channel'],
  RunResumed: [62, 'reason'],
  WorkStopped: [63, 'reason'],
  FailureRaised: [64, 'token', 'step', 'output'],
  FailureReached: [65, 'token'],
  RunFailed: [66, 'error'],
  RunRetried: [67, 'reason'],
  RunCancelled: [68, 'reason'],
  CleanupStarted: [69, 'token', 'step', 'output'],
  CleanupEnded: [70],
  RunCompleted: [71, 'output'],
  RunMigrated: [72, 'from', 'to', 'mapping', 'reason'],
  RunForked: [73, 'run', 'source', 'number', 'state'],
  TaskCommented: [74, 'task', 'text'],
  FileWritten: [75, 'path', 'hash'],
  FileRefused: [76, 'path', 'hash', 'expected', 'found', 'message'],
  CallBegun: [
    ...([77, 'task', 'step', 'call', 'attempt', 'purpose', 'agent', 'provider', 'model', 'prompt'] as const),
    ...(['cost', 'tokens'] as const),
  ],
  CallEnded: [78, 'task', 'call', 'latencyMs', 'cost'],
  ToolUsed: [79, 'task', 'call', 'id', 'name', 'input', 'result', 'ms'],
  FilesAwaited: [80, 'token', 'step', 'files'],
  ReplyRead: [81, 'task', 'call', 'reading'],
  DetachedChildStarted: [82, 'task', 'step', 'id', 'child', 'workflow', 'input'],
  SignalUndelivered: [83, 'run', 'id', 'name', 'code', 'message'],
  ChildNotStarted: [84, 'child', 'code', 'message'],
};

/** The shapes that followed the first one: of `v` 2, then 3 and on. A newer one is written only where it says more. */
const LATER: { readonly [T in EventType]?: readonly (readonly [number, ...string[]])[] } = {
  MessageAdded: [[85, 'task', 'from', 'text', 'attachments']],
  TaskOpened: [[86, 'task', 'token', 'step', 'visit', 'execution', 'attempts', 'turnsMax']],
};

interface Shape {
  readonly type: EventType;
  readonly v: number;
  readonly fields: readonly string[];
}

const BY_CODE: readonly (Shape | undefined)[] = byCode();
/** The newest code this version reads: what a process tells others, so that none writes what another cannot read. */
export const NEWEST_CODE = BY_CODE.length - 1;

/** What a process must read to follow these events. */
export function newestCodeOf(events: readonly AnyEvent[]): number {
  let newest = 0;
  for (const { type, v } of events) newest = Math.max(newest, shapeFor(type, v)[0]);
  return newest;
}

export interface CommitPlace {
  readonly run: string;
  readonly first: number;
  readonly at: number;
  readonly actor: Actor;
  readonly channel: Channel;
}

export function commitText(events: readonly AnyEvent[]): string {
  return JSON.stringify(events.map(encoded));
}

function encoded({ type, v, data }: AnyEvent): unknown[] {
  const shape = shapeFor(type, v);
  const given = data as unknown as { readonly [name: string]: unknown };
  const out: unknown[] = [shape[0]];
  for (let i = 1; i < shape.length; i++) out.push(given[shape[i] as string]);
  let extra: Record<string, unknown> | null = null;
  for (const name in given) {
    if (given[name] === undefined || isField(shape, name) || isImplied(type, name)) continue;
    extra ??= {};
    extra[name] = given[name];
  }
  if (extra !== null) out.push(extra);
  return out;
}

function isField(shape: readonly unknown[], name: string): boolean {
  for (let i = 1; i < shape.length; i++) if (shape[i] === name) return true;
  return false;
}

/** The row says which run it is. */
function isImplied(type: EventType, name: string): boolean {
  return type === 'RunStarted' && name === 'run';
}

/** Throws UnknownEventCode for what a newer version wrote. */
export function eventsOf(text: string, place: CommitPlace): AnyEvent[] {
  const { run, first, at, actor, channel } = place;
  return (JSON.parse(text) as Json[][]).map((list, i) => {
    const { type, v, fields } = shapeOf(list[0]);
    const read: Record<string, Json> = type === 'RunStarted' ? { run } : {};
    for (let at = 0; at < fields.length; at++) read[fields[at] as string] = list[at + 1] as Json;
    const extra = list[fields.length + 1];
    if (isJsonObject(extra)) Object.assign(read, extra);
    return { type, v, number: first + i, at, actor, channel, data: read } as unknown as AnyEvent;
  });
}

export class UnknownEventCode extends Error {
  readonly code: unknown;
  constructor(code: unknown) {
    super(`Expected event codes up to ${NEWEST_CODE}, found ${String(code)}: a newer version of Signoff wrote it.`);
    this.code = code;
  }
}

function shapeOf(code: unknown): Shape {
  const shape = typeof code === 'number' ? BY_CODE[code] : undefined;
  if (shape === undefined) throw new UnknownEventCode(code);
  return shape;
}

function byCode(): (Shape | undefined)[] {
  const shapes: (Shape | undefined)[] = [];
  for (const type of Object.keys(SHAPES) as EventType[]) {
    for (const [at, [code, ...fields]] of [SHAPES[type], ...(LATER[type] ?? [])].entries())
      shapes[code] = { type, v: at + 1, fields };
  }
  return shapes;
}

function shapeFor(type: EventType, v: number): readonly [number, ...string[]] {
  return v === 1 ? SHAPES[type] : (LATER[type]?.[v - 2] ?? SHAPES[type]);
}

/** The `v` that data of this type is written with: a later one only where the data has what it added, so that older
 *  processes read all else. */
export function versionOf(type: EventType, data: object): number {
  const later = LATER[type];
  if (later === undefined) return 1;
  const at = later.findLastIndex(([, ...fields]) => fields.every((field) => Object.hasOwn(data, field)));
  return at + 2;
}

export function isKnownVersion(type: EventType, v: number): boolean {
  return v === 1 || (v > 1 && v <= (LATER[type]?.length ?? 0) + 1);
}
