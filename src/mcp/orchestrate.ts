// One call of an orchestrating tool: takes the result of the step before, moves the run, says what is to be done next.

import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { isPerson } from '../engine/people.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { RejectionError } from '../operations/define-operation.ts';
import { type KeptAnswer, keptAnswer } from '../runtime/kept-answer.ts';
import type { Engine } from '../runtime/open-engine.ts';
import { canShowForms } from './ask-client.ts';
import { askPerson, lateForm } from './ask-person.ts';
import { allToClient } from './client-agents.ts';
import { answer, clientCall, refusal } from './client-call.ts';
import { instructionsFor } from './instructions.ts';
import type { McpOptions, WiredSystem } from './mcp-options.ts';
import { nextStep, personOf } from './next-step.ts';
import { openRuns } from './open-runs.ts';
import type { ReportResult, Result } from './report-outcome.ts';
import { noteOf, reportResult, whatNow } from './report-result.ts';
import { resolveHold } from './resolve-hold.ts';
import { parseThread, type Thread } from './thread-id.ts';

/** More gates than one call can pass. */
const GATES_MAX = 10;
const OPEN_MAX = 5;

export interface Orchestration {
  readonly server: McpServer;
  readonly options: McpOptions;
  readonly system: WiredSystem;
  readonly context: ServerContext;
}

/** What the tool was called with. */
export interface OrchestrateInput {
  /** As it was handed out; '' begins. */
  readonly thread: string;
  readonly userInput: JsonObject | undefined;
  /** A thread that stands where none is looked for. */
  readonly misplaced: string | null;
}

export async function orchestrate(
  orchestration: Orchestration,
  { thread: given, userInput, misplaced }: OrchestrateInput,
): Promise<CallToolResult | InputRequiredResult> {
  const { server, options, system, context } = orchestration;
  // A call that comes again with the answer to a form has started its run and reported its result already.
  const again = parseThread(String(context.mcpReq.requestState() ?? ''));
  const call = clientCall(options, context);
  const begun = again === null && given === '' ? await begin(orchestration, userInput ?? {}, misplaced) : null;
  const thread = again ?? begun ?? threadOf(given);
  await mustBeOf(orchestration, thread.run);
  const isReport = again === null && given !== '' && userInput !== undefined;
  const reported = isReport ? await reportAny(orchestration, thread, userInput) : null;
  const isHeld = reported?.kind === 'refused' && (await isOnHold(orchestration, thread));
  if (reported?.kind === 'refused' && !isHeld && isOurs(reported.rejection.code)) return refusal(reported.rejection);
  const said = isHeld ? NOT_WHILE_HELD : null;
  let note = reported === null ? null : (said ?? noteOf(reported) ?? refusalNote(reported));
  for (let gates = 0; ; gates++) {
    const handOut = await nextStep(options, thread.run, gates === 0 ? thread.task : null, call);
    if (gates === 0) note = (await lateForm(options, context, thread.run, handOut)) ?? note;
    const isAsked = gates < GATES_MAX && (reported?.kind !== 'refused' || reported.rejection.code === 'stale-verdict');
    const personAnswer = isAsked ? await askPerson({ options, server, context, call }, handOut, note) : null;
    if (personAnswer?.kind === 'pending') return personAnswer.result;
    if (personAnswer?.kind === 'moved') {
      note = personAnswer.why;
      continue;
    }
    if (personAnswer?.why != null) note = personAnswer.why;
    const text = await instructionsFor(options, system, handOut, note);
    return answer({ orchestrationInstructionsPrompt: text });
  }
}

function threadOf(given: string): Thread {
  const thread = parseThread(given);
  if (thread !== null) return thread;
  const message = `Expected thread_id as it was given, or '' to begin, found "${given.slice(0, 80)}".`;
  throw new RejectionError({ code: 'unknown-run', message: `${message} Nothing was changed.` });
}

/** What is unclear the client's model asks itself, when it has read the first step's prompt. */
async function begin(orchestration: Orchestration, userInput: JsonObject, misplaced: string | null): Promise<Thread> {
  const { options, system } = orchestration;
  if (system.wire.begins.every((name) => userInput[name] === undefined)) return notBegun(orchestration, misplaced);
  const stored = await system.workflow();
  const by = personOf(options);
  const assign = allToClient(stored.workflow);
  const started = await options.engine.start(stored, system.wire.start(userInput), { by, assign });
  if (!started.ok) throw new RejectionError(started.rejection);
  return { run: started.run, task: null, shown: null };
}

/** A report that has lost its thread would begin a run that can only fail. */
async function notBegun(
  { options, system: { system, wire } }: Orchestration,
  misplaced: string | null,
): Promise<never> {
  const fields = wire.begins.join(' and ');
  const open = await openRuns(options, OPEN_MAX, system.name);
  const list = open.map(({ run, title, waitsFor }) => `${run} (${title ?? 'not named yet'}; waits for ${waitsFor})`);
  const thread = misplaced === null ? '' : `, here ${JSON.stringify({ thread_id: misplaced })}`;
  const message =
    `Expected userInput with ${fields} to begin, or workflowStateData to report, found neither. Nothing was started. ` +
    `To begin give both as userInput; to report give workflowStateData as it was handed out${thread}. ` +
    (list.length === 0 ? 'No run is open here.' : `Open here: ${list.join('; ')}.`);
  throw new RejectionError({ code: 'invalid-request', message });
}

