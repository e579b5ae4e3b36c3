// `--answers FILE`: what a person decides at each gate, written down beforehand.

import type { ItemVerdict } from '../../documents/requirement.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { BadUse } from '../exit-codes.ts';
import { readJsonFile } from '../read-json.ts';
import { documentAnswer, type GateAnswer, gapAnswer, requirementsAnswer } from './answer-gate.ts';
import { GATE_STEPS, type Gate } from './gates.ts';
import { DECISIONS } from './review-gaps.ts';

/** Of each gate its answers in order, or one for every time. */
export type PrdAnswers = ReadonlyMap<string, readonly Json[] | { readonly always: Json }>;

export function readPrdAnswers(file: string): PrdAnswers {
  const json = readJsonFile(file, 'answers');
  const steps = GATE_STEPS.join(', ');
  if (!isJsonObject(json)) throw new BadUse(`Expected in ${file} an object with ${steps}. Nothing was run.`);
  const known: readonly string[] = [...GATE_STEPS, CLARIFICATIONS];
  const unknown = Object.keys(json).filter((key) => key !== '$comment' && !known.includes(key));
  if (unknown.length > 0)
    throw new BadUse(`Expected in ${file} only the gates ${steps}, found ${unknown.join(', ')}. Nothing was run.`);
  return new Map(
    known.flatMap((step) => {
      const given = json[step];
      if (given === undefined) return [];
      return [[step, Array.isArray(given) ? given : { always: given }] as const];
    }),
  );
}

/** Answers to questions about an unclear request, by the question's id. */
const CLARIFICATIONS = 'clarifications';

/** null: nothing is written down for this time. */
export function writtenAnswer(answers: PrdAnswers, gate: Gate): GateAnswer | null {
  const given = answers.get(gate.step);
  // By the visit, not by how many were asked here: a run that is resumed goes on in the middle of the list.
  const own = given === undefined ? undefined : 'always' in given ? given.always : given[gate.visit - 1];
  if (own === undefined) return null;
  const read = answerIn(gate, own);
  if (typeof read === 'string') return { refused: [`${gate.step}, answer ${gate.visit}: expected ${read}`] };
  return read;
}

/** A text says what was expected. */
function answerIn(gate: Gate, given: Json): GateAnswer | string {
  if (gate.kind === 'gaps') return decisionIn(gate.offer, given);
  return gate.kind === 'requirements' ? reviewIn(gate, given) : documentIn(gate.kind, given);
}

function documentIn(kind: 'brief' | 'prd', given: Json): GateAnswer | string {
  const name = kind === 'brief' ? 'approved' : 'prdApproved';
  const what = kind === 'brief' ? 'Feature brief' : 'PRD';
  if (given === 'approve')
    return documentAnswer(kind, { approved: true, reviewSummary: `${what} approved as it stands.` });
  const approved = isJsonObject(given) ? given[name] : undefined;
  if (typeof approved !== 'boolean') return `"approve", or {"${name}": true or false, "userFeedback": "..."}`;
  const { [name]: _, reviewSummary = approved ? 'Approved.' : 'Changes requested.', ...rest } = given as JsonObject;
  return { output: { [name]: approved, reviewSummary, ...rest }, verdict: approved ? 'approve' : 'reject' };
}

function reviewIn(gate: Gate & { readonly kind: 'requirements' }, given: Json): GateAnswer | string {
  if (!isJsonObject(given)) return '{"rest": "approve", "REQ-002": {"verdict": "reject", "reason": "..."}}';
  // A whole review, as it goes over the wire.
  if (Array.isArray(given.approvedRequirements)) return { output: given };
  const { rest, summary, feedback, ...named } = given;
  const verdicts: Record<string, ItemVerdict> = {};
  for (const [id, value] of Object.entries(named)) {
    const verdict = verdictIn(value);
    if (verdict === null) return `a verdict on ${id} as "approve" or {"verdict", "reason" | "notes", "change"}`;
    verdicts[id] = verdict;
  }
  const others = rest === undefined ? null : verdictIn(rest);
  if (rest !== undefined && others === null) return '"rest" as "approve" or {"verdict": "reject", "reason": "..."}';
  return requirementsAnswer(gate, {
    ...{ verdicts, rest: others },
    ...(typeof summary === 'string' && { summary }),
    ...(typeof feedback === 'string' && { feedback }),
  });
}

function verdictIn(given: Json | undefined): ItemVerdict | null {
  if (given === 'approve') return { verdict: 'approve' };
  if (!isJsonObject(given)) return null;
  const { verdict, reason, notes = 'Changed in the review.', change } = given;
  if (verdict === 'approve') return { verdict };
  if ((verdict === 'reject' || verdict === 'out-of-scope') && typeof reason === 'string') return { verdict, reason };
  if (verdict !== 'modify' || typeof notes !== 'string' || !isJsonObject(change)) return null;
  return { verdict, notes, change: change as (ItemVerdict & { verdict: 'modify' })['change'] };
}

function decisionIn(offer: JsonObject | null, given: Json): GateAnswer | string {
  const decision = isJsonObject(given) ? given.decision : given;
  const known = DECISIONS.find((one) => one === decision);
  if (known === undefined) return `one of ${DECISIONS.map((one) => `"${one}"`).join(', ')}`;
  return offer === null ? 'a result to decide on, but the agent asks something' : gapAnswer(offer, known);
}
