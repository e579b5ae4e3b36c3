// One contender doing one thing in a process of its own: `child.ts FILE PLACE ACT`, the last two as JSON.

import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { Contender, Place, Session } from './contender.ts';

export type Act =
  | { readonly act: 'prepare' }
  | { readonly act: 'chain'; readonly runs: number; readonly atOnce: number }
  | { readonly act: 'map'; readonly items: number; readonly wave: number | null }
  | { readonly act: 'map-across'; readonly items: number; readonly processes: number }
  | { readonly act: 'pause'; readonly runs: number }
  | { readonly act: 'resume'; readonly runs: number }
  | { readonly act: 'loop'; readonly loops: number };

export type ChildReport =
  | { readonly report: 'first-task'; readonly at: number }
  | { readonly report: 'done'; readonly ms: number; readonly bytesWritten: number }
  | { readonly report: 'failed'; readonly reason: string };

const WARM_CHAINS = 20;
const WARM_ITEMS = 100;
const WARM_LOOPS = 5;
const STAY_MS = 1_000;

process.on('disconnect', () => process.exit()); // whoever asked is gone

const [file = '', place = '{}', asked = '{}'] = process.argv.slice(2);
try {
  const { contender }: { contender: Contender } = await import(`./contenders/${file}.ts`);
  await perform(contender, JSON.parse(place), JSON.parse(asked));
} catch (error) {
  tell({ report: 'failed', reason: error instanceof Error ? error.message : String(error) });
}

async function perform(contender: Contender, where: Place, act: Act): Promise<void> {
  if (act.act === 'prepare') {
    await contender.prepare(where);
    return tell({ report: 'done', ms: 0, bytesWritten: 0 });
  }
  const session = await contender.open(where);
  await warm(session, act);
  const written = bytesWritten();
  const from = performance.now();
  await work(session, act);
  const ms = performance.now() - from;
  // Paused, it stays as it is until it is killed. Else it closes first: SQLite then writes its log into the file.
  if (act.act === 'pause') setInterval(() => {}, STAY_MS);
  else await session.close();
  tell({ report: 'done', ms, bytesWritten: bytesWritten() - written });
}

/** The first calls of any program are slow; W3 is about exactly those. */
async function warm(session: Session, act: Act): Promise<void> {
  if (act.act === 'chain') await session.chain(WARM_CHAINS, act.atOnce);
  if (act.act === 'map') await session.map(WARM_ITEMS, act.wave);
  if (act.act === 'loop') await session.loop(WARM_LOOPS);
}

async function work(session: Session, act: Exclude<Act, { act: 'prepare' }>): Promise<void> {
  if (act.act === 'chain') return session.chain(act.runs, act.atOnce);
  if (act.act === 'map') return session.map(act.items, act.wave);
  if (act.act === 'pause') return session.pause(act.runs);
  if (act.act === 'loop') return session.loop(act.loops);
  if (act.act === 'resume') return resume(session, act.runs);
  if (session.mapAcross === undefined) throw new Error('Expected a contender that maps over several processes.');
  return session.mapAcross(act.items, act.processes);
}

async function resume(session: Session, runs: number): Promise<void> {
  let tasks = 0;
  await session.resume(runs, () => {
    tasks += 1;
    if (tasks === 1) tell({ report: 'first-task', at: performance.timeOrigin + performance.now() });
  });
  if (tasks < runs) throw new Error(`Expected ${runs} runs to go on behind the approval, but only ${tasks} did.`);
}

function bytesWritten(): number {
  try {
    return Number(/^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN);
  } catch {
    return Number.NaN; // not Linux
  }
}

function tell(report: ChildReport): void {
  // Whoever hears the last word may end the process at once, without its usual goodbye.
  if (report.report === 'done') flushCompileCache();
  process.send?.(report);
}
