// Every regular expression of src, by TypeScript's own parser: literals, and calls that make one of a text.

import { globSync, readFileSync } from 'node:fs';
import { isCallExpression, isIdentifier, isNewExpression, isRegularExpressionLiteral } from 'typescript/unstable/ast';
import { isTest, parseCode, placeOf, walk } from '../tidy/sources.ts';

export interface Pattern {
  /** `path:line`. */
  readonly place: string;
  readonly path: string;
  /** As the code writes it. */
  readonly text: string;
  /** null when it is made while the program runs. */
  readonly pattern: RegExp | null;
}

export function collectPatterns(root: string): readonly Pattern[] {
  const paths = globSync('src/**/*.ts', { cwd: root }).sort();
  const files = paths.map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }));
  const found: Pattern[] = [];
  for (const file of parseCode(files.filter((each) => !isTest(each)))) {
    walk(file.tree, (node) => {
      const text = node.getText(file.tree);
      const isMade =
        (isNewExpression(node) || isCallExpression(node)) &&
        isIdentifier(node.expression) &&
        node.expression.getText(file.tree) === 'RegExp';
      if (!isMade && !isRegularExpressionLiteral(node)) return;
      const pattern = isMade ? null : literalOf(text);
      found.push({ place: placeOf(file, node), path: file.path, text, pattern });
    });
  }
  return found;
}

function literalOf(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}
