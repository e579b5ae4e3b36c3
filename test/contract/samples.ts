// Runs, tasks and workflows as small as they can be, for the store's contract. Their hash chains are real.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { Workflow } from '../../src/diagram/workflow.ts';
import { CHAIN_START, chained } from '../../src/engine/chain.ts';
import type { Commit, RunChange, RunWrite, Store, SystemNote, TaskRow } from '../../src/ports/store.ts';

export const sha256 = (text: string): string => hash('sha256', text);
export const refOf = (text: string): string => `sha256:${sha256(text)}`;

export function note(text = '[["Noted",{}]]', at = 1_000): SystemNote {
  return { at, actor: 'ada', channel: 'cli', text };
}

export function sampleWorkflow(name: string, source = ''): Workflow {
  const limits = { visits: 50, cascade: 1_000, signals: 1_000, depth: 5, openTasks: 100_000 };
  return {
    ...{ compiler: 1, version: refOf(name + source), kind: 'flow', name, description: '', source, steps: [] },
    ...{ start: [], startClosedBy: null, onFailure: null, onCancel: null, input: null, data: null, output: null },
    ...{ accept: null, limits, budget: null, roles: {}, rest: {}, groups: [] },
  };
}

export async function addedWorkflow(store: Store, name = 'review'): Promise<number> {
  return (await store.addWorkflow(sampleWorkflow(name), null, note())).key;
}

export function sampleTask(task: number, given: Partial<TaskRow> = {}): TaskRow {
  return {
    ...{ task, step: `step${task}`, kind: 'work', execution: 'automated', status: 'pending', ready: true },
    ...{ queue: 'action:test', assignee: null, title: null, urgency: null, tags: [], due: null, index: null },
    ...{ total: null, parent: null, attempt: 1, fence: 0, worker: null, holder: 0, leaseKind: null },
    ...{ openedAt: 1_000 + task, changedAt: 1_000 + task },
    ...given,
  };
}

export function peopleTask(task: number, given: Partial<TaskRow> = {}): TaskRow {
  return sampleTask(task, { execution: 'manual', queue: '', ...given });
}

let made = 0;

export type Extra = Partial<Omit<RunWrite, 'run' | 'key' | 'expected' | 'commits' | 'row'>> & {
  readonly row?: Partial<RunChange>;
  readonly texts?: readonly string[];
  readonly at?: number;
};

/** A run as its one writer knows it: key, head and hash after the last write that was taken. */
export class SampleRun {
  readonly run: string;
  readonly workflow: number;
  key: number | null = null;
  head = 0;
  hash = CHAIN_START;

  constructor(workflow: number, run = `run_${String(++made).padStart(8, '0')}${process.pid}`) {
    this.run = run;
    this.workflow = workflow;
  }

  /** A write on the head that is known. One commit of two events, unless `texts` says which. */
  write({ texts = ['[[60,"x"],[62,"y"]]'], at = 2_000, row, ...rest }: Extra = {}): RunWrite {
    const commits: Commit[] = [];
    let [head, chain] = [this.head, this.hash];
    for (const text of texts) {
      const commit = { first: head + 1, last: head + 2, at, actor: 'ada', channel: 'cli' as const, text };
      commits.push(commit);
      head = commit.last;
      chain = chained(chain, this.run, commit, sha256(text), sha256);
    }
    const begun: Partial<RunChange> =
      this.key === null
        ? { status: 'running', live: true, workflow: this.workflow, starter: 'ada', startedAt: at }
        : {};
    const change = { head, hash: chain, changedAt: at, ...begun, ...row };
    return { run: this.run, key: this.key, expected: this.head, commits, row: change, ...rest };
  }

  took(write: RunWrite, key: number): void {
    this.key = key;
    this.head = write.row.head;
    this.hash = write.row.hash;
  }

  /** Appends and goes on from there. */
  async put(store: Store, extra: Extra = {}): Promise<this> {
    const write = this.write(extra);
    const [answer] = await store.append([write]);
    assert.ok(answer?.ok, `expected the write to be taken, found ${JSON.stringify(answer)}`);
    this.took(write, answer.key);
    return this;
  }

  get known(): number {
    assert.ok(this.key !== null, 'the run was not put yet');
    return this.key;
  }
}

export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function* given<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield item;
}
