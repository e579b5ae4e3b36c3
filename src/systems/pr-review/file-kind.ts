// What a changed file is, judged by its path alone.

const LOCKFILES = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'Cargo.lock', 'go.sum'],
  ...['composer.lock', 'Gemfile.lock', 'Pipfile.lock', 'poetry.lock', 'uv.lock', 'flake.lock'],
]);
const GENERATED = /(?:^|\/)(?:dist|vendor|node_modules)\/|\.min\.(?:js|css)$|\.(?:snap|map)$/;
const TEST = /(?:^|\/)(?:tests?|__tests__|spec)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_[^/]*\.py$|_test\.go$/;
const CODE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|cc|cpp|h|hpp|cs|php|sh|scala|ex|exs|vue|svelte|lua|dart|sql)$/;

export type FileKind = 'left-out' | 'test' | 'code' | 'other';

/** `left-out`: written by programs, and not to be read line by line. */
export function fileKind(path: string): FileKind {
  if (LOCKFILES.has(nameOf(path)) || GENERATED.test(path)) return 'left-out';
  if (!CODE.test(path)) return 'other';
  return TEST.test(path) ? 'test' : 'code';
}

/** The name without ending and without what marks a test: `src/pay.ts` and `test/pay.test.ts` share one. */
export function stemOf(path: string): string {
  return nameOf(path)
    .replace(/\.\w+$/, '')
    .replace(/^test_|[._-](?:test|spec)$/g, '');
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
