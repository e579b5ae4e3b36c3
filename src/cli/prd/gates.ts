// The four gates of a PRD run, read off the run: what a person looks at, and the hash their verdict must carry.

import { readScore } from '../../documents/analyse-gaps.ts';
import { PRD_SECTIONS } from '../../documents/assemble-prd.ts';
import { readAssessment } from '../../documents/assess-gaps.ts';
import { BRIEF_SECTIONS } from '../../documents/brief.ts';
import { findAssumptions } from '../../documents/find-assumptions.ts';
import type { AlikePair, Finding } from '../../documents/finding.ts';
import type { Gap } from '../../documents/gap.ts';
import { lintRequirements } from '../../documents/lint-requirements.ts';
import { parseBrief } from '../../documents/parse-brief.ts';
import { parseRequirements } from '../../documents/parse-requirements.ts';
import type { Requirement } from '../../documents/requirement.ts';
import { recordKey, type Task } from '../../engine/run-state.ts';
import { type Payloads, readValue } from '../../engine/value.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { agentFacts } from '../../runtime/agent-facts.ts';
import type { ShownRun } from '../../runtime/run-driver.ts';
import { viewTask } from '../../runtime/task-view.ts';
import type { DocumentGate } from './review-document.ts';
import type { GapGate } from './review-gaps.ts';
import type { LeftOut } from './show-requirement.ts';
import { briefDoubts, signDoubts } from './sign-doubts.ts';

interface AnyGate {
  readonly task: number;
  readonly step: string;
  /** Which time the step is entered, from 1. */
  readonly visit: number;
  readonly shown: string | undefined;
}

export type Gate = AnyGate &
  (
    | { readonly kind: 'brief' | 'prd'; readonly document: DocumentGate }
    | {
        readonly kind: 'requirements';
        readonly proposed: readonly Requirement[];
        readonly findings: readonly Finding[];
        readonly leftOut: readonly LeftOut[];
        readonly alike: readonly AlikePair[];
        /** What the lint finds in a requirement that a person has rewritten. */
        readonly lint: (changed: Requirement) => readonly Finding[];
      }
    | { readonly kind: 'gaps'; readonly gaps: GapGate; readonly offer: JsonObject | null }
  );

/** What is decided there. */
export const GATE_NAMES: { readonly [step: string]: string } = {
  ...{ FBReview: 'the feature brief', RR: 'the requirements', GA: 'the gap analysis', PR: 'the PRD' },
};

export const GATE_STEPS = ['FBReview', 'RR', 'GA', 'PR'] as const;

/** null: the task is none of the four. */
export function gateOf(run: ShownRun, task: Task, payloads: Payloads): Gate | null {
  const own = { task: task.id, step: task.step, visit: task.visit, shown: task.shown };
  if (task.step === 'FBReview' || task.step === 'PR') {
    const isBrief = task.step === 'FBReview';
    return { ...own, kind: isBrief ? 'brief' : 'prd', document: documentOf(run, task, payloads, isBrief) };
  }
  if (task.step === 'RR') return { ...own, kind: 'requirements', ...proposalsOf(run, task, payloads) };
  if (task.step !== 'GA') return null;
  const offer = readValue(task.offer, [], payloads);
  const analysis = isJsonObject(offer) ? offer : null;
  return { ...own, kind: 'gaps', gaps: gapsOf(run, task, payloads, analysis), offer: analysis };
}

export function dataOf(run: ShownRun, payloads: Payloads, name: string): Json {
  return readValue(run.state.values.get(name)?.value, [], payloads) ?? null;
}

export function textIn(run: ShownRun, payloads: Payloads, name: string): string {
  const value = dataOf(run, payloads, name);
  return typeof value === 'string' ? value : '';
}

/** How often a step was entered. */
export function visitsOf({ state }: ShownRun, step: string): number {
  return state.records.get(recordKey(0, 0, step))?.visits ?? 0;
}

