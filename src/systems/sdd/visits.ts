// Which agent did which visit of a step, when, and with which prompt and model.

import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '../../json.ts';
import type { AcceptCall } from '../../ports/action.ts';
import { listOf, objectOf, shortHash, textOf } from './sdd-deps.ts';

export interface Writer {
  readonly agent: string;
  readonly provider: string;
  readonly model: string;
}

/** Kept with an answer. */
export function writerOf({ by, provider, model }: AcceptCall): Writer & JsonObject {
  return { agent: by, provider: provider ?? '', model: model ?? '' };
}

export function writerIn(output: Json | undefined): Writer | null {
  const found = objectOf(objectOf(output).written_by);
  return typeof found.agent === 'string'
    ? { agent: found.agent, provider: textOf(found.provider), model: textOf(found.model) }
    : null;
}

const AGENTS: { readonly [step: string]: string } = {
  draft_hld: 'SystemArchitectAgent',
  draft_lld: 'APIDataAgent',
  design_database: 'DatabaseDesignerAgent',
  review_doc: 'ReviewerAgent',
  format_doc: 'WriterFormatterAgent',
};

export interface Visit {
  readonly step: string;
  readonly prompt: string;
  /** What else of its instructions may be edited. */
  readonly rubric?: string;
  readonly writers: readonly Writer[];
  readonly started: number;
  readonly ended: number;
}

/** The record with one visit more. */
export function withVisit(
  metadata: Json | undefined,
  { step, prompt, rubric, writers, started, ended }: Visit,
): JsonObject {
  const known = objectOf(metadata);
  const visits = listOf<JsonObject>(known.visits);
  const models = [...new Set(writers.map(({ provider, model }) => `${provider} ${model}`.trim()))].sort();
  const entry = {
    ...{ step, visit: visits.filter((each) => each.step === step).length + 1 },
    // What no agent answered was made by code alone.
    ...(writers.length === 0
      ? { agent: 'code', version: 'none' }
      : { agent: AGENTS[step] ?? step, version: shortHash(JSON.stringify([promptText(prompt, rubric), models])) }),
    models,
    started_at: new Date(started).toISOString(),
    ended_at: new Date(ended).toISOString(),
  };
  return { ...known, visits: [...visits, entry] };
}

function promptText(name: string, rubric: string | undefined): string {
  const text = readFileSync(new URL(`./prompts/${name}`, import.meta.url), 'utf8');
  return rubric === undefined ? text : `${text}\n${rubric}`;
}
