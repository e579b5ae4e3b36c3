// The merger: the final output of a run, made of its record and the best draft.

import type { Source } from '../../documents/evidence/source.ts';
import type { AgentState, QualityScore } from './agent-state.ts';
import { isReached, pointsBetween, scoreText } from './decimals.ts';
import { secondsBetween } from './state-manager.ts';
import { with_plan_in_history } from './supervisor.ts';
import { workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

export interface FinalOutput {
  readonly request_id: string;
  readonly execution_id: string;
  /** null: nothing was written. */
  readonly article: {
    readonly title: string;
    /** Markdown. */
    readonly content: string;
    readonly word_count: number;
    /** In minutes. */
    readonly reading_time: number;
  } | null;
  readonly quality: QualityScore | null;
  /** Each once, the most relevant first. */
  readonly sources: readonly Source[];
  readonly metrics: {
    /** Seconds. */
    readonly duration: number;
    /** Dollars. */
    readonly cost: number;
    readonly tokens: number;
    readonly tasks: {
      readonly total: number;
      readonly completed: number;
      readonly failed: number;
      readonly skipped: number;
    };
    readonly iteration_count: number;
    /** `+23% quality (0.65 → 0.88)`; left out where nothing was planned again or nothing became better. */
    readonly improvement?: string;
    /** Seconds in each phase, all its visits together. */
    readonly phases?: { readonly [phase: string]: number };
  };
  readonly warnings: readonly string[];
  readonly system_notes: string;
  readonly status: 'completed' | 'partial';
}

/** The best draft and what belongs to it. */
export interface MergeInput {
  readonly article: { readonly title: string; readonly content: string; readonly word_count: number } | null;
  readonly quality: QualityScore | null;
  readonly sources: readonly Source[];
  /** ISO 8601. */
  readonly now: string;
  /** What the supervisor said of a forced end. */
  readonly warning?: string | null;
  readonly note?: string | null;
  /** The budget ended an execution before all of it was done. */
  readonly is_cut_short?: boolean;
  /** What else readers must know, and what the system did. */
  readonly warnings?: readonly string[];
  readonly notes?: readonly string[];
  /** What was ordered and is not there. */
  readonly unfulfilled?: readonly string[];
  readonly own?: readonly WorkerDefinition[];
}

const WORDS_PER_MINUTE = 200;

/** The state after merging, with the last plan in its history, and the output. */
export function create_output<S extends AgentState>(
  state: S,
  input: MergeInput,
): { readonly state: S; readonly output: FinalOutput } {
  const output = outputOf(state, input);
  const details = { status: output.status, quality: input.quality?.overall ?? null };
  const kept = with_plan_in_history(state);
  const agent_actions = [...state.agent_actions, { agent: 'Merger', action: 'create_output', details } as const];
  return { state: { ...kept, agent_actions }, output };
}

export function reading_time_of(words: number): number {
  return Math.ceil(words / WORDS_PER_MINUTE);
}

/** One text under two addresses, or two texts under one, are one source: the one that is worth most. */
export function unique_sources(sources: readonly Source[]): Source[] {
  let groups: readonly SourceGroup[] = [];
  for (const source of sources.toSorted((one, other) => other.score - one.score)) {
    const keys = [source.hash, ...[source.address, ...source.also].map(placeOf)];
    // One that is the same as two others makes those one, too.
    const same = groups.filter((group) => keys.some((key) => group.keys.includes(key)));
    const joined = [...same, { members: [source], keys }].reduce(joinGroups);
    const [first] = same;
    groups =
      first === undefined
        ? [...groups, joined]
        : groups.flatMap((group) => (group === first ? [joined] : same.includes(group) ? [] : [group]));
  }
  return groups.flatMap(({ members: [first, ...rest] }) => (first === undefined ? [] : [withAddresses(first, rest)]));
}

interface SourceGroup {
  readonly members: readonly Source[];
  readonly keys: readonly string[];
}

const joinGroups = (one: SourceGroup, other: SourceGroup): SourceGroup => ({
  members: [...one.members, ...other.members],
  keys: [...one.keys, ...other.keys],
});

function withAddresses(first: Source, rest: readonly Source[]): Source {
  const all = new Set([...first.also, ...rest.flatMap(({ address, also }) => [address, ...also])]);
  all.delete(first.address);
  return { ...first, also: [...all] };
}

/** `News search unavailable`, for each worker of the last execution that gave nothing. */
function unavailable_warnings(
  { all_tasks }: Pick<AgentState, 'all_tasks'>,
  own: readonly WorkerDefinition[] = [],
): string[] {
  const workers = workersWith(own);
  const missing = all_tasks.filter(({ status }) => status === 'FAILED' || status === 'SKIPPED');
  return missing.map(({ worker_id }) => `${workers.get(worker_id)?.name ?? worker_id} unavailable`);
}

function outputOf(state: AgentState, input: MergeInput): FinalOutput {
  const { article, quality, sources, warning = null, note = null, warnings = [], notes = [], unfulfilled = [] } = input;
  const { request_id, execution_id, iteration_count, brief } = state;
  const isGood = article !== null && quality !== null && isReached(quality.overall, brief.min_quality_score);
  const isComplete = isGood && input.is_cut_short !== true;
  const again = `Generated after ${iteration_count} iterations to meet quality threshold.`;
  return {
    request_id,
    execution_id,
    article: article && { ...article, reading_time: reading_time_of(article.word_count) },
    quality,
    sources: unique_sources(sources),
    metrics: metricsOf(state, input),
    warnings: [
      ...unavailable_warnings(state, input.own),
      ...warnings,
      ...(warning === null ? [] : [warning]),
      ...unfulfilled,
    ],
    system_notes: joined([isGood && iteration_count > 1 ? again : '', note ?? '', ...notes]),
    status: isComplete ? 'completed' : 'partial',
  };
}

/** What another sentence follows ends with a full stop; the source document's texts have none of their own. */
function joined(notes: readonly string[]): string {
  const shownNotes = notes.filter((note) => note !== '');
  return shownNotes
    .map((note, at) => (at === shownNotes.length - 1 || /[.!?]$/.test(note) ? note : `${note}.`))
    .join(' ');
}

function metricsOf(state: AgentState, { quality, now }: MergeInput): FinalOutput['metrics'] {
  const count = (status: string) => state.all_tasks.filter((task) => task.status === status).length;
  const first = state.plan_history[0]?.quality;
  const improvement = first === undefined || quality === null ? null : improvementOf(first, quality.overall);
  return {
    duration: secondsBetween(state.started_at, now),
    cost: state.total_cost,
    tokens: state.total_tokens,
    tasks: {
      total: state.all_tasks.length,
      completed: count('COMPLETED'),
      failed: count('FAILED'),
      skipped: count('SKIPPED'),
    },
    iteration_count: state.iteration_count,
    ...(improvement !== null && { improvement }),
  };
}

function improvementOf(from: number, to: number): string | null {
  const points = pointsBetween(from, to);
  return points <= 0 ? null : `+${points}% quality (${scoreText(from)} → ${scoreText(to)})`;
}

/** Without what does not change the page: a mark within it, and a slash at its end. */
function placeOf(address: string): string {
  const [page = ''] = address.trim().split('#');
  return page.endsWith('/') ? page.slice(0, -1) : page;
}
