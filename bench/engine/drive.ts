// Drives one run by the pure engine, as fast as it goes: every command decided, every event serialised and folded.

import { createHash } from 'node:crypto';
import { compile } from '../../src/diagram/compile.ts';
import type { Workflow } from '../../src/diagram/workflow.ts';
import type { Command } from '../../src/engine/commands.ts';
import type { Context } from '../../src/engine/context.ts';
import { decide } from '../../src/engine/decide.ts';
import { evolve } from '../../src/engine/evolve.ts';
import type { RunState } from '../../src/engine/run-state.ts';
import { newState } from '../../src/engine/snapshot.ts';
import type { Json } from '../../src/json.ts';

export const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

export async function workflowOf(text: string): Promise<Workflow> {
  const { workflow, problems } = await compile({ fileName: 'bench.mmd', text, hash });
  if (workflow === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  return workflow;
}

export class Drive {
  readonly state: RunState = newState();
  readonly payloads = new Map<string, Json>();
  readonly #workflow: Workflow;
  readonly #context: Context;
  events = 0;
  bytes = 0;

  constructor(workflow: Workflow) {
    this.#workflow = workflow;
    const payloads = { get: (ref: string) => this.payloads.get(ref) };
    this.#context = { now: 1, actor: 'agent:bench', channel: 'worker', payloads, validate: () => [], hash };
  }

  send(command: Command): void {
    const decision = decide(this.#workflow, this.state, command, this.#context);
    if (!decision.ok) throw new Error(JSON.stringify(decision));
    for (const event of decision.events) {
      this.bytes += JSON.stringify(event).length;
      evolve(this.state, event);
    }
    for (const [ref, payload] of decision.payloads) this.payloads.set(ref, payload);
    this.events += decision.events.length;
  }

  start(input: Json): void {
    this.send({ type: 'StartRun', run: 'run_bench', input });
  }

  /** Claims and completes the oldest open task; false when there is none. */
  step(output: Json): boolean {
    for (const task of this.state.tasks.values()) {
      if (task.status !== 'pending') continue;
      this.send({ type: 'ClaimTask', task: task.id, worker: 'bench', kind: 'hosted' });
      this.send({ type: 'CompleteTask', task: task.id, lease: task.fence + 1, output });
      return true;
    }
    return false;
  }
}
