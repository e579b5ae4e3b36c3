// What the workers of an execution have given so far, as a step of it sees them.

import type { Outline } from '../../documents/evidence/article-brief.ts';
import type { Contradiction } from '../../documents/evidence/ledger.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { CodeCall } from '../../ports/action.ts';
import type { CollectedEvidence, WorkerResult } from './agent-state.ts';
import { results_of } from './orchestrator.ts';
import type { StepName } from './plan.ts';
import { listOf, objectOf, planOf, textOf } from './research-deps.ts';

export interface Evidence extends CollectedEvidence {
  readonly contradictions: readonly Contradiction[];
  /** Titles of documents of which nothing is about the topic, as a model said. */
  readonly left_out?: readonly string[];
}

export function evidenceIn(value: Json | undefined): Evidence {
  const { sources = [], passages = [], notes = [], contradictions = [], copies = 0, left_out = [] } = objectOf(value);
  return { sources, passages, notes, contradictions, copies, left_out } as unknown as Evidence;
}

export const evidenceOf = (call: CodeCall): Evidence =>
  evidenceIn(call.read('steps', 'research', 'output', 'evidence'));

export function resultsOf(call: CodeCall, name: StepName): readonly WorkerResult[] {
  const plan = planOf(call);
  return plan === null ? [] : results_of(name, plan, call.read.bind(call));
}

const resultBy = (results: readonly WorkerResult[], worker: string): JsonObject =>
  results.find((result) => result.worker === worker) ?? {};

/** null: nobody made one. Insights that were found besides are part of it. */
export function outlineFrom(results: readonly WorkerResult[]): Outline | null {
  const { title, sections, insights } = resultBy(results, 'content_synthesizer');
  if (typeof title !== 'string') return null;
  const more = listOf(resultBy(results, 'insight_extractor').insights);
  return { title, sections, insights: [...listOf(insights), ...more] } as unknown as Outline;
}

/** What the writers wrote; '' where nobody did. */
export interface DraftParts {
  readonly introduction: string;
  readonly draft: string;
  readonly conclusion: string;
}

export function draftFrom(results: readonly WorkerResult[]): DraftParts {
  const content = (worker: string): string => textOf(resultBy(results, worker).content);
  return {
    introduction: content('introduction_writer'),
    draft: content('article_writer'),
    conclusion: content('conclusion_writer'),
  };
}

/** As one text: the introduction behind the title, the conclusion at the end. */
export function wholeDraft({ introduction, draft, conclusion }: DraftParts): string {
  const [title = '', ...rest] = /^# /.test(draft) ? draft.split('\n') : ['', ...draft.split('\n')];
  const end = conclusion === '' ? [] : ['## Conclusion', conclusion];
  return [title, introduction, rest.join('\n').trim(), ...end]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n');
}
