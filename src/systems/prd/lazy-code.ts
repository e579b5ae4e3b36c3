// The code of the PRD workflow under its names, loaded when one is first asked for: most processes ask for none.

import type { CodeRegistry } from '../../ports/action.ts';
import type { PrdDoors } from './prd-doors.ts';

export const PRD_CODE = {
  actions: ['prd.init', 'prd.iterationControl', 'prd.finalize', 'prd.failed'],
  prepares: ['prd.here', 'prd.featureIds', 'prd.briefUpdate', 'prd.files', 'prd.assemble', 'prd.failureMessages'],
  accepts: [
    ...['prd.acceptBrief', 'prd.acceptBriefUpdate', 'prd.acceptBriefReview', 'prd.acceptProposals'],
    ...['prd.mergeRequirements', 'prd.acceptGaps', 'prd.acceptPrd', 'prd.acceptPrdReview', 'prd.reportFailure'],
  ],
} as const;

export function lazyPrdCode(doors: PrdDoors): CodeRegistry {
  let loading: Promise<CodeRegistry> | null = null;
  const load = (): Promise<CodeRegistry> => {
    loading ??= import('./actions.ts').then(({ prdCode }) => prdCode(doors));
    return loading;
  };
  return {
    actions: named(PRD_CODE.actions, (name) => async (call) => known((await load()).actions, name)(call)),
    prepares: named(PRD_CODE.prepares, (name) => async (call) => known((await load()).prepares, name)(call)),
    accepts: named(PRD_CODE.accepts, (name) => async (call) => known((await load()).accepts, name)(call)),
  };
}

function named<T>(names: readonly string[], make: (name: string) => T): { readonly [name: string]: T } {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

function known<T>(registry: { readonly [name: string]: T } | undefined, name: string): T {
  const found = registry?.[name];
  if (found === undefined) throw new Error(`The code "${name}" is listed and not there.`);
  return found;
}
