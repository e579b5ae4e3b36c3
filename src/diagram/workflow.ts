// A compiled diagram: plain data, JSON-serialisable, everything the engine needs and nothing it must parse.

import type { Json, JsonObject } from '../json.ts';
import type { Formula } from './expression.ts';

/** Raised whenever the compiler gives the same source another meaning or shape. */
export const COMPILER = 1;
/** Turns of an agent in a conversation. */
export const TURNS_MAX = 100;

export interface Workflow {
  readonly compiler: number;
  /** `sha256:` over source, prompts and schemas (src-6). */
  readonly version: string;
  readonly kind: 'flow' | 'machine';
  readonly name: string;
  readonly description: string;
  readonly source: string;
  readonly steps: readonly Step[];
  /** Where a run's first tokens stand; several count as a fork (flow-1). For a machine: what `[*]` leads to. */
  readonly start: readonly string[];
  /** The join that closes the fork of several starts, or null. Set only when `start` has several steps. */
  readonly startClosedBy: string | null;
  readonly onFailure: string | null;
  readonly onCancel: string | null;
  readonly input: JsonObject | null;
  readonly data: JsonObject | null;
  readonly output: readonly Assignment[] | null;
  readonly accept: string | null;
  readonly limits: Limits;
  readonly budget: Json;
  readonly roles: JsonObject;
  /** Every key of `@workflow` the engine does not read (search, schedule, triggers, runKey, unknown ones), kept. */
  readonly rest: JsonObject;
  readonly groups: readonly { readonly id: string; readonly title: string; readonly steps: readonly string[] }[];
}

export interface Limits {
  readonly visits: number;
  readonly cascade: number;
  readonly signals: number;
  readonly depth: number;
  readonly openTasks: number;
}

export type StepKind =
  | 'task'
  | 'decision'
  | 'foreach'
  | 'join'
  | 'subflow'
  | 'wait'
  | 'fork'
  | 'state'
  | 'start'
  | 'end';
export type Execution = 'automated' | 'manual' | 'conversation';

export interface Step {
  readonly id: string;
  readonly label: string;
  /** `fork` is START with several edges or `<<fork>>`; a task with several unlabelled edges stays a task.
   *  `state` is a machine's state without work. A machine's state with work has that work's kind. */
  readonly kind: StepKind;
  /** Set for tasks, and for a foreach or join that is itself a task (each-2, join-3). */
  readonly execution: Execution | null;
  readonly edges: readonly Edge[];
  /** `all`: the token moves along every edge (flow-2). `first`: conditions in order, the default last (flow-4). */
  readonly routing: 'all' | 'first';
  /** The edges labelled `error` and `timeout`, which `edges` leaves out. */
  readonly onError: Edge | null;
  readonly onTimeout: Edge | null;
  /** A machine's transitions, guarded before unguarded within one event, in source order; [] in a flow. */
  readonly transitions: readonly Transition[];
  readonly defer: readonly { readonly event: string; readonly when: Formula | null }[];

  /** An opener's join (null: it has none); undefined when the step opens no scope.
   *  Every foreach is an opener; a fork only with a join. */
  readonly closedBy?: string | null;
  /** A join's opener; START's virtual fork of several starts is ''. */
  readonly closes?: string;
  /** The openers whose body this step is in, outermost first. The opener and its join are not in the body;
   *  '' is the virtual start fork. */
  readonly within: readonly string[];

  readonly task: TaskSettings | null;
  readonly foreach: ForeachSettings | null;
  readonly join: JoinSettings | null;
  readonly subflow: SubflowSettings | null;
  readonly wait: WaitSettings | null;
  /** `set` of the step itself, applied when it completes (data-6). */
  readonly set: readonly Assignment[];
  readonly visits: number | null;
  readonly requires: readonly string[];
  /** What applies to any step that can fail (fail-1). */
  readonly critical: boolean | null;
  readonly onFailure: 'hold' | 'fail' | 'skip' | null;
  readonly fallback: Fallback | null;
  readonly retry: Retry;
  readonly timeoutMs: number | null;
  readonly description: string;
  readonly hitlPhase: string;
  /** The step's configuration as written, unknown keys included (step-4). */
  readonly config: JsonObject;
}

