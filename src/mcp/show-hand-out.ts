// A hand-out and a run as the tools for any workflow show them: JSON with few, short fields.

import { statusOf, writingOf } from '../engine/run-state.ts';
import { readValue } from '../engine/value.ts';
import type { JsonObject } from '../json.ts';
import type { ConversationReview } from '../ports/review.ts';
import type { RunView } from '../runtime/read-run.ts';
import { viewTask } from '../runtime/task-view.ts';
import { agentPromptOf } from './client-agents.ts';
import { conversationText } from './conversation-text.ts';
import { gateReview } from './gate-of.ts';
import { type HandOut, isTask, type TaskHandOut } from './hand-out.ts';
import type { McpOptions } from './mcp-options.ts';
import { resultSchemaOf, taskPromptFor } from './task-texts.ts';

const OPEN_MAX = 100;

export async function showHandOut(options: McpOptions, handOut: HandOut, note: string | null): Promise<JsonObject> {
  const noted = note === null ? {} : { note };
  if (isTask(handOut)) return { ...noted, ...(await showTask(options, handOut)) };
  const { kind, run, status, output, unwritten } = handOut;
  const message = options.commandText?.(handOut.message) ?? handOut.message;
  const lacking = unwritten.length === 0 ? {} : { notWritten: unwritten };
  return { ...noted, next: kind, run, status, message, ...lacking, ...(output !== null && { output }) };
}

async function showTask(options: McpOptions, handOut: TaskHandOut): Promise<JsonObject> {
  const { kind, run, thread, step, title, verdicts, turn, schema, requireStudio } = handOut;
  const review = await talkReview(options, handOut);
  const prompt = review === null ? await promptOf(options, handOut) : conversationText(review);
  const head = { next: kind, run, task: thread, step, title, prompt };
  // What it cannot take is not asked for.
  if (requireStudio) return head;
  // The person's words are relayed: what they come to is for the system to say.
  if (review !== null) return { ...head, report: 'tasks_answer' };
  return {
    ...head,
    ...(kind === 'gate' && verdicts.length > 0 && { verdicts }),
    ...((schema !== null || kind === 'gate') && { schema: resultSchemaOf(handOut) }),
    report: turn === 'agent' ? 'tasks_submit' : 'tasks_answer',
  };
}

/** Of a person's turn, where its system shows it. */
async function talkReview(options: McpOptions, handOut: TaskHandOut): Promise<ConversationReview | null> {
  const review = handOut.kind === 'talk' && handOut.turn === 'person' ? await gateReview(options, handOut) : null;
  return review?.kind === 'conversation' ? review : null;
}

export async function promptOf({ engine, inboxUrl }: McpOptions, handOut: TaskHandOut): Promise<string> {
  const agentPrompt = handOut.worker === null ? null : await agentPromptOf(engine.store, handOut.worker);
  return taskPromptFor(handOut, { agentPrompt, inboxUrl });
}

export function runStatus(view: RunView): JsonObject {
  const { state, payloads } = view;
  const open = [...state.tasks.values()].filter(({ kind }) => kind === 'work' || kind === 'review').slice(0, OPEN_MAX);
  const holds = [...state.holds.values()].map(({ step, message }) => ({ step, message }));
  return {
    run: view.id,
    workflow: view.workflow.name,
    status: statusOf(state),
    open: open.map((task) => {
      const { step, title, assignee } = viewTask(view, task, payloads);
      return { task: `${view.id}#${task.id}`, step, title, status: task.status, assignee };
    }),
    ...(holds.length > 0 && { holds }),
    ...(state.awaited.size > 0 && { writing: writingOf(state).map(({ path }) => path) }),
    ...(state.unwritten.size > 0 && { notWritten: Object.fromEntries(state.unwritten.entries()) }),
    output: readValue(state.output, [], payloads) ?? null,
    // A budget ended it: the output is the part of the result that there was.
    ...(state.partial !== undefined && { partial: { ...state.partial } }),
  };
}
