// Tasks and saved views for people.

import type { StatedIdentity } from '../engine/people.ts';
import type { Json } from '../json.ts';
import type { ShownReading } from '../operations/run-calls.ts';
import type { ShownTask } from '../operations/task-shapes.ts';
import { readingLines } from './reading-lines.ts';
import { relativeTime } from './relative-time.ts';
import { type Lines, moreLines, type Screen, statusPaint, statusText } from './screen.ts';
import { shellWord } from './shell-word.ts';
import { valueLines } from './show-value.ts';
import { counted, oneLine, severalLines, wrap } from './shown-text.ts';
import { statedText } from './signer.ts';
import { asStarted, program, storeFlag } from './started-as.ts';
import { type Column, tableLines } from './table.ts';

const WIDE = 100;

interface TaskAnswer {
  readonly task: string;
  readonly status: string | null;
  readonly runStatus: string;
  readonly needsWorker?: boolean;
  readonly lease?: number | null;
}

const answered =
  (word: string) =>
  ({ task, status, runStatus, needsWorker, lease }: TaskAnswer, { paint }: Screen): string[] => {
    const task0 = statusPaint(status, paint)(statusText(status));
    const held = lease == null ? '' : `, lease ${lease}`;
    return [
      `${word} ${paint.bold(task)}: it is ${task0}${held}; its run is ${statusText(runStatus)}.`,
      ...(needsWorker ? [`No process works on it now. Go on with: ${program()} work${storeFlag()}`] : []),
    ];
  };

export const taskLines: Lines = {
  'tasks.list': listed,
  'tasks.show': detail,
  'tasks.claim': answered('Claimed'),
  'tasks.release': answered('Gave back'),
  'tasks.complete': answered('Answered'),
  'tasks.decide': answered('Decided on'),
  'tasks.fail': answered('Failed'),
  'tasks.hold': answered('Held'),
  'tasks.reassign': answered('Reassigned'),
  'tasks.comment': answered('Commented on'),
  'tasks.say': answered('Said to'),
  'tasks.edit': answered('Edited'),
  'tasks.cancel': answered('Cancelled'),
  'views.save': ({ name, filter, replaced }: View & { replaced: boolean }) => [
    `${replaced ? 'Replaced' : 'Saved'} the view "${name}": ${filterText(filter)}.`,
    `Use it with: ${program()} tasks list --view ${name}${storeFlag()}`,
    `         or: ${program()} work --view ${name}${storeFlag()}`,
  ],
  'views.list': viewLines,
  'views.remove': ({ name }: { name: string }) => [`Removed the view "${name}".`],
};

interface TasksOutput {
  readonly tasks: readonly ShownTask[];
  readonly next: string | null;
  readonly total: number;
}

function listed({ tasks, next, total }: TasksOutput, { paint, width, now }: Screen): string[] {
  if (tasks.length === 0)
    return [`No tasks. Runs open them: ${program()} runs list shows the runs, --ended yes shows past tasks.`];
  const columns: Column<ShownTask>[] = [
    { title: 'TASK', text: ({ task }) => task },
    {
      title: 'STATUS',
      text: ({ status }) => statusText(status),
      paint: (text, row) => statusPaint(row.status, paint)(text),
    },
    { title: 'TITLE', text: ({ title, urgency }) => (urgent(urgency) ? `! ${title}` : title), shrinksTo: 16 },
    { title: 'WHO', text: ({ worker, assignee, by }) => by ?? worker ?? assignee ?? '', shrinksTo: 8 },
    { title: 'OPENED', text: ({ openedAt }) => relativeTime(openedAt, now) },
    {
      title: 'DUE',
      text: ({ due, verdict }) => verdict ?? relativeTime(due, now),
      paint: (text, { due, endedAt }) => (due !== null && due < now && endedAt === null ? paint.red(text) : text),
    },
  ];
  const count = total > tasks.length ? [paint.dim(`${tasks.length} of ${counted(total, 'task')}`)] : [];
  return [...tableLines(tasks, columns, paint, width), ...count, ...moreLines(next, paint)];
}

const urgent = (urgency: string | null): boolean => urgency === 'high' || urgency === 'urgent';

interface TaskDetail extends ShownTask {
  readonly open: boolean;
  readonly prompt: string | null;
  readonly input: Json;
  readonly item: Json;
  readonly verdicts: readonly string[];
  readonly asksVerdict: boolean;
  readonly shows: readonly { name: string; value: Json }[];
  readonly schema: Json;
  readonly attempts: number;
  readonly lease: number | null;
  readonly draft: Json;
  readonly hold: { readonly hold: number; readonly message: string; readonly moves: readonly string[] } | null;
  readonly refused: readonly string[];
  readonly reply: ShownReading | null;
  readonly comments: readonly { at: number; actor: string; text: Json }[];
  readonly signed: readonly Signature[];
}

interface Signature {
  readonly at: number;
  readonly actor: string;
  readonly channel: string;
  readonly verdict: string | null;
  readonly stated: StatedIdentity | null;
}

