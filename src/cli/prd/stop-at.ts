// `--until`: leaves a PRD run where a part of it is approved, before anyone begins the next one. Nothing ends by it.

import type { CodeRegistry, Prepare } from '../../ports/action.ts';
import type { ShownRun } from '../../runtime/run-driver.ts';
import { BadUse } from '../exit-codes.ts';

export const UNTIL = ['brief', 'requirements'] as const;
export type Until = (typeof UNTIL)[number];

/** The step that comes when it is approved. */
const NEXT: Readonly<Record<Until, string>> = { brief: 'IR', requirements: 'PG' };

export function untilIn(given: string | undefined): Until | null {
  if (given === undefined) return null;
  const known = UNTIL.find((part) => part === given.trim().toLowerCase());
  if (known !== undefined) return known;
  throw new BadUse(`Expected --until ${UNTIL.join(' or ')}, found "${given}". Nothing was run.`);
}

/** Agents of this process leave the next step to whoever goes on with the run. */
export function stopAt(code: CodeRegistry, until: Until | null): CodeRegistry {
  if (until === null) return code;
  const prepares = Object.entries(code.prepares ?? {}).map(([name, prepare]) => [name, unless(prepare, NEXT[until])]);
  return { ...code, prepares: Object.fromEntries(prepares) };
}

function unless(prepare: Prepare, step: string): Prepare {
  return (call) => {
    if (call.step !== step) return prepare(call);
    const message = `The run was to be left before "${step}".`;
    throw Object.assign(new Error(message), { code: 'project-elsewhere' });
  };
}

export function isReached({ state }: ShownRun, until: Until | null): boolean {
  if (until === null) return false;
  return [...state.tasks.values()].some(({ step }) => step === NEXT[until]);
}
