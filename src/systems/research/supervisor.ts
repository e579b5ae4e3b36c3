// The supervisor: how good a result is, whether it is good enough, and what a re-plan has to improve.

import { isUnpriced } from '../../engine/budget-words.ts';
import type { AgentState, Measurements, QualityScore } from './agent-state.ts';
import { againstBar, inDecimals, isReached, scoreText } from './decimals.ts';
import { feedback_of } from './feedback.ts';
import type { Plan } from './plan.ts';
import { create_plan } from './planner.ts';
import { optimize_plan, type RemainingLimits } from './strategy.ts';
import { workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

export type Decision = 'COMPLETE' | 'CONTINUE' | 'FORCE COMPLETE';

/** The limit that ended an execution before all of it was done, and why, where more is known than that. */
export interface ExecutionCut {
  readonly by: 'budget' | 'time';
  readonly reason: string | null;
  /** false: nobody of it began. */
  readonly isBegun?: false;
}

export interface SupervisorDecision {
  readonly decision: Decision;
  readonly should_continue: boolean;
  /** What a re-plan has to improve, or why there is none; null: the result is good enough. */
  readonly feedback: string | null;
  /** For those who get the result; null: there is nothing to say. */
  readonly warning: string | null;
  readonly note: string | null;
}

export interface DecideOptions {
  readonly measurements?: Measurements;
  readonly own?: readonly WorkerDefinition[];
  /** Left out: the execution came to its end. */
  readonly cut?: ExecutionCut | null;
  /** Whether a worker can find what others did not; given where only another source makes the result better. */
  readonly reaches?: (worker: string) => boolean;
}

type TasksOf = Partial<Pick<AgentState, 'all_tasks'>>;

const NO_SOURCE = 'No new source can be found';
const UNPRICED = 'A price is missing';
const EXHAUSTED = { budget: 'Budget exhausted', time: 'Time exhausted' } as const;
const WEIGHTS = { article: 0.3, source: 0.25, accuracy: 0.25, writing: 0.2 };
const MARGIN_MINUTES = 0.5;
const NOTE = 'Consider lowering quality threshold or increasing budget';

/** Scores are kept and compared at four decimals. The overall score is that of the parts as they are kept. */
export function calculate_quality({ article, source, factual, writing }: Measurements): QualityScore {
  const parts = {
    article: meanOf(article.sections, article.length, article.structure),
    source: meanOf(source.count, source.types, source.citations),
    accuracy: factual === null ? null : accuracyOf(factual),
    writing: writing === null ? null : meanOf(writing.grammar, writing.readability, writing.tone),
  };
  const weighed = PARTS.flatMap((part) => {
    const score = parts[part];
    return score === null ? [] : [{ weight: WEIGHTS[part], score }];
  });
  const sum = weighed.reduce((total, { weight, score }) => total + weight * score, 0);
  const isWhole = weighed.length === PARTS.length;
  const weights = isWhole ? 1 : weighed.reduce((total, { weight }) => total + weight, 0);
  return { overall: inDecimals(sum / weights), ...parts };
}

const PARTS = ['article', 'source', 'accuracy', 'writing'] as const;

const accuracyOf = ({ claims, supported, contradicted }: NonNullable<Measurements['factual']>): number =>
  claims === 0 ? 0 : inDecimals((supported - contradicted) / claims);

/** Continue or complete? `left` is what may still be used. A re-plan that does not fit it in its cheapest form is not
 *  begun. */
export function decide(
  state: Pick<AgentState, 'brief' | 'iteration_count' | 'max_iterations' | 'current_plan'> & TasksOf,
  quality: QualityScore,
  left: RemainingLimits,
  more: DecideOptions = {},
): SupervisorDecision {
  const { brief, iteration_count, max_iterations } = state;
  if (more.cut != null) return endedBy(more.cut, state, left, more.own);
  if (isReached(quality.overall, brief.min_quality_score))
    return { decision: 'COMPLETE', should_continue: false, feedback: null, warning: null, note: null };
  const shown = againstBar(quality.overall, brief.min_quality_score);
  const missed = `Quality ${shown} below target ${scoreText(brief.min_quality_score)}, but`;
  if (iteration_count >= max_iterations) return forced('Max iterations reached', `${missed} max iterations reached`);
  const feedback = feedback_of(quality, state, more.measurements);
  if (more.reaches !== undefined && !isReachingMore(state, quality, feedback, more))
    return { ...forced(NO_SOURCE, `${missed} no worker that could be added brings a new source`), note: null };
  const short = shortageOf(state, quality, feedback, left, more.own);
  if (short !== null) return forced(short.feedback, `${missed} ${short.why}`);
  return { decision: 'CONTINUE', should_continue: true, feedback, warning: null, note: null };
}

/** A worker that a re-plan would add for its sources has some to ask. */
function isReachingMore(
  { brief, iteration_count, current_plan }: Pick<AgentState, 'brief' | 'iteration_count' | 'current_plan'>,
  quality: QualityScore,
  feedback: string,
  { own = [], reaches }: DecideOptions,
): boolean {
  const options = { iteration: iteration_count + 1, last_plan: current_plan, feedback, quality, own };
  const workersOf = (plan: Plan | null): readonly string[] =>
    (plan?.steps ?? [])
      .filter(({ name }) => name === 'Research')
      .flatMap(({ workers }) => workers.map(({ worker_id }) => worker_id));
  const before = workersOf(current_plan);
  return workersOf(create_plan(brief, options)).some((id) => !before.includes(id) && reaches?.(id) === true);
}

/** The state on the way to a new plan: the old one is kept with its quality, and the next iteration begins. */
export function re_plan<S extends AgentState>(state: S): S {
  const iteration_count = state.iteration_count + 1;
  const details = { iteration: iteration_count, reason: 'quality_low' };
  return {
    ...with_plan_in_history(state),
    iteration_count,
    current_plan: null,
    agent_actions: [...state.agent_actions, { agent: 'Supervisor', action: 're_plan', details }],
  };
}

/** The plan that was carried out, with the quality of what came of it. */
export function with_plan_in_history<S extends AgentState>(state: S): S {
  const { current_plan: plan, quality_score, plan_history } = state;
  if (plan === null) return state;
  return { ...state, plan_history: [...plan_history, { plan_id: plan.plan_id, plan, quality: quality_score ?? 0 }] };
}

function forced(feedback: string, warning: string): SupervisorDecision {
  return { decision: 'FORCE COMPLETE', should_continue: false, feedback, warning, note: NOTE };
}

/** `Budget exhausted: $0.12 is left, not done: Fact checking, Editing`. Where only a price is missing, nothing is
 *  exhausted, and a larger budget would not help. */
function endedBy(
  { by, reason }: ExecutionCut,
  { all_tasks = [] }: TasksOf,
  left: RemainingLimits,
  own: readonly WorkerDefinition[] = [],
): SupervisorDecision {
  const workers = workersWith(own);
  const missing = all_tasks.filter(({ status }) => status === 'PENDING');
  const names = missing.map(({ worker_id }) => workers.get(worker_id)?.name ?? worker_id);
  const undone = names.length === 0 ? '' : `, not done: ${names.join(', ')}`;
  const why = reason === null ? '' : `. ${reason}`;
  if (reason !== null && isUnpriced(reason)) return { ...forced(UNPRICED, `${UNPRICED}${undone}${why}`), note: null };
  const rest = by === 'budget' ? budgetText(left) : timeText(left);
  return forced(EXHAUSTED[by], `${EXHAUSTED[by]}: ${rest}${undone}${why}`);
}

const budgetText = ({ budget }: RemainingLimits): string => `$${Math.max(0, budget).toFixed(2)} is left`;
const timeText = ({ minutes }: RemainingLimits): string => `${Math.max(0, Math.floor(minutes))} min is left`;

function shortageOf(
  { brief, iteration_count, current_plan }: Pick<AgentState, 'brief' | 'iteration_count' | 'current_plan'>,
  quality: QualityScore,
  feedback: string,
  left: RemainingLimits,
  own: readonly WorkerDefinition[] = [],
): { readonly feedback: string; readonly why: string } | null {
  const options = { iteration: iteration_count + 1, last_plan: current_plan, feedback, quality, own };
  const plan = create_plan(brief, options);
  // Some time passes until the strategy looks at the same plan: there it would be too late to deliver what there is.
  const then = { ...left, minutes: left.minutes - MARGIN_MINUTES };
  // Its cheapest form counts, which has no optional workers, also where they were asked for.
  const next = optimize_plan(plan, brief, then, { own, is_replan: true });
  if (next.ok) return null;
  const { budget, minutes } = next.short;
  if (budget !== undefined) {
    const why = `budget exhausted: ${budgetText(left)}, a re-plan needs $${budget.toFixed(2)}`;
    return { feedback: EXHAUSTED.budget, why };
  }
  return { feedback: EXHAUSTED.time, why: `time exhausted: ${timeText(left)}, a re-plan needs ${minutes} min` };
}

/** Of those that were measured. */
function meanOf(...all: readonly (number | null)[]): number {
  const values = all.filter((value) => value !== null);
  return inDecimals(values.reduce((sum, value) => sum + value, 0) / values.length);
}