function detail(task: TaskDetail, screen: Screen): string[] {
  const { paint, now } = screen;
  const width = screen.width ?? WIDE;
  const facts = [
    `opened ${relativeTime(task.openedAt, now)}`,
    task.assignee === null ? 'for anyone' : `for ${task.assignee}`,
    ...(task.worker === null ? [] : [`held by ${task.worker}, lease ${task.lease ?? ''}`]),
    ...(task.due === null ? [] : [`due ${relativeTime(task.due, now)}`]),
    ...(task.execution === 'automated' ? [`attempt ${task.attempt + 1} of ${task.attempts}`] : []),
    ...(task.tags.length === 0 ? [] : [`tags ${task.tags.join(', ')}`]),
  ];
  return [
    `${paint.bold(task.task)}  ${statusPaint(task.status, paint)(statusText(task.status))}`,
    oneLine(task.title),
    paint.dim(facts.join(', ')),
    ...task.refused.flatMap((text) => wrap(oneLine(asStarted(text)), width).map(paint.yellow)),
    ...(task.prompt === null ? [] : ['', ...severalLines(task.prompt).flatMap((line) => wrap(line, width))]),
    ...task.shows.flatMap(({ name, value }) => section(`Shown: ${name}`, value, screen)),
    ...section('Item', task.item, screen),
    ...section('Input', task.input, screen),
    ...(task.hold === null ? [] : ['', ...wrap(`On hold: ${oneLine(asStarted(task.hold.message))}`, width)]),
    ...(task.reply === null ? [] : ['', paint.bold('Its agent said'), ...readingLines(task.reply, paint, width)]),
    ...section('Draft', task.draft, screen),
    ...section('Its output must satisfy', task.schema, screen),
    ...commentLines(task, screen, width),
    ...signatureLines(task, screen),
    ...howTo(task, paint.dim),
  ];
}

function section(title: string, value: Json, { paint, width }: Screen): string[] {
  if (value === null || JSON.stringify(value) === '{}') return [];
  return ['', paint.bold(title), ...valueLines(value, paint, width ?? WIDE)];
}

function commentLines({ comments }: TaskDetail, { paint, now }: Screen, width: number): string[] {
  if (comments.length === 0) return [];
  const lines = comments.flatMap(({ at, actor, text }) => [
    `  ${actor} ${paint.dim(relativeTime(at, now))}`,
    ...severalLines(typeof text === 'string' ? text : JSON.stringify(text)).flatMap((line) =>
      wrap(line, width - 4).map((part) => `    ${part}`),
    ),
  ]);
  return ['', paint.bold('Comments'), ...lines];
}

/** Nobody proved a name: it says who stated it. */
function signatureLines({ signed, open, verdict, by }: TaskDetail, { paint, now }: Screen): string[] {
  if (signed.length === 0) return open || verdict === null ? [] : ['', `${verdict} by ${by ?? 'someone'}`];
  const lines = signed.map(({ at, actor, channel, verdict: word, stated }) => {
    const who = stated === null ? actor : statedText(actor, stated);
    const how = channel === 'rehearsal' ? ', in a rehearsal' : '';
    return `${word ?? 'answered'} by ${oneLine(who)}${how} ${paint.dim(relativeTime(at, now))}`;
  });
  return ['', ...lines];
}

function howTo(detail: TaskDetail, dim: (text: string) => string): string[] {
  const { task, run, open, status, hold } = detail;
  if (!open) return [];
  const lines = answersTo(detail).map((answer) => `${program()} tasks complete ${task} ${answer}${storeFlag()}`);
  const say = `Speak with:  ${program()} tasks say ${task} '...'${storeFlag()}`;
  const which = hold === null ? '' : ` --hold ${hold.hold}${storeFlag()}`;
  const take = `Take the draft: ${program()} runs resolve ${run} take${which}`;
  const resolve = `Go on with: ${program()} runs resolve ${run} MOVE${which}, MOVE one of ${hold?.moves.join(', ')}`;
  return [
    '',
    ...(detail.execution === 'conversation' ? [dim(say)] : []),
    ...(hold?.moves.includes('take') ? [dim(take)] : []),
    // A task that failed is retried or passed over; it takes no answer.
    ...(status === 'failed' ? [] : lines.map((line, i) => dim(`${i === 0 ? 'Answer with:' : '         or:'} ${line}`))),
    ...(hold === null ? [] : [dim(resolve)]),
  ];
}

/** Where the answer has a form of its own, a verdict alone is not an answer. */
function answersTo({ verdicts, asksVerdict, schema }: TaskDetail): readonly string[] {
  const output = schema !== null || verdicts.length === 0 ? ["--output '...'"] : [];
  if (output.length > 0 && !asksVerdict) return output;
  return verdicts.map((verdict) => [`--verdict ${shellWord(verdict)}`, ...output].join(' '));
}

interface View {
  readonly name: string;
  readonly filter: { readonly [field: string]: unknown };
  readonly description: string;
}

function viewLines({ views }: { views: readonly View[] }, { paint, width }: Screen): string[] {
  if (views.length === 0)
    return [`No saved views. Save one with: ${program()} views save mine --assignee user:NAME --people`];
  const columns: Column<View>[] = [
    { title: 'VIEW', text: ({ name }) => name, paint: paint.bold },
    { title: 'FILTER', text: ({ filter }) => filterText(filter), shrinksTo: 16 },
    { title: 'FOR', text: ({ description }) => description, shrinksTo: 10, paint: paint.dim },
  ];
  return tableLines(views, columns, paint, width);
}

function filterText(filter: View['filter']): string {
  const parts = Object.entries(filter).map(([key, value]) => (value === true ? key : `${key} ${String(value)}`));
  return parts.join(', ') || 'every open task';
}