/** A thread of another workflow does not belong to this conversation. */
async function mustBeOf({ options, system: { system } }: Orchestration, run: string): Promise<void> {
  const row = await options.engine.store.run(run);
  if (row?.workflowName === system.name) return;
  const found = row === null ? `${run}, which is unknown` : `${run}, a run of "${row.workflowName}"`;
  const message = `Expected the thread_id of a run of "${system.name}", found ${found}. Nothing was changed.`;
  throw new RejectionError({ code: 'unknown-run', message });
}

const NOT_WHILE_HELD = 'What was reported was not taken: the step is held, and the person has to resolve that first.';

/** Reported on a task that is held: nothing of it counts before the hold is resolved. */
async function isOnHold({ options }: Orchestration, { run, task }: Thread): Promise<boolean> {
  const view = task === null ? null : await options.engine.view(run);
  return view?.state.tasks.get(task ?? 0)?.status === 'on_hold';
}

async function reportAny(orchestration: Orchestration, thread: Thread, given: JsonObject): Promise<ReportResult> {
  const { run, hold } = thread;
  if (hold === undefined) return report(orchestration, thread, given);
  const { resolve, reason } = given;
  if (typeof resolve !== 'string') {
    const expected = 'Expected what the person chose, as {"resolve": "<move>"}, since the step is held';
    const message = `${expected}, found other fields. Nothing was changed.`;
    return { kind: 'refused', rejection: { code: 'invalid-request', message }, turn: 'person' };
  }
  const { engine } = orchestration.options;
  const kept = resolve === 'retry' ? await keptTurn(engine, run, hold) : null;
  const why = typeof reason === 'string' && reason.trim() !== '' ? { reason: reason.slice(0, 2000) } : {};
  const resolved = await resolveHold(orchestration.options, { run, hold, move: resolve, ...why });
  if (resolved.kind !== 'accepted' || kept === null) return resolved;
  return report(orchestration, { run, task: kept.task.id, shown: null }, kept.output as JsonObject);
}

/** What the client's model found in a conversation: it is reported again as it was, with the decision in it. */
async function keptTurn(engine: Engine, run: string, id: number): Promise<KeptAnswer | null> {
  const view = await engine.view(run);
  const hold = view?.state.holds.get(id);
  const kept = view === null || hold === undefined ? null : await keptAnswer(engine, view, hold);
  const isTurn = kept?.task.execution === 'conversation' && kept.lease?.kind === 'outside' && !isPerson(kept.by);
  return isTurn && isJsonObject(kept.output) ? kept : null;
}

async function report(orchestration: Orchestration, thread: Thread, given: JsonObject): Promise<ReportResult> {
  const { options, system, server, context } = orchestration;
  const view = await options.engine.view(thread.run);
  const task = view?.state.tasks.get(thread.task ?? 0);
  const step = system.wire.steps[task?.step ?? ''];
  const result = step?.mend?.(given) ?? given;
  const verdict = step?.verdict?.(result);
  const hasForms = canShowForms(server, context);
  // Where the person can be asked by a form, what the model says they decided is not taken with its own result. Without
  // a form to ask with, a result that leaves the decision out leaves it to the rule, and is nobody's.
  const isAsked = hasForms && step?.undecided !== undefined && task?.status !== 'waiting';
  const isDecided = !hasForms || (!isAsked && (step?.isDecided?.(result) ?? true));
  const isByRule = !hasForms && step?.isDecided?.(result) === false;
  const message = step?.said?.(result);
  const reported: Result = {
    output: isAsked ? (step?.undecided?.(result) ?? result) : result,
    isDecided,
    ...(isByRule && { isByRule }),
    ...(verdict !== undefined && { verdict }),
    ...(message !== undefined && { message }),
  };
  return reportResult(options, thread, reported);
}

/** Refusals that are about the thread, not about the result. */
function isOurs(code: string): boolean {
  return code === 'unknown-task' || code === 'unknown-run' || code === 'not-handed-out' || code === 'code-missing';
}

/** What was not accepted is the model's to correct, or the person's to be asked again: a verdict is not made to fit. */
function refusalNote(reported: ReportResult): string | null {
  if (reported.kind !== 'refused') return null;
  const { code, message, details = [] } = reported.rejection;
  // Code that refuses gives its reasons one by one; the sentence around them speaks of the drawing.
  const isByCode = code === 'not-accepted' && details.length > 0;
  const why = isByCode ? `- ${details.map(oneStop).join('\n- ')}` : oneStop(message);
  const list =
    !isByCode && details.length > 0 && !details.every((each) => message.includes(each))
      ? `\n- ${details.join('\n- ')}`
      : '';
  const what = code === 'stale-verdict' ? 'What was judged has changed since; show it again.' : '';
  const head = `The result was not accepted, and the run has not moved. ${what}`.trimEnd();
  return `${head}\n${why}${list}\n${whatNow(reported)}`;
}

/** Reasons that are sentences are put together with others. */
function oneStop(text: string): string {
  return text.replaceAll('.;', ';').replace(/\.\.(?=\s|$)/g, '.');
}
