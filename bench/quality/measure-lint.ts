// Measures the requirement lint against the labelled sentences, pairs and briefs of this folder.

import { readFileSync } from 'node:fs';
import type { Brief } from '../../src/documents/brief.ts';
import { findDuplicates } from '../../src/documents/find-duplicates.ts';
import { LINT_RULES, type LintRule } from '../../src/documents/finding.ts';
import { lintRequirements } from '../../src/documents/lint-requirements.ts';
import type { Requirement } from '../../src/documents/requirement.ts';

export const PARTS = ['development', 'heldOut'] as const;
export type Part = (typeof PARTS)[number];

interface Sentence {
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
  const marked = duplicate?.kind ?? 'none';
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

/** Milliseconds for `count` requirements with every rule: the best of five, since others may use the machine too. */
export function lintMs(count: number): number {
  const texts = PARTS.flatMap(sentencesOf);
  const list = Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / texts.length);
    const text = texts[index % texts.length] ?? '';
    return requirement(`REQ-${index + 1}`, round === 0 ? text : text.replace(/\.?$/, ` in region ${round}.`));
  });
  const brief: Brief = {
    ...{ title: 'All', inScope: [], sections: {}, goals: [], successCriteria: [] },
    outOfScope: PARTS.flatMap((part) => labels<Scoped>('scope', part).flatMap((each) => each.outOfScope)),
  };
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    lintRequirements(list, { brief });
    return performance.now() - begun;
  });
  return Math.min(...times);
}

function labels<Label>(name: 'sentences' | 'pairs' | 'scope', part: Part): readonly Label[] {
  const file = new URL(`./${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<Part, readonly Label[]>)[part];
}

/** Prints the table; false when a target is missed. */
export function measureLint(): boolean {
  const rows = PARTS.map((part) => figuresOf(part));
  const [development, heldOut] = rows;
  if (development === undefined || heldOut === undefined) return false;
  const cell = (score: Score): string => `${score.precision.toFixed(2)} | ${score.recall.toFixed(2)}`;
  const lines = LINT_RULES.map((rule) => {
    const seen = (figures: LintFigures): number => figures.rules[rule].right + figures.rules[rule].missed.length;
    const counts = `${seen(development)} / ${seen(heldOut)}`;
    return `| ${rule} | ${counts} | ${cell(development.rules[rule])} | ${cell(heldOut.rules[rule])} |`;
  });
  const ms = lintMs(1000);
  const counts = (name: keyof LintFigures['counts']): string => rows.map((each) => each.counts[name]).join(' / ');
  const clean = rows.map(({ clean: { untouched, total } }) => `${untouched} of ${total}`).join(' / ');
  process.stdout.write(
    [
      `lint: ${counts('sentences')} sentences, ${counts('pairs')} pairs, ${counts('scoped')} against a scope`,
      '(development / held out)',
      '',
      '| rule | labelled | precision | recall | held out: precision | recall |',
      '| --- | --- | --- | --- | --- | --- |',
      ...lines,
      '',
      `clean sentences without a finding: ${clean}`,
      `1,000 requirements, all rules, duplicates among them: ${ms.toFixed(0)} ms (target: under 1,000)`,
      '',
    ].join('\n'),
  );
  return ms < 1000;
}
