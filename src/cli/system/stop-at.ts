// `--until`: leaves a run where a part of it is approved, before anyone begins the next one. Nothing ends by it.

import type { CodeRegistry, Prepare } from '../../ports/action.ts';
import type { StartForm, StopPoint } from '../../ports/system.ts';
import type { ShownRun } from '../../runtime/run-driver.ts';
import { BadUse } from '../exit-codes.ts';

export interface NamedStop extends StopPoint {
  readonly name: string;
}

export function untilIn({ stops = {} }: StartForm, given: string | undefined): NamedStop | null {
  if (given === undefined) return null;
  const name = given.trim().toLowerCase();
  const stop = Object.hasOwn(stops, name) ? stops[name] : undefined;
  if (stop !== undefined) return { name, ...stop };
  throw new BadUse(`Expected --until ${Object.keys(stops).join(' or ')}, found "${given}". Nothing was run.`);
}

/** Agents of this process leave the next step to the process that goes on with the run. */
export function stopAt(code: CodeRegistry, until: NamedStop | null): CodeRegistry {
  if (until === null) return code;
  const prepares = Object.entries(code.prepares ?? {}).map(([name, prepare]) => [
    name,
    refuseStep(prepare, until.before),
  ]);
  return { ...code, prepares: Object.fromEntries(prepares) };
}

function refuseStep(prepare: Prepare, step: string): Prepare {
  return (call) => {
    if (call.step !== step) return prepare(call);
    const message = `The run was to be left before "${step}".`;
    throw Object.assign(new Error(message), { code: 'project-elsewhere' });
  };
}

export function isReached({ state }: ShownRun, until: NamedStop | null): boolean {
  if (until === null) return false;
  return [...state.tasks.values()].some(({ step }) => step === until.before);
}
