// A label that is nearly a condition, as the condition it probably means: `score > 80 and ok` reads two outputs.

import { childrenOf, formula, rootsOf, unknownRoots } from '../config/parse-expression.ts';
import type { Expression } from '../expression.ts';
import type { Step } from '../workflow.ts';
import { readingsOf, type Sources } from './value-sources.ts';

const WORDS: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['is', '==='],
  ['equals', '==='],
]);

/** The most likely first; [] when it is prose. With `onlyDeclared` a name that no schema has is not read as a field. */
export function rewritten(
  label: string,
  roots: ReadonlySet<string>,
  step: Step,
  sources: Sources,
  onlyDeclared = false,
): string[] {
  if (label.length > 300) return [];
  const straight = label
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/(?<=\w)n't(?!\w)/g, ' not');
  const text = outsideQuotes(straight, withOperators).replaceAll('"', "'");
  const parsed = formula(text);
  if ('error' in parsed || !isPlainSense(parsed.formula.tree)) return [];
  const { tree } = parsed.formula;
  const unknown = unknownRoots(tree, roots);
  if (unknown.length === 0) return [text];
  const prefixes = new Map(
    unknown.map((name) => [name, PREFIXES.find((root) => isDeclared(sources, step, root, name))]),
  );
  const isAnyRead = unknown.length < rootsOf(tree).length || [...prefixes.values()].some(Boolean);
  // A word alone is prose unless there is such a field.
  if (tree.op === 'path' && !isAnyRead) return [];
  const compared = comparedWords(tree);
  const read = (name: string): string => `${prefixes.get(name) ?? 'output'}.${name}`;
  const said = (name: string): string => (prefixes.get(name) === undefined ? `'${name}'` : read(name));
  const put = (by: (name: string) => string): string =>
    unknown.reduce((at, name) => outsideQuotes(at, (part) => replaceWord(part, name, by(name))), text);
  // Beside something that is read, a word nobody knows is a value without its quotes.
  const given = isAnyRead ? [put(said)] : [];
  const found = onlyDeclared ? given : [...given, put((name) => (compared.has(name) ? said(name) : read(name)))];
  return found.filter((one) => {
    const result = formula(one);
    return 'formula' in result && isPlainSense(result.formula.tree);
  });
}

const COMPARING: ReadonlySet<string> = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>=']);

/** False for what the language reads otherwise than people do: `!a === b`, `a === b === c`, `a === 'x' || 'y'`. */
function isPlainSense(tree: Expression): boolean {
  if (tree.op === 'binary') {
    const sides = [tree.left, tree.right];
    const isOdd = COMPARING.has(tree.operator)
      ? (side: Expression): boolean =>
          (side.op === 'unary' && side.operator === '!') || (side.op === 'binary' && COMPARING.has(side.operator))
      : (side: Expression): boolean => (tree.operator === '&&' || tree.operator === '||') && side.op === 'literal';
    if (sides.some(isOdd)) return false;
  }
  return childrenOf(tree).every(isPlainSense);
}

/** Words on the right of an equality: `kind = bug` compares with the word. */
function comparedWords(tree: Expression): Set<string> {
  const own =
    tree.op === 'binary' && /^[!=]==?$/.test(tree.operator) && tree.right.op === 'path' && tree.right.parts.length === 0
      ? [tree.right.root]
      : [];
  return new Set([...own, ...childrenOf(tree).flatMap((child) => [...comparedWords(child)])]);
}

const PREFIXES = ['output', 'data', 'run.input'];

function isDeclared(sources: Sources, step: Step, root: string, name: string): boolean {
  const [first = '', ...rest] = root.split('.');
  const origin = sources.origin({ op: 'path', root: first, parts: [...rest, name] }, step, 'own');
  return origin !== null && readingsOf(origin).some((at) => !('missing' in at) && at.schema !== null);
}

function withOperators(part: string): string {
  return part
    .replaceAll(/(?<![=!<>])=(?!=)/g, '===')
    .replaceAll(/<>|≠/g, '!==')
    .replaceAll('≥', '>=')
    .replaceAll('≤', '<=')
    .replaceAll(/(?<![\w$.])(?:(?:is|does|do) not(?: equals?)?|not equals?)(?![\w$.])/gi, '!==')
    .replaceAll(/(?<![\w$.])(and|or|not|is|equals)(?![\w$.])/gi, (word) => WORDS.get(word.toLowerCase()) ?? word);
}

function replaceWord(part: string, word: string, by: string): string {
  const escaped = word.replaceAll(/[$]/g, '\\$&');
  return part.replaceAll(new RegExp(`(?<![\\p{L}\\w$.'])${escaped}(?![\\p{L}\\w$])`, 'gu'), () => by);
}

function outsideQuotes(text: string, change: (part: string) => string): string {
  const parts = text.split(/('[^']*'|"[^"]*")/);
  return parts.map((part, at) => (at % 2 === 1 ? part : change(part))).join('');
}
