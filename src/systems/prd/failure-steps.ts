// The failure step: what went wrong, named by step, kept in the record and reported to those who wait.

import { isJsonObject, type Json } from '../../json.ts';
import type { ActionResult, CodeCall, PrepareResult } from '../../ports/action.ts';

const NAMES: { readonly [step: string]: string } = {
  Init: 'Magi Initialization',
  FB: 'Feature Brief Generation',
  FBReview: 'Feature Brief Review',
  FBUpdate: 'Feature Brief Update',
  IR: 'Initial Requirements Generation',
  RR: 'Requirements Review',
  GA: 'Gap Analysis',
  IC: 'Iteration Control',
  GR: 'Gap Requirements Generation',
  PG: 'PRD Generation',
  PR: 'PRD Review',
  F: 'Finalization',
};

/** Comes by the edge from Init, whose messages stand in the record, or by a step's failure: {step, messages}. */
export function failureMessages({ input, data }: CodeCall): PrepareResult {
  const { step, messages } = isJsonObject(input) ? input : {};
  const kept = data.prdWorkflowFatalErrorMessages as readonly string[];
  if (typeof step !== 'string' || !Array.isArray(messages)) return { input: { messages: kept } };
  const named = messages.map((message: Json) => `${NAMES[step] ?? step}: ${String(message)}`);
  return { input: { messages: named }, set: { prdWorkflowFatalErrorMessages: named } };
}

/** The run's error is what went wrong: the reply on the wire is empty, and where nobody can be asked there is none. */
export function failed({ data }: CodeCall): ActionResult {
  return { output: { messages: data.prdWorkflowFatalErrorMessages ?? [] } };
}
