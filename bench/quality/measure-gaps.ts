// How well a model's gap analysis finds what a careful reviewer expects: precision and recall over labelled briefs.

import { readdirSync, readFileSync } from 'node:fs';
import { type Gap, SEVERITIES, type Severity } from '../../src/documents/gaps/gap.ts';
import type { DecidedRequirement } from '../../src/documents/requirements/requirement.ts';

export type Half = 'held out' | 'sixth';

export interface LabelledBrief {
  readonly name: string;
  readonly half: Half;
  /** Nothing important is missing. */
  readonly complete: boolean;
  readonly brief: readonly string[];
  readonly requirements: readonly DecidedRequirement[];
  readonly expected: readonly Expected[];
  /** What a reviewer may also say: neither asked for nor wrong. */
  readonly acceptable: readonly string[];
}

export interface Expected {
  /** At least. */
  readonly severity: Severity;
  readonly category: string | null;
  /** The gap's title or description holds one of these. */
  readonly about: readonly string[];
}

export interface GapFigures {
  readonly half: LabelledBrief['half'];
  readonly briefs: number;
  readonly expected: number;
  readonly found: number;
  /** Of the gaps a reviewer expects, those that were found with at least their severity. */
  readonly recall: number;
  /** Of all gaps that were found, those a reviewer expects or would accept. */
  readonly precision: number;
  /** The same of critical and high ones only, where each must be expected or accepted. */
  readonly precisionImportant: number;
  /** Of all gaps that were found, those a reviewer expects. */
  readonly precisionStrict: number;
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
  /** Critical or high gaps in briefs that have none. */
  readonly falseAlarms: readonly string[];
}

const FOLDER = new URL('../labelled/briefs/', import.meta.url);

export function labelledBriefs(): readonly LabelledBrief[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => ({
    name: file.replace('.json', ''),
    ...JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')),
  }));
}

/** Of whoever looks for gaps. */
export function figuresOfBriefs(
  half: LabelledBrief['half'],
  briefs: readonly LabelledBrief[],
  gapsOf: (one: LabelledBrief) => readonly Gap[],
): GapFigures {
  const judged = briefs.map((one) => judge(one, gapsOf(one)));
  const gaps = judged.flatMap((one) => one.gaps);
  const right = gaps.filter(({ verdict }) => verdict !== 'wrong');
  const important = gaps.filter(({ severity }) => severity === 'critical' || severity === 'high');
  const expected = briefs.reduce((sum, one) => sum + one.expected.length, 0);
  const missed = judged.flatMap((one) => one.missed);
  return {
    half,
    briefs: briefs.length,
    expected,
    found: gaps.length,
    recall: share(expected - missed.length, expected),
    precision: share(right.length, gaps.length),
    precisionImportant: share(important.filter(({ verdict }) => verdict !== 'wrong').length, important.length),
    precisionStrict: share(gaps.filter(({ verdict }) => verdict === 'expected').length, gaps.length),
    missed,
    wrong: gaps.filter(({ verdict }) => verdict === 'wrong').map(({ text }) => text),
    falseAlarms: judged
      .flatMap((one) => (one.complete ? one.gaps : []))
      .flatMap(({ severity, text }) => (isImportant(severity) ? [text] : [])),
  };
}

function judge(one: LabelledBrief, gaps: readonly Gap[]) {
  const missed = one.expected.filter((each) => !gaps.some((gap) => meets(gap, each)));
  return {
    complete: one.complete,
    missed: missed.map(({ severity, about }) => `${one.name}: ${severity} ${about.join(' / ')}`),
    gaps: gaps.map((gap) => ({
      severity: gap.severity,
      verdict: verdictOn(gap, one),
      text: `${one.name}: ${gap.severity} ${gap.category} ${gap.title}`,
    })),
  };
}

function verdictOn(gap: Gap, one: LabelledBrief): 'expected' | 'accepted' | 'wrong' {
  if (one.expected.some((each) => isAbout(gap, each.about) && inCategory(gap, each))) return 'expected';
  return isAbout(gap, [...one.acceptable, ...one.expected.flatMap(({ about }) => about)]) ? 'accepted' : 'wrong';
}

function meets(gap: Gap, expected: Expected): boolean {
  return inCategory(gap, expected) && isAbout(gap, expected.about) && isAtLeast(gap.severity, expected.severity);
}

function inCategory(gap: Gap, { category }: Expected): boolean {
  return category === null || gap.category === category;
}

/** In words of the gap itself, each from its beginning: what is suggested against it may speak of much more. */
function isAbout(gap: Gap, about: readonly string[]): boolean {
  const text = ` ${`${gap.title} ${gap.description}`.toLowerCase().replace(/[^\p{L}\p{N}%]+/gu, ' ')}`;
  return about.some((words) => text.includes(` ${words.toLowerCase().replace(/[^\p{L}\p{N}%]+/gu, ' ')}`));
}

const isAtLeast = (given: Severity, least: Severity): boolean => SEVERITIES.indexOf(given) <= SEVERITIES.indexOf(least);
const isImportant = (severity: Severity): boolean => severity === 'critical' || severity === 'high';
const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
