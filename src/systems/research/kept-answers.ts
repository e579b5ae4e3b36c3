// What workers beside each other gave is kept in the record of their execution: a fork that the budget ends never
// joins, and what was paid for in one of its branches would be lost.

import type { Json, JsonObject } from '../../json.ts';
import type { Accept, CodeCall } from '../../ports/action.ts';
import type { Plan } from './plan.ts';
import { objectOf, planOf, textOf } from './research-deps.ts';

const PREFIX = 'gave_';

export function keepsAnswer(accept: Accept): Accept {
  return async (call) => {
    const result = await accept(call);
    const worker = textOf(objectOf(call.config).worker);
    if ('refused' in result || !isBesideOthers(call, worker)) return result;
    const given: Json = result.output === undefined ? call.answer : result.output;
    return { ...result, set: { ...result.set, [PREFIX + worker]: given } };
  };
}

function isBesideOthers(call: CodeCall, worker: string): boolean {
  const steps = planOf(call)?.steps ?? [];
  return steps.some(({ mode, workers }) => mode === 'PARALLEL' && workers.some((each) => each.worker_id === worker));
}

/** Of the workers of a group, in the order of the plan. */
export function keptAnswers({ tried }: JsonObject, plan: Plan | null, group: string): readonly JsonObject[] {
  const steps = (plan?.steps ?? []).filter(({ name }) => name.toLowerCase() === group);
  return steps.flatMap(({ workers }) =>
    workers.flatMap(({ worker_id: worker }) => {
      const given = objectOf(tried)[PREFIX + worker];
      return given === undefined || given === null ? [] : [{ ...objectOf(given), worker }];
    }),
  );
}
