// Forms open at clients of the older protocol. One may outlive the call that opened it: what the person answers later
// is recorded when it comes, and what is decided elsewhere meanwhile withdraws the form.

import type { McpServer } from '@modelcontextprotocol/server';
import type { JsonObject } from '../json.ts';
import { type ClientAnswer, formBeside } from './ask-client.ts';
import { lookAtTask, type TaskHandOut } from './hand-out.ts';
import type { Form, McpOptions } from './mcp-options.ts';
import { lookingOf } from './next-step.ts';

const FORM_MS = 10 * 60_000;

export interface OpenForm<T> {
  readonly done: Promise<T>;
  withdraw(): void;
}

const formsOf = new WeakMap<McpServer, Map<string, OpenForm<unknown>>>();

/** The form that is open for this version of the task, or a new one. Whoever hears how it ended calls `forgetForm`. */
export function openForm<T>(
  server: McpServer,
  options: McpOptions,
  handOut: TaskHandOut,
  form: Form,
  then: (asked: ClientAnswer<JsonObject> | null) => Promise<T>,
): OpenForm<T> {
  const forms = formsOf.get(server) ?? new Map<string, OpenForm<unknown>>();
  formsOf.set(server, forms);
  const known = forms.get(handOut.thread);
  if (known !== undefined) return known as OpenForm<T>;
  const stop = new AbortController();
  const withdraw = (): void => stop.abort();
  const opened: OpenForm<T> = { done: answered(server, options, handOut, form, stop).then(then), withdraw };
  forms.set(handOut.thread, opened);
  // Nobody may be waiting for it any more.
  opened.done.catch(() => forgetForm(server, handOut));
  return opened;
}

export function forgetForm(server: McpServer, { thread }: TaskHandOut): void {
  formsOf.get(server)?.delete(thread);
}

/** null: what it asks for was decided elsewhere, or has changed. */
async function answered(
  server: McpServer,
  options: McpOptions,
  handOut: TaskHandOut,
  form: Form,
  stop: AbortController,
): Promise<ClientAnswer<JsonObject> | null> {
  let isMoved = false;
  // The store may be away: what was answered is reported all the same, and refused if it must be.
  const watched = hasMoved(options, handOut, stop.signal).catch(() => false);
  const moved = watched.then((is) => {
    isMoved = is;
    if (is) stop.abort();
  });
  const asked = await formBeside(server, form, { timeout: FORM_MS, signal: stop.signal });
  stop.abort();
  await moved;
  return isMoved && asked.kind !== 'answered' ? null : asked;
}

/** Resolves once the task is not as it was handed out any more; false when `signal` came first. */
async function hasMoved(options: McpOptions, handOut: TaskHandOut, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const view = await options.engine.view(handOut.run);
    if (view === null) return true;
    const now = lookAtTask(view, await lookingOf(options), handOut.task);
    if (now?.thread !== handOut.thread || now.turn !== handOut.turn) return true;
    const row = await options.engine.wait(handOut.run, ({ head }) => head > view.row.head, signal);
    if (row === null) return false;
  }
  return false;
}
