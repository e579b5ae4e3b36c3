// Registered code around a task that someone else does: `prepare` at the claim, `accept` on the answer.

import type { TaskSettings } from '../diagram/workflow.ts';
import type { Command } from '../engine/commands.ts';
import type { Rejection } from '../engine/context.ts';
import type { Failure } from '../engine/events.ts';
import type { Task } from '../engine/run-state.ts';
import { StoreFault, WorkspaceFault } from '../errors.ts';
import type { Json, JsonObject } from '../json.ts';
import type { AcceptResult, CodeRefusal, CodeRegistry } from '../ports/action.ts';
import { callCode } from './call-code.ts';
import { stepOf } from './code-call.ts';
import { inTime } from './in-time.ts';
import type { LiveRun } from './live-run.ts';
import { ownOf } from './memory-engine.ts';
import type { PayloadCache } from './payload-cache.ts';
import type { Sender } from './pending-write.ts';
import { type Answer, failureOf, verdictIn } from './run-code.ts';

export interface TaskCode {
  readonly code: CodeRegistry;
  whyLacking?(workflow: string): Rejection | null;
  readonly payloads: PayloadCache;
  validate(schema: JsonObject, value: Json): readonly string[];
  /** How long code may take where a caller waits for it; left out: nobody waits, and its step has limits of its own. */
  readonly limitMs?: number;
}

export type PreparedClaim = { readonly prepared?: Json; readonly set?: JsonObject } | { readonly failure: Failure };

/** null: nothing prepares this step. What `prepare` throws fails the task, and is never retried. Rejects while the
 *  store is away: nothing is known then. */
export async function prepareClaim(
  tools: Omit<TaskCode, 'validate'>,
  run: LiveRun,
  task: Task,
): Promise<PreparedClaim | null> {
  const prepare = ownOf(tools.code.prepares, stepOf(run, task.step).task?.prepare);
  if (prepare === undefined) return null;
  try {
    const { input, set } = await callCode({
      ...{ payloads: tools.payloads, run, task, tenure: new AbortController() },
      code: (call) => limited(tools, run, task, 'prepare', async () => prepare(call)),
    });
    return { ...(input && { prepared: input }), ...(set && { set }) };
  } catch (thrown) {
    if (thrown instanceof StoreFault && !thrown.isLasting) throw thrown;
    return { failure: { ...failureOf(thrown, 'prepare-failed'), retryable: false } };
  }
}

/** The one who answers; of a hosted agent also who answered its last call. */
export type Answerer = Pick<Sender, 'actor' | 'stated'> & {
  readonly channel?: Sender['channel'];
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
};

export interface AcceptedAnswer {
  /** What replaces the answer in the command. */
  readonly given: JsonObject;
  undo(): Promise<void>;
}

const NOTHING_DONE: AcceptedAnswer = { given: {}, undo: async () => {} };

/** What replaces the answer in the command. One that breaks the step's schema goes on as it is: the engine says so. */
export async function acceptAnswer(
  tools: TaskCode,
  run: LiveRun,
  task: Task,
  answer: Answer,
  by: Answerer,
): Promise<AcceptedAnswer | CodeRefusal> {
  const settings = stepOf(run, task.step).task;
  const accept = ownOf(tools.code.accepts, settings?.accept);
  const schema = settings?.output ?? null;
  if (accept === undefined || (schema !== null && tools.validate(schema, answer.output).length > 0))
    return NOTHING_DONE;
  const verdict = answer.verdict ?? verdictIn(answer.output, settings?.verdicts ?? []);
  const given = { answer: answer.output, ...whoAnswers(by), ...(verdict !== undefined && { verdict }) };
  const result = await callCode<AcceptResult | CodeRefusal>({
    ...{ payloads: tools.payloads, run, task, tenure: new AbortController() },
    code: (call) => reasonsOf(() => limited(tools, run, task, 'accept', async () => accept({ ...call, ...given }))),
    undo: async (accepted) => {
      if (!('refused' in accepted)) await accepted.undo?.();
    },
  });
  if ('refused' in result) return result;
  const { output, set, files, verdict: meant = verdict, undo = NOTHING_DONE.undo } = result;
  const more = { ...(files && { files }), ...(meant !== undefined && { verdict: meant }) };
  return { given: { output, ...(set && { set }), ...more }, undo };
}

/** A promise that never settles would keep the caller waiting for ever. */
export function limited<T>(
  { limitMs }: Pick<TaskCode, 'limitMs'>,
  { workflow }: LiveRun,
  { step }: Task,
  kind: 'prepare' | 'accept' | 'acceptTurn',
  work: () => Promise<T>,
): Promise<T> {
  if (limitMs === undefined) return work();
  return inTime(limitMs, work, `The ${kind} code of step "${step}" of "${workflow.name}" failed`);
}

/** The command that gives a task to the person who mends the folder, with what its worker had to say as draft. */
export function holdForFault(task: number, lease: number | undefined, message: string, draft: Json): Command {
  const held = { type: 'HoldTask', task, code: 'workspace-fault', message, ...(draft !== null && { draft }) } as const;
  return lease === undefined ? held : { ...held, lease };
}

export function whoAnswers({ actor, channel, stated, provider, model }: Answerer) {
  return {
    by: actor,
    ...(stated && { statedBy: stated.osUser }),
    ...(channel === 'rehearsal' && { isRehearsal: true as const }),
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
  };
}

/** Its files are not where this process may work: one that has them takes the task. */
export function isElsewhere(prepared: PreparedClaim | null): boolean {
  return prepared !== null && 'failure' in prepared && prepared.failure.code === ELSEWHERE;
}

export const ELSEWHERE = 'project-elsewhere';

/** The folder, not the code or the answer, is to be mended. */
export function isUnreadable({ code }: Failure | Rejection): boolean {
  return code === 'workspace-fault';
}

/** What code throws counts as its reason. */
export async function reasonsOf<T>(accept: () => T | CodeRefusal | Promise<T | CodeRefusal>): Promise<T | CodeRefusal> {
  try {
    return await accept();
  } catch (thrown) {
    const refused = [thrown instanceof Error ? thrown.message : String(thrown)];
    if (failureOf(thrown, 'accept-failed').code === ELSEWHERE) return { refused, isFault: true, isElsewhere: true };
    return { refused, isFault: true, ...(thrown instanceof WorkspaceFault && { isWorkspaceFault: true }) };
  }
}

/** The code that hands the step out or takes its answer, where this process lacks it: a process that has it must do
 *  that. */
export function missingCode({ prepares, accepts }: CodeRegistry, settings: TaskSettings | null): string | null {
  const { prepare = null, accept = null } = settings ?? {};
  if (prepare !== null && ownOf(prepares, prepare) === undefined) return prepare;
  return accept !== null && ownOf(accepts, accept) === undefined ? accept : null;
}

/** The code on messages of the agent, where this process lacks it: a process that has it must take the turns. */
export function missingTurnCode({ acceptTurns }: CodeRegistry, settings: TaskSettings | null): string | null {
  const { acceptTurn = null } = settings ?? {};
  return acceptTurn !== null && ownOf(acceptTurns, acceptTurn) === undefined ? acceptTurn : null;
}

export function codeMissing(step: string, name: string): Rejection {
  const message = `This process does not have the code "${name}" of step "${step}".`;
  const advice = 'Give the file with --code, or answer where it is loaded. Nothing was changed.';
  return { code: 'code-missing', message: `${message} ${advice}` };
}

export function isRefused(result: AcceptedAnswer | CodeRefusal): result is CodeRefusal {
  return 'refused' in result;
}
