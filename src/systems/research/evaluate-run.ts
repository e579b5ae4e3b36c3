// The evaluation of an execution: measuring what came of it, and deciding on that, are two pieces of code.

import type { JsonObject } from '../../json.ts';
import type { ActionResult, CodeCall } from '../../ports/action.ts';
import type { AgentState, Measurements, QualityScore } from './agent-state.ts';
import { type AssembledDraft, assembleDraft } from './assemble-draft.ts';
import { type BestDraft, betterOf } from './best-draft.ts';
import { nothingStays } from './check-notes.ts';
import { againstBar, isReached, scoreText } from './decimals.ts';
import { draftFrom, type Evidence, evidenceIn, outlineFrom } from './execution-results.ts';
import { executeAction, GROUPS, type Results, resultsIn, tasksAfter, undoneIn } from './execution-tasks.ts';
import { measurementsOf } from './measurements.ts';
import { definitionsOf, ownWorkersOf } from './own-workers.ts';
import type { Plan } from './plan.ts';
import { relevantEvidence } from './relevance.ts';
import { leftOf } from './remaining-limits.ts';
import {
  aroundOf,
  asJson,
  asList,
  briefOf,
  isoNow,
  objectOf,
  planOf,
  projectOf,
  type ResearchDeps,
  sourcesOf,
  stateOf,
} from './research-deps.ts';
import { changedIn, withActions } from './run-phases.ts';
import { sourceReach } from './source-reach.ts';
import { transition_phase } from './state-manager.ts';
import { calculate_quality, decide, type ExecutionCut, type SupervisorDecision } from './supervisor.ts';
import { namesOf } from './workers/definitions.ts';

export async function measureRun(call: CodeCall, deps: ResearchDeps): Promise<ActionResult> {
  const { executed, best } = aroundOf(call);
  const results = resultsIn(objectOf(executed), planOf(call));
  const own = definitionsOf(await ownWorkersOf(projectOf(call), deps));
  const before = evidenceIn(objectOf(best).evidence);
  const found = objectOf(executed).evidence;
  const collected = found === undefined || found === null ? before : evidenceIn(found);
  const evidence = relevantEvidence(collected, results.analysis_results, results.writing_results);
  const assembled = await assembledFrom(call, results, evidence, deps);
  const outline = outlineFrom(results.analysis_results);
  const measured = { outline, isDigest: isDigest(results.writing_results) };
  const measurements = measurementsOf(briefOf(call), assembled, evidence, measured);
  const cut = cutOf(objectOf(executed), planOf(call), leftOf(call, deps).minutes);
  const undone = cut === null ? [] : undoneIn(objectOf(executed), planOf(call), cut.by);
  const all_tasks = tasksAfter(planOf(call), results, own, undone);
  const ran = withActions(stateOf(call), [executeAction(all_tasks, objectOf(executed))]);
  const state = transition_phase(ran, 'evaluating', isoNow(deps));
  return {
    output: {
      ...changedIn(state),
      measurements: asJson(measurements),
      assembled: assembled === null ? null : asJson(assembled),
      ...Object.fromEntries(GROUPS.map((group) => [group, asList(results[group])])),
      ...{ evidence: asJson(evidence), all_tasks: asList(all_tasks) },
      ...{ is_cut_short: cut !== null, cut: cut === null ? null : asJson(cut) },
    },
  };
}

/** The limit that ended the execution before all of it was done; null: none. */
function cutOf(executed: JsonObject, plan: Plan | null, minutesLeft: number): ExecutionCut | null {
  const { is_whole, cut_reason = null, cut_by } = executed;
  if (cut_by === 'budget' || cut_by === 'time') return { by: cut_by, reason: null, isBegun: false };
  if (is_whole === false) return { by: 'budget', reason: typeof cut_reason === 'string' ? cut_reason : null };
  const isWhole = undoneIn(executed, plan, 'time').length === 0;
  return isWhole || minutesLeft > 0 ? null : { by: 'time', reason: null };
}