function documentOf(run: ShownRun, task: Task, payloads: Payloads, isBrief: boolean): DocumentGate {
  const name = isBrief ? 'featureBriefContent' : 'prdContent';
  const text = textIn(run, payloads, name);
  return {
    what: isBrief ? 'Feature brief' : 'PRD',
    file: isBrief ? 'feature-brief.md' : 'PRD.md',
    text,
    before: task.visit > 1 ? lastBefore(versionsOf(run, payloads, name), text) : null,
    round: task.visit,
    path: inProject(run, payloads, isBrief ? 'featureBriefPath' : 'prdPath'),
    // The brief's file is written when it is approved.
    isThere: !isBrief,
    fixed: isBrief ? BRIEF_FIXED : PRD_FIXED,
    ...(!isBrief && { sections: BRIEF_CHANGEABLE }),
    doubts: isBrief ? briefDoubts(text) : signDoubts(text),
    assumptions: isBrief ? [] : findAssumptions(text),
  };
}

const BRIEF_FIXED = ['Status', 'User Utterance'];
/** A PRD is changed where its brief is; what code writes, and the requirements, are not. */
const BRIEF_CHANGEABLE = BRIEF_SECTIONS.filter((name) => !BRIEF_FIXED.includes(name));
const PRD_FIXED = [
  ...[PRD_SECTIONS.status, PRD_SECTIONS.utterance, PRD_SECTIONS.requirements, PRD_SECTIONS.traceability],
];

function inProject(run: ShownRun, payloads: Payloads, name: string): string {
  const path = textIn(run, payloads, name);
  const project = `${textIn(run, payloads, 'projectPath')}/`;
  return path.startsWith(project) ? path.slice(project.length) : path;
}

/** Every text that the run's record has held under this name, oldest first. */
function versionsOf(run: ShownRun, payloads: Payloads, name: string): string[] {
  const found: string[] = [];
  for (const event of run.events) {
    if (event.type !== 'DataSet' || !Object.hasOwn(event.data.values, name)) continue;
    const text = readValue(event.data.values[name], [], payloads);
    if (typeof text === 'string' && text !== found.at(-1)) found.push(text);
  }
  return found;
}

function lastBefore(versions: readonly string[], text: string): string | null {
  return versions.filter((version) => version !== text).at(-1) ?? (versions.length > 0 ? text : null);
}

function proposalsOf(run: ShownRun, task: Task, payloads: Payloads) {
  const { input } = viewTask(run, task, payloads);
  const given = isJsonObject(input) ? input : {};
  const proposed = listIn<Requirement>(given.functionalRequirements);
  return {
    proposed,
    lint: lintFor(run, payloads, proposed),
    findings: listIn<Finding>(given.lint),
    leftOut: listIn<LeftOut>(given.leftOut),
    alike: listIn<AlikePair>(given.alike),
  };
}

function lintFor(run: ShownRun, payloads: Payloads, proposed: readonly Requirement[]) {
  const brief = parseBrief(textIn(run, payloads, 'featureBriefContent'));
  const before = readValue(run.state.records.get(recordKey(0, 0, 'RR'))?.output, ['file', 'text'], payloads);
  const decided = typeof before === 'string' ? parseRequirements(before).items : [];
  return (changed: Requirement): readonly Finding[] => {
    const all = proposed.map((item) => (item.id === changed.id ? changed : item));
    return lintRequirements(all, { brief, decided }).filter(({ id }) => id === changed.id);
  };
}

function gapsOf(run: ShownRun, task: Task, payloads: Payloads, offer: JsonObject | null): GapGate {
  const messages = agentFacts(run, task, payloads).messages ?? [];
  const said = messages.findLast(({ from }) => from === 'agent')?.text ?? null;
  const isAnswered = messages.some(({ from }) => from === 'person');
  const { input } = viewTask(run, task, payloads);
  const given = isJsonObject(input) ? input : {};
  const edits = listIn<Json>(given.outsideEdits).map(String);
  if (offer === null) return { analysis: null, said, edits };
  const byRules = given.analysis;
  const assessment = readAssessment(offer.assessment);
  const own = assessment === null || Object.keys(assessment.axes).length === 0 ? undefined : assessment.axes;
  const analysis = {
    score: readScore(offer.gapAnalysisScore),
    assessment,
    axes: own ?? (isJsonObject(byRules) ? byRules.axes : undefined),
    reasons: own === undefined && isJsonObject(byRules) ? byRules.reasons : undefined,
    findings: listIn<Finding>(given.lint),
    gaps: listIn<Gap>(offer.identifiedGaps),
    round: visitsOf(run, 'RR'),
    refined: visitsOf(run, 'GR'),
  };
  return { analysis, said, isAnswered, edits };
}

/** Schemas have checked what is in it. */
function listIn<T extends Json>(value: Json | undefined): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [];
}
