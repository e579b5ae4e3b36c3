// Which folder of src may import which, and which packages: the picture in ARCHITECTURE.md as a table.

import { posix } from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import { isCallExpression, isExportDeclaration, isImportDeclaration, isStringLiteral } from 'typescript/unstable/ast';
import { type CodeFile, folderOf, isTest, placeOf, type Violation, walk } from './sources.ts';

interface Folder {
  readonly folders: readonly string[];
  /** Packages; a name ending in `/` stands for every package of that scope. */
  readonly packages: readonly string[];
}

const PURE = ['diagram', 'engine', 'documents', 'language'];
const BELOW_RUNTIME = [...PURE, 'ports'];
const BELOW_FACES = [...BELOW_RUNTIME, 'runtime', 'operations'];

export const FOLDERS: Readonly<Record<string, Folder>> = {
  diagram: { folders: [], packages: ['mermaid', 'dompurify', 'jsep'] },
  engine: { folders: ['diagram'], packages: [] },
  documents: {
    folders: ['diagram', 'engine'],
    packages: ['unified', 'remark-parse', 'mdast', 'minisearch', 'ignore'],
  },
  language: {
    folders: ['diagram', 'engine', 'documents'],
    packages: ['wink-nlp', 'wink-eng-lite-web-model', 'tinyld'],
  },
  ports: { folders: PURE, packages: ['zod'] },
  store: { folders: BELOW_RUNTIME, packages: ['pg'] },
  agents: {
    folders: BELOW_RUNTIME,
    packages: [
      ...['ai', '@ai-sdk/', 'zod', 'unified', 'remark-parse', 'mdast'],
      ...['@modelcontextprotocol/', '@opentelemetry/'],
    ],
  },
  systems: { folders: BELOW_RUNTIME, packages: ['zod', 'libpg-query'] },
  sources: {
    folders: BELOW_RUNTIME,
    packages: ['feedsmith', 'robots-parser', 'unpdf', 'mammoth', '@mozilla/readability', 'linkedom', 'zod'],
  },
  notices: { folders: BELOW_RUNTIME, packages: ['nodemailer', '@types/'] },
  runtime: { folders: BELOW_RUNTIME, packages: ['ajv', 're2js'] },
  operations: { folders: [...BELOW_RUNTIME, 'runtime'], packages: ['zod'] },
  http: { folders: BELOW_FACES, packages: ['hono', '@hono/', 'zod'] },
  mcp: { folders: BELOW_FACES, packages: ['@modelcontextprotocol/', 'zod'] },
  cli: { folders: BELOW_FACES, packages: ['commander', '@clack/'] },
};

/** Files of src itself. Every folder may import these; main.ts may import every folder and package. */
const SHARED = [
  ...['src/json.ts', 'src/errors.ts', 'src/disk-reason.ts', 'src/public-address.ts', 'src/start-process.ts'],
  ...['src/watch-memory.ts', 'src/round-dollars.ts', 'src/confine-file.ts'],
];
const COMPOSITION = ['src/main.ts', 'src/call-program.ts', 'src/compose.ts', 'src/index.ts'];
/** Packages that one file wraps, so that nothing else depends on their shape. */
const WRAPPED_ONCE = ['ajv', 're2js', 'mermaid', 'jsep', '@clack/prompts', 'libpg-query'];
const TEST_PACKAGES = ['fast-check'];
/** Types of packages that are not dependencies themselves. */
const TYPES_ONLY = ['mdast', '@types/'];

export function importViolations(files: readonly CodeFile[]): Violation[] {
  const inSource = files.filter((file) => folderOf(file.path) !== null);
  return [...inSource.flatMap(fileViolations), ...wrapViolations(inSource)];
}

function fileViolations(file: CodeFile): Violation[] {
  const name = folderOf(file.path) ?? '';
  if (name === '') {
    if (COMPOSITION.includes(file.path)) return [];
    if (!SHARED.includes(file.path))
      return [`${file.path}:1 stands in src itself; only ${rootFiles()} do. Put it into a folder.`];
  }
  const folder = name === '' ? { folders: [], packages: [] } : FOLDERS[name];
  if (folder === undefined)
    return [`${file.path}:1 is in src/${name}, which the import table (test/tidy/imports.ts) does not know.`];
  return importsOf(file).flatMap(({ node, specifier }) => {
    const reason = specifier.startsWith('.')
      ? folderReason(file, name, folder, specifier)
      : packageReason(file, name, folder, specifier);
    return reason === null ? [] : [`${placeOf(file, node)} ${reason}`];
  });
}

