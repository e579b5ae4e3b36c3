// What the planner knows of a worker, and what one's own worker has to say. Types only.

import type { FoundText } from '../../../ports/sources.ts';
import type { Brief } from '../brief.ts';
import type { StepName } from '../plan.ts';

export type Criticality = 'critical' | 'important' | 'optional';

export interface WorkerDefinition {
  /** `web_search`. */
  readonly id: string;
  /** `Web search`: what people read, and what warnings begin with. */
  readonly name: string;
  readonly step: StepName;
  /** Workers whose results it uses, where they are in the plan; it starts after them. */
  readonly needs: readonly string[];
  /** What it adds to the results, in a few words: `sources`, `an outline and insights`. */
  readonly gives: string;
  /** Beside others of its step. */
  readonly is_parallel: boolean;
  /** Dollars; of the scraper for each page. */
  readonly cost: number;
  readonly minutes: number;
  readonly criticality: Criticality;
  /** The worker that takes its place when it fails for good. */
  readonly fallback?: string;
  /** What it asks for; left out: it needs no source of its own. */
  readonly source?: 'web' | 'academic' | 'news' | 'pages' | 'social';
}

/** A worker of a project: one file that exports this as its default. */
export interface OwnWorker extends Omit<WorkerDefinition, 'step' | 'needs' | 'is_parallel'> {
  readonly step: 'Research';
  /** Texts for the brief. What it throws fails the attempt. */
  execute(input: { readonly brief: Brief; readonly signal: AbortSignal }): Promise<readonly FoundText[]>;
}
