// `--answers FILE`: what a person decides at each gate, written down beforehand.

import { fileURLToPath } from 'node:url';
import type { Step } from '../../diagram/workflow.ts';
import { isJsonObject, type Json } from '../../json.ts';
import type { Decision, GateAnswer, Review } from '../../ports/review.ts';
import type { System, SystemEntry } from '../../ports/system.ts';
import { loadWorkflowFile } from '../../runtime/load-workflow.ts';
import { answerOf, byGate, type OpenGate } from '../../runtime/review-task.ts';
import { BadUse } from '../exit-codes.ts';
import { readJsonFile } from '../read-json.ts';

/** Of each gate its answers in order, or one for every time. */
export type WrittenAnswers = ReadonlyMap<string, readonly Json[] | { readonly always: Json }>;

/** The same for every time, but not for ever: what sends a draft back each time would cost without end. */
const ALWAYS_MAX = 25;
const alwaysOf = ({ always }: { readonly always: Json }, round: number): Json | undefined =>
  round <= ALWAYS_MAX ? always : undefined;

/** Answers to questions about an unclear request, by the question's id. */
export const CLARIFICATIONS = 'clarifications';

export async function readAnswers(
  file: string,
  system: System,
  systems: readonly SystemEntry[] = [],
): Promise<WrittenAnswers> {
  const json = readJsonFile(file, 'answers');
  const gates = Object.keys(system.gates ?? {});
  if (!isJsonObject(json)) {
    const what = gates.join(', ') || 'the steps that people decide';
    throw new BadUse(`Expected in ${file} an object with ${what}. Nothing was run.`);
  }
  const given = Object.entries(json).filter(([step]) => step !== '$comment');
  const others = given.map(([step]) => step).filter((step) => ![...gates, CLARIFICATIONS].includes(step));
  // The diagram is read only for gates without code: most systems have none.
  const asked = others.length === 0 ? [] : await stepsOfPeople(system, systems);
  const unknown = others.filter((step) => !asked.includes(step));
  if (unknown.length > 0) {
    const steps = [...new Set([...gates, ...asked])].join(', ');
    throw new BadUse(`Expected in ${file} only the gates ${steps}, found ${unknown.join(', ')}. Nothing was run.`);
  }
  return new Map(given.map(([step, own]) => [step, Array.isArray(own) ? own : { always: own }]));
}

/** Those of subflows as `WORKFLOW/STEP`. */
async function stepsOfPeople(
  { diagram, flows = [] }: System,
  systems: readonly SystemEntry[],
): Promise<readonly string[]> {
  const { workflow, subflows } = await loadWorkflowFile(fileURLToPath(diagram), { systems, besides: flows });
  const isPersons = (step: Step): boolean => step.execution === 'manual' || step.execution === 'conversation';
  return [
    ...(workflow?.steps ?? []).filter(isPersons).map(({ id }) => id),
    ...subflows.flatMap(({ name, steps }) => steps.filter(isPersons).map(({ id }) => `${name}/${id}`)),
  ];
}

/** null: nothing is written down for this time. */
export async function writtenAnswer(
  answers: WrittenAnswers,
  open: OpenGate,
  review: Review,
): Promise<GateAnswer | null> {
  const { step, round } = review;
  const { workflow, state } = open.run;
  const given = answers.get(state.parent === null ? step : `${workflow.name}/${step}`);
  // By the visit, not by how many were asked here: a run that is resumed goes on in the middle of the list.
  const own = given === undefined ? undefined : 'always' in given ? alwaysOf(given, round) : given[round - 1];
  if (own === undefined) return null;
  const { gate, facts } = open;
  const written = gate?.written === undefined ? undefined : await byGate(open, async () => gate.written?.(facts, own));
  const read = written ?? decisionIn(review, own);
  if (typeof read === 'string') return { refused: [`${step}, answer ${round}: expected ${read}`] };
  return 'kind' in read ? answerOf(open, read) : read;
}

const FORM = ['verdict', 'comment', 'output'];

/** Of a gate that reads no answers itself: a decision as it is, or the short form of an answer to a form. */
function decisionIn(review: Review, given: Json): Decision | string {
  if (isJsonObject(given) && typeof given.kind === 'string') return given as unknown as Decision;
  if (review.kind !== 'form') return `a decision with the kind "${review.kind}"`;
  if (typeof given === 'string' && review.verdicts.includes(given)) return { kind: 'form', verdict: given };
  const isShort = isJsonObject(given) && Object.keys(given).every((name) => FORM.includes(name));
  return isShort ? { kind: 'form', ...given } : { kind: 'form', output: given };
}
