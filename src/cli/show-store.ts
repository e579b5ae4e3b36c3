// The store and the doctor's findings for people.

import { counted, oneLine, pad, readableMs, wrap } from './shown-text.ts';
import { type Lines, type Stage, statusPaint, statusText } from './stage.ts';

const BROKEN_SHOWN = 20;

export const storeLines: Lines = {
  'store.stats': stats,
  'store.retain': ({ workflow, keptMs }: { workflow: string; keptMs: number | null }) => [
    keptMs === null
      ? `Ended runs of "${oneLine(workflow)}" are kept for ever.`
      : `Ended runs of "${oneLine(workflow)}" are kept for ${readableMs(keptMs)}; store prune removes older ones.`,
  ],
  'store.prune': pruned,
  'store.verify': verified,
  'store.backup': ({ file, bytes }: { file: string; bytes: number }) => [`Copied to ${file}, ${megabytes(bytes)}.`],
  'store.erase': ({ run, commits, payloads, done }: Erased) => [
    done
      ? `Erased ${run}: ${counted(commits, 'commit')}, ${counted(payloads, 'payload')}. Its chain can still be proved.`
      : `Nothing was changed. With --yes the data of ${run} is gone for good; only hashes stay.`,
  ],
  'store.migrate': ({ schema, sql }: { schema: number | null; sql: string | null }) =>
    sql === null ? [`The store is at schema ${schema}.`] : sql.trim() === '' ? ['-- nothing to do'] : [sql.trimEnd()],
  'store.migrate-to': ({ from, to, rows, runs, commits }: Moved) => [
    `Copied ${from} to ${to}.`,
    `Proved: ${counted(rows, 'row')}, ${counted(runs, 'run')}, ${counted(commits, 'commit')}.`,
    'Use it with --store or DATABASE_URL; the old store is as it was.',
  ],
  doctor,
};

interface Erased {
  readonly run: string;
  readonly commits: number;
  readonly payloads: number;
  readonly done: boolean;
}

interface Moved {
  readonly from: string;
  readonly to: string;
  readonly rows: number;
  readonly runs: number;
  readonly commits: number;
}

interface Stats {
  readonly kind: string;
  readonly place: string;
  readonly schema: number;
  readonly bytes: number;
  readonly runs: { readonly [status: string]: number };
  readonly openTasks: number;
  readonly commits: number;
  readonly payloads: number;
  readonly payloadBytes: number;
  readonly timers: number;
  readonly processes: number;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function stats(found: Stats, { paint }: Stage): string[] {
  const runs = Object.entries(found.runs).map(
    ([status, count]) => `${count.toLocaleString('en')} ${statusPaint(status, paint)(statusText(status))}`,
  );
  const facts: [string, string][] = [
    ['Store', `${found.kind}, ${found.place}`],
    ['Size', `${megabytes(found.bytes)}, schema ${found.schema}`],
    ['Runs', runs.join(', ') || 'none yet: signoff runs start WORKFLOW'],
    ['Open tasks', found.openTasks.toLocaleString('en')],
    ['Commits', found.commits.toLocaleString('en')],
    ['Payloads', `${found.payloads.toLocaleString('en')}, ${megabytes(found.payloadBytes)}`],
    ['Timers', found.timers.toLocaleString('en')],
    ['Processes', found.processes.toLocaleString('en')],
  ];
  return facts.map(([name, text]) => `${paint.dim(pad(name, 10))}  ${text}`);
}

interface Pruned {
  readonly runs: number;
  readonly workflows: readonly { workflow: string | null; runs: number }[];
  readonly payloads: number;
  readonly bytes: number;
  readonly requests: number;
}

function pruned({ runs, workflows, payloads, bytes }: Pruned, { paint }: Stage): string[] {
  const each = workflows.map(
    ({ workflow, runs: count }) => `  ${workflow ?? 'all workflows'}: ${counted(count, 'run')}`,
  );
  const hint = 'No retention is set: signoff store retain WORKFLOW 90d, or give --older-than 90d.';
  return [
    `Removed ${counted(runs, 'run')}, ${counted(payloads, 'payload')} (${megabytes(bytes)}) and old request keys.`,
    ...(workflows.length === 0 ? [paint.dim(hint)] : each),
  ];
}

interface Verified {
  readonly ok: boolean;
  readonly runs: number;
  readonly commits: number;
  readonly erased: number;
  readonly seals: number;
  readonly tombstones: number;
  readonly broken: readonly { run: string; number: number; message: string }[];
  readonly brokenCount: number;
}

function verified(found: Verified, { paint, width }: Stage): string[] {
  const streams = counted(found.runs, 'history').replace('historys', 'histories');
  const ends = `${counted(found.seals, 'seal')}, ${counted(found.tombstones, 'tombstone')}`;
  const seen = `${streams}, ${counted(found.commits, 'commit')}, ${ends}`;
  if (found.ok) return [`${paint.green('Proved')}: ${seen}${found.erased === 0 ? '' : `, ${found.erased} erased`}.`];
  return [
    `${paint.red('Broken')} in ${counted(found.brokenCount, 'place')}; looked at ${seen}.`,
    ...found.broken
      .slice(0, BROKEN_SHOWN)
      .flatMap(({ run, number, message }) =>
        wrap(`${run} at ${number}: ${oneLine(message)}`, (width ?? 1000) - 2).map((line) => `  ${line}`),
      ),
  ];
}

interface Findings {
  readonly findings: readonly { what: string; state: 'good' | 'warning' | 'bad'; message: string }[];
}

function doctor({ findings }: Findings, { paint, width }: Stage): string[] {
  const marks = { good: paint.green('ok  '), warning: paint.yellow('look'), bad: paint.red('bad ') };
  return findings.flatMap(({ what, state, message }) =>
    wrap(oneLine(message), Math.max(30, (width ?? 1000) - 16)).map((line, at) =>
      at === 0 ? `${marks[state]}  ${pad(what, 8)}  ${line}` : `${' '.repeat(16)}${line}`,
    ),
  );
}
