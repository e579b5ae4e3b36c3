// Gives a client's result to the run: work under its lease, a person's verdict with the hash of what was shown.

import type { Command } from '../engine/commands.ts';
import { NOBODY } from '../engine/people.ts';
import type { Task } from '../engine/run-state.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { RunView } from '../runtime/read-run.ts';
import type { Answer } from '../runtime/run-code.ts';
import { validate } from '../runtime/validate.ts';
import { barredAt, lookAtTask, type TaskHandOut } from './hand-out.ts';
import { hasOwnShape, requiredOf } from './has-own-shape.ts';
import { lateReport } from './late-report.ts';
import type { McpOptions } from './mcp-options.ts';
import { claimForClient, personOf, viewerOf, workerOf } from './next-step.ts';
import { isSameWord } from './past-task.ts';
import { REPEATED, type ReportResult, type Result, refusedResult, resultOf } from './report-outcome.ts';
import { endsTalk, pastTurn, reportWord, wordOf } from './report-word.ts';
import { splitResult } from './split-result.ts';
import { isSameVersion, type Thread } from './thread-id.ts';

/** Someone reported the task, or ended the run, at the same moment. */
const OVER: ReadonlySet<string> = new Set(['task-not-open', 'run-ended']);
const PAUSED: ReportResult = {
  kind: 'accepted',
  note: 'It was taken; it counts when the run, which is paused, is resumed.',
};

/** What is said of a report besides what is next; null: nothing. */
export function noteOf(reported: ReportResult): string | null {
  if (reported.kind === 'repeated') return 'That was reported before; nothing was changed.';
  return reported.kind === 'refused' ? null : (reported.note ?? null);
}

export async function reportResult(options: McpOptions, thread: Thread, result: Result): Promise<ReportResult> {
  const { engine } = options;
  const view = await engine.view(thread.run);
  const reported = await reportTo(options, view, thread, result);
  if (reported.kind === 'refused' && OVER.has(reported.rejection.code))
    return lateReport(options, thread, result, true);
  return reported.kind === 'accepted' && view?.state.paused ? PAUSED : withCommands(options, reported);
}

/** The commands in it as the person can paste them. */
function withCommands({ commandText }: McpOptions, reported: ReportResult): ReportResult {
  if (commandText === undefined) return reported;
  if (reported.kind === 'held') return { ...reported, note: commandText(reported.note) };
  if (reported.kind !== 'refused') return reported;
  const { rejection } = reported;
  return { ...reported, rejection: { ...rejection, message: commandText(rejection.message) } };
}

const NAME_SERVER =
  'Asking again does not help: the person sets SIGNOFF_USER=NAME for this MCP server, such as in `env` of its entry ' +
  "in the client's configuration, and starts it again.";

/** What can be done about a refusal. A result that breaks its schema was put down wrongly by the model: the person has
 *  said what they said, and a verdict is not made to fit. */
export function whatNow({ rejection, turn }: Extract<ReportResult, { readonly kind: 'refused' }>): string {
  const { code } = rejection;
  if (code === 'name-missing') return NAME_SERVER;
  if (rejection.isOutside) return 'Tell the person. When it is done, report the same answer again.';
  if (turn !== 'person' || code === 'invalid-output') return 'Correct it and report again.';
  if (code !== 'not-accepted') return 'Ask the person again, and report what they say.';
  return 'If the person has said what is missing, report it; else ask them for that alone, and report what they say.';
}

async function reportTo(
  options: McpOptions,
  view: RunView | null,
  thread: Thread,
  result: Result,
): Promise<ReportResult> {
  if (view === null) return refusedResult('unknown-run', `Expected a run, found none named ${thread.run}.`);
  if (thread.task === null) {
    const found = `${thread.run}, which names no task`;
    return refusedResult('unknown-task', `Expected the thread_id that was handed out with the task, found ${found}.`);
  }
  const task = view.state.tasks.get(thread.task);
  if (task === undefined) {
    if (thread.task < view.state.nextTask) return lateReport(options, thread, result, false);
    return refusedResult(
      'unknown-task',
      `Expected a task of ${thread.run}, found ${thread.task}, which was never opened.`,
    );
  }
  const handOut = lookAtTask(view, await viewerOf(options), task.id);
  if (handOut === null) return votedBefore(options, task, result) ?? notForThem(options, view, task);
  const past = pastTurn(handOut, thread, result);
  if (past !== null) return past;
  if (result.from === 'person' && endsTalk(handOut, result)) return reportWord(options, handOut, result);
  if (result.from !== undefined && result.from !== handOut.turn) return notTheirs(handOut);
  const missing = missingIn(handOut, result);
  const reported = missing ?? (await reportOpen(options, handOut, task, thread, result));
  return reported.kind === 'refused' ? { ...reported, turn: handOut.turn } : reported;
}

