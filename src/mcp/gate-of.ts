// A person's task as its system reviews it, read for a client's call: the form it is asked by, and what an answer to
// that form comes to.

import type { Json, JsonObject } from '../json.ts';
import { loadValue } from '../operations/load-value.ts';
import type { GateAnswer } from '../ports/review.ts';
import { eventsOfRun } from '../runtime/read-run.ts';
import { answerOf, type OpenGate, openGate, reviewOf } from '../runtime/review-task.ts';
import type { TaskHandOut } from './hand-out.ts';
import type { Form, McpOptions, ReviewForm } from './mcp-options.ts';
import { reviewForm } from './review-form.ts';
import { systemOf } from './system-of.ts';

export interface PersonForm extends Form {
  /** What the run is given; a text says why nothing is. */
  answer(content: JsonObject): Promise<FormAnswer | string>;
}

type FormAnswer = Extract<GateAnswer, { readonly output: Json } | { readonly message: string }>;

/** null: this cannot be asked by a form, and is asked in the chat. */
export async function formFor(options: McpOptions, handOut: TaskHandOut): Promise<PersonForm | null> {
  const open = await gateOf(options, handOut);
  const form = open === null ? null : reviewForm(await reviewOf(open), handOut);
  if (open === null || form === null) return null;
  const { message, schema } = form;
  return { message, schema, answer: (content) => answerTo(open, form, content) };
}

/** null: the task is over. */
async function gateOf(options: McpOptions, { run, task: id }: TaskHandOut): Promise<OpenGate | null> {
  const { store } = options.engine;
  const view = await options.engine.view(run);
  const task = view?.state.tasks.get(id);
  if (view === null || task === undefined) return null;
  const known = systemOf(options, view.workflow.name);
  return openGate(view, task, known?.system ?? null, {
    payloads: view.payloads,
    events: () => eventsOfRun(store, run, view.row.key),
    load: (value) => loadValue(store, run, value),
    // Of a project that is not one of this process's, nothing is read.
    read: async (path) => known?.files.read(path).catch(() => null) ?? null,
  });
}

async function answerTo(open: OpenGate, form: ReviewForm, content: JsonObject): Promise<FormAnswer | string> {
  const decision = form.read(content);
  const answer = typeof decision === 'string' ? { refused: [decision] } : await answerOf(open, decision);
  if (!('refused' in answer)) return answer;
  return [...answer.refused, form.said?.(content) ?? ''].join(' ').trim();
}
