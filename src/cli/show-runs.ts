// Runs, events, timers and signals for people.

import type { StatedIdentity } from '../engine/people.ts';
import type { Json } from '../json.ts';
import type { ListedRun, ShownRun } from '../operations/run-shapes.ts';
import type { RunDetail } from '../operations/show-run.ts';
import { clockTime, relativeTime } from './relative-time.ts';
import {
  type Lines,
  moreLines,
  PARTIAL,
  partialHead,
  runStatus,
  type Screen,
  statusPaint,
  statusText,
} from './screen.ts';
import { lostText, spentText } from './show-money.ts';
import { valueLines } from './show-value.ts';
import { counted, fit, labelOf, oneLine, wrap } from './shown-text.ts';
import { statedText } from './signer.ts';
import { asStarted, program, storeFlag } from './started-as.ts';
import { type Column, tableLines } from './table.ts';

const WIDE = 100;
const VERSION_CHARACTERS = 'sha256:'.length + 7;

export const runLines: Lines = {
  'runs.start': (run: ShownRun & { readonly warnings: readonly string[] }, screen: Screen) => [
    ...run.warnings.map((warning) => screen.paint.yellow(warning)),
    ...changeLine('Started', run, screen),
    screen.paint.dim(`See it with: ${program()} runs show ${run.run}${storeFlag()}`),
  ],
  'runs.list': listed,
  'runs.show': detail,
  'runs.events': eventLines,
  'runs.wait': (run: ListedRun & { waited: string }, screen: Screen) =>
    changeLine(run.waited === 'over' ? 'It stands' : 'Time is up; it stands', run, screen),
  'runs.cancel': (run: ShownRun, screen: Screen) => changeLine('Cancelled', run, screen),
  'runs.pause': (run: ShownRun, screen: Screen) => changeLine('Paused', run, screen),
  'runs.resume': (run: ShownRun, screen: Screen) => changeLine('Resumed', run, screen),
  'runs.retry': (run: ShownRun, screen: Screen) => changeLine('Retried', run, screen),
  'runs.skip': (run: ShownRun, screen: Screen) => changeLine('Skipped', run, screen),
  'runs.resolve': (run: ShownRun, screen: Screen) => changeLine('Resolved', run, screen),
  'runs.fork': (run: ShownRun, screen: Screen) => changeLine('Forked to', run, screen),
  'runs.delete': ({ run }: { run: string }) => [`Removed ${run}. A tombstone of it stays.`],
  'runs.migrate': migration,
  'signals.send': (run: ShownRun & { signal: string }, screen: Screen) =>
    changeLine(`Sent ${run.signal} to`, run, screen),
  'timers.list': timerLines,
};

function changeLine(word: string, run: ShownRun & Partial<ListedRun>, { paint }: Screen): string[] {
  return [`${word} ${paint.bold(run.run)} (${oneLine(run.workflow)}), ${runStatus(run, paint)}.`];
}

function listed({ runs, next }: { runs: readonly ListedRun[]; next: string | null }, screen: Screen): string[] {
  const { paint, width, now } = screen;
  if (runs.length === 0)
    return [`No runs. Start one with: ${program()} runs start WORKFLOW (${program()} workflows list names them).`];
  const columns: Column<ListedRun>[] = [
    { title: 'RUN', text: ({ run }) => run },
    {
      title: 'STATUS',
      text: ({ status, partial }) => (partial === null ? statusText(status) : PARTIAL),
      paint: (text, { status, partial }) => (partial === null ? statusPaint(status, paint) : paint.yellow)(text),
    },
    {
      title: 'WORKFLOW',
      text: nameOf,
      shrinksTo: 12,
    },
    { title: 'STARTED', text: ({ startedAt }) => relativeTime(startedAt, now), leftOutBelow: WIDE },
    { title: 'CHANGED', text: ({ changedAt }) => relativeTime(changedAt, now) },
    { title: 'BY', text: ({ starter }) => starter, shrinksTo: 8, paint: paint.dim, leftOutBelow: WIDE },
  ];
  const shown = withoutEndedChildren(runs);
  const hidden = runs.length - shown.length;
  const hiddenNote =
    hidden === 0 ? [] : [`${counted(hidden, 'child run')} not shown; --parent RUN lists those of a run.`];
  return [
    ...tableLines(shown, columns, paint, width),
    ...hiddenNote.map((line) => paint.dim(line)),
    ...moreLines(next, paint),
  ];
}

/** A child that is over is counted with its parent, where that is listed; programs get all of them. */
function withoutEndedChildren(runs: readonly ListedRun[]): readonly ListedRun[] {
  const listedRuns = new Set(runs.map(({ run }) => run));
  return runs.filter(({ parent, endedAt }) => endedAt === null || parent === null || !listedRuns.has(parent.run));
}

