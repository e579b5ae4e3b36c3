// The last words about a run of a system: what is there now, what was decided, and the commands that go on.

import { isAbsolute, join, relative } from 'node:path';
import type { Hold } from '../../engine/run-state.ts';
import type { System } from '../../ports/system.ts';
import { hangingLines, paragraph, type Theme } from '../review/theme.ts';
import { shellWord } from '../shell-word.ts';
import { counted, oneLine, pad } from '../shown-text.ts';
import { asStarted, nameFlag, program } from '../started-as.ts';
import type { PlayStop } from './play-run.ts';
import { restCommands } from './rest-commands.ts';
import { gateNamed } from './system-parts.ts';
import type { PrintedResult } from './system-result.ts';

export interface EndOptions {
  readonly folder: string;
  /** What a command needs to find the run again. */
  readonly flags: string;
  /** The same for a command that names the project; left out: `flags`. */
  readonly restFlags?: string;
  /** It failed at a step that can be tried again. */
  readonly canRetry?: boolean;
  /** The project brings the system along: its documents are found by its name. */
  readonly isOwn?: boolean;
  /** Verdicts that are kept and not sent. */
  readonly unsent?: number;
  /** What it is held by, the oldest first. */
  readonly holds?: readonly Pick<Hold, 'id' | 'moves'>[];
  /** Written answers stood in for people. */
  readonly isRehearsal?: boolean;
  /** Those whose gates may be named; left out: the system alone. */
  readonly systems?: readonly System[];
}

const NAME_WIDTH = 15;
const NAME_MAX = 28;

export function endLines(system: System, result: PrintedResult, theme: Theme, options: EndOptions): string[] {
  const { paint, width } = theme;
  const systems = options.systems ?? [system];
  const decided = result.decided.map(({ step, what }) => [gateNamed(systems, step)?.title ?? step, what] as const);
  return [
    '',
    ...headLines(system, result, theme, options),
    ...result.messages.flatMap((message) => paragraph(message, 3, width, paint.red)),
    ...section(
      'Files',
      shownFiles(result).map((file) => `   ${nearPath(file, options.folder)}`),
      theme,
    ),
    ...result.conflicts.flatMap((message) => paragraph(message, 3, width, paint.red)),
    ...section(
      'You decided',
      decided.flatMap(([name, what]) => named(name, what, theme, Math.max(...decided.map(([each]) => each.length)))),
      theme,
    ),
    ...section(
      'In all',
      result.totals.flatMap(({ name, text }) => named(name, text, theme)),
      theme,
    ),
    ...section('Next', nextLines(system, result, options), theme),
    '',
  ];
}

function shownFiles({ files, shown, stopped, project }: PrintedResult): readonly string[] {
  const own = stopped?.why === 'rests' ? stopped.rest.files : undefined;
  return own === undefined ? (shown ?? files) : own.map((file) => join(project, file));
}

function headLines(system: System, result: PrintedResult, { paint, width }: Theme, options: EndOptions): string[] {
  const { run, status, document, stopped, finished } = result;
  const { unsent = 0, isRehearsal } = options;
  const name = document === null ? '' : `  ${oneLine(document)}`;
  const end = finished ?? `${system.title} ${isRehearsal ? 'finished in a rehearsal: nobody signed it' : 'signed off'}`;
  if (status === 'finalized') return [` ${paint.green('✓')} ${paint.bold(end)}${name}`];
  if (status === 'failed') return [` ${paint.red('✗')} ${paint.bold('Failed')}${name}`];
  if (status === 'cancelled') return [` ${paint.red('✗')} ${paint.bold('Cancelled')}${name}`];
  const why = stopped === null ? [] : paragraph(stoppedText(system, stopped, run, options.systems), 3, width);
  if (stopped?.why === 'until') {
    const what = system.start?.stops?.[stopped.until]?.reached ?? stopped.until;
    return [` ${paint.green('✓')} ${paint.bold(what)}${name}`, ...why];
  }
  if (stopped?.why === 'rests') {
    const reportLines = stopped.rest.lines.flatMap((line) => hangingLines('   ', oneLine(line), width));
    return [` ${paint.green('✓')} ${paint.bold(oneLine(stopped.rest.reached))}${name}`, ...reportLines];
  }
  const kept = unsent === 0 ? [] : paragraph(`${counted(unsent, 'verdict')} kept, not sent.`, 3, width);
  return [` ${paint.yellow('‖')} ${paint.bold('Left open')}${name}`, ...why, ...kept];
}

function section(name: string, lines: readonly string[], { paint }: Theme): string[] {
  return lines.length === 0 ? [] : ['', ` ${paint.dim(name)}`, ...lines];
}

/** `longest`: of the names that stand below each other. */
const named = (name: string, text: string, { width }: Theme, longest = name.length): string[] =>
  hangingLines(`   ${pad(oneLine(name), Math.max(NAME_WIDTH, Math.min(longest, NAME_MAX) + 2))}`, oneLine(text), width);

