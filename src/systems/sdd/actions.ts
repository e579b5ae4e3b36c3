// The code of the design workflow and its subflows, by the names their diagrams use.

import type { CodeCall, CodeRegistry, Prepare, PrepareResult } from '../../ports/action.ts';
import { legible } from '../features/legible.ts';
import { acceptFormat, format, formatAlone } from './format.ts';
import { intake } from './intake.ts';
import { acceptDraft, firstDone, keep } from './keep.ts';
import { acceptReview, mergeReview } from './merge-review.ts';
import { plan } from './plan.ts';
import { planReview } from './plan-review.ts';
import { reviewed } from './reviewed.ts';
import { placeOf, type SddDeps } from './sdd-deps.ts';

/** Another process may work in another project: the run is left to the one that holds its files. */
function here(deps: SddDeps, prepare: (call: CodeCall) => PrepareResult | Promise<PrepareResult>): Prepare {
  return async (call) => {
    const { project } = placeOf(call);
    if (project !== '' && !(await deps.files.holds(`${project}/magi-sdd`))) {
      const message = `Expected the project ${project} among the folders of this process, found it elsewhere.`;
      throw Object.assign(new Error(`${message} Name it with --project.`), { code: 'project-elsewhere' });
    }
    return prepare(call);
  };
}

export function sddCode(deps: SddDeps): CodeRegistry {
  return {
    actions: {
      'sdd.intake': (call) => intake(call, deps),
      'sdd.plan': (call) => plan(call, deps),
      'sdd.firstDone': firstDone,
      'sdd.keep': (call) => keep(call, deps),
      'sdd.planReview': (call) => planReview(call, deps),
      'sdd.mergeReview': (call) => mergeReview(call, deps),
      'sdd.formatAlone': (call) => formatAlone(call, deps),
    },
    prepares: {
      'sdd.here': here(deps, () => ({})),
      'sdd.format': here(deps, (call) => format(call, deps)),
    },
    accepts: {
      'sdd.acceptDraft': legible(acceptDraft),
      'sdd.acceptReview': legible(acceptReview),
      'sdd.acceptFormat': legible((call) => acceptFormat(call, deps)),
      'sdd.reviewed': legible((call) => reviewed(call, deps)),
    },
  };
}
