// Asks the person beside a client by a form, and gives their answer to the run. What they decline is asked in the chat.

import type { InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { JsonObject } from '../json.ts';
import { type ClientAnswer, canShowForms, formInCall, isModern, sentence } from './ask-client.ts';
import { formFor, type PersonForm } from './gate-of.ts';
import { type HandOut, isTask, lookAtTask, type TaskHandOut } from './hand-out.ts';
import type { McpOptions } from './mcp-options.ts';
import { type ClientCall, lookingOf, PROGRESS_MS } from './next-step.ts';
import { forgetForm, openForm } from './open-forms.ts';
import { became, pastTask } from './past-task.ts';
import { noteOf, reportResult, whatNow } from './report-result.ts';
import { parseThread } from './thread-id.ts';

export interface Person {
  readonly options: McpOptions;
  readonly server: McpServer;
  readonly context: ServerContext;
  readonly call: ClientCall;
}

export type PersonOutcome =
  /** Nobody was asked, or they did not answer: `why` says so. */
  | { readonly kind: 'open'; readonly why: string | null }
  /** The run has moved, or what they saw has: look again. */
  | { readonly kind: 'moved'; readonly why: string | null }
  | { readonly kind: 'pending'; readonly result: InputRequiredResult };

const NOT_ASKED: PersonOutcome = { kind: 'open', why: null };
const FORM = 'form ';
const LEAST_MS = 1000;

/** `note`: what happened before, which the person should know when they are asked. */
export async function askPerson(person: Person, handOut: HandOut, note: string | null): Promise<PersonOutcome> {
  const { options, server, context } = person;
  if (!isTask(handOut) || handOut.turn !== 'person' || handOut.requireStudio) return NOT_ASKED;
  const own = canShowForms(server, context) ? await formFor(options, handOut) : null;
  if (own === null) return NOT_ASKED;
  const form = note === null ? own : { ...own, message: `${note}\n\n${own.message}` };
  const { thread } = handOut;
  if (!isModern(context)) return lookAgain(options, handOut, await askBeside(person, handOut, form));
  const asked = formInCall({ server, context, key: FORM + thread, state: thread, withinMs: 0 }, form);
  return lookAgain(options, handOut, await tellRun(options, handOut, form, asked));
}

/** The call answers in time; the form stays open for longer, and its answer counts when it comes. */
async function askBeside(person: Person, handOut: TaskHandOut, form: PersonForm): Promise<PersonOutcome> {
  const { options, server, call } = person;
  const opened = openForm(server, options, handOut, form, (asked) => tellRun(options, handOut, form, asked));
  const { clock } = options.engine;
  const until = Math.max(call.until, clock.monotonic() + LEAST_MS);
  for (;;) {
    const leftMs = Math.ceil(until - clock.monotonic());
    if (call.signal.aborted) opened.withdraw();
    else if (leftMs <= 0) return { kind: 'open', why: FORM_IS_OPEN };
    await call.tell(`Waiting for the person's answer to "${handOut.title}".`);
    const heard = new AbortController();
    const waited = passed(Math.min(leftMs, PROGRESS_MS), AbortSignal.any([call.signal, heard.signal]));
    const told = await Promise.race([opened.done, waited]);
    heard.abort();
    if (told === null && !call.signal.aborted) continue;
    const ended = told ?? (await opened.done);
    forgetForm(server, handOut);
    return ended;
  }
}

const FORM_IS_OPEN =
  'The person has a form open for this, and what they answer there counts when it comes: call again to hear of it. ' +
  'If they answer in the chat instead, report that.';

function passed(ms: number, signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(null);
    };
    const timer = setTimeout(end, Math.max(0, ms));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/** null: it was withdrawn, because the task is not as it was. */
async function tellRun(
  options: McpOptions,
  handOut: TaskHandOut,
  form: PersonForm,
  asked: ClientAnswer<JsonObject> | null,
): Promise<PersonOutcome> {
  if (asked === null) return { kind: 'moved', why: await whatBecame(options, handOut, 'The form was withdrawn.') };
  if (asked.kind === 'pending') return asked;
  if (asked.kind === 'unanswered') return undecided(asked.why);
  const read = await form.answer(asked.answer);
  if (typeof read === 'string') return undecided(read);
  const parsed = parseThread(handOut.thread);
  if (parsed === null) return NOT_ASKED;
  const given = 'message' in read ? { ...read, from: 'person' as const } : { ...read, isDecided: true };
  const reported = await reportResult(options, parsed, given);
  if (reported.kind !== 'refused') return { kind: 'moved', why: noteOf(reported) };
  if (reported.rejection.code === 'stale-verdict') return { kind: 'moved', why: CHANGED };
  return { kind: 'open', why: `${sentence(reported.rejection.message)} ${whatNow(reported)}` };
}

const CHANGED = 'What was shown has changed since: the answer to it was not taken. This is how it is now.';

const undecided = (why: string): PersonOutcome => ({
  kind: 'open',
  why: `Nothing was decided: ${sentence(why)} Ask the person in the chat.`,
});

/** What nobody answered here may have been answered elsewhere. */
async function lookAgain(options: McpOptions, handOut: TaskHandOut, told: PersonOutcome): Promise<PersonOutcome> {
  if (told.kind !== 'open') return told;
  const view = await options.engine.view(handOut.run);
  const now = view === null ? null : lookAtTask(view, await lookingOf(options), handOut.task);
  if (now?.thread === handOut.thread && now.turn === handOut.turn) return told;
  return { kind: 'moved', why: await whatBecame(options, handOut, '') };
}

/** Of an answer that came with this call for a form that is not the present one; null: there is none. */
export async function lateForm(
  options: McpOptions,
  context: ServerContext,
  run: string,
  handOut: HandOut,
): Promise<string | null> {
  for (const [key, given] of Object.entries(context.mcpReq.inputResponses ?? {})) {
    const thread = key.startsWith(FORM) ? parseThread(key.slice(FORM.length)) : null;
    if (thread?.task == null || key === FORM + handOut.thread) continue;
    if (thread.run !== run && thread.run !== handOut.run) continue;
    if ((given as { readonly action?: string }).action !== 'accept') continue;
    if (isTask(handOut) && handOut.run === thread.run && handOut.task === thread.task) return CHANGED;
    return whatBecame(options, { run: thread.run, task: thread.task }, FORM_NOT_TAKEN);
  }
  return null;
}

const FORM_NOT_TAKEN = 'What was answered in the form was not taken; tell the person.';

async function whatBecame(
  { engine }: McpOptions,
  { run, task }: { readonly run: string; readonly task: number },
  then: string,
): Promise<string> {
  const row = await engine.store.run(run);
  const past = await pastTask(engine, run, task);
  if (past === null || (past.how === 'gone' && row?.endedAt == null)) return CHANGED;
  return `${became(past, row?.status ?? 'over')} ${then}`.trimEnd();
}
