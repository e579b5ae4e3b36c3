// Shows a person one task and takes what they do with it: an answer, a verdict, or one of the other moves.

import { isCancel, log, select } from '@clack/prompts';
import type { Task } from '../engine/run-state.ts';
import type { Json } from '../json.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { MemoryEngine, OpenTask, Outcome, Sender } from '../runtime/memory-engine.ts';
import type { MemoryRun } from '../runtime/memory-run.ts';
import { type TaskView, viewTask } from '../runtime/task-view.ts';
import { type Asked, askLine, askValue, CANCELLED, isAskedByField, type TypedCommand } from './ask-value.ts';
import type { Paint } from './paint.ts';
import { valueLines } from './run-result.ts';
import { LOCAL_PERSON } from './scripted-worker.ts';
import { counted, oneLine, severalLines, wrap } from './shown-text.ts';

const SHOWN_LINES_MAX = 30;

/** `signal`: the person wants to send a signal instead. */
export type TaskMove = 'done' | 'refused' | 'signal' | typeof CANCELLED;

export async function askTask(
  engine: MemoryEngine,
  open: OpenTask,
  paint: Paint,
  signal: AbortSignal,
): Promise<TaskMove> {
  const { run, task } = open;
  const by = senderFor(run, task);
  // Hand-out is where `prepare` runs and the attempt begins; a person's own task needs no claim.
  if (task.execution === 'automated' && task.status === 'pending') {
    const claimed = await engine.claim(run.id, task.id, by.actor, 'outside', by);
    if (!claimed.ok) return said(claimed);
  }
  const now = run.state.tasks.get(task.id) ?? task;
  const view = viewTask(run, now, engine.payloads);
  showTask(view, paint);
  const isGate = view.execution === 'manual' && view.schema === null;
  if (isGate) return askVerdict(engine, run, now, view, signal);
  const asked = await askValue(oneLine(view.title), view.schema, signal);
  if (asked === CANCELLED) return CANCELLED;
  if ('command' in asked) return otherMove(engine, run, now, asked.command, signal);
  const lease = now.lease === undefined ? {} : { lease: now.fence };
  const shown = now.shown === undefined || now.execution === 'automated' ? {} : { shown: now.shown };
  return said(await engine.answer(run.id, now.id, { output: asked.value, ...lease, ...shown }, by));
}

function showTask(view: TaskView, paint: Paint): void {
  const parts: string[] = [paint.bold(oneLine(view.title))];
  const who = view.execution === 'automated' ? 'for an agent; you stand in for it' : `for ${view.assignee ?? 'you'}`;
  const attempt = view.attempts > 1 && view.attempt > 1 ? `, attempt ${view.attempt} of ${view.attempts}` : '';
  parts.push(paint.dim(who + attempt));
  if (view.prompt !== null) parts.push('', ...clip(severalLines(view.prompt).flatMap((line) => wrap(line, width()))));
  if (view.unknown.length > 0)
    parts.push(paint.yellow(`Nothing was found for ${view.unknown.map(oneLine).join(', ')}.`));
  const show = (name: string, value: Json) =>
    parts.push('', paint.dim(oneLine(name)), ...clip(valueLines(value, paint, width())));
  for (const { name, value } of view.shows) show(name, value);
  if (view.item !== null) show('item', view.item);
  else if (view.input !== null) show('input', view.input);
  if (view.schema !== null && !isAskedByField(view.schema)) show('expected output, as JSON Schema', view.schema);
  log.message(parts.join('\n'));
}

function width(): number {
  return Math.min(100, process.stdout.columns ?? 80) - 4;
}

function clip(lines: readonly string[]): readonly string[] {
  const hidden = lines.length - SHOWN_LINES_MAX;
  return hidden > 0 ? [...lines.slice(0, SHOWN_LINES_MAX), `… ${counted(hidden, 'more line')}`] : lines;
}

async function askVerdict(
  engine: MemoryEngine,
  run: MemoryRun,
  task: Task,
  view: TaskView,
  signal: AbortSignal,
): Promise<TaskMove> {
  const verdicts = view.verdicts.map((verdict) => ({ value: verdict, label: verdict }));
  const others = [
    { value: ':fail', label: 'fail', hint: 'it cannot be done' },
    { value: ':hold', label: 'hold', hint: 'someone has to look at it' },
    { value: ':skip', label: 'skip', hint: 'go on without it' },
    { value: ':signal', label: 'send a signal instead' },
    { value: ':quit', label: 'quit', hint: 'cancel the run' },
  ];
  const chosen = await select({ message: 'Your verdict', options: [...verdicts, ...others], signal });
  if (isCancel(chosen)) return CANCELLED;
  if (chosen.startsWith(':')) return otherMove(engine, run, task, chosen as TypedCommand, signal);
  const comment = await askLine('Comment', 'optional', signal);
  if (comment === CANCELLED) return CANCELLED;
  const by = senderFor(run, task);
  const shown = task.shown === undefined ? {} : { shown: task.shown };
  if (stepOf(run, task.step).task?.approvals != null && task.kind === 'work') {
    const vote = { type: 'CastVote' as const, task: task.id, verdict: chosen, comment, ...shown };
    return said(engine.send(run.id, vote, by));
  }
  return said(await engine.answer(run.id, task.id, { output: chosen, verdict: chosen, comment, ...shown }, by));
}

async function otherMove(
  engine: MemoryEngine,
  run: MemoryRun,
  task: Task,
  command: TypedCommand,
  signal: AbortSignal,
): Promise<TaskMove> {
  if (command === ':quit') return CANCELLED;
  if (command === ':signal') return 'signal';
  const message = await askLine(command === ':skip' ? 'Why is it skipped?' : 'What is the matter?', '', signal);
  if (message === CANCELLED) return CANCELLED;
  const reason = message.trim() === '' ? 'No reason was given.' : message;
  const by = senderFor(run, task);
  const lease = task.lease === undefined ? {} : { lease: task.fence };
  const id = task.id;
  if (command === ':fail') {
    return said(
      engine.send(
        run.id,
        { type: 'FailTask', task: id, ...lease, failure: { code: 'work-failed', message: reason } },
        by,
      ),
    );
  }
  if (command === ':hold') {
    return said(engine.send(run.id, { type: 'HoldTask', task: id, ...lease, code: 'task-held', message: reason }, by));
  }
  const output: Asked<unknown> = await askValue('Output to go on with (null for none)', null, signal);
  if (output === CANCELLED || typeof output !== 'object' || output === null || !('value' in output)) return CANCELLED;
  return said(engine.send(run.id, { type: 'SkipTask', task: id, output: output.value as never, reason }, by));
}

/** A rejection is said where it happened; the task is asked again. */
export function said(outcome: Outcome): 'done' | 'refused' {
  if (outcome.ok) return 'done';
  log.error(oneLine(outcome.rejection.message));
  return 'refused';
}

function senderFor(run: MemoryRun, task: Task): Sender {
  if (task.execution === 'automated')
    return { actor: task.assignee?.startsWith('agent:') ? task.assignee : 'agent:terminal', channel: 'worker' };
  const { fourEyes, approvals } = stepOf(run, task.step).task ?? {};
  const voted = task.votes?.length ?? 0;
  const voter = approvals?.of[voted];
  if (approvals != null)
    return {
      actor: voter === undefined ? `user:voter-${voted + 1}` : voter.includes(':') ? voter : `user:${voter}`,
      channel: 'cli',
    };
  if (task.assignee?.startsWith('user:')) return { actor: task.assignee, channel: 'cli' };
  return { actor: fourEyes ? 'user:colleague' : LOCAL_PERSON, channel: 'cli' };
}
