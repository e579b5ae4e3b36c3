// Which agents and receivers of a store may do nothing on this machine yet, and why: for people to read.

import type { Task } from '../engine/run-state.ts';
import type { Refusal, Trust } from '../ports/trust.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { RunWithWorkflow } from '../runtime/run-with-workflow.ts';
import { queueOf } from '../runtime/task-row.ts';
import { AGENT_PREFIX, readStored, storedAgent } from './agent-shapes.ts';
import { AGENT } from './agents-of.ts';
import { reject } from './define-operation.ts';
import type { OperationContext } from './operation-context.ts';

/** Why nobody here does these tasks, each reason once. What is only read never fails because of it. */
export async function taskRefusals(
  context: OperationContext,
  run: RunWithWorkflow,
  tasks: readonly Task[],
): Promise<readonly string[]> {
  const queues = new Set(tasks.filter(isForAgents).map((task) => queueOf(stepOf(run, task.step), task)));
  const ids = [...queues].flatMap((queue) => (queue.startsWith('action:') ? [] : [queue.slice(AGENT_PREFIX.length)]));
  const trust = ids.length === 0 ? null : await context.trust().catch(() => null);
  if (trust === null) return [];
  const store = await context.store();
  const found: string[] = [];
  for (const id of ids) {
    const content = id === '' ? null : await store.record(AGENT, id);
    const refusal = trust.agent({ ...(content === null ? storedAgent.parse({}) : readStored(content)), id });
    if (refusal !== null) found.push(`${refusal.code}: ${refusal.message}`);
  }
  return [...new Set(found)];
}

function isForAgents({ kind, execution, status }: Task): boolean {
  return kind === 'work' && execution !== 'manual' && status === 'pending';
}

/** Everything of the store and the project that is refused. */
export async function storeRefusals(context: OperationContext, trust: Trust): Promise<readonly Refusal[]> {
  const agents = (await (await context.store()).records(AGENT)).map(({ name, content }) =>
    trust.agent({ ...readStored(content), id: name }),
  );
  const receivers = (await (await context.notices()).subscriptions()).map((one) => trust.receiver(one));
  const found = [trust.configuration(), ...agents, ...receivers].filter((refusal) => refusal !== null);
  return [...new Map(found.map((refusal) => [refusal.message, refusal])).values()];
}

/** For what would take the store to where nobody asks any more whether its agents are trusted. */
export async function mustBeTrusted(context: OperationContext): Promise<void> {
  const trust = await context.trust();
  const agents = (await (await context.store()).records(AGENT)).map(({ name, content }) => {
    return trust.agent({ ...readStored(content), id: name });
  });
  const refusal = agents.find((found) => found?.code === 'folder-not-trusted');
  if (refusal != null) reject('folder-not-trusted', refusal.message);
}
