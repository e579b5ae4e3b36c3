// Registered code that a diagram names: `action`, `prepare`, `accept` and `acceptTurn`. Types only; what they promise
// stands here.
//
// Every piece of code must bear to be called again for the same call: after a crash, and where it reads a large value
// that came while it worked, or one of a step that the workflow no longer has. Such a value is not loaded: `read`
// throws, the value is fetched, and the code is called again from its beginning. Nothing that it gave or threw counts
// then, even where it caught what `read` threw; what an `accept` did outside is undone first.

import type { Json, JsonObject } from '../json.ts';

/** What every piece of code knows about the step it works for. Nothing in it may be changed. */
export interface CodeCall {
  readonly run: {
    readonly id: string;
    readonly input: Json;
    readonly startedAt: number;
    /** Who started it: `user:NAME`, for one. */
    readonly startedBy: string;
  };
  readonly step: string;
  /** Which attempt of the task this is, from 1. */
  readonly attempt: number;
  /** What the step was entered with; where a person edited it, that; with what `prepare` added laid over it. */
  readonly input: Json;
  /** The run's record as it stands (data-6). */
  readonly data: JsonObject;
  /** The innermost foreach item the step works on; absent outside a foreach. */
  readonly item?: Json;
  readonly index?: number;
  readonly total?: number;
  /** The step's free `config`. */
  readonly config: Json;
  /** The value of any path of data-1 from the step's place: `read('steps', 'GR', 'visits')`. However large it is and
   *  whichever process wrote it: large values are fetched before the code is called. */
  read(root: string, ...parts: readonly (string | number)[]): Json | undefined;
  /** Aborted when the task is cancelled, timed out or taken away: what is reported after that counts for nothing. */
  readonly signal: AbortSignal;
  /** The same for every attempt of this task, and for no other: hand it to services that know idempotency keys. */
  readonly idempotencyKey: string;
  /** Makes sure that the task is still ours, between long pieces of work; rejects with the reason when it is not. The
   *  lease itself is kept alive by the process that runs the code. */
  heartbeat(): Promise<void>;
  /** The id of the run that this run starts, or has started, as its child `id`: to send signals to it. */
  childRun(id: string): string;
}

export interface SentSignal {
  readonly run: string;
  /** An id counts once per receiving run: sending again after a crash changes nothing. */
  readonly id: string;
  readonly name: string;
  readonly key?: string;
  readonly value: Json;
}

/** A file to write in the engine's workspace, by a path inside it. It is written after the commit, once, whatever
 *  breaks in between; what anyone else put there is never overwritten (file-1). The step ends when it is written; where
 *  it cannot be, a person is asked (file-2). */
export type IntendedFile = {
  readonly path: string;
  readonly text: string;
  /** `sha256:` and the digest of what the code read there; null: it must not exist. Left out: what is on disk when the
   *  result is reported. */
  readonly old?: string | null;
};

/** A run that goes on beside the one that starts it, which does not wait for it. */
export interface ChildStart {
  /** Names the child within the run, at most 200 characters: `childRun(id)` is its run. */
  readonly id: string;
  /** A name, or `name@hash`, as `subflowId` has it. */
  readonly workflow: string;
  readonly input: Json;
}

/** Everything in it becomes visible in one commit, or nothing does. */
export interface ActionResult {
  readonly output: Json;
  readonly set?: JsonObject;
  readonly files?: readonly IntendedFile[];
  /** Each id is started once in the run, by whichever result names it first, and whatever breaks: naming it again
   *  changes nothing. Signals that the same result sends to it arrive after it has started. A child that cannot be
   *  started is recorded in this run's history. Cancelling this run cancels its children. */
  readonly children?: readonly ChildStart[];
  readonly send?: readonly SentSignal[];
}

/** Does the work of an automated step. What it throws is the attempt's failure, with the error's message and, where it
 *  has them, `code` and `retryable`; a WorkspaceFault holds the task for a person instead.
 *  It may run again after a crash before its result was committed: what it does to the outside must bear that. */
export type Action = (call: CodeCall) => ActionResult | Promise<ActionResult>;

/** Runs when a task is handed out. `input` is laid over the task's own (objects property by property) for this claim;
 *  `set` changes the run's record in the commit of the claim. What it throws fails the task, and is never retried; with
 *  the code `project-elsewhere` the process leaves the whole run to others instead, and a WorkspaceFault holds the task
 *  for a person. */
