// What a person or a program sees of a run: the tree while it goes on, who does its tasks, and how it ended.

import type { Workflow } from '../diagram/workflow.ts';
import type { Rejection } from '../engine/context.ts';
import type { AnyEvent } from '../engine/events.ts';
import type { Payloads } from '../engine/value.ts';
import type { Json } from '../json.ts';
import type { RunDriver, ShownRun } from '../runtime/run-driver.ts';
import { viewTask } from '../runtime/task-view.ts';
import type { Identity } from '../runtime/who-acts.ts';
import type { Answers } from './answers.ts';
import type { EventFile } from './event-file.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { LiveScreen } from './live-screen.ts';
import { type Paint, paintFor } from './paint.ts';
import { exitCodeOf, resultLines, resultOf } from './run-result.ts';
import { ScriptedWorker, type WorkerStop } from './scripted-worker.ts';
import { fitPainted, oneLine, summary } from './shown-text.ts';
import { asStarted } from './started-as.ts';
import { stderr, stdin, stdout } from './terminal.ts';
import { jsonText } from './terminal-text.ts';

const PACE_MS = 90;
const PLAIN_WIDTH = 100;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export interface ShowOptions {
  readonly answers: Answers | null;
  readonly events: EventFile | null;
  readonly isQuiet: boolean;
  /** Asked for when someone is to act. */
  person(): Identity;
}

export class RunShow {
  readonly #options: ShowOptions;
  readonly #paint: Paint;
  readonly #scripted: ScriptedWorker;
  #screen: LiveScreen | null = null;
  readonly #interrupted = new AbortController();
  readonly #stop = (): void => this.#interrupted.abort();

  constructor(options: ShowOptions) {
    const { answers, isQuiet } = options;
    this.#options = options;
    this.#paint = paintFor(isQuiet ? stderr : stdout);
    const isTerminal = stdout.isTTY === true;
    this.#scripted = new ScriptedWorker(answers, !isQuiet && isTerminal ? PACE_MS : 0, () => options.person());
    // On a terminal the tree is being drawn.
    if (isQuiet || !isTerminal)
      this.#scripted.onWait = (what) => void stderr.write(`${oneLine(`Waiting for ${what}.`)}\n`);
  }

  /** The line above the tree. `also`: what else there is to say of the run. */
  begin({ name }: Workflow, input: Json, also = ''): void {
    const { answers, isQuiet } = this.#options;
    // From here on work may be claimed, which is given back before the process ends.
    for (const signal of SIGNALS) process.once(signal, this.#stop);
    if (isQuiet) return;
    const given = summary(input);
    const from = answers === null ? '' : `, answers from ${answers.file}`;
    const about = this.#paint.dim(`${given === '' ? 'no input' : given}${also}${oneLine(from)}`);
    const head = ` ${this.#paint.bold(oneLine(name))}  ${about}`;
    stdout.write(`\n${stdout.isTTY ? fitPainted(head, stdout.columns || 80) : head}\n\n`);
    this.#screen = new LiveScreen(stdout, this.#paint);
  }

  /** Must hear every event, from the first on. */
  hear(run: ShownRun, event: AnyEvent, payloads: Payloads): void {
    this.#options.events?.write(run.id, event);
    this.#scripted.hear(run, event);
    this.#screen?.apply(run, event, payloads);
    if (event.type !== 'TaskOpened' || event.data.execution === 'automated') return;
    // What a person was asked stands under the task, as they would have read it.
    const task = run.state.tasks.get(event.data.task);
    const prompt = task === undefined ? null : viewTask(run, task, payloads).prompt;
    if (prompt !== null) this.#screen?.remark(run.id, event.data.task, `asked: ${oneLine(prompt)}`);
  }

  refuse(rejection: Rejection): ExitCode {
    this.leave();
    const { code, message } = rejection;
    if (this.#options.isQuiet) stdout.write(`${jsonText({ status: 'rejected', error: rejection })}\n`);
    else stdout.write(`${this.#paint.red(code)}: ${oneLine(asStarted(message))}\n`);
    return EXIT.refused;
  }

  /** Until the run is over or cannot go on here; an interrupt ends it too. */
  async work(driver: RunDriver, root: ShownRun, storeFlag = ''): Promise<WorkerStop | null> {
    const { signal } = this.#interrupted;
    try {
      const screen = this.#screen;
      const isAtTerminal = stdin().isTTY === true && stdout.isTTY === true;
      if (this.#options.answers !== null || screen === null || !isAtTerminal)
        return await this.#scripted.work(driver, root, signal);
      const { workWithPerson } = await import('./person-worker.ts');
      const isRehearsal = root.events[0]?.channel === 'rehearsal';
      const at = { person: this.#options.person(), isRehearsal, storeFlag };
      return await workWithPerson(driver, root, at, screen, signal);
    } finally {
      this.#forget();
    }
  }

  /** Nothing more is drawn; the cursor is back. */
  leave(): void {
    this.#screen?.finish();
    this.#screen = null;
    this.#forget();
  }

  /** A second interrupt ends the process at once. */
  #forget(): void {
    for (const signal of SIGNALS) process.off(signal, this.#stop);
  }

  /** The last words. `storeFlag`: what a command needs to find the run again; null when it is not kept. */
  end(driver: RunDriver, root: ShownRun, stopped: WorkerStop | null, storeFlag: string | null): ExitCode {
    this.leave();
    const result = resultOf(driver, root, stopped, this.#options.answers !== null);
    if (this.#options.isQuiet) stdout.write(`${jsonText(result)}\n`);
    else {
      const width = stdout.isTTY ? Math.min(120, stdout.columns || 80) : PLAIN_WIDTH;
      const skippedMs = driver.now() - Date.now();
      const lines = resultLines(result, driver, this.#paint, width, { skippedMs, storeFlag });
      stdout.write(`${lines.join('\n')}\n`);
    }
    return exitCodeOf(result, stopped, storeFlag !== null);
  }
}
