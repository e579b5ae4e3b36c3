// The house rules as tests, run over this very project. What each rule catches is proved in test/tidy/.

import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
// @ts-expect-error A script without types.
import { linesOfSource, onlyWithoutModel } from '../scripts/count-lines.mjs';
import { SYSTEMS } from '../src/systems/systems.ts';
import { budgetViolations, wordListViolations } from './tidy/budget.ts';
import { documentFolderViolations } from './tidy/document-folders.ts';
import { importViolations, unusedPackages } from './tidy/imports.ts';
import { outputViolations } from './tidy/outputs.ts';
import { participleViolations, plainHeadingViolations, plainNameViolations } from './tidy/plain-names.ts';
import { promiseViolations } from './tidy/promises.ts';
import { purityViolations } from './tidy/purity.ts';
import { codeViolations, ruleViolations } from './tidy/records.ts';
import { exportViolations, headingViolations, nameViolations, sizeViolations } from './tidy/shape.ts';
import { sourcePageViolations } from './tidy/source-pages.ts';
import { isCode, parseCode, readProject, type Violation } from './tidy/sources.ts';
import { ownWords, systemNameViolations } from './tidy/system-names.ts';
import { machineViolations, pageViolations, undoneViolations } from './tidy/texts.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const files = readProject(root);
const code = parseCode(files.filter(isCode));
const systemWords = await ownWords(SYSTEMS);

function rule(name: string, violations: () => readonly Violation[]): void {
  test(name, () => {
    const found = violations();
    if (found.length > 0) assert.fail(`${found.length} found:\n${found.join('\n')}`);
  });
}

rule('imports point down the picture, and each folder uses only its own packages', () => importViolations(code));
rule('folders of documents need each other one way only', () => documentFolderViolations(code));
rule('every package is imported by someone, and no folder may import one that is not there', () =>
  unusedPackages(code, Object.keys(JSON.parse(textOf('package.json')).dependencies)),
);
rule('systems are known by their values: no face, operation or runtime names one', () =>
  systemNameViolations(code, systemWords),
);
rule('pure folders use no clock, chance, environment or I/O', () => purityViolations(code));
rule('one file writes to the terminal, and cleans what it writes', () => outputViolations(code));
rule('no promise is left floating', () => promiseViolations(root));
rule('files, functions and lines are short', () => sizeViolations(code));
rule('documents, language and systems keep to their lines, and without a model to theirs', () =>
  budgetViolations(linesOfSource(), onlyWithoutModel()),
);
rule('no file of them is a long list of words', () => wordListViolations(code));
rule('paths are kebab-case, shallow and say what they hold', () => nameViolations(code));
rule('exported names say what they are', () => exportViolations(code));
rule('names and headings are plain words', () => [...plainNameViolations(code), ...plainHeadingViolations(code)]);
rule('exported types are nouns', () => participleViolations(code));
rule('each file begins with a comment line', () => headingViolations(code));
rule('every rule of the language has conformance cases, and the reverse', () => ruleViolations(files));
rule('every error code is documented, and the reverse', () => codeViolations(files, code));
rule('every section and name of the source documents has a row, with files and tests that exist', () =>
  sourcePageViolations(files),
);
rule('no work is left undone without an issue', () => undoneViolations(files));
rule('pages that comments name are there', () => pageViolations(files));
rule('no file names a machine path or a registry', () => machineViolations(files));

test('the lockfile pins what package.json asks for', () => {
  for (const folder of ['', 'studio/']) {
    const manifest = JSON.parse(textOf(`${folder}package.json`));
    const locked = JSON.parse(textOf('package-lock.json')).packages[folder.slice(0, -1)];
    for (const field of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      assert.deepEqual(locked[field] ?? {}, manifest[field] ?? {}, `${folder}package.json ${field}: run "npm install"`);
    }
  }
});

function textOf(path: string): string {
  const file = files.find((each) => each.path === path);
  assert.ok(file, `Expected the file ${path}`);
  return file.text;
}
