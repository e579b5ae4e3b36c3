// How a run is planned again and how it ends: merged and completed.

import type { ActionResult, CodeCall } from '../../ports/action.ts';
import { roundDollars } from '../../round-dollars.ts';
import { freeId } from '../features/feature-id.ts';
import type { AgentState, QualityScore } from './agent-state.ts';
import { articleFiles } from './article-files.ts';
import type { BestDraft } from './best-draft.ts';
import type { Brief } from './brief.ts';
import { cheaperNotes } from './cheaper-note.ts';
import { checkWarnings } from './check-notes.ts';
import { textsOf } from './collect-evidence.ts';
import { create_output, type FinalOutput } from './merger.ts';
import { orderWarnings } from './order-warnings.ts';
import { definitionsOf, ownWorkersOf } from './own-workers.ts';
import { phaseSeconds } from './phase-seconds.ts';
import type { Plan } from './plan.ts';
import { leftOutNotes } from './relevance.ts';
import {
  ARTICLES,
  asJson,
  asList,
  briefOf,
  isoNow,
  listOf,
  objectOf,
  projectOf,
  type ResearchDeps,
  sourcesOf,
  stateOf,
  textOf,
} from './research-deps.ts';
import { changedIn } from './run-phases.ts';
import { secondsBetween, transition_phase } from './state-manager.ts';
import { re_plan } from './supervisor.ts';
import { EMPTY_WITHOUT_MODEL, namesOf } from './workers/definitions.ts';

const FOLDER_OF_DIGEST = /^Digest: /;
const NOT_ENGLISH =
  'Grammar, readability and tone are left out of the quality score: what measures them reads English alone.';

export function replanRun(call: CodeCall, deps: ResearchDeps): ActionResult {
  const state = transition_phase(withOwnQuality(call), 're_planning', isoNow(deps));
  const next = re_plan(state);
  return {
    output: {
      iteration_count: next.iteration_count,
      progress: [`Planned anew (${next.iteration_count} of ${next.max_iterations}): ${textOf(call.data.feedback)}`],
    },
    set: {
      ...changedIn(next),
      ...{ plan_history: asList(next.plan_history), iteration_count: next.iteration_count, current_plan: null },
    },
  };
}

/** The history of plans has what each came to itself, also where an earlier draft is better. */
function withOwnQuality(call: CodeCall): AgentState {
  const own = call.data.quality as unknown as QualityScore | null;
  return { ...stateOf(call), quality_score: own?.overall ?? null };
}

export async function mergeRun(call: CodeCall, deps: ResearchDeps): Promise<ActionResult> {
  const now = isoNow(deps);
  const best = call.data.best as unknown as BestDraft;
  const merging = transition_phase(withOwnQuality(call), 'merging', now);
  const { state, output } = create_output(merging, await mergeInput(call, deps, best));
  const folder = await freeFolder(
    call,
    deps,
    folderFor(best.article.title.replace(FOLDER_OF_DIGEST, '') || state.brief.topic),
  );
  const final = withPhases(output, state, now);
  const files = await articleFiles(best, final, await sourcesOf(call, deps));
  const path = `${ARTICLES}/${folder}`;
  return {
    output: { ...asJson(final), folder: path, progress: [`Written to ${path}`] },
    set: {
      ...changedIn(state),
      ...{ plan_history: asList(state.plan_history), final_output: asJson(final), folder },
    },
    files: files.map(({ name, text }) => ({ path: `${projectOf(call)}/${path}/${name}`, text })),
  };
}

async function mergeInput(call: CodeCall, deps: ResearchDeps, best: BestDraft | null) {
  const { warning, note } = objectOf(call.data.forced);
  return {
    article:
      best === null
        ? null
        : { title: best.article.title, content: best.article.markdown, word_count: best.article.word_count },
    quality: best?.quality ?? null,
    sources: best?.evidence.sources ?? [],
    now: isoNow(deps),
    warning: typeof warning === 'string' ? warning : null,
    note: typeof note === 'string' ? note : null,
    is_cut_short: call.data.is_cut_short === true,
    warnings: listOf<string>(call.data.warnings),
    unfulfilled: best === null ? [] : [...checkWarnings(best.ledger), ...unfulfilledBy(briefOf(call), best)],
    notes: [
      ...replacedNotes(stateOf(call)),
      ...(best === null ? [] : leftOutNotes(best.evidence)),
      ...(best === null ? [] : leftOutOfScore(best)),
      ...emptyNotes(stateOf(call)),
      ...(await cheaperNotes(plansOf(stateOf(call)), projectOf(call), deps)),
      ...(best === null ? [] : await languagesOf(call, deps, best)),
    ],
    own: definitionsOf(await ownWorkersOf(projectOf(call), deps)),
  };
}