function reportOpen(
  options: McpOptions,
  handOut: TaskHandOut,
  task: Task,
  thread: Thread,
  result: Result,
): Promise<ReportResult> | ReportResult {
  if (handOut.kind === 'work') return reportWork(options, handOut, result);
  if (handOut.kind === 'gate') return reportVerdict(options, handOut, task, thread, result);
  if (handOut.turn === 'agent') return reportTurn(options, handOut, task, result);
  // The result is offered already, and what it lacks is the person's decision.
  if (result.isDecided === false) return REPEATED;
  return result.isByRule ? reportByRule(options, handOut, result) : reportWord(options, handOut, result);
}

/** Nothing is never a result: a client that named its field otherwise would end the step with null. */
function missingIn(
  { kind, turn, step, schema, verdicts, asksVerdict }: TaskHandOut,
  result: Result,
): ReportResult | null {
  const { output, verdict, message, ends, attachments = [] } = result;
  if (output !== undefined || (turn === 'person' && verdict !== undefined)) return null;
  if (kind === 'work')
    return refusedResult('invalid-output', `Expected \`output\`, the result of "${step}", found none.`);
  if (kind === 'talk') {
    if (message !== undefined || (turn === 'person' && (ends || attachments.length > 0))) return null;
    const what = turn === 'agent' ? '`message`, or `output` to offer a result,' : '`message`, `verdict` or `output`';
    return refusedResult('invalid-output', `Expected ${what} in the conversation "${step}", found neither.`);
  }
  const words = schema !== null && hasOwnShape(schema) ? 'as `output`, as the schema says' : oneOf(verdicts);
  const both = asksVerdict ? ` and ${oneOf(verdicts)}` : '';
  return refusedResult('verdict-expected', `Expected the person's answer to "${step}" ${words}${both}, found none.`);
}

const oneOf = (verdicts: readonly string[]): string =>
  verdicts.length === 0 ? 'as `verdict` or `output`' : `as \`verdict\`, one of ${verdicts.join(', ')}`;

/** A gate of several people is open still, and this one has had their say. */
function votedBefore({ actor }: McpOptions, task: Task, { verdict, output }: Result): ReportResult | null {
  const vote = task.votes?.find(({ by }) => by === actor);
  if (vote === undefined) return null;
  if (isSameWord(verdict ?? verdictIn(output), vote.verdict)) return REPEATED;
  const note = `${actor} voted on "${task.step}" before: ${vote.verdict}. What was given now was not taken`;
  return { kind: 'late', note: `${note}; tell the person.` };
}

/** What is someone else's is refused as the engine would refuse it. */
function notForThem({ actor }: McpOptions, view: RunView, task: Task): ReportResult {
  const barred = barredAt(view, task, actor);
  return barred === null
    ? refusedResult('not-handed-out', notHandedOut(view, task))
    : refusedResult(barred.code, `${barred.message} Tell the person.`);
}

function notTheirs({ turn, step }: TaskHandOut): ReportResult {
  if (turn === 'agent')
    return refusedResult('not-your-turn', `Expected the agent's result of "${step}", found a person's answer.`);
  const message = `Expected a person's own answer to "${step}", found a result. Ask the person and relay their words.`;
  return refusedResult('person-expected', message);
}

async function reportWork(options: McpOptions, handOut: TaskHandOut, { output }: Result): Promise<ReportResult> {
  const { run, task } = handOut;
  const answer = { output: parsedOutput(handOut, output ?? null), lease: await leaseOf(options, handOut) };
  return resultOf(await options.engine.answer(run, task, answer, workerOf(options, handOut.worker)));
}

/** Some clients pass JSON as text: where text cannot be meant, what it says is. */
function parsedOutput({ schema }: TaskHandOut, output: Json): Json {
  if (schema === null || typeof output !== 'string' || validate(schema, output).length === 0) return output;
  try {
    return JSON.parse(output) as Json;
  } catch {
    return output;
  }
}

/** A result may come back after its lease lapsed, or from a client that was never handed the task out. */
async function leaseOf(options: McpOptions, handOut: TaskHandOut): Promise<number> {
  const { run, task } = handOut;
  const now = async (): Promise<Task | undefined> => (await options.engine.view(run))?.state.tasks.get(task);
  const found = await now();
  if (found?.status === 'pending' && found.lapsed !== true) await claimForClient(options, handOut);
  else return found?.fence ?? 0;
  return (await now())?.fence ?? 0;
}

