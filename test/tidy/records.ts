// What code and documents must agree on: rule ids with conformance folders, error codes with their page.

import type { Node } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isStringLiteral,
} from 'typescript/unstable/ast';
import { type CodeFile, folderOf, isTest, placeOf, type TextFile, type Violation, walk } from './sources.ts';

const SEMANTICS = 'docs/reference/semantics.md';
const ERRORS = 'docs/reference/errors.md';
const CONFORMANCE = 'test/conformance/';
const RULE_HEADING = /^(?:- \*\*|#{2,5} `?)([a-z]+-\d+)\b/gm;
const RULE_ID = /^[a-z]+-\d+$/;
const CODE_HEADING = /^#{2,5} `?([a-z]+(?:-[a-z]+)*)`?$/gm;
const CODE = /^[a-z]+(-[a-z]+)+$/;
/** An error code is the first argument of a function of one of these names, or stands after `code:`. */
const CODE_TAKERS = [
  ...['problem', 'warning', 'reject', 'refuse', 'hold', 'holdJoin', 'failJoin', 'reportOf', 'failure', 'report'],
];

/** Every rule of semantics.md has a folder of cases, and every folder named like a rule is one. */
export function ruleViolations(files: readonly TextFile[]): Violation[] {
  const page = files.find((file) => file.path === SEMANTICS);
  if (page === undefined) return [`${SEMANTICS}:1 does not exist; it lists the rules of the language.`];
  const rules = new Set(headings(page, RULE_HEADING));
  const folders = new Set(
    files
      .filter((file) => file.path.startsWith(CONFORMANCE))
      .flatMap((file) => file.path.split('/').slice(2, -1).slice(0, 1)),
  );
  return [
    ...(rules.size === 0 ? [`${SEMANTICS}:1 has no rule. A rule is "- **id-1** ..." or "### id-1".`] : []),
    ...[...rules]
      .filter((id) => !folders.has(id))
      .map((id) => `${SEMANTICS}: rule ${id} has no case in ${CONFORMANCE}${id}/.`),
    ...[...folders]
      .filter((id) => RULE_ID.test(id) && !rules.has(id))
      .map((id) => `${CONFORMANCE}${id}/ tests a rule that ${SEMANTICS} does not have.`),
  ];
}

/** Every error code in src is a heading of errors.md, and every heading there is a string somewhere in src. */
export function codeViolations(files: readonly TextFile[], code: readonly CodeFile[]): Violation[] {
  const page = files.find((file) => file.path === ERRORS);
  if (page === undefined) return [`${ERRORS}:1 does not exist; it explains every error code.`];
  const documented = new Set(headings(page, CODE_HEADING));
  const source = code.filter((file) => folderOf(file.path) !== null && !isTest(file));
  const words = new Set(source.flatMap(stringsOf));
  return [
    ...source
      .flatMap((file) => codesOf(file))
      .filter((use) => !documented.has(use.code))
      .map((use) => `${use.place} uses the code ${use.code}, which has no heading in ${ERRORS}.`),
    ...[...documented].filter((each) => !words.has(each)).map((each) => `${ERRORS}: no code in src says ${each}.`),
  ];
}

export function codesOf(file: CodeFile): { readonly place: string; readonly code: string }[] {
  const found: { place: string; code: string }[] = [];
  walk(file.tree, (node) => {
    for (const literal of codePosition(node).flatMap(literalsIn)) {
      if (CODE.test(literal.text)) found.push({ place: placeOf(file, literal.node), code: literal.text });
    }
  });
  return found;
}

function codePosition(node: Node): Node[] {
  if (isCallExpression(node)) {
    const callee = isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
    const [first] = node.arguments;
    return first !== undefined && isIdentifier(callee) && CODE_TAKERS.includes(callee.text) ? [first] : [];
  }
  if (!('name' in node) || !isNamedCode(node.name as Node | undefined)) return [];
  return ['initializer', 'type'].flatMap((key) => (node as unknown as Record<string, Node | undefined>)[key] ?? []);
}

const isNamedCode = (name: Node | undefined): boolean =>
  name !== undefined && isIdentifier(name) && name.text === 'code';

/** The string itself, either branch of `a ? 'x' : 'y'`, each member of a union type; not what stands deeper. */
function literalsIn(node: Node): { readonly node: Node; readonly text: string }[] {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return [{ node, text: node.text }];
  if (isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsIn);
  if (isCallExpression(node) || isObjectLiteralExpression(node)) return [];
  const found: { node: Node; text: string }[] = [];
  node.forEachChild((child) => {
    found.push(...literalsIn(child));
  });
  return found;
}

function stringsOf(file: CodeFile): string[] {
  const found: string[] = [];
  walk(file.tree, (node) => {
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
  });
  return found;
}

function headings(page: TextFile, form: RegExp): string[] {
  return [...page.text.matchAll(form)].flatMap((match) => match[1] ?? []);
}
