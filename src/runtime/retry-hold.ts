// A person retries a hold. Where a fault of the folder kept an answer, it is given again as it is: nobody types it
// again, and no model is asked again. A verdict stays that of its author: for anyone else the gate is asked again.

import { causeOf } from '../engine/hold-causes.ts';
import { isPerson } from '../engine/people.ts';
import type { Hold } from '../engine/run-state.ts';
import type { Request } from './engine-options.ts';
import type { Outcome } from './handle-command.ts';
import { isOwnAnswer, type KeptAnswer, keptAnswer } from './kept-answer.ts';
import type { Engine } from './open-engine.ts';
import type { Sender } from './pending-write.ts';
import type { RunView } from './read-run.ts';
import type { Answer } from './run-code.ts';

export interface RetryOfHold {
  readonly run: string;
  readonly hold: number;
  readonly reason: string;
  /** With all holds of the same cause. */
  readonly together?: boolean;
}

/** With a note where the hold is over, but what was kept did not count. */
export type RetryOutcome = { readonly ok: true; readonly note?: string } | Extract<Outcome, { readonly ok: false }>;

/** Another process can take the work. */
const ELSEWHERE: ReadonlySet<string> = new Set(['code-missing', 'project-elsewhere', 'older-process-running']);
/** Others were faster, or the caller may not: nothing else is tried. */
const FINAL: ReadonlySet<string> = new Set([
  ...['workspace-fault', 'unknown-hold', 'task-not-open', 'run-ended', 'run-paused', 'agent-move'],
  ...ELSEWHERE,
]);

export async function retryHold(
  engine: Engine,
  retry: RetryOfHold,
  by: Sender,
  request?: Request,
): Promise<RetryOutcome> {
  const view = await engine.view(retry.run);
  const open = new Set(view === null ? [] : holdsMeant(view, retry));
  const kept = view === null ? [] : await keptAnswers(engine, view, open);
  const combined = new CombinedOutcome(request);
  for (const { hold, answer } of kept) {
    const worker = workerOf(answer);
    if (worker === undefined && !(isPerson(answer.by) && isOwnAnswer(answer, by.actor))) continue;
    const outcome = await answerAgain(engine, { ...retry, hold: hold.id, worker }, answer, by, combined.request);
    if (!outcome.ok && isFinal(outcome.rejection.code, worker)) return outcome;
    combined.hear(outcome);
    if (outcome.ok) open.delete(hold);
  }
  const [next] = [...open].sort((hold) => (hold.id === retry.hold ? -1 : 0));
  if (next !== undefined || kept.length === 0) {
    const outcome = await resolve(engine, { ...retry, hold: next?.id ?? retry.hold }, by, combined.request);
    if (!outcome.ok) return outcome;
    combined.hear(outcome);
  }
  return combined.outcome;
}

type Worker = NonNullable<NonNullable<Answer['resolves']>['worker']>;

/** Of an agent outside. What agents of this process did they go on with themselves, and a conversation goes on where it
 *  is held. */
function workerOf({ task, lease, by: actor, channel }: KeptAnswer): Worker | undefined {
  return lease?.kind === 'outside' && task.execution === 'automated' ? { actor, channel } : undefined;
}

/** Work that this process cannot take is asked for again: one that can gives it what is kept. */
function isFinal(code: string, worker: Worker | undefined): boolean {
  return FINAL.has(code) && !(worker !== undefined && ELSEWHERE.has(code));
}

function holdsMeant({ state }: RunView, { hold: id, together = false }: RetryOfHold): readonly Hold[] {
  const chosen = state.holds.get(id);
  if (chosen === undefined) return [];
  return [...state.holds.values()].filter(
    (hold) => hold.id === id || (together && causeOf(hold) === causeOf(chosen) && hold.moves.includes('retry')),
  );
}

interface HeldAnswer {
  readonly hold: Hold;
  readonly answer: KeptAnswer;
}

async function keptAnswers(engine: Engine, view: RunView, holds: Iterable<Hold>): Promise<readonly HeldAnswer[]> {
  const found: HeldAnswer[] = [];
  for (const hold of holds) {
    const answer = await keptAnswer(engine, view, hold);
    if (answer !== null) found.push({ hold, answer });
  }
  return found;
}

/** What becomes of several commands, as one outcome. */
class CombinedOutcome {
  #request: Request | undefined;
  readonly #notes: string[] = [];

  constructor(request: Request | undefined) {
    this.#request = request;
  }

  /** The caller's key is that of the first command that counted. */
  get request(): Request | undefined {
    return this.#request;
  }

  get outcome(): RetryOutcome {
    return this.#notes.length === 0 ? { ok: true } : { ok: true, note: this.#notes.join(' ') };
  }

  hear(outcome: Outcome): void {
    if (outcome.ok) this.#request = undefined;
    // What this process cannot do, another one does with what is kept still.
    if (outcome.ok || FINAL.has(outcome.rejection.code)) return;
    this.#notes.push(`What was kept was not taken, so the step is asked for again: ${outcome.rejection.message}`);
  }
}

/** The hold ends in the commit that completes the task: a crash in between leaves nothing half done. */
function answerAgain(
  engine: Engine,
  { run, hold, reason, worker }: RetryOfHold & { readonly worker: Worker | undefined },
  { task, output }: KeptAnswer,
  by: Sender,
  request: Request | undefined,
): Promise<Outcome> {
  const shown = task.shown === undefined || task.execution === 'automated' ? {} : { shown: task.shown };
  const resolves = { hold, reason, ...(worker !== undefined && { worker }) };
  return engine.answer(run, task.id, { output, ...shown, resolves }, by, request);
}

function resolve(
  engine: Engine,
  { run, hold, reason, together = false }: RetryOfHold,
  by: Sender,
  request: Request | undefined,
): Promise<Outcome> {
  const command = { type: 'ResolveHold', hold, move: 'retry', reason, ...(together && { together }) } as const;
  return engine.send(run, command, by, request);
}
