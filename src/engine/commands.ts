// What can be asked of a run. `decide` answers each with events or a rejection.

import type { Workflow } from '../diagram/workflow.ts';
import type { AttachedText } from './attachments.ts';
import type { ReplyReading } from './call-events.ts';
import type { Actor, BranchFailure, Channel, Failure, HoldMove, LeaseKind, PartialResult } from './events.ts';
import type { FileOrder, GivenFile } from './file-order.ts';
import type { Value } from './value.ts';

type SetValues = { readonly [name: string]: Value };

export interface CommandData {
  StartRun: {
    run: string;
    input: Value;
    assign?: { readonly [step: string]: string };
    parent?: { run: string; task: number; depth: number };
  };
  /** `prepared` and `set` are what the step's `prepare` code gave at hand-out. */
  ClaimTask: { task: number; worker: string; kind: LeaseKind; prepared?: Value; set?: SetValues };
  /** `set` and `files` come from the step's action or `accept` code, which the caller ran before. Automated work that
   *  nobody holds is claimed by the first who answers it without a lease, with what `prepare` gave for that. */
  CompleteTask: {
    task: number;
    lease?: number;
    prepared?: Value;
    preparedSet?: SetValues;
    output: Value;
    verdict?: string;
    comment?: string;
    shown?: string;
    set?: SetValues;
    files?: readonly (FileOrder | GivenFile)[];
    /** Detached child runs of the step's action, by ids of its own. */
    children?: readonly { id: string; workflow: string; input: Value }[];
    send?: readonly { run: string; id: string; name: string; key?: string; value: Value }[];
    warning?: string;
    /** A person retries the hold with the answer that was kept: one commit ends the hold and completes the task.
     *  `worker`: in whose name it is given; left out: it is the person's own. */
    resolves?: { hold: number; reason: string; worker?: { readonly actor: Actor; readonly channel: Channel } };
  };
  FailTask: { task: number; lease?: number; failure: Failure };
  /** `cause`: the same for all that is held for one reason outside the run. */
  HoldTask: { task: number; lease?: number; code: string; message: string; draft?: Value; cause?: string };
  ReleaseTask: { task: number; lease?: number };
  /** The sweeper saw no heartbeat for the whole lease. */
  LoseLease: { task: number; lease: number };
  ReassignTask: { task: number; assignee: string; reason: string };
  EditTaskInput: { task: number; input: Value; reason: string };
  SkipTask: { task: number; output?: Value; reason: string };
  RetryTask: { task: number; reason: string; fresh?: boolean };
  CancelTask: { task: number; reason: string };
  CommentTask: { task: number; text: Value };
  /** `set` comes from the step's `acceptTurn` code, which the caller ran before; `attachments` from a person. */
  AddMessage: {
    task: number;
    lease?: number;
    from: 'person' | 'agent';
    text: Value;
    offer?: Value;
    ends?: boolean;
    attachments?: readonly AttachedText[];
    set?: SetValues;
  };
  CastVote: { task: number; verdict: string; comment?: string; shown?: string };
  SendSignal: { id: string; name: string; key?: string; value: Value };
  /** A signal that this run sent was refused, for this reason. */
  ReportSignal: { run: string; id: string; name: string; code: string; message: string };
  /** A child that nobody waits for could not be started. */
  ReportChildStart: { child: string; code: string; message: string };
  FireTimer: { timer: number };
  ReportChild: {
    task: number;
    child: string;
    outcome: 'completed' | 'failed' | 'cancelled' | 'held' | 'running';
    output?: Value;
    error?: { code: string; message: string; step?: string; attempts?: number; cause?: BranchFailure };
    partial?: Value;
    /** A budget ended the child that completed. */
    stopped?: PartialResult;
    cost?: number;
    tokens?: number;
  };
  AddCost: { cost: number; tokens: number; by: string };
  /** Before an agent is asked. `cost` and `tokens` are what it may come to; null: nobody knows its price. `output`
   *  is the part of both that the reply may be: under a budget it is made smaller, down to `least` tokens, before
   *  the budget counts as spent. `cutAt`: the reply before it was cut at so many tokens. Answered with CallBegun,
   *  with what a budget says instead, or with the rejection `call-must-wait`: calls under way may leave enough for
   *  it. */
  BeginCall: {
    task: number;
    lease: number;
    agent: string;
    provider: string;
    model: string | null;
    purpose: 'turn' | 'repair';
    prompt: Value;
    cost: number | null;
    tokens: number;
    output?: { readonly tokens: number; readonly cost: number | null; readonly least: number };
    cutAt?: number;
  };
  EndCall: {
    task: number;
    call: number;
    latencyMs: number;
    cost: number | null;
    reply?: Value;
    usage?: { readonly in: number; readonly out: number; readonly cached: number };
    model?: string;
    fault?: { readonly code: string; readonly message: string };
  };
  ReportReply: { task: number; lease: number; call: number; reading: ReplyReading };
  ReportTool: {
    task: number;
    lease: number;
    call: number;
    id: string;
    name: string;
    input: Value;
    result: Value;
    ms: number;
    isError?: boolean;
  };
  /** How writing an ordered file went. `hash` is what it was to hold, `old` what it held before. */
  ReportFile: {
    path: string;
    hash: string;
    outcome: 'written' | 'conflict' | 'failed';
    old?: string | null;
    found?: string | null;
    message?: string;
  };
  ReportDocument: { document: string; hash: string; by?: string };
  ResolveHold: {
    hold: number;
    move: HoldMove;
    reason: string;
    to?: string;
    output?: Value;
    limit?: number;
    /** With all other holds of the same cause. */
    together?: boolean;
  };
  PauseRun: { reason: string };
  ResumeRun: { reason: string };
  CancelRun: { reason: string };
  RetryRun: { reason: string };
  MigrateRun: { to: Workflow; mapping: { readonly [step: string]: string }; reason: string };
  /** Asked of the source's state as it was after a whole commit; answered with the first event of the new run. */
  ForkRun: { run: string };
}

export type CommandType = keyof CommandData;
export type Command = { [T in CommandType]: { readonly type: T } & Readonly<CommandData[T]> }[CommandType];
export type CommandOf<T extends CommandType> = { readonly type: T } & Readonly<CommandData[T]>;
