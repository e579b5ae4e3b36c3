// Measures the requirement lint against the labelled sentences, pairs and briefs of this folder.

import { readFileSync } from 'node:fs';
import type { Brief } from '../../src/documents/prd/brief.ts';
import type { Requirement } from '../../src/documents/requirements/requirement.ts';
import { findDuplicates } from '../../src/language/lint/find-duplicates.ts';
import { LINT_RULES, type LintRule } from '../../src/language/lint/finding.ts';
import { lintRequirements } from '../../src/language/lint/lint-requirements.ts';

/** The last four were labelled by people who had not seen the rules; `unseen` may be kept elsewhere. */
const ALL_PARTS = ['development', 'heldOut', 'second', 'third', 'fourth', 'unseen'] as const;
export type Part = (typeof ALL_PARTS)[number];

export interface Sentence {
  readonly text: string;
  readonly rules: readonly LintRule[];
}

interface Pair {
  readonly kind: 'exact' | 'near' | 'none';
  readonly one: string;
  readonly other: string;
}

interface Scoped {
  readonly title: string;
  readonly inScope: readonly string[];
  readonly outOfScope: readonly string[];
  readonly requirements: readonly { readonly text: string; readonly contradicts: boolean }[];
}

export interface Score {
  readonly right: number;
  readonly missed: readonly string[];
  readonly unjustified: readonly string[];
  readonly precision: number;
  readonly recall: number;
}

export interface LintFigures {
  readonly rules: Readonly<Record<LintRule, Score>>;
  readonly clean: { readonly total: number; readonly untouched: number };
  readonly counts: { readonly sentences: number; readonly pairs: number; readonly scoped: number };
}

/** The parts that are there. */
export const PARTS: readonly Part[] = ALL_PARTS.filter((part) => labels<Sentence>('sentences', part).length > 0);

/** Figures of one part. Nothing is printed. */
export function figuresOf(part: Part): LintFigures {
  const sentences = labels<Sentence>('sentences', part);
  const pairs = labels<Pair>('pairs', part);
  const scoped = labels<Scoped>('scope', part);
  const judged = [
    ...sentences.flatMap(judgeSentence),
    ...pairs.flatMap(judgePair),
    ...scoped.flatMap((brief) => brief.requirements.map((each) => judgeScope(brief, each))),
  ];
  const clean = sentences.filter((sentence) => sentence.rules.length === 0);
  return {
    rules: Object.fromEntries(
      LINT_RULES.map((rule) => [rule, scoreOf(judged.filter((each) => each.rule === rule))]),
    ) as Record<LintRule, Score>,
    clean: { total: clean.length, untouched: clean.filter(({ text }) => found(text).length === 0).length },
    counts: {
      sentences: sentences.length,
      pairs: pairs.length,
      scoped: scoped.flatMap((each) => each.requirements).length,
    },
  };
}

interface Judged {
  readonly rule: LintRule;
  readonly expected: boolean;
  readonly found: boolean;
  readonly text: string;
}

/** All labelled sentences, with the rules that a careful reader marks. */
export const labelledSentences = (): readonly Sentence[] =>
  PARTS.flatMap((part) => labels<Sentence>('sentences', part));

/** The labelled sentences of a part. */
export const sentencesOf = (part: Part): readonly string[] =>
  labels<Sentence>('sentences', part).map((sentence) => sentence.text);

const OF_A_SENTENCE = ['ambiguous', 'not-testable', 'compound', 'no-actor', 'passive'] as const;

function judgeSentence({ text, rules }: Sentence): Judged[] {
  const marked = found(text);
  return OF_A_SENTENCE.map((rule) => ({ rule, expected: rules.includes(rule), found: marked.includes(rule), text }));
}

/** A wrong kind is both a miss and a mark that should not be. */
function judgePair({ kind, one, other }: Pair): Judged[] {
  const [duplicate] = findDuplicates([requirement('REQ-002', other)], [requirement('REQ-001', one)]);
  const marked = duplicate === undefined || duplicate.kind === 'alike' ? 'none' : duplicate.kind;
  const text = `${one} / ${other} [${kind}, found ${marked}]`;
  if (marked === kind) return [{ rule: 'duplicate', expected: kind !== 'none', found: kind !== 'none', text }];
  const missed: Judged = { rule: 'duplicate', expected: true, found: false, text };
  const unjustified: Judged = { rule: 'duplicate', expected: false, found: true, text };
  return [...(kind === 'none' ? [] : [missed]), ...(marked === 'none' ? [] : [unjustified])];
}