export interface Edge {
  readonly target: string;
  readonly label: string;
  /** null: unconditional (routing `all`) or the default (routing `first`). */
  readonly when: Formula | null;
  readonly set: readonly Assignment[];
}

export interface Transition {
  /** A signal's name, or `done`, `error`, `always`, `timeout`. */
  readonly event: string;
  /** null when it stays. */
  readonly target: string | null;
  readonly when: Formula | null;
  readonly set: readonly Assignment[];
  readonly raise: { readonly event: string; readonly data: readonly Assignment[] } | null;
}

export interface Assignment {
  readonly name: string;
  readonly value: Formula;
}

export interface Retry {
  /** Attempts in all. */
  readonly attempts: number;
  readonly waitMs: number;
  readonly factor: number;
}

export type Fallback =
  | { readonly assignee: string }
  | { readonly action: string }
  | { readonly prompt: Template }
  | { readonly output: Json };

export interface TaskSettings {
  readonly prompt: Template | null;
  readonly title: Template | null;
  readonly assignee: Template | null;
  readonly agent: string | null;
  readonly action: string | null;
  readonly prepare: string | null;
  readonly accept: string | null;
  /** Of a conversation: code on each message of the agent. */
  readonly acceptTurn?: string;
  /** JSON Schema its output must satisfy; null: any JSON value or text. */
  readonly output: JsonObject | null;
  readonly tools: readonly string[];
  readonly verdicts: readonly string[];
  /** The diagram itself gives the gate several: one of them comes with the output, whatever its schema. */
  readonly needsVerdict: boolean;
  readonly shows: readonly ShownItem[];
  readonly approvals: {
    readonly need: number;
    readonly of: readonly string[];
    readonly order: 'any' | 'listed';
  } | null;
  readonly fourEyes: boolean;
  readonly requireStudio: boolean;
  readonly reviewBelow: number | null;
  readonly keeps: readonly string[];
  readonly context: 'none' | 'output' | 'summary' | 'all';
  readonly urgency: Template | null;
  readonly tags: readonly Template[];
  readonly turns: number;
  /** Gives the number of turns when the task opens, in place of `turns`. */
  readonly turnsPath?: Formula;
  readonly claimForMs: number | null;
  readonly dueMs: number | null;
  readonly remindMs: number | null;
  readonly escalate: { readonly afterMs: number; readonly to: string } | null;
  /** Every path its templates read, each once, in order: the engine records their values when the task opens. */
  readonly reads: readonly Formula[];
}

/** A path whose value is shown at a gate, or the name of a document. */
export type ShownItem = { readonly path: Formula } | { readonly document: string };

/** Text with holes: strings and paths in turn. A part that is text stands as it is. */
export interface Template {
  readonly text: string;
  readonly parts: readonly (string | Formula)[];
}

export interface ForeachSettings {
  /** `relative` is walked from the previous output; `absolute` starts at a root of data-1. */
  readonly items:
    | { readonly text: string; readonly absolute: Formula }
    | { readonly text: string; readonly relative: readonly (string | number)[] };
  readonly itemVariable: string;
  readonly maxItems: number;
  readonly concurrency: number;
}

export interface JoinSettings {
  /** `minCount` wins over `minPercent` when it is not null. */
  readonly minPercent: number;
  readonly minCount: number | null;
  readonly early: boolean;
  readonly onTimeout: 'continue' | 'fail' | 'hold';
  readonly rest: 'keep' | 'cancel';
}

export interface SubflowSettings {
  /** An id, name or `name@hash`; null when `source` gives the diagram. */
  readonly workflow: string | null;
  readonly source: Formula | null;
  readonly input: readonly Assignment[] | null;
  readonly detached: boolean;
  readonly reply: string | null;
}

export interface WaitSettings {
  readonly signal: string;
  readonly key: Template | null;
}
