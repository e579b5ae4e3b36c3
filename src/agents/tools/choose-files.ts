// Narrows the project's files to those a tool is asked about: under a folder, fitting a pattern.

import { z } from 'zod';
import { globPattern } from './glob.ts';
import { ToolRefusal } from './tool.ts';

export const fileChoice = {
  under: z.string().max(4_096).optional().describe('Only paths that begin so, such as "src/".'),
  glob: z.string().max(1_000).optional().describe('Only paths that fit, such as "src/**/*.ts" or "*.{md,txt}".'),
};

export interface FileChoice {
  readonly under: string | undefined;
  readonly glob: string | undefined;
}

/** A pattern without `/` fits in every folder, as in .gitignore. */
export function chooseFiles(paths: readonly string[], { under, glob }: FileChoice): readonly string[] {
  const start = under?.replace(/^(\.?\/)+/, '');
  const inFolder = start === undefined || start === '.' ? paths : paths.filter((path) => path.startsWith(start));
  if (glob === undefined) return inFolder;
  const pattern = globPattern(glob.includes('/') ? glob.replace(/^\.?\//, '') : `**/${glob}`);
  if (pattern === null) {
    throw new ToolRefusal('Expected a pattern with at most 64 alternatives in braces; this one has more. Simplify it.');
  }
  return inFolder.filter(pattern);
}