function judgeScope(scoped: Scoped, { text, contradicts }: Scoped['requirements'][number]): Judged {
  const { title, inScope, outOfScope } = scoped;
  const brief: Brief = { title, inScope, outOfScope, sections: {}, goals: [], successCriteria: [] };
  const marked = lintRequirements([requirement('REQ-001', text)], { brief });
  const isFound = marked.some((finding) => finding.rule === 'contradicts-scope');
  return { rule: 'contradicts-scope', expected: contradicts, found: isFound, text: `${title}: ${text}` };
}

function found(text: string): LintRule[] {
  return lintRequirements([requirement('REQ-001', text)], {}).map((finding) => finding.rule);
}

function requirement(id: string, description: string): Requirement {
  return { id, title: id, description, priority: 'medium', category: 'General' };
}

function scoreOf(judged: readonly Judged[]): Score {
  const right = judged.filter((each) => each.expected && each.found).length;
  const missed = judged.filter((each) => each.expected && !each.found).map((each) => each.text);
  const unjustified = judged.filter((each) => !each.expected && each.found).map((each) => each.text);
  const share = (of: number): number => (of === 0 ? 1 : right / of);
  return {
    right,
    missed,
    unjustified,
    precision: share(right + unjustified.length),
    recall: share(right + missed.length),
  };
}

/** Milliseconds of processor time for `count` requirements that were not read before: the best of five rounds. */
export function lintMs(count: number): number {
  const texts = PARTS.flatMap(sentencesOf);
  const listOf = (time: number): Requirement[] =>
    Array.from({ length: count }, (_, index) => {
      const region = Math.floor(index / texts.length) + time * count;
      const text = texts[index % texts.length] ?? '';
      return requirement(`REQ-${index + 1}`, text.replace(/\.?$/, ` in region ${region}.`));
    });
  const brief: Brief = {
    ...{ title: 'All', inScope: [], sections: {}, goals: [], successCriteria: [] },
    outOfScope: PARTS.flatMap((part) => labels<Scoped>('scope', part).flatMap((each) => each.outOfScope)),
  };
  const times = Array.from({ length: 5 }, (_, time) => {
    const list = listOf(time);
    const begun = process.cpuUsage();
    lintRequirements(list, { brief });
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

function labels<Label>(name: 'sentences' | 'pairs' | 'scope', part: Part): readonly Label[] {
  const file = new URL(`../labelled/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<Part, readonly Label[]>>)[part] ?? [];
}

/** Over all rules. */
export function totalOf({ rules }: LintFigures): { readonly precision: number; readonly recall: number } {
  const scores = Object.values(rules);
  const sum = (count: (score: Score) => number): number => scores.reduce((all, score) => all + count(score), 0);
  const right = sum((score) => score.right);
  return {
    precision: right / (right + sum((score) => score.unjustified.length)),
    recall: right / (right + sum((score) => score.missed.length)),
  };
}

const NAMES: Readonly<Record<Part, string>> = {
  ...{ development: 'development', heldOut: 'held out', second: 'second author', third: 'third author' },
  fourth: 'fourth author',
  unseen: 'second author, unseen',
};

/** Prints the table; false when a target is missed. */
export function measureLint(): boolean {
  const rows = PARTS.map((part) => figuresOf(part));
  const cell = ({ precision, recall }: { precision: number; recall: number }): string =>
    `${precision.toFixed(2)} | ${recall.toFixed(2)}`;
  const lines = LINT_RULES.map((rule) => {
    const counts = rows.map(({ rules }) => rules[rule].right + rules[rule].missed.length).join(' / ');
    return `| ${rule} | ${counts} | ${rows.map(({ rules }) => cell(rules[rule])).join(' | ')} |`;
  });
  const ms = lintMs(1000);
  const counts = (name: keyof LintFigures['counts']): string => rows.map((each) => each.counts[name]).join(' / ');
  const clean = rows.map(({ clean: { untouched, total } }) => `${untouched} of ${total}`).join(' / ');
  process.stdout.write(
    [
      `lint: ${counts('sentences')} sentences, ${counts('pairs')} pairs, ${counts('scoped')} against a scope`,
      `(${PARTS.map((part) => NAMES[part]).join(' / ')})`,
      '',
      `| rule | labelled | ${PARTS.map((part) => `${NAMES[part]}: precision | recall`).join(' | ')} |`,
      `| --- | --- | ${PARTS.map(() => '--- | ---').join(' | ')} |`,
      ...lines,
      `| all | | ${rows.map((figures) => cell(totalOf(figures))).join(' | ')} |`,
      '',
      `clean sentences without a finding: ${clean}`,
      `1,000 requirements, all rules, duplicates among them: ${ms.toFixed(0)} ms of one core (target: under 1,000)`,
      '',
    ].join('\n'),
  );
  return ms < 1000;
}