const nameOf = ({ workflow, title, rehearsal }: ShownRun): string =>
  `${title === null ? workflow : `${workflow}: ${title}`}${rehearsal ? ' (rehearsal)' : ''}`;

function detail(run: RunDetail, screen: Screen): string[] {
  const { paint, now } = screen;
  const width = screen.width ?? WIDE;
  const status = runStatus(run, paint);
  const times = [
    `started ${relativeTime(run.startedAt, now)} by ${run.starter}`,
    run.endedAt === null ? `changed ${relativeTime(run.changedAt, now)}` : `ended ${relativeTime(run.endedAt, now)}`,
    counted(run.events, 'event'),
  ];
  // Runs without agents, or of people alone, have nothing to tell of money.
  const spent = run.calls === 0 && run.tokens === 0 && run.cost === 0 ? [] : [paint.dim(moneyText(run))];
  return [
    `${paint.bold(run.run)}  ${status}`,
    `${oneLine(nameOf(run))}  ${paint.dim(run.version.slice(0, VERSION_CHARACTERS))}`,
    paint.dim(times.join(', ')),
    ...spent,
    ...(run.parent === null ? [] : [paint.dim(`subflow of ${run.parent.run}#${run.parent.task}`)]),
    ...(run.forkedFrom === null ? [] : [paint.dim(`forked from ${run.forkedFrom}`)]),
    ...section('Input', run.input, screen),
    ...section('Data', Object.keys(run.values).length === 0 ? null : (run.values as Json), screen),
    ...(run.partial === null ? [] : ['', paint.yellow(`${partialHead(run.partial)}. ${oneLine(run.partial.reason)}`)]),
    ...section(run.partial === null ? 'Output' : 'Output, as far as it came', run.output, screen),
    ...section('Error', run.error, screen),
    ...run.warnings.flatMap(({ step, message }) =>
      wrap(`Warning at ${oneLine(step)}: ${oneLine(message)}`, width).map((line) => paint.yellow(line)),
    ),
    ...openTasks(run, screen),
    ...causesOf(run).flatMap((holds, _, all) => holdLines(run, holds, all.length, screen, width)),
    ...run.refused.map((text) => paint.yellow(oneLine(asStarted(text)))),
    ...run.waits.map(({ step, signals }) => `Waits at ${step} for ${signals.map((name) => `"${name}"`).join(' or ')}`),
    ...run.waitsFor.filter((wait) => WAITS_SHOWN.has(wait.for)).map(({ text }) => oneLine(`Waits for ${text}`)),
    ...run.writing.map(({ step, path }) => `Waits at ${step} for "${oneLine(path)}" to be written`),
    ...run.unwritten.flatMap(({ path, message }) =>
      wrap(`Not written: "${oneLine(path)}". ${oneLine(message)}`, width).map((line) => paint.yellow(line)),
    ),
    ...run.timers.map(({ kind, due, task }) =>
      paint.dim(`Timer: ${kind}${task === null ? '' : ` of ${task}`} ${relativeTime(due, now)}`),
    ),
  ];
}

function moneyText(run: RunDetail): string {
  return `agents: ${spentText(run)}, ${counted(run.tokens, 'token')} in ${counted(run.calls, 'call')}${lostText(run)}`;
}

function section(title: string, value: Json, { paint, width }: Screen): string[] {
  if (value === null || JSON.stringify(value) === '{}') return [];
  return ['', paint.bold(title), ...valueLines(value, paint, width ?? WIDE)];
}

function openTasks({ tasks, openTasks: count }: RunDetail, screen: Screen): string[] {
  if (tasks.length === 0) return [];
  const { paint } = screen;
  const columns: Column<RunDetail['tasks'][number]>[] = [
    { title: 'TASK', text: ({ task }) => task },
    {
      title: 'STATUS',
      text: ({ status }) => statusText(status),
      paint: (text, row) => statusPaint(row.status, paint)(text),
    },
    { title: 'STEP', text: ({ step, label }) => `${step}  ${labelOf(label)}`, shrinksTo: 12 },
    { title: 'WHO', text: ({ worker, assignee }) => worker ?? assignee ?? '', shrinksTo: 8 },
  ];
  const more = count > tasks.length ? [paint.dim(`and ${counted(count - tasks.length, 'more task')}`)] : [];
  return ['', paint.bold('Open tasks'), ...tableLines(tasks, columns, paint, screen.width), ...more];
}

type ShownHold = RunDetail['holds'][number];
/** Tasks, holds and timers stand in lists of their own. */
const WAITS_SHOWN: ReadonlySet<string> = new Set(['worker', 'limit', 'child', 'resume']);

