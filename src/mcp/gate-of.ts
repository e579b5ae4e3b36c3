// A person's task as its system reviews it, read for a client's call: the form it is asked by, and what an answer to
// that form comes to.

import type { JsonObject } from '../json.ts';
import type { Decision, GateAnswer, Review } from '../ports/review.ts';
import { answerOf, type OpenGate, openGate, reviewOf } from '../runtime/review-task.ts';
import type { TaskHandOut } from './hand-out.ts';
import type { Form, McpOptions, ReviewForm } from './mcp-options.ts';
import { sourcesOf } from './milestone-of.ts';
import { reviewForm } from './review-form.ts';
import { systemOf } from './system-of.ts';

export interface PersonForm extends Form {
  /** What the run is given, one after the other; a text says why nothing is. */
  answer(content: JsonObject): Promise<readonly TakenAnswer[] | string>;
}

/** What a gate made of a decision that it took. */
export type TakenAnswer = Exclude<GateAnswer, { readonly refused: readonly string[] }>;

/** null: this cannot be asked by a form, and is asked in the chat. */
export async function formFor(options: McpOptions, handOut: TaskHandOut): Promise<PersonForm | null> {
  const open = await gateOf(options, handOut);
  const form = open === null ? null : reviewForm(await reviewOf(open), handOut);
  if (open === null || form === null) return null;
  const { message, schema } = form;
  return { message, schema, answer: (content) => answerTo(open, form, content) };
}

/** As the system's own gate shows it; null: it has none, or the task is over. */
export async function gateReview(options: McpOptions, handOut: TaskHandOut): Promise<Review | null> {
  const open = await gateOf(options, handOut);
  return open === null || open.gate === null ? null : reviewOf(open);
}

/** null: the task is over. */
export async function gateOf(options: McpOptions, { run, task: id }: TaskHandOut): Promise<OpenGate | null> {
  const view = await options.engine.view(run);
  const task = view?.state.tasks.get(id);
  if (view === null || task === undefined) return null;
  const known = systemOf(options, view.workflow.name);
  return openGate(view, task, known?.system ?? null, sourcesOf(options, view, known));
}

async function answerTo(
  open: OpenGate,
  form: ReviewForm,
  content: JsonObject,
): Promise<readonly TakenAnswer[] | string> {
  const read = form.read(content);
  const answers = typeof read === 'string' ? read : await takenAnswers(open, isList(read) ? read : [read]);
  if (typeof answers !== 'string') return answers;
  return [answers, form.said?.(content) ?? ''].join(' ').trim();
}

const isList = (read: Decision | readonly Decision[]): read is readonly Decision[] => Array.isArray(read);

/** Of all of them, or of none: then a text says why. */
export async function takenAnswers(
  open: OpenGate,
  decisions: readonly Decision[],
): Promise<readonly TakenAnswer[] | string> {
  const taken: TakenAnswer[] = [];
  for (const decision of decisions) {
    const answer = await answerOf(open, decision);
    if ('refused' in answer) return answer.refused.join(' ');
    taken.push(answer);
  }
  return taken;
}
