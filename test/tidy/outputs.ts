// Everything that the program prints goes through one file, which cleans it; this rule finds what goes past it.

import {
  isBindingElement,
  isCallExpression,
  isElementAccessExpression,
  isNoSubstitutionTemplateLiteral as isLiteral,
  isPropertyAccessExpression,
  isStringLiteral,
  isTemplateExpression,
  type Node,
} from 'typescript/unstable/ast';
import { importsOf } from './imports.ts';
import { type CodeFile, folderOf, isTest, placeOf, type Violation, walk } from './sources.ts';

/** The one that cleans, and the one that speaks a protocol with a program. */
const WRITERS = ['src/cli/terminal.ts', 'src/mcp/serve-stdio.ts'];
/** A sequence of ours is written as a mark, or it is shown as the text that it would be from others. */
const SEQUENCES = 'src/cli/terminal-text.ts';
const ESCAPE = /\\(?:x1b|u001b|u\{1b\}|033)/i;
const STREAM = /^['"`]?(stdout|stderr)['"`]?$/;

export function outputViolations(files: readonly CodeFile[]): Violation[] {
  return files
    .filter((file) => folderOf(file.path) !== null && !isTest(file) && !WRITERS.includes(file.path))
    .flatMap((file) => {
      const found = new Set<string>();
      for (const { node, specifier } of importsOf(file))
        if (/^(?:node:)?(?:process|console)$/.test(specifier)) found.add(placeOf(file, node));
      walk(file.tree, (node) => {
        if (writes(node) || escapes(file, node)) found.add(placeOf(file, node));
      });
      return [...found].map(
        (place) =>
          `${place} writes to the terminal itself. Use stdout or stderr of cli/terminal.ts, "ours" for a sequence.`,
      );
    });
}

function escapes({ path }: CodeFile, node: Node): boolean {
  if (folderOf(path) !== 'cli' || path === SEQUENCES) return false;
  return (isStringLiteral(node) || isTemplateExpression(node) || isLiteral(node)) && ESCAPE.test(node.getText());
}

const ofProcess = (declared: Node): boolean => /=\s*process$/.test(declared.getText());

function writes(node: Node): boolean {
  if (isPropertyAccessExpression(node)) {
    const [of, name] = [node.expression.getText(), node.name.text];
    return (/\bprocess$/.test(of) && STREAM.test(name)) || /^(?:globalThis\.)?console$/.test(of);
  }
  if (isElementAccessExpression(node))
    return /\bprocess$/.test(node.expression.getText()) && STREAM.test(node.argumentExpression.getText());
  if (isBindingElement(node))
    return STREAM.test((node.propertyName ?? node.name)?.getText() ?? '') && ofProcess(node.parent.parent);
  if (!isCallExpression(node)) return false;
  return /\bwriteSync$/.test(node.expression.getText()) && /^[12]$/.test(node.arguments[0]?.getText() ?? '');
}
