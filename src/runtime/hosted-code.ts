// What of a task this process has: its action, the code that prepares it, or an agent that may do it.

import type { Task } from '../engine/run-state.ts';
import type { Action, CodeRegistry } from '../ports/action.ts';
import type { AgentHost } from '../ports/agent-host.ts';
import { missingCode, missingTurnCode } from './answer-task.ts';
import { stepOf } from './code-call.ts';
import { ownOf } from './memory-engine.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';
import { queueOf } from './task-row.ts';

export function actionOf({ actions }: CodeRegistry, run: RunWithWorkflow, task: Task): Action | null {
  if (task.execution !== 'automated') return null;
  return ownOf(actions, task.action ?? stepOf(run, task.step).task?.action) ?? null;
}

export function prepares(code: CodeRegistry, run: RunWithWorkflow, task: Task): boolean {
  return ownOf(code.prepares, stepOf(run, task.step).task?.prepare) !== undefined;
}

export function isForAgents(code: CodeRegistry, agents: AgentHost, run: RunWithWorkflow, task: Task): boolean {
  const queue = queueOf(stepOf(run, task.step), task);
  // In a conversation an agent has its turn only where one is named: else a person plays its part.
  const isAgents = task.execution === 'automated' || (task.execution === 'conversation' && queue !== '');
  if (!isAgents || queue.startsWith('action:')) return false;
  const { task: settings } = stepOf(run, task.step);
  if (missingCode(code, settings) !== null || missingTurnCode(code, settings) !== null) return false;
  if (!agents.queues().includes(queue)) return false;
  return agents.knows(queue, run.workflow.name, task.step);
}
