// The code of the PRD workflow, by the names its diagram uses. It is given its files; the engine writes them.

import type { Accept, AcceptCall, CodeCall, CodeRegistry, Prepare } from '../../ports/action.ts';
import { legible, notTooLong } from '../features/legible.ts';
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
async function expectHere({ data }: CodeCall, { files }: PrdDeps): Promise<void> {
  const { projectPath: project, prdWorkspacePath: folder } = data;
  if (typeof folder !== 'string' || (await files.holds(folder))) return;
  const message = `Expected the project ${project} among the folders of this process, found it elsewhere.`;
  throw Object.assign(new Error(`${message} Name it with --project.`), { code: 'project-elsewhere' });
}

function here(deps: PrdDeps, prepare: (call: CodeCall, deps: PrdDeps) => ReturnType<Prepare>): Prepare {
  return async (call) => {
    await expectHere(call, deps);
    return prepare(call, deps);
  };
}

/** No work is accepted elsewhere, nor a review: what the file says would be unknown. */
function acceptHere(deps: PrdDeps, accept: (call: AcceptCall, deps: PrdDeps) => ReturnType<Accept>): Accept {
  return legible<AcceptCall>(async (call) => {
    await expectHere(call, deps);
    return accept(call, deps);
  });
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
      'prd.acceptBrief': acceptHere(deps, acceptBrief),
      'prd.acceptBriefUpdate': acceptHere(deps, acceptBriefUpdate),
      'prd.acceptBriefReview': acceptHere(deps, acceptBriefReview),
      'prd.acceptProposals': acceptHere(deps, acceptProposals),
      'prd.mergeRequirements': acceptHere(deps, mergeRequirements),
      'prd.acceptGaps': acceptHere(deps, acceptGaps),
      'prd.acceptPrd': acceptHere(deps, acceptPrd),
      'prd.acceptPrdReview': acceptHere(deps, acceptPrdReview),
      'prd.reportFailure': notTooLong<AcceptCall>(failed),
    },
  };
}
