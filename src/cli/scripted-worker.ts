// Does a run's tasks from a file of answers: replies in order of task creation, signals after the steps they wait for.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { AnyEvent } from '../engine/events.ts';
import type { Task } from '../engine/run-state.ts';
import { comesByItself } from '../engine/waits-for.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { Outcome } from '../runtime/memory-engine.ts';
import type { Sender } from '../runtime/pending-write.ts';
import type { OpenTask, RunDriver, SetTimer, ShownRun } from '../runtime/run-driver.ts';
import type { Identity } from '../runtime/who-acts.ts';
import { type Answers, type Reply, replyFor, type ScriptedSignal } from './answers.ts';
import { standIn } from './at-terminal.ts';
import { sentBy } from './signer.ts';
import { ReportedWaits } from './wait-lines.ts';

/** Why the worker stopped before the run was over; null when it is over or on hold. */
export type WorkerStop =
  | { readonly kind: 'no-answer'; readonly tasks: readonly OpenTask[] }
  | { readonly kind: 'refused'; readonly what: string; readonly message: string }
  | { readonly kind: 'nothing-left' }
  /** Nothing moves before this timer, and that is long. */
  | { readonly kind: 'later'; readonly timer: SetTimer }
  | { readonly kind: 'quit' };

const AGENT = 'agent:answers';
const PACED_MS_MAX = 1600;
const YIELD_MS = 20;

export class ScriptedWorker {
  readonly #answers: Answers | null;
  readonly #signals: ScriptedSignal[];
  readonly #completed = new Set<string>();
  /** Which task of its step a task is, from 0. */
  readonly #places = new Map<string, number>();
  /** The step of a task, which the state forgets with the task. */
  readonly #steps = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #paceMs: number;
  readonly #person: () => Identity;
  #pacedMs = 0;
  #yieldedAt = 0;
  #sent = 0;
  readonly #reportedWaits = new ReportedWaits();
  /** Hears what is waited for that comes by itself, each time it is something else. */
  onWait: ((what: string) => void) | null = null;

  /** On a terminal a short pause between replies lets the tree be seen growing, at most `PACED_MS_MAX` in all. */
  constructor(answers: Answers | null, paceMs: number, person: () => Identity) {
    this.#answers = answers;
    this.#signals = [...(answers?.signals ?? [])];
    this.#paceMs = paceMs;
    this.#person = person;
  }

  /** Must hear every event of the runs, from their first on. */
  hear(run: ShownRun, event: AnyEvent): void {
    if (event.type === 'TaskOpened') {
      const key = keyIn(run, event.data.step);
      const count = this.#counts.get(key) ?? 0;
      this.#counts.set(key, count + 1);
      this.#places.set(`${run.id} ${event.data.task}`, count);
    }
    if (event.type === 'TaskOpened' || event.type === 'ChildStarted' || event.type === 'ScopeOpened') {
      this.#steps.set(`${run.id} ${event.data.task}`, event.data.step);
    }
    const done = this.#completedStep(run, event);
    if (done !== null) for (const key of [done, keyIn(run, done)]) this.#completed.add(key);
  }

