// What agents and code do between two reviews: one line that moves while they work, one that stays when they are done.

import type { Writable } from 'node:stream';
import type { AnyEvent } from '../../engine/events.ts';
import { type Payloads, readValue, referencesOf, type Value } from '../../engine/value.ts';
import { isJsonObject, type JsonObject } from '../../json.ts';
import { stepOf } from '../../runtime/code-call.ts';
import type { ShownRun } from '../../runtime/run-driver.ts';
import { renderFor } from '../../runtime/task-view.ts';
import type { Paint } from '../paint.ts';
import { fitPainted, labelOf, oneLine, readableMs, widthOf, wrap } from '../shown-text.ts';
import { markedSequence } from '../terminal-text.ts';
import { filesText, partText, type SystemPart } from './system-parts.ts';

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const FRAME_MS = 120;
/** Of a state machine. */
const END = '[*]';
const PLAIN_WIDTH = 100;
/** What a time, the sign and the space between take. */
const TIME_WIDTH = 15;
const CLEAR = markedSequence('[G') + markedSequence('[2K');

interface Work {
  readonly label: string;
  readonly who: string;
  readonly since: number;
  readonly isQuick: boolean;
  /** The model that is asked, once one is. */
  model: string;
}

type IsInternal = (workflow: string, step: string) => boolean;
type PartAt = (run: ShownRun, step: string) => SystemPart | null;

export interface ProgressStream extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export class Progress {
  readonly #out: ProgressStream;
  readonly #paint: Paint;
  readonly #isLive: boolean;
  readonly #now: () => number;
  readonly #isInternal: IsInternal;
  /** By run and task: a run and its subflows count theirs apart. */
  readonly #work = new Map<string, Work>();
  /** Tasks of internal steps. */
  readonly #unseen = new Set<string>();
  /** Tasks that a child run does. */
  readonly #parents = new Set<string>();
  readonly #partAt: PartAt;
  /** Systems at work, by their tasks. */
  readonly #parts = new Map<string, SystemPart>();
  #timer: NodeJS.Timeout | null = null;
  #frame = 0;
  #isDrawn = false;
  readonly #showsStates: (workflow: string) => boolean;
  /** Of a machine whose states are shown: where it is. */
  #state = '';
  /** What was counted so far, by noun; `dollars` is what may be spent. */
  readonly #tally = new Map<string, number>();
  /** What agents have cost so far. */
  #cost = 0;
  /** What happened before is shown as such. */
  isPast = true;

  /** `isInternal`: steps that only hold the others together. What goes wrong in them is reported at the end. */
  constructor(
    out: ProgressStream,
    paint: Paint,
    now: () => number,
    isInternal: IsInternal = () => false,
    partAt: PartAt = () => null,
    showsStates: (workflow: string) => boolean = () => false,
  ) {
    this.#out = out;
    this.#paint = paint;
    this.#isLive = out.isTTY === true && process.env.TERM !== 'dumb';
    this.#now = now;
    this.#isInternal = isInternal;
    this.#partAt = partAt;
    this.#showsStates = showsStates;
  }

