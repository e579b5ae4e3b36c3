// Asks the person beside a client by a form, and gives their answer to the run. What they decline is asked in the chat.

import type { InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { JsonObject } from '../json.ts';
import { type ClientAnswer, canShowForms, formInCall, isModern, sentence } from './ask-client.ts';
import { formFor, type PersonForm } from './gate-of.ts';
import { type HandOut, isTask, lookAtTask, type NoTask, type TaskHandOut } from './hand-out.ts';
import { holdChoice } from './hold-choice.ts';
import { answerHold, holdForm, isStillHeld } from './hold-form.ts';
import type { Form, McpOptions } from './mcp-options.ts';
import { type ClientCall, PROGRESS_MS, viewerOf } from './next-step.ts';
import { type AskedByForm, forgetForm, openForm } from './open-forms.ts';
import { pastTask, pastTaskText } from './past-task.ts';
import { noteOf, reportResult, whatNow } from './report-result.ts';
import { goneHold } from './resolve-hold.ts';
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
  if (!canShowForms(server, context)) return NOT_ASKED;
  const asked = isTask(handOut) ? await taskQuestion(options, handOut) : await holdQuestion(options, handOut);
  if (asked === null) return NOT_ASKED;
  const { message } = asked.form;
  const question = note === null ? asked : { ...asked, form: { ...asked.form, message: `${note}\n\n${message}` } };
  const formAnswer = isModern(context) ? await askInCall(person, question) : await askBeside(person, question);
  // What nobody answered here may have been answered elsewhere.
  if (formAnswer.kind !== 'open' || (await asked.isOpen())) return formAnswer;
  return { kind: 'moved', why: await asked.whatBecame('') };
}

/** Something that a form asks a person. */
interface Question extends AskedByForm {
  readonly form: Form;
  tell(asked: ClientAnswer<JsonObject> | null): Promise<PersonOutcome>;
  whatBecame(then: string): Promise<string>;
}

/** null: it cannot be asked by a form. */
async function taskQuestion(options: McpOptions, handOut: TaskHandOut): Promise<Question | null> {
  const { run, thread, title, turn, task, requireStudio } = handOut;
  const form = turn !== 'person' || requireStudio ? null : await formFor(options, handOut);
  if (form === null) return null;
  return {
    ...{ run, thread, title, form },
    tell: (asked) => tellRun(options, handOut, form, asked),
    whatBecame: (then) => whatBecame(options, handOut, then),
    async isOpen() {
      const view = await options.engine.view(run);
      const now = view === null ? null : lookAtTask(view, await viewerOf(options), task);
      return now?.thread === thread && now.turn === turn;
    },
  };
}

/** null: there is nothing to choose. */
async function holdQuestion(options: McpOptions, { run, hold }: NoTask): Promise<Question | null> {
  const choice = hold === null ? null : await holdChoice(options, run, hold);
  if (choice === null || choice.moves.size === 0) return null;
  const { thread, title } = choice;
  const gone = async (then: string): Promise<string> =>
    `${noteOf(await goneHold(options.engine, choice)) ?? ''} ${then}`.trim();
  return {
    ...{ run, thread, title, form: holdForm(options, choice), whatBecame: gone },
    isOpen: () => isStillHeld(options, choice),
    async tell(asked) {
      if (asked === null) return { kind: 'moved', why: await gone('The form was withdrawn.') };
      if (asked.kind === 'pending') return asked;
      if (asked.kind === 'unanswered') return undecided(asked.why);
      const reported = await answerHold(options, choice, asked.answer);
      if (typeof reported === 'string') return undecided(reported);
      // The cause is there still: to be asked the same at once helps nobody.
      if (reported.kind === 'held') return { kind: 'open', why: reported.note };
      if (reported.kind !== 'refused') return { kind: 'moved', why: noteOf(reported) };
      return { kind: 'open', why: `${sentence(reported.rejection.message)} ${whatNow(reported)}` };
    },
  };
}

async function askInCall({ server, context }: Person, { thread, form, tell }: Question): Promise<PersonOutcome> {
  return tell(formInCall({ server, context, key: FORM + thread, state: thread, withinMs: 0 }, form));
}

/** The call answers in time; the form stays open for longer, and its answer counts when it comes. */
async function askBeside({ options, server, call }: Person, question: Question): Promise<PersonOutcome> {
  const opened = openForm(server, options, question, question.form, (asked) => question.tell(asked));
  const { clock } = options.engine;
  const until = Math.max(call.until, clock.monotonic() + LEAST_MS);
  for (;;) {
    const leftMs = Math.ceil(until - clock.monotonic());
    if (call.signal.aborted) opened.withdraw();
    else if (leftMs <= 0) return { kind: 'open', why: FORM_IS_OPEN };
    await call.tell(`Waiting for the person's answer to "${question.title}".`);
    const heard = new AbortController();
    const waited = passed(Math.min(leftMs, PROGRESS_MS), AbortSignal.any([call.signal, heard.signal]));
    const formAnswer = await Promise.race([opened.done, waited]);
    heard.abort();
    if (formAnswer === null && !call.signal.aborted) continue;
    const ended = formAnswer ?? (await opened.done);
    forgetForm(server, question);
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
  const { turn: _, ...later } = parsed;
  let reported = await reportResult(options, parsed, { ...read[0], isDecided: true });
  for (const answer of read.slice(1))
    if (reported.kind === 'accepted')
      reported = await reportResult(options, later, { ...answer, isDecided: true, from: 'person' });
  if (reported.kind !== 'refused') return { kind: 'moved', why: noteOf(reported) };
  if (reported.rejection.code === 'stale-verdict') return { kind: 'moved', why: CHANGED };
  return { kind: 'open', why: `${sentence(reported.rejection.message)} ${whatNow(reported)}` };
}

const CHANGED = 'What was shown has changed since: the answer to it was not taken. This is how it is now.';

const undecided = (why: string): PersonOutcome => ({
  kind: 'open',
  why: `Nothing was decided: ${sentence(why)} Ask the person in the chat.`,
});

/** Of an answer that came with this call for a form that is not the present one; null: there is none. */
export async function lateForm(
  options: McpOptions,
  context: ServerContext,
  run: string,
  handOut: HandOut,
): Promise<string | null> {
  for (const [key, given] of Object.entries(context.mcpReq.inputResponses ?? {})) {
    const thread = key.startsWith(FORM) ? parseThread(key.slice(FORM.length)) : null;
    if (thread === null || key === FORM + handOut.thread) continue;
    if (thread.run !== run && thread.run !== handOut.run) continue;
    if ((given as { readonly action?: string }).action !== 'accept') continue;
    if (thread.hold !== undefined)
      return noteOf(await goneHold(options.engine, { run: thread.run, hold: thread.hold }));
    if (thread.task === null) continue;
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
  return `${pastTaskText(past, row?.status ?? 'over')} ${then}`.trimEnd();
}
