// The store and the doctor's findings for people.

import { type Lines, type Screen, statusPaint, statusText } from './screen.ts';
import { counted, oneLine, pad, readableMs, severalLines, wrap } from './shown-text.ts';
import { asStarted, program } from './started-as.ts';

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
  'store.backup': ({ file, bytes, runs, commits }: BackupResult) => [
    `Copied to ${file}, ${megabytes(bytes)}.`,
    runs === null ? 'It was not proved.' : `Proved: ${counted(runs, 'run')}, ${counted(commits ?? 0, 'commit')}.`,
  ],
  'store.erase': ({ run, commits, payloads, done }: ErasedRun) => [
    done
      ? `Erased ${run}: ${counted(commits, 'commit')}, ${counted(payloads, 'payload')}. Its chain can still be proved.`
      : `Nothing was changed. With --yes the data of ${run} is gone for good; only hashes stay.`,
  ],
  'store.migrate': ({ schema, sql }: { schema: number | null; sql: string | null }) =>
    sql === null
      ? [`The store is at schema ${schema}.`]
      : sql.trim() === ''
        ? ['-- nothing to do']
        : sql.trimEnd().split('\n'),
  'store.migrate-to': ({ from, to, rows, runs, commits }: MoveResult) => [
    `Copied ${from} to ${to}.`,
    `Proved: ${counted(rows, 'row')}, ${counted(runs, 'run')}, ${counted(commits, 'commit')}.`,
    'Use it with --store or DATABASE_URL; the old store is as it was.',
  ],
  doctor,
};

interface ErasedRun {
  readonly run: string;
  readonly commits: number;
  readonly payloads: number;
  readonly done: boolean;
}

interface BackupResult {
  readonly file: string;
  readonly bytes: number;
  readonly runs: number | null;
  readonly commits: number | null;
}

interface MoveResult {
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
  readonly freeBytes: number | null;
  readonly runs: { readonly [status: string]: number };
  readonly openTasks: number;
  readonly commits: number;
  readonly payloads: number;
  readonly payloadBytes: number;
  readonly timers: number;
  readonly processes: number;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function stats(found: Stats, { paint }: Screen): string[] {
  const runs = Object.entries(found.runs).map(
    ([status, count]) => `${count.toLocaleString('en')} ${statusPaint(status, paint)(statusText(status))}`,
  );
  const left = found.freeBytes === null ? '' : `, ${megabytes(found.freeBytes)} left on its disk`;
  const facts: [string, string][] = [
    ['Store', `${found.kind}, ${found.place}`],
    ['Size', `${megabytes(found.bytes)}${left}, schema ${found.schema}`],
    ['Runs', runs.join(', ') || `none yet: ${program()} runs start WORKFLOW`],
    ['Open tasks', found.openTasks.toLocaleString('en')],
    ['Commits', found.commits.toLocaleString('en')],
    ['Payloads', `${found.payloads.toLocaleString('en')}, ${megabytes(found.payloadBytes)}`],
    ['Timers', found.timers.toLocaleString('en')],
    ['Processes', found.processes.toLocaleString('en')],
  ];
  return facts.map(([name, text]) => `${paint.dim(pad(name, 10))}  ${text}`);
}

interface PruneResult {
  readonly runs: number;
  readonly workflows: readonly { workflow: string | null; runs: number }[];
  readonly payloads: number;
  readonly bytes: number;
  readonly requests: number;
}

function pruned({ runs, workflows, payloads, bytes }: PruneResult, { paint }: Screen): string[] {
  const each = workflows.map(
    ({ workflow, runs: count }) => `  ${workflow ?? 'all workflows'}: ${counted(count, 'run')}`,
  );
  const hint = `No retention is set: ${program()} store retain WORKFLOW 90d, or give --older-than 90d.`;
  return [
    `Removed ${counted(runs, 'run')}, ${counted(payloads, 'payload')} (${megabytes(bytes)}) and old request keys.`,
    ...(workflows.length === 0 ? [paint.dim(hint)] : each),
  ];
}

interface VerifyResult {
  readonly ok: boolean;
  readonly runs: number;
  readonly commits: number;
  readonly erased: number;
  readonly seals: number;
  readonly tombstones: number;
  readonly rows: number;
  readonly payloads: number;
  readonly database: string | null;
  readonly lastSeal: { readonly number: number; readonly at: number; readonly hash: string } | null;
  readonly keptSeal: number | null;
  readonly unproved: readonly string[];
  readonly broken: readonly { run: string; number: number | null; message: string }[];
  readonly brokenCount: number;
}

function verified(found: VerifyResult, { paint, width }: Screen): string[] {
  const streams = counted(found.runs, 'history').replace('historys', 'histories');
  const ends = `${counted(found.seals, 'seal')}, ${counted(found.tombstones, 'tombstone')}`;
  const rest = `${counted(found.rows, 'row')}, ${counted(found.payloads, 'payload')}`;
  const seen = `${streams}, ${counted(found.commits, 'commit')}, ${ends}${found.database === null ? '' : `, ${rest}`}`;
  const lines = (text: string, indent = '') =>
    wrap(oneLine(text), (width ?? 1000) - indent.length).map((line) => `${indent}${line}`);
  if (!found.ok) {
    const places = found.broken.slice(0, BROKEN_SHOWN).flatMap(({ run, number, message }) => {
      const place = number === null ? run : `${run} at ${number}`;
      return lines(`${place}: ${message}`, '  ');
    });
    return [`${paint.red('Broken')} in ${counted(found.brokenCount, 'place')}; looked at ${seen}.`, ...places];
  }
  return [
    `${paint.green('Proved')}: ${seen}${found.erased === 0 ? '' : `, ${found.erased} erased`}.`,
    ...lines(found.database === null ? 'Only chains and seals were looked at.' : `Database: ${found.database}.`),
    ...found.unproved.flatMap((text) => lines(`Not proved: ${text}.`)),
    ...sealTexts(found).flatMap((text) => lines(text)),
  ];
}

/** A store alone cannot show that its newest seals, or all of it, were replaced. */
function sealTexts({ lastSeal, keptSeal }: VerifyResult): string[] {
  const found = keptSeal === null ? [] : [`The seal kept elsewhere is seal ${keptSeal}: what it sealed is as it was.`];
  if (lastSeal === null) return [...found, 'There is no seal yet. Workers make one a minute while something changes.'];
  const verify = `${program()} store verify --seal HASH`;
  const advice = `Keep its hash elsewhere: only ${verify} shows that nothing it covers was removed or rewritten.`;
  return [...found, `Last seal: ${lastSeal.number} ${lastSeal.hash}`, advice];
}

interface Findings {
  readonly findings: readonly { what: string; state: 'good' | 'warning' | 'bad'; message: string }[];
}

function doctor({ findings }: Findings, { paint, width }: Screen): string[] {
  const marks = { good: paint.green('ok  '), warning: paint.yellow('look'), bad: paint.red('bad ') };
  return findings.flatMap(({ what, state, message }) =>
    severalLines(asStarted(message))
      .flatMap((line) => wrap(line, Math.max(30, (width ?? 1000) - 16)))
      .map((line, at) => (at === 0 ? `${marks[state]}  ${pad(what, 8)}  ${line}` : `${' '.repeat(16)}${line}`)),
  );
}