async function reportVerdict(
  options: McpOptions,
  handOut: TaskHandOut,
  task: Task,
  thread: Thread,
  result: Result,
): Promise<ReportResult> {
  if (!isSameVersion(thread.shown, task.shown)) {
    const found = thread.shown === null ? 'none' : 'one on another version';
    return refusedResult('stale-verdict', `Expected a verdict on what "${task.step}" shows now, found ${found}.`);
  }
  const { comment } = result;
  const verdict = wordOf(handOut, result.verdict);
  if (verdict !== undefined && result.output === undefined && handOut.schema !== null && hasOwnShape(handOut.schema)) {
    const shape = `an object with ${requiredOf(handOut.schema).join(', ')} as \`output\``;
    return refusedResult('invalid-output', `Expected ${shape} for "${task.step}", found the verdict alone.`);
  }
  const said = { ...(comment !== undefined && { comment }), ...(task.shown !== undefined && { shown: task.shown }) };
  const by = personOf(options);
  if (handOut.isVoted) {
    const word = verdict ?? wordOf(handOut, verdictIn(result.output)) ?? '';
    const vote = { type: 'CastVote', task: task.id, verdict: word, ...said } as const;
    return resultOf(await options.engine.send(handOut.run, vote, by));
  }
  const answer: Answer = {
    output: parsedOutput(handOut, result.output ?? inShape(handOut, verdict)),
    ...(verdict !== undefined && { verdict }),
    ...said,
  };
  return resultOf(await options.engine.answer(handOut.run, task.id, answer, by));
}

/** A verdict alone, in the shape that the step's schema has for it. */
function inShape({ schema }: TaskHandOut, verdict: string | undefined): Json {
  if (verdict === undefined) return null;
  const shaped = { verdict };
  const isObject = schema !== null && validate(schema, verdict).length > 0 && validate(schema, shaped).length === 0;
  return isObject ? shaped : verdict;
}

function verdictIn(output: Json | undefined): string {
  const own = isJsonObject(output) ? output.verdict : output;
  return typeof own === 'string' ? own : '';
}

/** The agent says what it found and offers its result; one that holds the person's decision ends the conversation. */
async function reportTurn(
  options: McpOptions,
  handOut: TaskHandOut,
  task: Task,
  result: Result,
): Promise<ReportResult> {
  const { run, schema } = handOut;
  const { isDecided, isByRule } = result;
  const { text, result: inText } = splitResult(result.message ?? '');
  const given = result.output ?? inText;
  const output = given === undefined ? undefined : parsedOutput(handOut, given);
  const problems = output === undefined || schema === null ? [] : validate(schema, output);
  if (problems.length > 0) {
    const found = `Expected a result of "${task.step}" that satisfies its schema, found: ${problems.join('; ')}.`;
    return refusedResult('invalid-output', found, problems);
  }
  const lease = await leaseOf(options, handOut);
  const by = workerOf(options, handOut.worker);
  // When it is due it ends the conversation; before that it is offered.
  if (output !== undefined && handOut.mustEnd)
    return resultOf(await options.engine.answer(run, task.id, { output, lease }, by));
  const said: Command = {
    type: 'AddMessage',
    task: task.id,
    lease,
    from: 'agent',
    text: text === '' ? 'This is what I found.' : text,
    ...(output !== undefined && { offer: output }),
  };
  const sent = await options.engine.send(run, said, by);
  if (!sent.ok || isDecided !== true) return resultOf(sent);
  const concluded = { output: output ?? null, isDecided: true };
  return isByRule ? reportByRule(options, handOut, concluded) : reportWord(options, handOut, concluded);
}

/** Nobody decided: the result stands as the step's own rule has it, in nobody's name. */
async function reportByRule(
  options: McpOptions,
  { run, task, offer }: TaskHandOut,
  result: Result,
): Promise<ReportResult> {
  const by = { actor: NOBODY, channel: options.channel ?? 'mcp' } as const;
  return resultOf(await options.engine.answer(run, task, { output: result.output ?? offer }, by));
}

function notHandedOut({ id }: RunView, { step, lease, status }: Task): string {
  const held = lease === undefined ? status.replaceAll('_', ' ') : `with ${lease.worker}`;
  return `Expected a task of ${id} that a client or its person answers, found "${step}", which is ${held}.`;
}
