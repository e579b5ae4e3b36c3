// What a store that never rests pays for being sealed once a minute: the last minute beside the first. On SQLite.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineAction, defineWorkflow, open } from '../../src/index.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';

const MINUTES = Number(process.argv[2] ?? 3);
const MINUTE_MS = Number(process.argv[3] ?? 60_000);
const ITEMS = 500;
const TIMES_MAX = 1.1;

const LIST = defineWorkflow({
  name: 'list',
  diagram: `graph TD
S[[Each: item]] --> A[Work] --> J[Join items] --> E([END])
%% @S: {"itemsPath": "run.input.items", "itemVariable": "item", "concurrency": 20, "maxItems": ${ITEMS}}
%% @A: {"action": "work"}`,
});

interface Minute {
  readonly items: number;
  readonly cpuMs: number;
  readonly bytes: number;
  readonly seals: number;
}

const folder = mkdtempSync(join(tmpdir(), 'signoff-seals-'));
try {
  console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}`);
  await measure(join(folder, 'signoff.db'));
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(store: string): Promise<void> {
  let done = 0;
  const work = defineAction({ name: 'work', run: () => ++done });
  const signoff = await open({ store, workflows: [LIST], actions: [work] });
  const reader = await openSqliteStore({ path: store, readOnly: true });
  const input = { items: Array.from({ length: ITEMS }, (_, i) => i) };
  await signoff.result(await signoff.start('list', input));
  const minutes: Minute[] = [];
  while (minutes.length < MINUTES) {
    const [items, cpu, bytes] = [done, process.cpuUsage(), bytesWritten()];
    const seals = (await reader.seals(0, 100_000)).length;
    for (const end = performance.now() + MINUTE_MS; performance.now() < end; ) {
      await signoff.result(await signoff.start('list', input));
    }
    const used = process.cpuUsage(cpu);
    minutes.push({
      items: done - items,
      cpuMs: (used.user + used.system) / 1000,
      bytes: bytesWritten() - bytes,
      seals: (await reader.seals(0, 100_000)).length - seals,
    });
    show(minutes.length, minutes.at(-1) as Minute);
  }
  await reader.close();
  await signoff.close();
  const [first, last] = [minutes[0] as Minute, minutes.at(-1) as Minute];
  const each = (of: (minute: Minute) => number): number => of(last) / last.items / (of(first) / first.items);
  report(
    'CPU time per item, last minute over first',
    each(({ cpuMs }) => cpuMs),
  );
  report(
    'bytes written per item, last minute over first',
    each(({ bytes }) => bytes),
  );
}

function show(n: number, { items, cpuMs, bytes, seals }: Minute): void {
  const per = (value: number): string => (value / items).toFixed(3);
  console.log(`minute ${n}: ${items} items, ${per(cpuMs)} ms CPU and ${per(bytes)} bytes an item, ${seals} seals`);
}

function report(what: string, times: number): void {
  const isMet = times <= TIMES_MAX;
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${what}: ${times.toFixed(3)} (at most ${TIMES_MAX})`);
  if (!isMet) process.exitCode = 1;
}

/** By this process, to the disk. */
function bytesWritten(): number {
  return Number(/^write_bytes: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}
