// The code of the PRD workflow, by the names its diagram uses. Its files come in by a door; the engine writes them.

import { withoutControls } from '../../documents/markdown/without-controls.ts';
import type { Accept, CodeCall, CodeRegistry, Prepare } from '../../ports/action.ts';
import { acceptBrief, acceptBriefReview, acceptBriefUpdate, briefUpdate, featureIds } from './brief-steps.ts';
import { failed, failureMessages } from './failure-steps.ts';
import { acceptGaps, iterationControl } from './gap-steps.ts';
import { handOut } from './hand-out.ts';
import { init } from './init.ts';
import type { PrdDoors } from './prd-doors.ts';
import { acceptPrd, acceptPrdReview, assemble, finalize } from './prd-steps.ts';
import { acceptProposals } from './proposals.ts';
import { mergeRequirements } from './review-requirements.ts';

/** Another process may work in another project: the run is left to the one that holds its files. */
function here(doors: PrdDoors, prepare: (call: CodeCall, doors: PrdDoors) => ReturnType<Prepare>): Prepare {
  return async (call) => {
    const { projectPath: project, prdWorkspacePath: folder } = call.data;
    if (typeof folder === 'string' && !(await doors.files.holds(folder))) {
      const message = `Expected the project ${project} among the folders of this process, found it elsewhere.`;
      throw Object.assign(new Error(`${message} Name it with --project.`), { code: 'project-elsewhere' });
    }
    return prepare(call, doors);
  };
}

/** What nobody sees in an answer is not written into documents. */
function legible(accept: Accept): Accept {
  return (call) => accept({ ...call, answer: withoutControls(call.answer) });
}

export function prdCode(doors: PrdDoors): CodeRegistry {
  return {
    actions: {
      'prd.init': (call) => init(call, doors),
      'prd.iterationControl': iterationControl,
      'prd.finalize': (call) => finalize(call, doors),
      'prd.failed': failed,
    },
    prepares: {
      'prd.here': here(doors, () => ({})),
      'prd.featureIds': here(doors, featureIds),
      'prd.briefUpdate': here(doors, briefUpdate),
      'prd.files': here(doors, handOut),
      'prd.assemble': here(doors, assemble),
      'prd.failureMessages': here(doors, failureMessages),
    },
    accepts: {
      'prd.acceptBrief': legible((call) => acceptBrief(call, doors)),
      'prd.acceptBriefUpdate': legible(acceptBriefUpdate),
      'prd.acceptBriefReview': legible((call) => acceptBriefReview(call, doors)),
      'prd.acceptProposals': legible((call) => acceptProposals(call, doors)),
      'prd.mergeRequirements': legible((call) => mergeRequirements(call, doors)),
      'prd.acceptGaps': legible((call) => acceptGaps(call, doors)),
      'prd.acceptPrd': legible((call) => acceptPrd(call, doors)),
      'prd.acceptPrdReview': legible((call) => acceptPrdReview(call, doors)),
      'prd.reportFailure': failed,
    },
  };
}
