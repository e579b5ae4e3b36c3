// Names that a reader would have to translate: the metaphors that STYLE.md refuses, and participles as types.

import { posix } from 'node:path';
import {
  isClassDeclaration,
  isInterfaceDeclaration,
  isTypeAliasDeclaration,
  type Statement,
} from 'typescript/unstable/ast';
import { exportedNames } from './shape.ts';
import { type CodeFile, placeOf, type Violation } from './sources.ts';

const METAPHORS = new Set(
  'crank door seat desk voice stage letter mailroom heat hot slack slacken wish deed hand room'.split(' '),
);
/** Words that mean what they say: a field of the agents' reply format, grammar, work given to a client, editing. */
const LITERAL: readonly RegExp[] = [/suggestedNextStage/, /active-?voice/i, /hand-?out/i, /hand-?edits?/i];
const IRREGULAR = new Set(
  'begun broken done found given held heard kept known left led read said sent shown spent stuck told written'.split(
    ' ',
  ),
);
/** Nouns that only look like participles, and `Refused`, which programs that embed Signoff catch by name. */
const NOUNS = new Set(
  'binding drawing ending feed finding heading need reading refused seed setting spelling spending standing'.split(' '),
);

/** No part of a file's name or of an exported name is a metaphor. */
export function metaphorViolations(files: readonly CodeFile[]): Violation[] {
  return files.flatMap((file) => {
    const name = posix.basename(file.path).replace(/(\.test)?\.[a-z]+$/, '');
    const inPath = metaphorIn(name);
    return [
      ...(inPath === null ? [] : [`${file.path}:1 is named "${inPath}". ${ADVICE}`]),
      ...file.tree.statements.flatMap((statement) =>
        exportedNames(statement)
          .filter((each) => metaphorIn(each) !== null)
          .map((each) => `${placeOf(file, statement)} exports "${each}". ${ADVICE}`),
      ),
    ];
  });
}

const ADVICE = 'Name it for what it is: STYLE.md lists the metaphors.';

function metaphorIn(name: string): string | null {
  const plain = LITERAL.reduce((left, literal) => left.replace(literal, ''), name);
  return wordsOf(plain).find((word) => METAPHORS.has(word) || METAPHORS.has(word.replace(/e?s$/, ''))) ?? null;
}

/** Exported types are nouns: `AskResult`, not `Asked`. */
export function participleViolations(files: readonly CodeFile[]): Violation[] {
  const own = files.filter(({ path }) => /^(?:src|test)\//.test(path));
  return own.flatMap((file) =>
    file.tree.statements.filter(isType).flatMap((statement) =>
      exportedNames(statement)
        .filter(isParticiple)
        .map((name) => `${placeOf(file, statement)} exports the type "${name}". Name types with nouns.`),
    ),
  );
}

function isType(statement: Statement): boolean {
  return [isInterfaceDeclaration, isTypeAliasDeclaration, isClassDeclaration].some((is) => is(statement));
}

function isParticiple(name: string): boolean {
  const [word = '', ...more] = wordsOf(name);
  if (more.length > 0 || NOUNS.has(word)) return false;
  return IRREGULAR.has(word) || /(?:ed|ing)$/.test(word);
}

/** `readGoalClause`, `read-goal-clause` and `READ_GOAL` in words. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