function causesOf({ holds }: RunDetail): readonly (readonly ShownHold[])[] {
  return [...Map.groupBy(holds, ({ cause }) => cause).values()];
}

function holdLines(
  run: RunDetail,
  [hold, ...same]: readonly ShownHold[],
  causes: number,
  { paint }: Screen,
  width: number,
): string[] {
  if (hold === undefined) return [];
  const targets = hold.targets.length === 0 ? '' : ` (choose: --to ${hold.targets.join(' or ')})`;
  const which = causes === 1 ? '' : ` --hold ${hold.hold}${same.length === 0 ? '' : ' --same'}`;
  const more = same.length === 0 ? [] : [`  and ${counted(same.length, 'more hold')} of the same cause`];
  return [
    '',
    `${paint.yellow('On hold')} at ${paint.bold(hold.step)}  ${paint.dim(`${hold.code}, hold ${hold.hold}`)}`,
    ...wrap(oneLine(asStarted(hold.message)), width - 2).map((line) => `  ${line}`),
    ...more,
    ...wrap(
      `Go on with: ${program()} runs resolve ${run.run} MOVE${which}${storeFlag()}, ` +
        `MOVE one of ${hold.moves.join(', ')}${targets}`,
      width - 2,
    ).map((line) => `  ${paint.dim(line)}`),
  ];
}

interface EventsOutput {
  readonly events: readonly {
    number: number;
    type: string;
    at: number;
    actor: string;
    channel: string;
    data: Record<string, unknown>;
  }[];
  readonly next: number | null;
}

function eventLines({ events, next }: EventsOutput, { paint, width }: Screen): string[] {
  if (events.length === 0) return ['No events after that one.'];
  const columns: Column<EventsOutput['events'][number]>[] = [
    { title: '#', text: ({ number }) => String(number) },
    { title: 'AT', text: ({ at }) => clockTime(at), paint: paint.dim },
    { title: 'EVENT', text: ({ type }) => type, paint: paint.bold },
    { title: 'BY', text: byText, shrinksTo: 8 },
    {
      title: 'DATA',
      text: ({ data: { stated: _, ...data } }) => fit(JSON.stringify(data), 400),
      shrinksTo: 10,
      paint: paint.dim,
    },
  ];
  return [...tableLines(events, columns, paint, width), ...moreLines(next, paint)];
}

/** Who, where nobody proved it how it was stated, and whether it was only rehearsed. */
function byText({ actor, channel, data }: EventsOutput['events'][number]): string {
  const who = data.stated === undefined ? actor : statedText(actor, data.stated as StatedIdentity);
  return channel === 'rehearsal' ? `${who}, rehearsal` : who;
}

interface Migration {
  readonly run: string;
  readonly from: string;
  readonly to: string;
  readonly moves: readonly { what: string; from: string; to: string | null; reason: string | null }[];
  readonly possible: boolean;
  readonly done: boolean;
}

function migration({ run, from, to, moves, possible, done }: Migration, { paint, width }: Screen): string[] {
  const short = (version: string): string => version.slice(0, VERSION_CHARACTERS);
  const columns: Column<Migration['moves'][number]>[] = [
    { title: 'WHAT', text: ({ what }) => what },
    { title: 'FROM', text: (move) => move.from },
    { title: 'TO', text: (move) => move.to ?? '' },
    { title: 'WHY NOT', text: ({ reason }) => reason ?? '', paint: paint.red, shrinksTo: 20 },
  ];
  const table = moves.length === 0 ? ['Nothing of it stands anywhere.'] : tableLines(moves, columns, paint, width);
  if (done) return [...table, `Moved ${run} from ${short(from)} to ${short(to)}.`];
  const last = possible
    ? 'Nothing was changed. Do it with --yes.'
    : 'Nothing was changed. Name where each step goes with --map OLD=NEW.';
  return [`${run}: ${short(from)} -> ${short(to)}`, ...table, paint.yellow(last)];
}

interface TimersOutput {
  readonly timers: readonly { run: string; kind: string; due: number; task: string | null }[];
  readonly next: string | null;
}

function timerLines({ timers, next }: TimersOutput, { paint, width, now }: Screen): string[] {
  if (timers.length === 0) return ['No timers are set. Retry waits, timeouts, due dates and reminders set them.'];
  const columns: Column<TimersOutput['timers'][number]>[] = [
    { title: 'DUE', text: ({ due }) => relativeTime(due, now) },
    { title: 'KIND', text: ({ kind }) => kind },
    { title: 'OF', text: ({ run, task }) => task ?? run },
  ];
  return [...tableLines(timers, columns, paint, width), ...moreLines(next, paint)];
}
