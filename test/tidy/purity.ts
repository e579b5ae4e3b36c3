// Pure folders take time, chance and the world as arguments; this rule finds where one reaches for them itself.

import { importsOf } from './imports.ts';
import { impureUses } from './impure-uses.ts';
import { type CodeFile, folderOf, isTest, placeOf, type Violation } from './sources.ts';

const PURE_FOLDERS = ['diagram', 'engine', 'documents', 'language'];
/** They load Mermaid, and start, time and end the worker it runs in; the last three load the tagger when it
 *  is needed, and read what comes with Node: ends of sentences and words, and what languages call months and units. */
const IMPURE_FILES = [
  'src/diagram/read/ask-worker.ts',
  'src/diagram/read/load-mermaid.ts',
  'src/diagram/read/start-thread.ts',
  'src/diagram/read/parse.ts',
  'src/diagram/read/parse-worker.ts',
  'src/diagram/read/parse-web.ts',
  'src/diagram/read/parse-web-worker.ts',
  'src/language/words/load-language.ts',
  'src/language/sentences.ts',
  'src/language/words/language-names.ts',
];

export function purityViolations(files: readonly CodeFile[]): Violation[] {
  return files
    .filter(
      (file) => PURE_FOLDERS.includes(folderOf(file.path) ?? '') && !IMPURE_FILES.includes(file.path) && !isTest(file),
    )
    .flatMap((file) => [...importViolations(file), ...useViolations(file)]);
}

function importViolations(file: CodeFile): Violation[] {
  return importsOf(file)
    .filter(({ specifier }) => specifier.startsWith('node:') || specifier === 'mermaid')
    .map(
      ({ node, specifier }) => `${placeOf(file, node)} imports ${specifier}, but src/${folderOf(file.path)} is pure.`,
    );
}

function useViolations(file: CodeFile): Violation[] {
  const isPure = `but src/${folderOf(file.path)} is pure. Take it as an argument.`;
  return impureUses(file.tree).map(({ node, use }) => `${placeOf(file, node)} uses ${use}, ${isPure}`);
}