/** Commands are to be copied: they are not broken, however long. */
function nextLines(system: System, result: PrintedResult, options: EndOptions): string[] {
  const { name, documents, next = [] } = system;
  const { run, status, document, project } = result;
  const { flags, folder, canRetry = false } = options;
  // A system of the project is known nowhere else.
  const there = options.isOwn === true && project !== folder ? ` --project ${shellWord(project)}` : '';
  const resumed = `   ${program()} ${name} --resume ${run}${nameFlag()}${there}${flags}`;
  if (result.stopped?.why === 'rests')
    return restCommands(result.stopped.rest, system, { run, project, folder, flags: options.restFlags ?? flags }).map(
      (each) => `   ${each}`,
    );
  const unpaused = result.stopped?.why === 'paused' ? [`   ${program()} runs resume ${run}${flags}`] : [];
  if (status === 'open')
    return [...unpaused, ...resolveLines(run, options), resumed, `   ${program()} runs cancel ${run}${flags}`];
  const shown = `   ${program()} runs show ${run}${flags}`;
  if (status === 'failed' && canRetry) return [`   ${program()} runs retry ${run}${flags}`, resumed, shown];
  if (status !== 'finalized' || document === null) return [shown];
  const near = project === folder ? '' : ` --project ${shellWord(project)}`;
  // Documents of a chain are those of its systems.
  if (documents === undefined)
    return [...next.map((each) => `   ${program()} ${each.replace('{document}', shellWord(document))}${near}`), shown];
  const by = options.isOwn === true ? ` --system ${name}` : '';
  const at = `${by}${near}`;
  const [layout] = documents.layouts ?? [];
  const exported = `   ${program()} documents export ${shellWord(document)} --as ${layout}${at}`;
  const opened = `   ${program()} documents show ${shellWord(document)}${at}`;
  // Work does not go on from what nobody signed.
  const home = join(project, documents.folder, document);
  // With --project some commands read paths from there and some from here: a whole path is the same from both.
  const placed = (path: string): string => shellWord(project === folder ? nearPath(path, folder) : path);
  const inFolder = (each: string): string =>
    each.replace(/\{folder\}(\S*)/g, (_, rest: string) => placed(`${home}${rest}`));
  const further = options.isRehearsal === true ? [] : next.map((each) => `   ${program()} ${inFolder(each)}${at}`);
  return [opened, ...further, ...(layout === undefined ? [] : [exported]), shown];
}

/** The move that ends the hold: nothing else lets the run go on. */
function resolveLines(run: string, { holds = [], flags }: EndOptions): string[] {
  const [hold] = holds;
  if (hold === undefined) return [];
  const move = hold.moves.find((one) => one === 'retry') ?? hold.moves[0];
  const which = `${move === 'choose' ? ' --to STEP' : ''}${holds.length === 1 ? '' : ` --hold ${hold.id}`}`;
  return move === undefined ? [] : [`   ${program()} runs resolve ${run} ${move}${which}${flags}`];
}

function nearPath(path: string, folder: string): string {
  const near = relative(folder, path);
  return oneLine(near.startsWith('..') || isAbsolute(near) ? path : near);
}

function gateText(systems: readonly System[], step: string): string {
  const noun = gateNamed(systems, step)?.noun;
  return noun === undefined ? `"${step}"` : `${noun} (${step})`;
}

const WAYS_ON = 'Go on at a terminal, with --answers FILE, or with lines on stdin.';

function stoppedText(system: System, stopped: PlayStop, run: string, systems = [system] as readonly System[]): string {
  const at = (step: string): string => gateText(systems, step);
  switch (stopped.why) {
    case 'left':
      return 'You left the run; nothing is lost.';
    case 'nobody':
      return `Nobody is here to decide on ${at(stopped.step)}. ${WAYS_ON}`;
    case 'no-answer':
      return `No answer ${stopped.visit} is written down for ${at(stopped.step)}. Add it, or go on by hand.`;
    case 'refused':
      return asStarted(`The answer for ${at(stopped.step)} was refused. ${stopped.message}`);
    case 'wrong-line':
      return 'A line on stdin was no answer to what was asked. What was decided before it is kept.';
    case 'held':
      return asStarted(`On hold at "${stopped.hold.step}": ${ended(stopped.hold.message)} ${whatCanBeDone(run)}`);
    case 'until':
      return system.start?.stops?.[stopped.until]?.next ?? '';
    case 'paused':
      return 'The run is paused: nobody works on it until it is resumed.';
    case 'rests':
      return stopped.rest.reached;
    case 'waits':
      return `It waits for ${stopped.what}.`;
  }
}

const ended = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`);
const whatCanBeDone = (run: string): string => `"signoff runs show ${run}" tells what can be done.`;