export type Prepare = (call: CodeCall) => PrepareResult | Promise<PrepareResult>;

export interface PrepareResult {
  readonly input?: JsonObject;
  readonly set?: JsonObject;
}

/** Runs on an answer that satisfies the step's schema, before it counts. Refusing leaves the task as it was, with the
 *  reasons for the one who answered (data-5); accepting gives what is committed in the answer's place. What it throws
 *  fails the step where the diagram says what comes then; else it refuses a person's answer, and fails an agent's task.
 *  With the code `project-elsewhere` the answer is only refused: another process takes it. A WorkspaceFault keeps the
 *  answer as the task's draft and holds the task, no matter who answered. It must bear to be run again: an accepted
 *  answer may still be rejected by the engine. */
export type Accept = (call: AcceptCall) => AcceptResult | CodeRefusal | Promise<AcceptResult | CodeRefusal>;

export interface AcceptCall extends CodeCall {
  readonly answer: Json;
  readonly verdict?: string;
  /** Who answers: a person as `user:NAME`, or `agent:ID`. */
  readonly by: string;
  /** Of a person whose name nobody proved: by which user of the operating system it was stated. */
  readonly statedBy?: string;
  /** Written answers stand in for people: nobody decides anything. */
  readonly isRehearsal?: true;
  /** Of an agent: who answered its last call, as `anthropic`; `offline` are rules without a model. */
  readonly provider?: string;
  /** Of an agent: the model that its last call was sent to, where one was named. */
  readonly model?: string;
}

export interface AcceptResult extends Omit<ActionResult, 'send' | 'children'> {
  /** The verdict that the answer means, where none was given beside it. */
  readonly verdict?: string;
  /** Takes back what the code did outside the run; called when the answer is refused after all. */
  undo?(): Promise<void>;
}

export interface CodeRefusal {
  readonly refused: readonly string[];
  /** The code itself broke, by what it threw. */
  readonly isFault?: boolean;
  /** Nothing is wrong with the answer: once what the reasons ask for is done, the same one is given again. */
  readonly isOutside?: boolean;
  /** It threw a WorkspaceFault: a person must mend the project's folder. */
  readonly isWorkspaceFault?: boolean;
  /** It threw the code `project-elsewhere`: a process that has the run's files must take the answer. */
  readonly isElsewhere?: boolean;
}

/** A text that a person gives with a message; material for the agent, never an instruction to it. */
export interface Attachment {
  /** A plain file name, without folders. */
  readonly name: string;
  readonly text: string;
}

export interface ConversationMessage {
  readonly from: 'agent' | 'person';
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}

/** Runs on each message of the agent in a conversation, before it counts: of a hosted agent, of a client's model and of
 *  any other worker. With an offer in the message it runs after `accept` took that. Refusing gives the reasons back to
 *  the speaker (data-5); what it throws counts as for `accept`. It must bear to be run again: a message that it took
 *  may still be rejected by the engine. */
export type AcceptTurn = (
  call: AcceptTurnCall,
) => AcceptTurnResult | CodeRefusal | Promise<AcceptTurnResult | CodeRefusal>;

export interface AcceptTurnCall extends CodeCall {
  readonly message: { readonly text: string; readonly offer?: Json };
  /** What was said in this visit before it. */
  readonly messages: readonly ConversationMessage[];
  /** Who speaks: `agent:ID`, or the worker's own name. */
  readonly by: string;
  readonly provider?: string;
  readonly model?: string;
}

export interface AcceptTurnResult {
  /** What people see in place of the message's text, and what is recorded. */
  readonly text?: string;
  /** Changes to the run's record (data-6), in the commit of the message. */
  readonly set?: JsonObject;
}

/** `@workflow.accept`: reasons against starting a run with this input, [] when there are none. */
export type AcceptRun = (input: Json) => readonly string[] | Promise<readonly string[]>;

/** The code of one system, by the names its diagrams use. */
export interface CodeRegistry {
  readonly actions?: { readonly [name: string]: Action };
  readonly prepares?: { readonly [name: string]: Prepare };
  readonly accepts?: { readonly [name: string]: Accept };
  readonly acceptTurns?: { readonly [name: string]: AcceptTurn };
  readonly acceptRuns?: { readonly [name: string]: AcceptRun };
}
