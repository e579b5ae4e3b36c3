// What a run that its budget ends can still give: its `output` mapping over what exists, else what its last finished
// steps and joins gave.

import type { Step } from '../diagram/workflow.ts';
import { mapped, ROOT_POSITION } from './roots.ts';
import type { StepRecord, Token } from './run-state.ts';
import { resultsOf } from './scopes.ts';
import { keepParts, stepOf, type Turn } from './turn.ts';
import type { Value } from './value.ts';

/** Without a mapping: by the step's id, what reached an end, what each token brought to where it stands, and of a join
 *  that has not fired what arrived so far, in the join's form. */
export function partialOutput(turn: Turn): Value {
  const { workflow, state } = turn;
  const ends = [...state.ends.entries()];
  const last = ends.at(-1)?.[1] ?? null;
  if (workflow.output !== null) return mapped(turn, { ...ROOT_POSITION, output: last }, workflow.output);
  const parts: Record<string, Value> = Object.fromEntries(ends);
  for (const token of state.tokens.values()) if (token.scope === 0) addBrought(turn, token, parts);
  for (const scope of state.scopes.values()) {
    if (scope.parent === 0 && !scope.fired) parts[scope.join ?? scope.opener] = resultsOf(turn, scope);
  }
  return Object.keys(parts).length === 0 ? null : keepParts(turn, parts);
}

/** What the step before the token's gave; its own, where that is done. */
function addBrought(turn: Turn, token: Token, parts: Record<string, Value>): void {
  const step = stepOf(turn, token.step);
  if (token.done === true) parts[step.id] = token.output;
  else if (step.kind === 'join') parts[step.id] = token.input;
  else {
    const before = finishedBefore(turn, step);
    const same = before.filter(({ record }) => isSame(record.output, token.input));
    for (const { id, record } of same.length > 0 ? same : before) parts[id] = record.output ?? null;
  }
}

/** The finished steps that lead to this one. Those that only route are looked through. */
function finishedBefore({ workflow, state }: Turn, step: Step): readonly { id: string; record: StepRecord }[] {
  const pending = [step.id];
  const seen = new Set<string>();
  const found: { id: string; record: StepRecord }[] = [];
  for (let to = pending.pop(); to !== undefined; to = pending.pop()) {
    for (const from of workflow.steps) {
      if (seen.has(from.id) || !nextOf(from).includes(to)) continue;
      seen.add(from.id);
      const record = state.records.get(from.id);
      if (record?.status === 'completed' && record.output !== undefined) found.push({ id: from.id, record });
      else if (from.kind === 'decision' || from.kind === 'fork') pending.push(from.id);
    }
  }
  return found;
}

function isSame(one: Value | undefined, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function nextOf({ edges, transitions, onError, onTimeout }: Step): string[] {
  const all = [...edges, ...transitions, ...(onError === null ? [] : [onError])];
  return [...all, ...(onTimeout === null ? [] : [onTimeout])].flatMap(({ target }) => target ?? []);
}
