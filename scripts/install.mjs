// Keeps node_modules equal to package-lock.json. Plain JavaScript: it runs on Node 20, before anything is installed.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const WAIT_MS = 200;
const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'workspaces'];

/** Installs `root` if needed, announced by `say`. Several processes may call it at once: one installs. */
export async function ensureInstalled(root, say) {
  if (isStamped(root)) return;
  const lock = await takeLock(root, say);
  try {
    if (isStamped(root)) return;
    if (!matchesLockfile(root)) await install(root, say);
    writeStamp(root);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Runs npm in `root`, its output on stderr so that a caller's own stdout stays clean. */
export function runNpm(root, args) {
  const windows = process.platform === 'win32';
  const env = { ...process.env, PATH: pathWithout(join(root, 'node_modules')), npm_config_loglevel: 'error' };
  return new Promise((done, failed) => {
    const child = spawn(windows ? 'npm.cmd' : 'npm', args, { cwd: root, env, shell: windows, stdio: ['ignore', 2, 2] });
    child.once('error', (error) =>
      failed(new Error(`Expected to run npm, but it could not be started: ${error.message}.`)),
    );
    child.once('exit', (code, signal) =>
      code === 0 ? done() : failed(new Error(`npm ${args.join(' ')} ended with ${signal ?? `exit code ${code}`}.`)),
    );
  });
}

// Not `npm ci`: it refuses a lockfile that lacks another platform's optional packages, which a mirror may not carry.
// With --no-save, `npm install` takes exactly the locked versions and writes neither package.json nor the lockfile.
async function install(root, say) {
  say(`Installing dependencies into ${join(root, 'node_modules')} (once, about half a minute) ...`);
  await runNpm(root, ['install', '--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund']);
}

// The lockfile pins every package. Of package.json only what npm acts on counts: editing a script installs nothing.
function fingerprint(root) {
  const manifest = readJson(join(root, 'package.json')) ?? {};
  const wanted = DEPENDENCY_FIELDS.map((field) => manifest[field] ?? null);
  return createHash('sha256')
    .update(readText(lockfileOf(root)))
    .update(JSON.stringify(wanted))
    .digest('hex');
}

function isStamped(root) {
  if (readText(stampOf(root)).trim() !== fingerprint(root)) return false;
  // ./signoff compares only times: a checkout that touched the lockfile must not send it here on every start.
  const touched = statSync(lockfileOf(root), { throwIfNoEntry: false });
  if (touched && touched.mtimeMs > statSync(stampOf(root)).mtimeMs) {
    utimesSync(stampOf(root), new Date(), new Date());
  }
  return true;
}

/** Whether npm's own record of node_modules already equals the lockfile, as after a plain `npm install`. */
function matchesLockfile(root) {
  const wanted = readJson(lockfileOf(root))?.packages;
  const present = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = present[path];
    return found ? found.version === entry.version : entry.optional === true || entry.devOptional === true;
  });
}

// mkdir is the one atomic test-and-set every platform has; a dead holder's lock is taken over.
async function takeLock(root, say) {
  const lock = join(root, '.install-lock');
  for (let isReported = false; ; isReported = true) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, 'pid'), String(process.pid));
      return lock;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned(lock)) {
      rmSync(lock, { recursive: true, force: true });
      continue;
    }
    if (!isReported) say('Waiting for another process that is installing ...');
    await new Promise((wake) => setTimeout(wake, WAIT_MS));
  }
}

function isAbandoned(lock) {
  const pid = Number(readText(join(lock, 'pid')));
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (!(pid > 0)) return age > 5_000;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function writeStamp(root) {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(stampOf(root), `${fingerprint(root)}\n`);
}

const stampOf = (root) => join(root, 'node_modules', '.signoff-installed');
const lockfileOf = (root) => join(root, 'package-lock.json');

// npm puts node_modules/.bin first on PATH; the npm that replaces node_modules must not run from inside it.
function pathWithout(folder) {
  const parts = (process.env.PATH ?? '').split(delimiter);
  return parts.filter((part) => !resolve(part).startsWith(folder)).join(delimiter);
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function readJson(path) {
  const text = readText(path);
  return text === '' ? undefined : JSON.parse(text);
}