function leftOutOfScore({ quality, measurements }: BestDraft): readonly string[] {
  const isFactless = quality.accuracy === null;
  if (measurements?.article.structure === null) {
    const parts = `introduction, conclusion,${isFactless ? ' facts,' : ''} grammar, readability and tone`;
    return [`Left out of the quality score, since the text was written without a model: ${parts}.`];
  }
  return [
    ...(isFactless ? ['Facts are left out of the quality score: nobody judged them.'] : []),
    ...(quality.writing === null ? [NOT_ENGLISH] : []),
  ];
}

/** Workers whose work is composing or judging. */
function emptyNotes({ analysis_results, writing_results, quality_results }: AgentState): readonly string[] {
  const empty = [...analysis_results, ...writing_results, ...quality_results].filter(
    ({ worker, by_rules }) => by_rules === true && EMPTY_WITHOUT_MODEL.includes(worker),
  );
  const names = namesOf(empty.map(({ worker }) => worker));
  return names.length === 0 ? [] : [`Without a model these workers give nothing: ${names.join(', ')}.`];
}

async function languagesOf(call: CodeCall, deps: ResearchDeps, { article, evidence }: BestDraft) {
  const { languageNotes } = await import('./language-notes.ts');
  const { texts } = await textsOf(evidence.sources, await sourcesOf(call, deps));
  return languageNotes(article.markdown, texts);
}

function unfulfilledBy(brief: Brief, { article, evidence, measurements }: BestDraft): readonly string[] {
  const { sources, passages } = evidence;
  const isDigest = measurements?.article.structure === null;
  return orderWarnings(brief, { ...article, found: sources.length, passages, isDigest });
}

/** Whose fallback took their place. */
const replacedNotes = ({ research_results }: AgentState): readonly string[] =>
  research_results.flatMap(({ replaced }) => (typeof replaced === 'string' ? [replaced] : []));

const plansOf = ({ plan_history, current_plan }: AgentState): readonly Plan[] => [
  ...plan_history.map(({ plan }) => plan),
  ...(current_plan === null ? [] : [current_plan]),
];

/** Whoever makes a folder has it: two runs that end at once do not choose the same. */
async function freeFolder(call: CodeCall, { files }: ResearchDeps, name: string): Promise<string> {
  const articles = `${projectOf(call)}/${ARTICLES}`;
  await files.makeFolder(articles);
  // An attempt before this one may have died after it made its folder, in which nothing is yet.
  if (call.attempt > 1) await files.removeFolder(`${articles}/${name}`);
  for (;;) {
    const folder = freeId(name, new Set(await files.folders(articles)));
    if (await files.makeFolder(`${articles}/${folder}`)) return folder;
  }
}

const WORDS_MAX = 8;
const NAME_MAX = 46;

function folderFor(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '');
  const whole = words.slice(0, WORDS_MAX);
  while (whole.length > 1 && whole.join('-').length > NAME_MAX) whole.pop();
  const name = whole.join('-').slice(0, NAME_MAX);
  return name.length < 2 ? 'article' : name;
}

const withPhases = (output: FinalOutput, state: AgentState, now: string): FinalOutput => ({
  ...output,
  metrics: {
    ...output.metrics,
    cost: roundDollars(output.metrics.cost),
    duration: secondsBetween(state.started_at, now),
    phases: phaseSeconds(state.phase_history, now),
  },
});

/** Directly from the evaluation where nothing was written that could be merged. */
export async function completeRun(call: CodeCall, deps: ResearchDeps): Promise<ActionResult> {
  const now = isoNow(deps);
  const before = stateOf(call);
  const state = transition_phase(before, 'completed', now);
  const { folder, progress: _, ...merged } = objectOf(call.read('steps', 'MERGING', 'output'));
  const isMerged = call.data.final_output !== null;
  // Merging itself, with its files, has lasted until now.
  const output = isMerged ? (merged as unknown as FinalOutput) : await unmerged(call, deps, before);
  const final = asJson(withPhases(output, state, now));
  return {
    output: { ...final, ...(isMerged && folder !== undefined && { folder }) },
    set: {
      ...changedIn(state),
      ...{ final_output: final, completed_at: state.completed_at, duration: state.duration },
    },
  };
}

async function unmerged(call: CodeCall, deps: ResearchDeps, state: AgentState): Promise<FinalOutput> {
  return create_output(state, await mergeInput(call, deps, null)).output;
}