  #completedStep(run: ShownRun, event: AnyEvent): string | null {
    switch (event.type) {
      case 'StepFinished':
      case 'SignalTaken':
        return event.data.step;
      case 'StateEntered': {
        // A state without work is all there is of it once it is entered.
        const step = run.workflow.steps.find(({ id }) => id === event.data.to);
        return step?.kind === 'state' ? step.id : null;
      }
      case 'TaskCompleted':
        return this.#steps.get(`${run.id} ${event.data.task}`) ?? null;
      default:
        return null;
    }
  }

  async work(driver: RunDriver, root: ShownRun, signal: AbortSignal): Promise<WorkerStop | null> {
    for (;;) {
      await driver.idle();
      await this.#yieldTurn();
      if (signal.aborted) return { kind: 'quit' };
      if (root.state.status !== 'running' && !root.state.cleaning) return null;
      const due = this.#signals.findIndex(({ after }) => after === undefined || this.#completed.has(after));
      if (due >= 0) {
        const refused = await this.#send(driver, root, this.#signals.splice(due, 1)[0] as ScriptedSignal);
        if (refused !== null) return refused;
        continue;
      }
      const { next, unanswered } = this.#choose(driver);
      if (next !== null) {
        await this.#pause();
        const refused = await this.#reply(driver, root, next.open, next.reply);
        if (refused !== null) return refused;
        continue;
      }
      const stopped = this.#stopsAt(driver, unanswered);
      if (stopped === null) {
        this.#tell(driver);
        await driver.elapse(driver.nextTimer(), signal);
      } else return stopped.kind === 'on-hold' ? null : stopped;
    }
  }

  /** null: something will happen without anyone. */
  #stopsAt(driver: RunDriver, unanswered: readonly OpenTask[]): WorkerStop | { readonly kind: 'on-hold' } | null {
    if (driver.isWorking()) return null;
    const isLeft = unanswered.length > 0;
    // A file of answers stands for everyone: what it leaves out nobody does.
    if (isLeft && (this.#answers !== null || !driver.isDurable)) return { kind: 'no-answer', tasks: unanswered };
    const timer = driver.nextTimer();
    if (!driver.isDurable && timer !== null) return null;
    if (driver.isDurable && driver.waits().some(({ wait }) => comesByItself(wait, driver.now()))) return null;
    if (isLeft) return { kind: 'no-answer', tasks: unanswered };
    if (hasHolds(driver)) return { kind: 'on-hold' };
    return timer === null ? { kind: 'nothing-left' } : { kind: 'later', timer };
  }

  /** What goes on here is seen; what only waits for a limit is not, though it was taken up here. */
  #tell(driver: RunDriver): void {
    if (this.onWait === null || !driver.isDurable) return;
    const what = this.#reportedWaits.newWaits(driver, driver.isWorking() ? 'limits' : 'coming');
    if (what !== '') this.onWait(what);
  }

  #choose(driver: RunDriver) {
    const unanswered: OpenTask[] = [];
    for (const open of driver.openTasks()) {
      const { run, task } = open;
      const replies = this.#answers?.replies.get(keyIn(run, task.step)) ?? this.#answers?.replies.get(task.step);
      if (replies === undefined) unanswered.push(open);
      else {
        const votes = task.votes?.length ?? 0;
        const reply = replyFor(replies, this.#places.get(`${run.id} ${task.id}`) ?? 0, task.attempt + votes);
        if (reply !== null) return { next: { open, reply }, unanswered };
      }
    }
    return { next: null, unanswered };
  }

  /** In a run that began as a rehearsal the file answers for everyone; in any other for the person who gave it. */
  #senderFor(root: ShownRun, { run, task }: OpenTask): Sender {
    const own = sentBy(this.#person(), 'rehearsal');
    if (root.events[0]?.channel !== 'rehearsal') return own;
    if (task.execution !== 'automated') return { ...own, actor: standIn(run, task, own.actor) };
    return { actor: task.assignee?.startsWith('agent:') ? task.assignee : AGENT, channel: 'rehearsal' };
  }

  async #reply(driver: RunDriver, root: ShownRun, open: OpenTask, reply: Reply): Promise<WorkerStop | null> {
    const { run, task } = open;
    const isPersons = task.execution !== 'automated';
    const by = this.#senderFor(root, open);
    if (!isPersons) {
      const claimed = await driver.claim(run.id, task.id, by.actor, 'outside', by);
      if (!claimed.ok) return refusal(task.step, claimed);
      await driver.idle();
    }
    const lease = isPersons ? {} : { lease: run.state.tasks.get(task.id)?.fence ?? 0 };
    if ('fail' in reply) {
      const failure = { code: 'work-failed', message: reply.fail };
      const failed = await driver.send(run.id, { type: 'FailTask', task: task.id, ...lease, failure }, by);
      return failed.ok ? null : refusal(task.step, failed);
    }
    const shown = isPersons && task.shown !== undefined ? { shown: task.shown } : {};
    const outcome = isVoted(run, task)
      ? await driver.send(run.id, { type: 'CastVote', task: task.id, ...voteIn(reply.output), ...shown }, by)
      : await driver.answer(run.id, task.id, { output: reply.output, ...lease, ...shown }, by);
    return outcome.ok ? null : refusal(task.step, outcome);
  }

  async #send(driver: RunDriver, root: ShownRun, { name, value, key }: ScriptedSignal): Promise<WorkerStop | null> {
    const id = `answers-${++this.#sent}`;
    const command = { type: 'SendSignal' as const, id, name, value, ...(key !== undefined && { key }) };
    const outcome = await driver.send(root.id, command, sentBy(this.#person(), 'rehearsal'));
    return outcome.ok ? null : { kind: 'refused', what: `the signal "${name}"`, message: outcome.rejection.message };
  }

  /** Replies cost no time of their own: without this an interrupt would never be heard. */
  async #yieldTurn(): Promise<void> {
    if (performance.now() - this.#yieldedAt < YIELD_MS) return;
    await nextTurn();
    this.#yieldedAt = performance.now();
  }

  async #pause(): Promise<void> {
    if (this.#paceMs === 0 || this.#pacedMs >= PACED_MS_MAX) return;
    this.#pacedMs += this.#paceMs;
    await sleep(this.#paceMs);
  }
}

/** `WORKFLOW/STEP` in a child run, the step's id in the run itself. */
function keyIn(run: ShownRun, step: string): string {
  return run.state.parent === null ? step : `${run.workflow.name}/${step}`;
}

function isVoted(run: ShownRun, task: Task): boolean {
  return task.execution === 'manual' && stepOf(run, task.step).task?.approvals != null;
}

function voteIn(output: unknown): { verdict: string; comment?: string } {
  if (typeof output === 'string') return { verdict: output };
  const { verdict, comment } = (output ?? {}) as { verdict?: unknown; comment?: unknown };
  return { verdict: String(verdict ?? ''), ...(typeof comment === 'string' && { comment }) };
}

function refusal(step: string, outcome: Extract<Outcome, { ok: false }>): WorkerStop {
  return { kind: 'refused', what: `the answer for "${step}"`, message: outcome.rejection.message };
}

function hasHolds(driver: RunDriver): boolean {
  for (const run of driver.runs.values()) if (run.state.holds.size > 0) return true;
  return false;
}
