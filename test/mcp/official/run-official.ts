// Runs the official programs of this folder: installs them when missing, starts what they test, reads what they say.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { programEnv } from '../../support/run-signoff.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const PACKAGES = join(HERE, 'node_modules', '@modelcontextprotocol');
const CONFORMANCE = join(PACKAGES, 'conformance', 'dist', 'index.js');
const INSPECTOR = join(PACKAGES, 'inspector', 'clients', 'launcher', 'build', 'index.js');
/** A scenario that waits for what never comes is given up after this. */
const SCENARIO_MS = 10_000;

// Plain JavaScript without types: it runs before anything is installed.
const { ensureInstalled } = (await import(new URL('../../../scripts/install.mjs', import.meta.url).href)) as {
  ensureInstalled(folder: string, say: (line: string) => void): Promise<void>;
};

/** Why the programs cannot be had here; null: they are there. */
export async function whyMissing(): Promise<string | null> {
  try {
    await ensureInstalled(HERE, (line) => process.stderr.write(`test/mcp/official: ${line}\n`));
    return null;
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return `the official MCP programs could not be installed (${reason}); with a registry in reach they are`;
  }
}

export interface RunningServer {
  /** What it printed that matched. */
  readonly found: string;
  stop(): Promise<void>;
}

/** Starts a server and waits until it prints what `wanted` matches. */
export async function startServer(command: string, args: readonly string[], wanted: RegExp, home?: string) {
  const child = spawn(command, args, { env: programEnv(home), stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const gone = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const found = wanted.exec(line)?.[0];
    if (found !== undefined) return { found, stop: () => stopped(child, gone) } satisfies RunningServer;
  }
  await gone;
  throw new Error(`Expected ${command} ${args.join(' ')} to start, found exit code ${child.exitCode}: ${errors}`);
}

async function stopped(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  child.stdout?.resume();
  child.kill('SIGTERM');
  await gone;
}

/** The scenarios that a revision of the protocol requires of servers, as the suite itself lists them. */
export function requiredScenarios(revision: string): readonly string[] {
  const text = readFileSync(join(PACKAGES, 'conformance', 'requirements', `${revision}.yaml`), 'utf8');
  const list = /^server:\n((?: {2}- .+\n)+)/m.exec(text)?.[1] ?? '';
  return list.split('\n').flatMap((line) => /- (\S+)/.exec(line)?.[1] ?? []);
}

export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** The checks of each scenario that was run with these flags. */
export async function conformance(url: string, flags: readonly string[]): Promise<ReadonlyMap<string, Check[]>> {
  const out = mkdtempSync(join(tmpdir(), 'signoff-conformance-'));
  try {
    const args = [CONFORMANCE, 'server', '--url', url, '--timeout', `${SCENARIO_MS}`, '-o', out, ...flags];
    const said = await ran(process.execPath, args);
    const files = globSync('server-*/checks.json', { cwd: out });
    if (files.length === 0) throw new Error(`Expected results of the conformance suite, found: ${said.out}${said.err}`);
    return new Map(
      files.map((file) => {
        const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(file)?.[1] ?? file;
        return [scenario, JSON.parse(readFileSync(join(out, file), 'utf8')) as Check[]];
      }),
    );
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** The inspector on its command line, with a home of its own: it keeps what it connected to. */
export async function inspect(args: readonly string[], home: string) {
  const said = await ran(process.execPath, [INSPECTOR, '--cli', ...args, '--format', 'json', '--quiet'], home);
  return { code: said.code, err: said.err, result: said.out === '' ? null : JSON.parse(said.out).result };
}

async function ran(command: string, args: readonly string[], home?: string) {
  const env = { ...programEnv(), ...(home !== undefined && { HOME: home, SIGNOFF_HOME: home }) };
  const child = spawn(command, args, { cwd: HERE, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}
