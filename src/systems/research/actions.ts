// The code of the research workflow, its subflows and the flows it makes, by the names their diagrams use.

import type { CodeRegistry } from '../../ports/action.ts';
import { notTooLong } from '../features/legible.ts';
import { acceptAnalysis, acceptCheck, acceptDraft, acceptTexts } from './accept-work.ts';
import { collectEvidence, gatherResults } from './collect-evidence.ts';
import { decideRun, measureRun } from './evaluate-run.ts';
import { failRun } from './fail-run.ts';
import { find, findInstead } from './find-sources.ts';
import { completeRun, mergeRun, replanRun } from './finish-run.ts';
import { keepsAnswer } from './kept-answers.ts';
import { OncePerExecution } from './once-per-execution.ts';
import { checkTime } from './remaining-limits.ts';
import { RememberedFailures } from './remembered-failures.ts';
import { here, type ResearchDeps } from './research-deps.ts';
import { acceptPlan, handOutFlow, optimizePlan } from './review-plan.ts';
import { checkBrief, initializeRun, planRun } from './run-phases.ts';
import { countAttempt } from './worker-attempts.ts';
import { workerInput } from './worker-input.ts';

export function researchCode(deps: ResearchDeps): CodeRegistry {
  const once = new OncePerExecution();
  const failures = new RememberedFailures();
  const actions: NonNullable<CodeRegistry['actions']> = {
    'research.initialize': (call) => initializeRun(call, deps),
    'research.plan': (call) => planRun(call, deps),
    'research.optimize': (call) => optimizePlan(call, deps),
    'research.ready': (call) => handOutFlow(call, deps),
    'research.find': (call) => find(call, deps, once),
    'research.findInstead': (call) => findInstead(call, deps, once, failures),
    'research.collect': (call) => collectEvidence(call, deps),
    'research.gather': gatherResults,
    'research.measure': (call) => measureRun(call, deps),
    'research.decide': (call) => decideRun(call, deps),
    'research.replan': (call) => replanRun(call, deps),
    'research.merge': (call) => mergeRun(call, deps),
    'research.complete': (call) => completeRun(call, deps),
    'research.fail': (call) => failRun(call, deps, failures),
  };
  return {
    acceptRuns: { 'research.checkBrief': (input) => checkBrief(input, deps) },
    actions: Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, failures.watch(action)])),
    prepares: {
      'research.here': here(deps, countAttempt),
      'research.brief': here(deps, (call) => {
        checkTime(call, deps);
        return { ...workerInput(call), ...countAttempt(call) };
      }),
    },
    accepts: {
      'research.acceptPlan': notTooLong((call) => acceptPlan(call, deps)),
      'research.acceptAnalysis': keepsAnswer(acceptAnalysis),
      'research.acceptDraft': keepsAnswer(acceptDraft(deps)),
      'research.acceptCheck': keepsAnswer(acceptCheck),
      'research.acceptTexts': (call) => acceptTexts(call, deps),
    },
  };
}
