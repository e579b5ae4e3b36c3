// A person's task as a review: by its system's gate, else as the form that its step gives; and the other way, from a
// decision to what the engine is sent.

import type { Task } from '../engine/run-state.ts';
import { NeedsPayloads } from '../engine/value.ts';
import { StoreFault, SystemFault } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type {
  ConversationReview,
  Decision,
  DecisionCheck,
  FormReview,
  GateAnswer,
  ItemFinding,
  MessageDecision,
  Review,
} from '../ports/review.ts';
import type { Gate, GateFacts, System } from '../ports/system.ts';
import { decisionProblems } from './check-decision.ts';
import { reviewProblem } from './check-review.ts';
import { stepOf } from './code-call.ts';
import { type FactSources, gateFacts } from './gate-facts.ts';
import { CODE_MS_MAX, inTime } from './in-time.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';
import { withSectionNames } from './section-named.ts';
import { spokenMessages } from './spoken-messages.ts';
import { viewTask } from './task-view.ts';
import { validate } from './validate.ts';

/** A person's task of a run, its system's gate if it has one, and what both read. */
export interface OpenGate {
  readonly run: RunWithWorkflow;
  readonly task: Task;
  readonly gate: Gate | null;
  readonly facts: GateFacts;
  readonly sources: FactSources;
}

/** May throw NeedsPayloads. */
export function openGate(run: RunWithWorkflow, task: Task, system: System | null, sources: FactSources): OpenGate {
  const gate = system === null ? null : gateOf(system, run.workflow.name, task.step);
  return { run, task, gate, facts: gateFacts(run, task, sources), sources };
}

export function gateOf({ name, gates = {} }: System, workflow: string, step: string): Gate | null {
  const key = workflow === name ? step : `${workflow}/${step}`;
  return Object.hasOwn(gates, key) ? (gates[key] ?? null) : null;
}

/** What a gate throws, or never gives, is a fault of its system, which is named: it may be anybody's code. */
export async function byGate<T>({ run, task, gate }: OpenGate, call: () => Promise<T>): Promise<T> {
  try {
    return await inTime(gate?.limitMs ?? CODE_MS_MAX, call);
  } catch (thrown) {
    if (thrown instanceof NeedsPayloads || thrown instanceof StoreFault) throw thrown;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw gateFault(run, task, why);
  }
}

function gateFault({ workflow }: RunWithWorkflow, { step }: Task, why: string): SystemFault {
  const message = `The gate "${step}" of the system "${workflow.name}" failed: ${why}.`;
  return new SystemFault('system-unusable', `${message} Correct its code. Nothing was changed.`);
}

export async function reviewOf(open: OpenGate): Promise<Review> {
  const { run, task, gate, facts } = open;
  const body = gate === null ? (talkOf(open) ?? formOf(open)) : await byGate(open, () => gate.review(facts));
  const problem = reviewProblem(body);
  if (problem !== null) throw gateFault(run, task, problem);
  if (gate !== null) await byGate(open, async () => JSON.stringify(body));
  const head = { run: run.id, task: task.id, step: task.step, round: task.visit, shown: task.shown ?? null };
  return { ...body, ...head };
}

/** A conversation in which the agent offers no result yet; null: it is something else. */
function talkOf({ run, task, facts, sources }: OpenGate): ConversationReview | null {
  if (task.execution !== 'conversation' || facts.offer !== null) return null;
  const { title } = viewTask(run, task, sources.payloads);
  return {
    ...{ kind: 'conversation', title, notices: [], messages: spokenMessages(facts.messages) },
    ...{ groups: [], questions: [], assumptions: [], offer: null, end: ASK_FOR_RESULT, canAttach: true },
  };
}

const ASK_FOR_RESULT = { label: 'ask for the result', help: 'asks the agent for its result now' };
const RESULT_NOW = 'Please give the result now.';

