// Compiles a workflow file in Node. In the browser: `compileWith` and the parser of read/parse-web.ts.

import type { CompileResult } from './compile/compile-drawing.ts';
import { type CompileInput, compileWith } from './compile/compile-with.ts';
import { parseDiagram } from './read/parse.ts';

/** Never rejects because of what the file holds. */
export function compile(input: CompileInput): Promise<CompileResult> {
  return compileWith(parseDiagram, input);
}
