// The code of the PRD workflow, by the names its diagram uses. It is given its files; the engine writes them.

import { withoutControls } from '../../documents/markdown/without-controls.ts';
import type { Accept, CodeCall, CodeRegistry, Prepare } from '../../ports/action.ts';
import { acceptBrief, acceptBriefReview, acceptBriefUpdate, briefUpdate, featureIds } from './brief-steps.ts';
import { failed, failureMessages } from './failure-steps.ts';
import { acceptGaps, iterationControl } from './gap-steps.ts';
import { handOut } from './hand-out.ts';
import { init } from './init.ts';
import type { PrdDeps } from './prd-deps.ts';
import { acceptPrd, acceptPrdReview, assemble, finalize } from './prd-steps.ts';
import { acceptProposals } from './proposals.ts';
import { mergeRequirements } from './review-requirements.ts';

/** Another process may work in another project: the run is left to the one that holds its files. */
function here(deps: PrdDeps, prepare: (call: CodeCall, deps: PrdDeps) => ReturnType<Prepare>): Prepare {
  return async (call) => {
    const { projectPath: project, prdWorkspacePath: folder } = call.data;
    if (typeof folder === 'string' && !(await deps.files.holds(folder))) {
      const message = `Expected the project ${project} among the folders of this process, found it elsewhere.`;
      throw Object.assign(new Error(`${message} Name it with --project.`), { code: 'project-elsewhere' });
    }
    return prepare(call, deps);
  };
}

/** What nobody sees in an answer is not written into documents. */
function legible(accept: Accept): Accept {
  return (call) => accept({ ...call, answer: withoutControls(call.answer) });
}

export function prdCode(deps: PrdDeps): CodeRegistry {
  return {
    actions: {
      'prd.init': (call) => init(call, deps),
      'prd.iterationControl': iterationControl,
      'prd.finalize': (call) => finalize(call, deps),
      'prd.failed': failed,
    },
    prepares: {
      'prd.here': here(deps, () => ({})),
      'prd.featureIds': here(deps, featureIds),
      'prd.briefUpdate': here(deps, briefUpdate),
      'prd.files': here(deps, handOut),
      'prd.assemble': here(deps, assemble),
      'prd.failureMessages': here(deps, failureMessages),
    },
    accepts: {
      'prd.acceptBrief': legible((call) => acceptBrief(call, deps)),
      'prd.acceptBriefUpdate': legible(acceptBriefUpdate),
      'prd.acceptBriefReview': legible((call) => acceptBriefReview(call, deps)),
      'prd.acceptProposals': legible((call) => acceptProposals(call, deps)),
      'prd.mergeRequirements': legible((call) => mergeRequirements(call, deps)),
      'prd.acceptGaps': legible((call) => acceptGaps(call, deps)),
      'prd.acceptPrd': legible((call) => acceptPrd(call, deps)),
      'prd.acceptPrdReview': legible((call) => acceptPrdReview(call, deps)),
      'prd.reportFailure': failed,
    },
  };
}