/** null: nothing was written. */
async function assembledFrom(
  call: CodeCall,
  { analysis_results, writing_results, quality_results }: Results,
  evidence: Evidence,
  deps: ResearchDeps,
): Promise<AssembledDraft | null> {
  const parts = draftFrom(writing_results);
  if (parts.draft.trim() === '') return null;
  const without = [...analysis_results, ...writing_results, ...quality_results].filter(
    ({ by_rules }) => by_rules === true,
  );
  const around = {
    ...{ brief: briefOf(call), evidence, quality_results, isDigest: isDigest(writing_results) },
    without: namesOf(without.map(({ worker }) => worker)),
  };
  return assembleDraft(parts, around, await sourcesOf(call, deps));
}

const isDigest = (results: Results['writing_results']): boolean =>
  results.some(({ worker, by_rules }) => worker === 'article_writer' && by_rules === true);

export async function decideRun(call: CodeCall, deps: ResearchDeps): Promise<ActionResult> {
  const { measurements: given, assembled, cut = null, progress: _, ...measured } = objectOf(call.input);
  const measurements = given as unknown as Measurements;
  const own = calculate_quality(measurements);
  const best = bestAfter(call, assembled as unknown as AssembledDraft | null, { quality: own, measurements });
  const quality = best?.quality ?? own;
  const plan = { current_plan: planOf(call) };
  const state = { ...stateOf(call), ...plan, ...(measured as unknown as Partial<AgentState>) };
  const definitions = definitionsOf(await ownWorkersOf(projectOf(call), deps));
  const more = {
    measurements: best?.measurements ?? measurements,
    own: definitions,
    cut: cut as unknown as ExecutionCut | null,
    // Of a digest only another source makes more.
    ...(measurements.article.structure === null && { reaches: sourceReach(await sourcesOf(call, deps), definitions) }),
  };
  const decision = decide(state, quality, leftOf(call, deps), more);
  const { should_continue, feedback, warning, note } = decision;
  // Of a draft of which nothing stays the next writer learns why; readers get none.
  const kept = best !== null && (should_continue || best.ledger.counts.claims > 0) ? best : null;
  const details = { quality: quality.overall, decision: decision.decision };
  const next = withActions(state, [{ agent: 'Supervisor', action: 'evaluate', details }]);
  return {
    output: {
      ...measured,
      ...changedIn(next),
      ...{ quality: asJson(own), quality_score: quality.overall, completeness_score: quality.article },
      ...{ should_continue, feedback, best: kept === null ? null : asJson(kept) },
      forced: warning === null && note === null ? null : { warning, note },
      current_step_index: state.current_plan?.steps.length ?? planOf(call)?.steps.length ?? 0,
      warnings: kept === null && best !== null ? nothingStays(best.ledger) : [],
      progress: [
        kept === null ? `No article was written. ${feedback ?? ''}` : evaluationText(quality, state, decision),
      ],
    },
  };
}

function bestAfter(
  call: CodeCall,
  assembled: AssembledDraft | null,
  scored: Pick<BestDraft, 'quality' | 'measurements'>,
): BestDraft | null {
  const before = (aroundOf(call).best ?? null) as unknown as BestDraft | null;
  if (assembled === null) return before;
  const { draft, article, ledger } = assembled;
  const evidence = evidenceIn(objectOf(call.input).evidence);
  const iteration = Number(aroundOf(call).iteration_count ?? 1);
  return betterOf(before, { iteration, ...scored, draft, evidence, article, ledger });
}

function evaluationText({ overall }: QualityScore, { brief }: AgentState, decision: SupervisorDecision): string {
  const scores = `Quality ${againstBar(overall, brief.min_quality_score)} of ${scoreText(brief.min_quality_score)}`;
  if (decision.decision === 'COMPLETE') return `${scores}: good enough`;
  if (decision.decision === 'CONTINUE') return `${scores}: below the target: planned anew`;
  const standing = isReached(overall, brief.min_quality_score) ? 'reached' : 'below the target';
  return `${scores}: ${standing}. ${decision.feedback ?? ''}: delivered as it is`;
}
