// The review of a plan: its steps, what it is expected to cost, and the flow that will run, which may be edited.

import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import type { Decision, DocumentReview, GateAnswer } from '../../../ports/review.ts';
import type { GateFacts } from '../../../ports/system.ts';
import { FLOW } from '../plan-document.ts';
import { listOf, objectOf, textOf } from '../research-deps.ts';

const BY_CODE = 'Code makes this of the flow';
const WORDS = {
  approve: { label: 'run it', help: 'the flow runs as it stands' },
  change: { label: 'edit', help: 'edit the flow with "e": words alone change nothing in a plan' },
};

export async function planReview(facts: GateFacts): Promise<DocumentReview> {
  const { data, runInput } = facts;
  const text = textOf(data.document);
  const documents = await facts.versions('document');
  const before = documents.filter((each) => each !== text).at(-1);
  const { brief } = objectOf(runInput);
  const { max_budget, max_time } = objectOf(brief);
  return {
    ...{ kind: 'document', title: 'Plan', text, file: 'plan.md', path: 'plan.md', isWritten: false, words: WORDS },
    notices: [
      `Limits of the brief: $${Number(max_budget).toFixed(2)} and ${Math.round(Number(max_time) / 60)} min.`,
      ...listOf<string>(data.notes),
    ],
    before: facts.visit < 2 || before === undefined ? null : before,
    fixed: ['Title', 'Plan', 'Estimate'].map((section) => ({ section, why: BY_CODE })),
    ...{ sections: [FLOW], doubts: [], assumptions: [], edited: null, canStartOver: false, isEditedOnly: true },
  };
}

export async function planAnswer(_: GateFacts, decision: Decision): Promise<GateAnswer> {
  if (decision.kind !== 'document')
    return { refused: [`Expected a decision on a document, found "${decision.kind}".`] };
  if (decision.verdict === 'approve') return { output: { verdict: 'approve' }, verdict: 'approve' };
  const edited = decision.changes?.find(({ section, text }) => section === FLOW && text.trim() !== '');
  if (edited === undefined) return { refused: ['a plan is changed by editing its flow: press "e" and edit it there'] };
  return { output: { verdict: 'change', flow: diagramIn(edited.text) }, verdict: 'change' };
}

/** With or without the fence around it. */
function diagramIn(text: string): string {
  const lines = text.trim().split('\n');
  const isFenced = /^(?:```|~~~)/.test(lines[0] ?? '') && /^(?:```|~~~)/.test(lines.at(-1) ?? '');
  return (isFenced ? lines.slice(1, -1) : lines).join('\n').trim();
}

/** `"approve"`, or the answer with the flow as it should be. */
export function writtenVerdict(given: Json): Decision | GateAnswer | string {
  if (given === 'approve') return { kind: 'document', verdict: 'approve' };
  const { verdict, flow } = isJsonObject(given) ? given : {};
  if (verdict !== 'approve' && verdict !== 'change')
    return '"approve", or {"verdict": "approve" or "change", "flow": "graph TD ..."}';
  return { output: { verdict, ...(typeof flow === 'string' && { flow }) }, verdict };
}

export function decidedPlan({ verdict, plan }: JsonObject): string {
  const { steps } = objectOf(plan);
  const workers = listOf<JsonObject>(steps).flatMap(({ workers: planned }) => listOf<JsonObject>(planned));
  const names = workers.map(({ worker_id }) => textOf(worker_id)).join(', ');
  return verdict === 'approve' ? `approved: ${names}` : `edited: ${names}`;
}