function formOf({ run, task, facts, sources }: OpenGate): FormReview {
  const { title, shows, verdicts, asksVerdict, schema } = viewTask(run, task, sources.payloads);
  const asks = asksVerdict ? { asksVerdict } : {};
  return { kind: 'form', title, notices: [], shows, verdicts, ...asks, schema, offer: facts.offer };
}

export async function answerOf(open: OpenGate, given: Decision): Promise<GateAnswer> {
  const { gate, facts } = open;
  const review = await reviewOf(open);
  const decision = review.kind === 'document' ? withSectionNames(review, given) : given;
  const refused = decisionProblems(review, decision);
  if (refused.length > 0) return { refused };
  if (gate !== null) return byGate(open, () => gate.answer(facts, decision));
  if (decision.kind === 'message') return messageAnswer(decision);
  if (decision.kind === 'end') return { message: RESULT_NOW, ends: true };
  if (decision.kind !== 'form') return { refused: [`Expected an answer to a form, found "${decision.kind}".`] };
  const form = formOf(open);
  // A step's own code may give the verdict itself: it is not asked for before that ran.
  const isLeftToCode = stepOf(open.run, open.task.step).task?.accept != null;
  return formAnswer(isLeftToCode ? { ...form, asksVerdict: false } : form, decision);
}

function messageAnswer({ text, attachments }: MessageDecision): GateAnswer {
  return { message: text, ...(attachments !== undefined && attachments.length > 0 && { attachments }) };
}

function formAnswer(form: FormReview, decision: Decision & { kind: 'form' }): GateAnswer {
  const { verdicts, schema, offer, asksVerdict = false } = form;
  const { verdict, comment } = decision;
  // A step with a schema is answered by its output; a verdict may come with it, or must.
  if (verdict === undefined && verdicts.length > 0 && (schema === null || asksVerdict))
    return { refused: [`Expected "verdict" as one of ${verdicts.join(', ')}, found none.`] };
  if (verdict !== undefined && verdicts.length > 0 && !verdicts.includes(verdict))
    return { refused: [`Expected one of ${verdicts.join(', ')}, found "${verdict}".`] };
  const said = { ...(verdict !== undefined && { verdict }), ...(comment !== undefined && { comment }) };
  const output = decision.output ?? offer ?? { ...said, ...(verdict !== undefined && { comment: comment ?? '' }) };
  const wrong = schema === null ? [] : validate(schema, output);
  return wrong.length > 0 ? { refused: wrong } : { output, ...said };
}

/** What would be said of the decision. Nothing is sent. */
export async function checkDecision(open: OpenGate, decision: Decision): Promise<DecisionCheck> {
  const answer = await answerOf(open, decision);
  const refused = 'refused' in answer ? answer.refused : schemaRefusals(open, answer);
  const findings = refused.length > 0 ? {} : await findingsOf(open, decision);
  const isTaken = refused.length === 0 && !('refused' in answer);
  return { refused, findings, answer: isTaken ? (answer as unknown as JsonObject) : null };
}

function schemaRefusals({ run, task, sources }: OpenGate, answer: GateAnswer): readonly string[] {
  const { schema } = viewTask(run, task, sources.payloads);
  return schema === null || !('output' in answer) ? [] : validate(schema satisfies JsonObject, answer.output);
}

async function findingsOf(open: OpenGate, decision: Decision): Promise<DecisionCheck['findings']> {
  const findings: Record<string, readonly ItemFinding[]> = {};
  if (decision.kind !== 'items' || open.gate?.recheck === undefined) return findings;
  for (const [id, { change }] of Object.entries(decision.verdicts))
    if (change !== undefined) findings[id] = await recheckedItem(open, id, change);
  return findings;
}

/** What is found in an item as someone rewrote it. */
export async function recheckedItem(open: OpenGate, id: string, change: { readonly [field: string]: string }) {
  const { gate, facts } = open;
  return gate === null ? [] : byGate(open, async () => (await gate.recheck?.(facts, id, change)) ?? []);
}
