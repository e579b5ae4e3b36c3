// A hand-out and a run as the tools for any workflow show them: JSON with few, short fields.

import { statusOf, writingOf } from '../engine/run-state.ts';
import { readValue } from '../engine/value.ts';
import type { JsonObject } from '../json.ts';
import type { RunView } from '../runtime/read-run.ts';
import { viewTask } from '../runtime/task-view.ts';
import { choiceText } from './choice-text.ts';
import { agentPromptOf } from './client-agents.ts';
import { conversationText } from './conversation-text.ts';
import { gateReview } from './gate-of.ts';
import { type HandOut, isTask, type TaskHandOut } from './hand-out.ts';
import { type HoldChoice, holdChoice, holdText } from './hold-choice.ts';
import type { McpOptions } from './mcp-options.ts';
import { resultSchemaOf, taskPromptFor } from './task-texts.ts';
import { threadId } from './thread-id.ts';

const OPEN_MAX = 100;

export async function showHandOut(options: McpOptions, handOut: HandOut, note: string | null): Promise<JsonObject> {
  const noted = note === null ? {} : { note };
  if (isTask(handOut)) return { ...noted, ...(await showTask(options, handOut)) };
  const { kind, run, status, output, unwritten, hold } = handOut;
  const choice = hold === null ? null : await holdChoice(options, run, hold);
  if (choice !== null) return { ...noted, ...showHold(options, choice, status) };
  const message = options.commandText?.(handOut.message) ?? handOut.message;
  const lacking = unwritten.length === 0 ? {} : { notWritten: unwritten };
  return { ...noted, next: kind, run, status, message, ...lacking, ...(output !== null && { output }) };
}

function showHold({ commandText }: McpOptions, choice: HoldChoice, status: string): JsonObject {
  const { run, thread: task, title } = choice;
  const { otherThread } = choice;
  const instead =
    otherThread === null ? '' : ` If they want to answer otherwise, relay that for the task ${otherThread} instead.`;
  const text = holdText(choice, `Relay what they chose with tasks_answer, as its verdict.${instead}`);
  const message = commandText?.(text) ?? text;
  return {
    ...{ next: 'hold', run, task, status, title, message },
    ...{ verdicts: [...choice.moves.keys()], report: 'tasks_answer' },
  };
}

async function showTask(options: McpOptions, handOut: TaskHandOut): Promise<JsonObject> {
  const { kind, run, thread, step, title, verdicts, turn, schema, requireStudio } = handOut;
  const ownText = await talkText(options, handOut);
  const prompt = ownText ?? (await promptOf(options, handOut));
  const head = { next: kind, run, task: thread, step, title, prompt };
  // What it cannot take is not asked for.
  if (requireStudio) return head;
  // The person's words are relayed: what they come to is for the system to say.
  if (ownText !== null) return { ...head, report: 'tasks_answer' };
  return {
    ...head,
    ...(kind === 'gate' && verdicts.length > 0 && { verdicts }),
    ...((schema !== null || kind === 'gate') && { schema: resultSchemaOf(handOut) }),
    report: turn === 'agent' ? 'tasks_submit' : 'tasks_answer',
  };
}

/** Of a person's turn, where its system shows it. */
async function talkText(options: McpOptions, handOut: TaskHandOut): Promise<string | null> {
  const review = handOut.kind === 'talk' && handOut.turn === 'person' ? await gateReview(options, handOut) : null;
  if (review?.kind === 'choice') return choiceText(review);
  return review?.kind === 'conversation' ? conversationText(review) : null;
}

export async function promptOf({ engine, inboxUrl }: McpOptions, handOut: TaskHandOut): Promise<string> {
  const agentPrompt = handOut.worker === null ? null : await agentPromptOf(engine.store, handOut.worker);
  return taskPromptFor(handOut, { agentPrompt, inboxUrl });
}

export function runStatus(view: RunView): JsonObject {
  const { state, payloads } = view;
  const open = [...state.tasks.values()].filter(({ kind }) => kind === 'work' || kind === 'review').slice(0, OPEN_MAX);
  const holds = [...state.holds.values()].map(({ id, step, message, moves }) => {
    return { task: threadId({ run: view.id, task: null, shown: null, hold: id }), step, message, moves };
  });
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
