// What stays small: a process beside 100,000 paused runs, and the steps of a run with 100,000 of them. On SQLite.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineAction, open } from '../../src/index.ts';
import { LOOP, WORKFLOWS } from './workflows.ts';

const PAUSED = Number(process.argv[2] ?? 100_000);
const STEPS = Number(process.argv[3] ?? 100_000);
const AT_ONCE = 200;
const STARTS = 5;

const folder = mkdtempSync(join(tmpdir(), 'signoff-scale-'));
try {
  await besideManyRuns(join(folder, 'many', 'signoff.db'));
  await aLongRun(join(folder, 'long', 'signoff.db'));
} finally {
  rmSync(folder, { recursive: true });
}

async function besideManyRuns(store: string): Promise<void> {
  await pauseMany(store);
  const seen: Beside[] = [];
  for (let i = 0; i < STARTS; i++) {
    await leaveAnErrand(store);
    seen.push(await startBeside(store));
  }
  const figures = (name: keyof Beside): number =>
    seen.map((each) => each[name]).sort((a, b) => a - b)[STARTS >> 1] ?? 0;
  const with_ = `with ${PAUSED.toLocaleString('en')} paused runs`;
  report(`${with_}: MB of memory of a started process`, figures('rssMb'), 130);
  report(`${with_}: ms for a page of the inbox`, figures('inboxMs'), 50);
  report(`${with_}: ms from exec to the first claim`, figures('claimMs'), 250);
}

async function pauseMany(store: string): Promise<void> {
  const signoff = await open({ store, workflows: WORKFLOWS, actions: [], capacity: AT_ONCE });
  let left = PAUSED;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await signoff.start('approval', {});
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await signoff.close();
}

/** What a worker finds to do when it starts: nobody hosts this action yet. */
async function leaveAnErrand(store: string): Promise<void> {
  const signoff = await open({ store, workflows: WORKFLOWS });
  await signoff.start('errand', {});
  await signoff.close();
}

interface Beside {
  readonly rssMb: number;
  readonly inboxMs: number;
  readonly claimMs: number;
}

function startBeside(store: string): Promise<Beside> {
  const program = fileURLToPath(new URL('beside.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    const from = performance.timeOrigin + performance.now();
    // As `signoff` itself is started: compiled code is kept.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
    const child = spawn(process.execPath, [program, store, String(from)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env,
    });
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
    });
    child.on('exit', (code) => {
      if (code === 0) resolve(JSON.parse(said));
      else reject(new Error(`beside.ts ended with ${code}`));
    });
  });
}

async function aLongRun(store: string): Promise<void> {
  const times: number[] = [];
  const bytes: number[] = [];
  const half = Math.floor(STEPS / 2);
  const step = defineAction({
    name: 'step',
    run: () => {
      times.push(performance.now());
      if (times.length % half === 0) bytes.push(statSync(store).size);
      return { more: times.length < STEPS };
    },
  });
  const signoff = await open({ store, workflows: [LOOP], actions: [step] });
  const { status } = await signoff.result(await signoff.start('loop', {}));
  if (status !== 'completed') throw new Error(`the long run ended ${status}`);
  await signoff.close();
  bytes.push(statSync(store).size);
  const took = times.map((time, at) => time - (times[at - 1] ?? time)).slice(1);
  const part = Math.floor(took.length / 20);
  // The first steps of any program are slow until its code is compiled: they are not what grows.
  const first = median(took.slice(part, 2 * part));
  const last = median(took.slice(-part));
  const ratio = last / first;
  const what = `one run of ${STEPS.toLocaleString('en')} steps: a step at the end against one at the beginning`;
  report(`${what} (${(first * 1000).toFixed(0)} and ${(last * 1000).toFixed(0)} us)`, ratio, 1.25);
  const [middle = 0, , end = 0] = bytes;
  const [early, late] = [middle / half, (end - middle) / (STEPS - half)];
  report(`bytes a step, second half (${late.toFixed(0)}) against first (${early.toFixed(0)})`, late / early, 1.1);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function report(what: string, found: number, most: number): void {
  const isMet = found <= most;
  process.stdout.write(`${isMet ? 'met   ' : 'MISSED'} ${what}: ${found.toPrecision(3)}, at most ${most}\n`);
  if (!isMet) process.exitCode = 1;
}
