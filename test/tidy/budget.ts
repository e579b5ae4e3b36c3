// How much code reads and writes documents: a limit on its lines, on those that only runs without a model reach, and on
// lists of words.

import type { Node } from 'typescript/unstable/ast';
import {
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isPropertyAssignment,
  isRegularExpressionLiteral,
  isStringLiteral,
} from 'typescript/unstable/ast';
import { type CodeFile, folderOf, isTest, lineOf, type Violation, walk } from './sources.ts';

const FOLDERS = ['documents', 'language', 'systems'];
const LINES_MAX = 45_000;
const WITHOUT_MODEL_MAX = 1_500;
const WORD_LINES_MAX = 150;

/** `lines` of each file of src, and of them those that `alone` names: only runs without a model reach them. */
export function budgetViolations(lines: ReadonlyMap<string, number>, alone: readonly string[]): Violation[] {
  const sum = (paths: readonly string[]): number => paths.reduce((total, path) => total + (lines.get(path) ?? 0), 0);
  const all = sum([...lines.keys()].filter((path) => FOLDERS.includes(folderOf(path) ?? '')));
  const without = sum(alone);
  return [
    ...(all > LINES_MAX ? [`src:1 has ${all} lines in ${FOLDERS.join(', ')}; the limit is ${LINES_MAX}.`] : []),
    ...(without > WITHOUT_MODEL_MAX
      ? [`src:1 has ${without} lines that only runs without a model reach; the limit is ${WITHOUT_MODEL_MAX}.`]
      : []),
  ];
}

export function wordListViolations(files: readonly CodeFile[]): Violation[] {
  return files
    .filter((file) => FOLDERS.includes(folderOf(file.path) ?? '') && !isTest(file))
    .flatMap((file) => {
      const count = wordLines(file);
      return count > WORD_LINES_MAX
        ? [`${file.path}:1 has ${count} lines of words; the limit is ${WORD_LINES_MAX}.`]
        : [];
    });
}

/** Lines with nothing but texts and patterns, and the names they stand under. */
function wordLines(file: CodeFile): number {
  const words = new Set<number>();
  const code = new Set<number>();
  walk(file.tree, (node) => {
    const isText = isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isRegularExpressionLiteral(node);
    if (isText) for (const line of linesOf(file, node)) words.add(line);
    if (isIdentifier(node) && !isLabel(node)) code.add(lineOf(file, node.getStart(file.tree)));
  });
  return [...words].filter((line) => !code.has(line)).length;
}

const isLabel = (node: Node): boolean => isPropertyAssignment(node.parent) && node.parent.name === node;

function linesOf(file: CodeFile, node: Node): number[] {
  const first = lineOf(file, node.getStart(file.tree));
  return Array.from({ length: lineOf(file, node.end) - first + 1 }, (_, at) => first + at);
}
