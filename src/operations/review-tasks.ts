// Operations for people who decide: a task as a review, and what would be said of a decision before it is sent.

import * as z from 'zod';
import { readValue } from '../engine/value.ts';
import type { Json } from '../json.ts';
import type { Decision, Review } from '../ports/review.ts';
import { dataOf } from '../runtime/agent-facts.ts';
import type { KnownSystems } from '../runtime/known-systems.ts';
import { loadValue } from '../runtime/load-value.ts';
import type { Engine } from '../runtime/open-engine.ts';
import { eventsOfRun, type RunView } from '../runtime/read-run.ts';
import { checkDecision, openGate, reviewOf } from '../runtime/review-task.ts';
import { sha256 } from '../runtime/sha256.ts';
import { workspaceFiles } from '../runtime/workspace-files.ts';
import { type AnyOperation, defineOperation, reject } from './define-operation.ts';
import * as fields from './fields.ts';
import { findTask } from './find-run.ts';
import type { OperationContext } from './operation-context.ts';

const review = defineOperation({
  name: 'tasks.review',
  summary: 'show what a person decides in a task, as data that any screen can draw',
  who: 'viewer',
  changes: false,
  places: ['task'],
  input: z.object({ task: fields.task }),
  output: z
    .custom<HashedReview>()
    .describe('a review: document, items, choice, conversation or form; its hash goes with the decision'),
  async handler(context, input) {
    const found = await reviewOf(await gateAt(context, input.task));
    return { ...found, hash: reviewHash(found) };
  },
});

type HashedReview = Review & { readonly hash: string };

/** Of all that is shown, so that a decision counts for nothing else. */
export function reviewHash(shown: Review): string {
  return sha256(JSON.stringify(shown));
}

export const decision = z
  .looseObject({ kind: z.enum(['document', 'items', 'choice', 'message', 'form']) })
  .meta({ description: 'the decision, as JSON; its kind is that of the review', 'x-form': 'json' });

const check = defineOperation({
  name: 'tasks.check',
  summary:
    'try a decision without sending it: show whether it would be refused and why, and which answer would be sent',
  who: 'viewer',
  changes: false,
  places: ['task', 'decision'],
  input: z.object({ task: fields.task, decision }),
  output: z.object({
    ok: z.boolean(),
    refused: z.array(z.string()),
    findings: z.record(z.string(), z.array(fields.json)).describe('in items as they were rewritten, by id'),
    answer: fields.json.nullable().describe('for tasks complete: output and verdict; or a message for tasks say'),
  }),
  async handler(context, input) {
    const open = await gateAt(context, input.task);
    const { refused, findings, answer } = await checkDecision(open, input.decision as unknown as Decision);
    const found = Object.entries(findings).map(([id, list]) => [id, list.map((each) => ({ ...each }))] as const);
    return { ok: refused.length === 0, refused: [...refused], findings: Object.fromEntries(found), answer };
  },
});

export async function gateAt(context: OperationContext, name: string) {
  const store = await context.store();
  const found = await findTask(store, name);
  const engine = await context.engine();
  const view = await engine.view(found.row.run);
  const task = view?.state.tasks.get(found.task);
  if (view === null || task === undefined)
    return reject('task-not-open', `Expected ${found.name} to be open, but it has ended or is not there.`);
  if (task.execution !== 'manual' && task.execution !== 'conversation')
    return reject('task-not-open', `Expected a task that a person decides, found ${found.name}, which is an agent's.`);
  const known = await context.systems();
  const system = await known.ofWorkflow(view.workflow.name);
  const { row } = found;
  const sources = {
    payloads: view.payloads,
    events: () => eventsOfRun(store, row.run, row.key),
    load: (value: Json) => loadValue(store, row.run, value),
    read: readerOf(context, await projectOf(view, { engine, known })),
  };
  return openGate(view, task, system, sources);
}

/** Files of the run's own project, and only for callers whose files they are. */
function readerOf({ readsFiles }: OperationContext, project: string | null) {
  const files = readsFiles && project !== null ? workspaceFiles([project]) : null;
  return async (path: string): Promise<string | null> => files?.read(path).catch(() => null) ?? null;
}

/** A child run is of the project of the run that started it, where it does not say so itself. */
async function projectOf(view: RunView, around: { engine: Engine; known: KnownSystems }): Promise<string | null> {
  for (let at: RunView | null = view; at !== null; ) {
    const system = await around.known.ofWorkflow(at.workflow.name);
    const input = readValue(at.state.input, [], at.payloads) ?? null;
    const project = system?.start?.about(input, dataOf(at, at.payloads))?.project;
    if (project !== undefined) return project;
    const above: string | undefined = at.state.parent?.run;
    at = above === undefined ? null : await around.engine.view(above);
  }
  return null;
}

export const reviewOperations: readonly AnyOperation[] = [review, check];
