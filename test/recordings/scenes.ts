// What is recorded: runs of each system, and how far each is led. One name, one project folder.

import type { Json } from '../../src/json.ts';
import type { Decision } from '../../src/ports/review.ts';

/** The projects' paths are part of the recorded histories. */
export const ROOT = '/tmp/signoff-recorded/projects';
/** Documents beside the projects, and the same ones in each project that reads them. */
export const CORPUS = `${ROOT}/documents`;

/** How a run is left: at the gate `WORKFLOW/STEP`, in this visit of it; or as it says. `rest`: nothing is open in it,
 *  and it can be asked for more. */
type LeadTo = { readonly gate: string; readonly visit?: number } | 'end' | 'rest' | 'paused' | 'cancelled' | 'failed';

export interface Scene {
  readonly name: string;
  readonly system: string;
  readonly options?: { readonly [name: string]: Json };
  /** What the person says at a gate of words before they go on. */
  readonly says?: readonly string[];
  /** At a gate, before the person decides as the review leads on. */
  readonly first?: { readonly gate: string; readonly decision: Decision };
  readonly to: LeadTo;
}

const RESEARCH = { 'min-sources': 3, 'min-quality': 0.3, length: 500 };
const inside = (name: string) => ({ corpus: `${ROOT}/${name}/documents` });
const TURNS = [
  'Shop owners need it, because they copy orders into spreadsheets by hand.',
  'One line for each order, with its number, day, customer and total. Only orders between two days are exported.',
  'An export of 10,000 orders ends within 10 seconds.',
];
/** More than is kept in an event. */
const LONG_TURN = Array.from(
  { length: 40 },
  (_, at) => `When a shop owner asks for export ${at + 1}, the shop writes a file of its orders.`,
).join('\n');

/** Those at even places are led by rules into the SQLite store and by a model into PostgreSQL, the others the other way
 *  round. */
export const SCENES: readonly Scene[] = [
  { name: 'prd-brief', system: 'prd', to: { gate: 'prd/FBReview' } },
  { name: 'prd-requirements', system: 'prd', to: { gate: 'prd/RR' } },
  { name: 'prd-gaps', system: 'prd', to: { gate: 'prd/GA' } },
  { name: 'prd-further-requirements', system: 'prd', to: { gate: 'prd/RR', visit: 2 } },
  { name: 'prd-document', system: 'prd', to: { gate: 'prd/PR' } },
  { name: 'prd-signed', system: 'prd', to: 'end' },
  { name: 'prd-cancelled', system: 'prd', to: 'cancelled' },
  { name: 'sdd-review', system: 'sdd', to: { gate: 'sdd/human_review' } },
  {
    ...{ name: 'sdd-second-review', system: 'sdd', to: { gate: 'sdd/human_review', visit: 2 } },
    first: {
      gate: 'sdd/human_review',
      decision: { kind: 'document', verdict: 'change', feedback: 'Say how long an export is kept.' },
    },
  },
  { name: 'sdd-approved', system: 'sdd', to: 'end' },
  { name: 'pm-first-words', system: 'pm', to: { gate: 'pm/INTERVIEWING' } },
  { name: 'pm-interview', system: 'pm', says: TURNS, to: { gate: 'pm/INTERVIEWING' } },
  { name: 'pm-long-words', system: 'pm', says: [LONG_TURN], to: { gate: 'pm/INTERVIEWING' } },
  { name: 'pm-preview', system: 'pm', to: { gate: 'pm-draft/preview' } },
  { name: 'pm-review', system: 'pm', options: { architect: 'person' }, to: { gate: 'pm-scope/review' } },
  { name: 'pm-stories', system: 'pm', to: 'end' },
  { name: 'pm-at-rest', system: 'pm', to: 'rest' },
  {
    ...{ name: 'research-plan', system: 'research', to: { gate: 'research-strategy/review_plan' } },
    options: { ...RESEARCH, ...inside('research-plan'), 'review-plan': true },
  },
  {
    ...{ name: 'research-plan-outside', system: 'research', to: { gate: 'research-strategy/review_plan' } },
    options: { ...RESEARCH, corpus: CORPUS, 'review-plan': true },
  },
  {
    ...{ name: 'research-paused', system: 'research', to: 'paused' },
    options: { ...RESEARCH, ...inside('research-paused') },
  },
  {
    ...{ name: 'research-completed', system: 'research', to: 'end' },
    options: { ...RESEARCH, ...inside('research-completed') },
  },
  {
    ...{ name: 'research-failed', system: 'research', to: 'failed' },
    options: { ...RESEARCH, corpus: `${ROOT}/nowhere` },
  },
  { name: 'pr-review', system: 'pr-review', to: { gate: 'pr-review/G' } },
  { name: 'pr-review-ended', system: 'pr-review', to: 'end' },
  { name: 'backlog-design', system: 'backlog', to: { gate: 'sdd/human_review' } },
  { name: 'backlog-interview', system: 'backlog', to: { gate: 'pm/INTERVIEWING' } },
];
