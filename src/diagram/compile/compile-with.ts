// A workflow file's text -> a checked Workflow and everything that is wrong with it, on any platform.

import { readConfig } from '../config/config-block.ts';
import type { ParseDiagram } from '../read/parse-in-worker.ts';
import { readSource } from '../read/source.ts';
import { sortedProblems } from './compilation.ts';
import { type CompileOptions, type CompileResult, compileDrawing } from './compile-drawing.ts';

export interface CompileInput extends CompileOptions {
  readonly text: string;
}

/** With the platform's parser: `compile` does it with Node's. Never rejects because of what the file holds. */
export async function compileWith(parseDiagram: ParseDiagram, input: CompileInput): Promise<CompileResult> {
  const source = readSource(input.fileName, input.text);
  const { drawing, problems } = await parseDiagram(source);
  // What is too large for the parser is not read for its configuration either.
  if (source.problems.some((found) => found.severity === 'problem')) return { workflow: null, problems, uses: [] };
  const config = readConfig(source.diagram, source.firstLine);
  if (drawing === null)
    return { workflow: null, problems: sortedProblems([...problems, ...config.problems]), uses: [] };
  const compiled = compileDrawing(source, drawing, config, input);
  const refused = problems.some((found) => found.severity === 'problem');
  return {
    workflow: refused ? null : compiled.workflow,
    problems: sortedProblems([...problems, ...compiled.problems]),
    uses: compiled.uses,
  };
}