function folderReason(file: CodeFile, name: string, folder: Folder, specifier: string): string | null {
  const target = posix.join(posix.dirname(file.path), specifier);
  if (SHARED.includes(target)) return null;
  const other = folderOf(target);
  if (other === name && name !== '') return name === 'systems' ? otherSystem(file.path, target) : null;
  if (other !== null && other !== '' && folder.folders.includes(other)) return null;
  if (isTest(file) && target.startsWith('test/support/')) return null;
  const allowed = folder.folders.length === 0 ? 'no other folder' : folder.folders.join(', ');
  return `imports ${target}; src/${name === '' ? '*.ts' : name} may import ${allowed}.`;
}

/** What systems share; it is not a system, and imports none. */
const SHARED_BY_SYSTEMS = 'src/systems/features';

/** A system knows another by its workflow's name, in a drawing. Files of src/systems itself list them. */
function otherSystem(path: string, target: string): string | null {
  const [own, other] = [path, target].map((each) => each.split('/').slice(0, 3).join('/'));
  if (own?.endsWith('.ts') === true || other === own || other === SHARED_BY_SYSTEMS) return null;
  return `imports ${target}; a system imports no other system. Put what they share into ${SHARED_BY_SYSTEMS}.`;
}

function packageReason(file: CodeFile, name: string, folder: Folder, specifier: string): string | null {
  if (specifier.startsWith('node:')) return null;
  const allowed = isTest(file) ? [...folder.packages, ...TEST_PACKAGES] : folder.packages;
  if (allowed.some((each) => isPackage(specifier, each))) return null;
  return `imports the package ${specifier}; src/${name} may use ${folder.packages.join(', ') || 'no package'}.`;
}

function wrapViolations(files: readonly CodeFile[]): Violation[] {
  return WRAPPED_ONCE.flatMap((name) => {
    const users = files.filter(
      (file) => !isTest(file) && importsOf(file).some((each) => isPackage(each.specifier, name)),
    );
    return users
      .slice(1)
      .map((file) => `${file.path}:1 imports ${name}, which ${users[0]?.path} already wraps. Use that.`);
  });
}

/** A package that is installed and that nobody imports, or that a folder may import and that is not installed. */
export function unusedPackages(files: readonly CodeFile[], installed: readonly string[]): Violation[] {
  const used = new Set(
    files
      .filter((file) => file.path.startsWith('src/'))
      .flatMap(importsOf)
      .map(specifierOf),
  );
  const isUsed = (name: string): boolean => [...used].some((specifier) => isPackage(specifier, name));
  const allowed = Object.entries(FOLDERS).flatMap(([folder, { packages }]) =>
    packages.map((name) => ({ folder, name })),
  );
  const isThere = (name: string): boolean => installed.some((each) => isPackage(each, name));
  return [
    ...installed
      .filter((name) => !isUsed(name))
      .map((name) => `package.json:1 has ${name}, which nothing in src imports.`),
    ...allowed
      .filter(({ name }) => !isThere(name) && !TYPES_ONLY.includes(name))
      .map(({ folder, name }) => `test/tidy/imports.ts:1 lets src/${folder} import ${name}, which is not installed.`),
  ];
}

const specifierOf = ({ specifier }: { readonly specifier: string }): string => specifier;

function isPackage(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(name.endsWith('/') ? name : `${name}/`);
}

/** Static, dynamic and re-exporting imports. */
export function importsOf(file: CodeFile): { readonly node: Node; readonly specifier: string }[] {
  const found: { node: Node; specifier: string }[] = [];
  walk(file.tree, (node) => {
    const from = isImportDeclaration(node) || isExportDeclaration(node) ? node.moduleSpecifier : dynamicImport(node);
    if (from !== undefined && isStringLiteral(from)) found.push({ node, specifier: from.text });
  });
  return found;
}

function dynamicImport(node: Node): Node | undefined {
  return isCallExpression(node) && node.expression.getText() === 'import' ? node.arguments[0] : undefined;
}

const rootFiles = (): string => [...SHARED, ...COMPOSITION].map((path) => posix.basename(path)).join(', ');
