// Documents of features for people.

import type { Finding } from '../documents/finding.ts';
import type { FileProblem } from '../documents/requirement.ts';
import { counted, oneLine, severalLines, wrap } from './shown-text.ts';
import type { Lines, Stage } from './stage.ts';
import { type Column, tableLines } from './table.ts';

export const documentLines: Lines = {
  'documents.list': listed,
  'documents.show': ({ text }: { text: string }) => severalLines(text.trimEnd()),
  'documents.lint': linted,
  'documents.supersede': ({ requirement, by, path }: { requirement: string; by: string; path: string }) => [
    `${oneLine(requirement)} is superseded by ${oneLine(by)} in ${oneLine(path)}.`,
  ],
  'documents.export': exported,
};

interface Listed {
  readonly feature: string;
  readonly title: string | null;
  readonly documents: readonly string[];
  readonly status: string | null;
  readonly lastModified: string | null;
  readonly requirements: {
    readonly approved: number;
    readonly modified: number;
    readonly rejected: number;
    readonly outOfScope: number;
    readonly superseded: number;
  } | null;
  readonly problem: string | null;
}

function listed(
  { project, features }: { project: string; features: readonly Listed[] },
  { paint, width }: Stage,
): string[] {
  if (features.length === 0) return [`No features in ${project}. Make one with: signoff prd "what you want"`];
  const columns: Column<Listed>[] = [
    { title: 'FEATURE', text: ({ feature }) => feature, paint: paint.bold, shrinksTo: 12 },
    { title: 'TITLE', text: ({ title }) => title ?? '', shrinksTo: 10 },
    { title: 'PRD', text: ({ status, lastModified }) => (status === null ? '-' : `${status} ${lastModified ?? ''}`) },
    { title: 'REQUIREMENTS', text: ({ requirements }) => standings(requirements), shrinksTo: 16 },
    { title: 'DOCUMENTS', text: ({ documents }) => documents.join(', ') || '-', paint: paint.dim, shrinksTo: 8 },
  ];
  const problems = features.flatMap(({ feature, problem }) =>
    problem === null ? [] : [paint.yellow(`${feature}: ${oneLine(problem)}`)],
  );
  return [...tableLines(features, columns, paint, width), ...problems];
}

function standings(counts: Listed['requirements']): string {
  if (counts === null) return '-';
  const { approved, modified, rejected, outOfScope, superseded } = counts;
  const words = { approved, modified, superseded, rejected, 'out of scope': outOfScope };
  const told = Object.entries(words).filter(([, count]) => count > 0);
  return told.map(([word, count]) => `${count} ${word}`).join(', ') || 'none';
}

interface Linted {
  readonly requirements: number;
  readonly findings: readonly Finding[];
  readonly problems: readonly FileProblem[];
}

function linted({ requirements, findings, problems }: Linted, { paint, width }: Stage): string[] {
  const room = Math.max(30, (width ?? 1000) - 2);
  const indented = (text: string): string[] => wrap(oneLine(text), room).map((line) => `  ${line}`);
  const total = `${counted(findings.length, 'finding')} in ${counted(requirements, 'requirement')}.`;
  return [
    ...problems.map(({ line, code, message }) => `requirements.md:${line} ${paint.red(code)}: ${oneLine(message)}`),
    ...findings.flatMap(({ id, rule, found, message, suggestion }) => [
      `${paint.bold(id)} ${paint.yellow(rule)}: ${oneLine(found)}`,
      ...indented(message),
      ...(suggestion === '' ? [] : indented(`Better: ${suggestion}`).map((line) => paint.dim(line))),
    ]),
    findings.length === 0 && problems.length === 0 ? paint.green(total) : total,
  ];
}

interface Exported {
  readonly folder: string;
  readonly requirements: number;
  readonly files: readonly { readonly path: string; readonly outcome: 'written' | 'replaced' | 'unchanged' }[];
}

function exported({ folder, requirements, files }: Exported, { paint }: Stage): string[] {
  const words = { written: paint.green('Wrote'), replaced: paint.yellow('Replaced'), unchanged: 'Unchanged:' };
  return [
    ...files.map(({ path, outcome }) => `${words[outcome]} ${path}`),
    paint.dim(`${counted(requirements, 'requirement')} in ${folder}`),
  ];
}