  /** Must hear every event of the run. */
  hear(run: ShownRun, event: AnyEvent, payloads: Payloads): void {
    switch (event.type) {
      case 'StateEntered':
        if (this.#showsStates(run.workflow.name)) this.#enter(event.data.to);
        break;
      case 'TaskOpened':
        this.#open(run, event.data.task, event.data.step, event.at, payloads);
        break;
      case 'ChildStarted':
        this.#parents.add(keyOf(run, event.data.task));
        this.#beginPart(run, event.data.task, event.data.step);
        break;
      case 'CallBegun': {
        const work = this.#work.get(keyOf(run, event.data.task));
        if (work !== undefined) work.model = event.data.model ?? event.data.provider;
        break;
      }
      case 'CallEnded':
        this.#cost += event.data.cost ?? 0;
        break;
      case 'MessageAdded':
        if (event.data.from === 'agent') this.#settle(keyOf(run, event.data.task), event.at, '✓', '');
        else this.#reopen(run, event.data.task, event.at, payloads);
        break;
      case 'TaskCompleted':
        this.#endPart(keyOf(run, event.data.task), event.data.output, payloads);
        this.#tellNotes(keyOf(run, event.data.task), event.data.output, payloads);
        // What a child reports about itself was shown when it came.
        if (!this.#parents.delete(keyOf(run, event.data.task))) this.#tellProgress(event.data.output, payloads);
        this.#settle(keyOf(run, event.data.task), event.at, '✓', event.data.verdict ?? '', event.actor);
        break;
      case 'TaskFailed':
        this.#settle(keyOf(run, event.data.task), event.at, '✗', event.data.error.message);
        break;
      case 'TaskRetried':
      case 'TaskReleased':
        this.#reopen(run, event.data.task, event.at, payloads);
        break;
      case 'FileRefused':
        this.#print(`${this.#paint.red('✗')} ${oneLine(event.data.message)}`);
        break;
    }
  }

  /** Draws until `stop`. */
  start(): void {
    if (!this.#isLive || this.#timer !== null) return;
    this.#draw();
    this.#timer = setInterval(() => this.#draw(), FRAME_MS);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#wipe();
  }

  #open(run: ShownRun, task: number, step: string, at: number, payloads: Payloads): void {
    if (this.#isInternal(run.workflow.name, step)) {
      this.#unseen.add(keyOf(run, task));
      return;
    }
    const settings = stepOf(run, step);
    const found = run.state.tasks.get(task);
    const isPersons = found?.execution === 'manual';
    const agent = settings.task?.agent ?? found?.assignee ?? '';
    const isQuick = isPersons || (found?.action ?? settings.task?.action) != null;
    // Of many tasks of one step, such as the sections of a document, the title says which.
    const own = found === undefined ? null : (settings.task?.title ?? null);
    const label = own === null || found === undefined ? settings.label : renderFor(run, found, payloads)(own);
    this.#work.set(keyOf(run, task), { label: labelOf(label), who: agent, since: at, isQuick, model: '' });
  }

  #enter(state: string): void {
    this.#state = state === END ? '' : state;
    if (this.#state === '') return;
    const facts = this.#figures().join('  ');
    this.#print(`${this.#paint.cyan('●')} ${this.#paint.bold(labelOf(state))}  ${this.#paint.dim(facts)}`.trimEnd());
  }

  /** `$0.05 of $2.00`, `12 sources`. */
  #figures(): string[] {
    const dollars = this.#tally.get('dollars');
    const limit = dollars === undefined ? '' : ` of $${dollars.toFixed(2)}`;
    const counts = [...this.#tally].filter(([noun]) => noun !== 'dollars').map(([noun, count]) => `${count} ${noun}`);
    return [...(this.#cost > 0 ? [`${moneyText(this.#cost)}${limit}`] : []), ...counts];
  }

  #beginPart(run: ShownRun, task: number, step: string): void {
    const part = this.#partAt(run, step);
    if (part === null) return;
    this.#parts.set(keyOf(run, task), part);
    this.#print('');
    this.#print(`${this.#paint.cyan('▸')} ${this.#paint.bold(part.label)}  ${this.#paint.dim(partText(part))}`);
  }

  #endPart(key: string, output: Value, payloads: Payloads): void {
    const part = this.#parts.get(key);
    if (part === undefined) return;
    this.#parts.delete(key);
    const isThere = referencesOf(output).every((ref) => payloads.get(ref) !== undefined);
    const given = isThere ? readValue(output, [], payloads) : null;
    const where = filesText(isJsonObject(given) ? given : {});
    this.#print(`${this.#paint.green('✓')} ${this.#paint.bold(part.label)}  ${this.#paint.dim(where)}`);
  }

  /** Of an internal step only what its output says for people: `notes`, a list of sentences. */
  #tellNotes(key: string, output: Value, payloads: Payloads): void {
    if (!this.#unseen.delete(key) || referencesOf(output).some((ref) => payloads.get(ref) === undefined)) return;
    const notes = readValue(output, ['notes'], payloads);
    for (const note of Array.isArray(notes) ? notes : [])
      if (typeof note === 'string')
        for (const line of wrap(oneLine(note), this.#width() - 4)) this.#print(`${this.#paint.yellow('!')} ${line}`);
  }

  /** What the output of a step says under `progress`, a list of sentences: how far the run is; and under `tally`,
   *  numbers by noun: what is counted while it works. */
  #tellProgress(output: Value, payloads: Payloads): void {
    if (referencesOf(output).some((ref) => payloads.get(ref) === undefined)) return;
    const tally = readValue(output, ['tally'], payloads);
    for (const [noun, count] of Object.entries(isJsonObject(tally ?? null) ? (tally as JsonObject) : {}))
      if (typeof count === 'number') this.#tally.set(noun, count);
    const lines = readValue(output, ['progress'], payloads);
    for (const line of Array.isArray(lines) ? lines : [])
      if (typeof line === 'string') {
        const [first = '', ...rest] = wrap(oneLine(line), this.#width() - 4);
        this.#print(`${this.#paint.cyan('▸')} ${first}`);
        for (const each of rest) this.#print(`  ${each}`);
      }
  }

  #reopen(run: ShownRun, task: number, at: number, payloads: Payloads): void {
    const found = run.state.tasks.get(task);
    if (found !== undefined && !this.#work.has(keyOf(run, task))) this.#open(run, task, found.step, at, payloads);
  }

  #settle(key: string, at: number, sign: '✓' | '✗', note: string, actor = ''): void {
    const work = this.#work.get(key);
    this.#work.delete(key);
    if (work === undefined) return;
    const isPersons = work.isQuick && actor.startsWith('user:');
    // Code is done in no time: only what it could not do is worth a line. What a person did now they know.
    if (sign === '✓' && work.isQuick && !(isPersons && this.isPast)) return;
    const own = sign === '✓' ? this.#paint.green : this.#paint.red;
    const whole = isPersons ? actor : whoText(work);
    // Where a line would be cut, the time says more than what kind of worker it was.
    const isTight = this.#isLive && widthOf(work.label) + widthOf(whole) + TIME_WIDTH > this.#width();
    const who = isTight ? whole.replace(/^agent:/, '') : whole;
    const took = isPersons ? '' : readableMs(Math.max(0, at - work.since));
    const facts = [who, took, oneLine(note)].filter((fact) => fact !== '').join('  ');
    this.#print(`${own(sign)} ${work.label}  ${this.#paint.dim(facts)}`);
  }

  #print(line: string): void {
    this.#wipe();
    const whole = line === '' ? '' : ` ${line}`;
    this.#out.write(`${this.#isLive ? fitPainted(whole, this.#width()) : whole}\n`);
  }

  #draw(): void {
    const busy = [...this.#work.values()].filter(({ isQuick }) => !isQuick);
    // Where states are shown, code that takes long, such as a search, is named, too.
    const quick = [...this.#work.values()].filter(({ label }) => this.#state !== '' && label !== labelOf(this.#state));
    const works = busy.length > 0 ? busy : quick;
    const [work] = works;
    const frame = this.#paint.cyan(FRAMES[this.#frame++ % FRAMES.length] ?? '');
    const state = this.#state === '' ? '' : `${labelOf(this.#state)}  `;
    const more = works.length > 1 ? ` and ${works.length - 1} more` : '';
    const text = `${state}${work === undefined ? 'working' : `${work.label}${more}`}`;
    const took = work === undefined ? '' : seconds(this.#now() - work.since);
    // Where states are shown, what was spent and found says more than who works.
    const who = work === undefined || state !== '' ? [] : [whoText(work)];
    const said = [...who, took, ...this.#figures(), 'Ctrl-C leaves, nothing is lost'].filter((fact) => fact !== '');
    const facts = work === undefined && state === '' ? '' : said.join('  ');
    const line = ` ${frame} ${text}  ${this.#paint.dim(facts)}`;
    this.#out.write(CLEAR + fitPainted(line, this.#width()));
    this.#isDrawn = true;
  }

  #wipe(): void {
    if (this.#isDrawn) this.#out.write(CLEAR);
    this.#isDrawn = false;
  }

  #width(): number {
    return Math.max(20, (this.#isLive ? this.#out.columns || 80 : PLAIN_WIDTH) - 1);
  }
}

const keyOf = ({ id }: ShownRun, task: number): string => `${id} ${task}`;

function whoText({ who, model }: Work): string {
  const by = model === 'offline' ? 'no model' : model;
  return oneLine(by === '' ? who : `${who} (${by})`);
}

const moneyText = (cost: number): string => `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`;

/** Whole ones, so that the line does not flicker. */
function seconds(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1000));
  return whole === 0 ? '0 s' : readableMs(whole * 1000);
}
