// Four workloads on Signoff, on other engines and on a bare log, side by side in one run.
// `npm run bench -- peers [--only ID,ID] [--quick]`

import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chartOf } from './chart.ts';
import { CONTENDERS, type ListedContender } from './contender-list.ts';
import { FULL, QUICK } from './figures.ts';
import { type Home, openHome } from './home.ts';
import { measure } from './measure.ts';
import { type Row, tableOf } from './table.ts';
import { type Judged, judge } from './targets.ts';

const TMPFS = 0x01021994;
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values: flags } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean' } } });
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const sizes = flags.quick ? QUICK : FULL;
const wanted = chosen(flags.only);
const processors = `${cpus().length} x ${cpus()[0]?.model.trim()}`;
const machine = `${processors}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
say(machine);
if (statfsSync(tmpdir()).type === TMPFS)
  say(`${tmpdir()} is in memory, so syncing costs nothing: set TMPDIR to a disk.`);

let home: Home | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // A server of ours must not outlive us.
  process.once(signal, () => void Promise.resolve(home?.close()).finally(() => process.exit(1)));
}

const rows: Row[] = [];
for (const listed of wanted) rows.push(await rowOf(listed));

say(`\n${tableOf(rows, sizes)}\n`);
for (const { id, isSynced, because, wave } of wanted) {
  say(`${isSynced ? 'synced    ' : 'not synced'} ${id}: ${because}${wave === null ? '' : `; W2 in waves of ${wave}`}`);
}
const judged = judge(new Map(rows.map(({ listed, figures }) => [listed.id, figures])));
say('');
if (flags.quick) say('These sizes are too small to judge any target.');
else report(judged);
if (!flags.quick && flags.only === undefined) write(judged);

async function rowOf(listed: ListedContender): Promise<Row> {
  try {
    home = await openHome(listed.home);
    return { listed, figures: await measure({ listed, home, sizes }, say) };
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    say(`${listed.id} did not run: ${failed}`);
    return { listed, figures: {}, failed };
  } finally {
    await home?.close();
    home = undefined;
  }
}

function chosen(only: string | undefined): readonly ListedContender[] {
  if (only === undefined) return CONTENDERS;
  const ids = only.split(',');
  const unknown = ids.filter((id) => !CONTENDERS.some((each) => each.id === id));
  if (unknown.length === 0) return CONTENDERS.filter(({ id }) => ids.includes(id));
  const known = CONTENDERS.map(({ id }) => id).join(', ');
  process.stderr.write(`Expected --only with some of: ${known}. Found: ${unknown.join(', ')}. Nothing was run.\n`);
  process.exit(2);
}

function report(all: readonly Judged[]): void {
  for (const { target, found, verdict } of all) {
    say(`${verdict.padEnd(10)} ${target}: ${found}`);
    if (verdict === 'MISSED') process.exitCode = 1;
  }
}

function write(all: readonly Judged[]): void {
  const results = rows.map(({ listed: { id, name, isSynced, because }, figures, failed }) => ({
    ...{ id, name, isSynced, because, figures },
    ...(failed === undefined ? {} : { failed }),
  }));
  const text = JSON.stringify({ machine, sizes, results, targets: all }, null, 2);
  for (const [path, content] of [
    ['bench/results/peers.json', `${text}\n`],
    ['docs/assets/bench-peers.svg', chartOf(rows, machine)],
  ] as const) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    say(`wrote ${path}`);
  }
}
