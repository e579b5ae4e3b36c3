// The code of the PRD workflow, by the names its diagram uses. Its files come in by a door; the engine writes them.

import type { CodeRegistry } from '../../ports/action.ts';
import { acceptBrief, acceptBriefReview, acceptBriefUpdate, featureIds } from './brief-steps.ts';
import { failed, failureMessages, reportFailure } from './failure-steps.ts';
import { acceptGaps, iterationControl } from './gap-steps.ts';
import { handOut } from './hand-out.ts';
import { init } from './init.ts';
import type { PrdDoors } from './prd-doors.ts';
import { acceptPrd, acceptPrdReview, assemble, finalize } from './prd-steps.ts';
import { acceptProposals } from './proposals.ts';
import { mergeRequirements } from './review-requirements.ts';

export function prdCode(doors: PrdDoors): CodeRegistry {
  return {
    actions: {
      'prd.init': (call) => init(call, doors),
      'prd.iterationControl': iterationControl,
      'prd.finalize': (call) => finalize(call, doors),
      'prd.failed': failed,
    },
    prepares: {
      'prd.featureIds': (call) => featureIds(call, doors),
      'prd.files': (call) => handOut(call, doors),
      'prd.assemble': (call) => assemble(call, doors),
      'prd.failureMessages': failureMessages,
    },
    accepts: {
      'prd.acceptBrief': (call) => acceptBrief(call, doors),
      'prd.acceptBriefUpdate': acceptBriefUpdate,
      'prd.acceptBriefReview': (call) => acceptBriefReview(call, doors),
      'prd.acceptProposals': (call) => acceptProposals(call, doors),
      'prd.mergeRequirements': (call) => mergeRequirements(call, doors),
      'prd.acceptGaps': (call) => acceptGaps(call, doors),
      'prd.acceptPrd': (call) => acceptPrd(call, doors),
      'prd.acceptPrdReview': (call) => acceptPrdReview(call, doors),
      'prd.reportFailure': reportFailure,
    },
  };
}
