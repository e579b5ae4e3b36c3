// Names and headings that a reader would have to translate: metaphors, and words of a dialect. Types are nouns.

import { posix } from 'node:path';
import {
  isClassDeclaration,
  isIdentifier,
  isInterfaceDeclaration,
  isPrivateIdentifier,
  isTypeAliasDeclaration,
  type Node,
  type Statement,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { exportedNames } from './shape.ts';
import { type CodeFile, placeOf, type Violation, walk } from './sources.ts';

const REFUSED = new Set(
  (
    'crank door seat desk voice stage letter mailroom heat hot slack slacken wish deed hand room ' +
    'told kin mail whoever whomever anew'
  ).split(' '),
);

/** Words that mean what they say there, each with its reason. `path`: only in these files. */
interface Literal {
  readonly words: RegExp;
  readonly path?: RegExp;
  readonly why: string;
}
const LITERAL: readonly Literal[] = [
  { words: /next[_ ]?stage/i, why: 'a field of the reply format that agents know' },
  { words: /^stage$/, path: /reply-corpus\.test\.ts$/, why: 'a field of what recorded replies are read as' },
  { words: /active-?voice/i, why: 'grammar' },
  { words: /hand-?out/i, why: 'work given to an MCP client' },
  { words: /hand[-_ ]?edits?|by[- ]?hand/i, why: 'edited by a person; `hand_edits` is a field of reviews of designs' },
  { words: /^letters?$|(?<=\s)letters?\b/, why: 'of the alphabet' },
  { words: /mails?/i, path: /notices|\bmail/, why: 'e-mail' },
  { words: /^told$/, path: /evidence\/(?:ledger|tell-sides|written-ledger)\.ts$/, why: 'a field of stored ledgers' },
  { words: /^told$/, path: /words\/verbs\.ts$/, why: 'a form of the verb "tell"' },
  { words: /^Heat$/, path: /^test\/sources\/searches\.test\.ts$/, why: 'a word of the text found' },
];
const IDIOM = /(?<!\bthere )\b(?:is|are|was|were) (?:another|none|no (?!longer|more|less|one)[\w`-]+)/i;

const DECLARATIONS = new Set([
  SyntaxKind.VariableDeclaration,
  SyntaxKind.Parameter,
  SyntaxKind.BindingElement,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.ClassExpression,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.TypeParameter,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.PropertySignature,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.MethodSignature,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
]);

/** No word of a file's name, or of a name declared in it, is refused. */
export function plainNameViolations(files: readonly CodeFile[]): Violation[] {
  return files.flatMap((file) => {
    const name = posix.basename(file.path).replace(/(\.test)?\.[a-z]+$/, '');
    const inPath = isRefused(name, file.path) ? [`${file.path}:1 is named "${name}". ${ADVICE}`] : [];
    const declared: Violation[] = [];
    walk(file.tree, (node) => {
      const found = nameDeclaredBy(node);
      if (found !== null && isRefused(found, file.path))
        declared.push(`${placeOf(file, node)} names "${found}". ${ADVICE}`);
    });
    return [...inPath, ...declared];
  });
}

const ADVICE = 'Name it for what it is: STYLE.md lists the words.';

function nameDeclaredBy(node: Node): string | null {
  if (!DECLARATIONS.has(node.kind) || !('name' in node)) return null;
  const name = node.name as Node | undefined;
  return name !== undefined && (isIdentifier(name) || isPrivateIdentifier(name)) ? name.text : null;
}

/** The comment that a file begins with says what the file is for without such words and riddles. */
export function plainHeadingViolations(files: readonly CodeFile[]): Violation[] {
  return files.flatMap((file) => {
    const heading = /^(?:#!.*\n)?((?:\/\/.*(?:\n|$))+|\/\*[\s\S]*?\*\/)/.exec(file.text)?.[1] ?? '';
    const found = IDIOM.exec(heading)?.[0] ?? (isRefused(heading, file.path) ? refusedWord(heading, file.path) : null);
    return found === null ? [] : [`${file.path}:1 says "${found}" in its heading. Say it in a plain sentence.`];
  });
}

const isRefused = (text: string, path: string): boolean => refusedWord(text, path) !== null;

function refusedWord(text: string, path: string): string | null {
  const literal = LITERAL.filter((each) => each.path?.test(path) !== false);
  const plain = literal.reduce((left, { words }) => left.replaceAll(new RegExp(words, `g${words.flags}`), ''), text);
  return wordsOf(plain).find((word) => REFUSED.has(word) || REFUSED.has(word.replace(/e?s$/, ''))) ?? null;
}

const IRREGULAR = new Set(
  'begun broken done found given held heard kept known left led read said sent shown spent stuck told written'.split(
    ' ',
  ),
);
/** Nouns that only look like participles, and `Refused`, which programs that embed Signoff catch by name. */
const NOUNS = new Set(
  'binding drawing ending feed finding heading need reading refused seed setting spelling spending standing'.split(' '),
);

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
