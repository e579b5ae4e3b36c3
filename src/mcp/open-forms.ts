// Forms open at clients of the older protocol. One may outlive the call that opened it: what the person answers later
// is recorded when it comes, and what is decided elsewhere meanwhile withdraws the form.

import type { McpServer } from '@modelcontextprotocol/server';
import type { JsonObject } from '../json.ts';
import { type ClientAnswer, formBeside } from './ask-client.ts';
import type { Form, McpOptions } from './mcp-options.ts';

const FORM_MS = 10 * 60_000;

/** What a person is asked by a form. */
export interface AskedByForm {
  readonly run: string;
  readonly thread: string;
  readonly title: string;
  /** false: it was decided elsewhere, or is not as it was shown. */
  isOpen(): Promise<boolean>;
}

export interface OpenForm<T> {
  readonly done: Promise<T>;
  withdraw(): void;
}

const formsOf = new WeakMap<McpServer, Map<string, OpenForm<unknown>>>();

/** The form that is open for this, or a new one. The code that learns how it ended calls `forgetForm`. */
export function openForm<T>(
  server: McpServer,
  options: McpOptions,
  about: AskedByForm,
  form: Form,
  then: (asked: ClientAnswer<JsonObject> | null) => Promise<T>,
): OpenForm<T> {
  const forms = formsOf.get(server) ?? new Map<string, OpenForm<unknown>>();
  formsOf.set(server, forms);
  const known = forms.get(about.thread);
  if (known !== undefined) return known as OpenForm<T>;
  const stop = new AbortController();
  const withdraw = (): void => stop.abort();
  const opened: OpenForm<T> = { done: answered(server, options, about, form, stop).then(then), withdraw };
  forms.set(about.thread, opened);
  // Nobody may be waiting for it any more.
  opened.done.catch(() => forgetForm(server, about));
  return opened;
}

export function forgetForm(server: McpServer, { thread }: Pick<AskedByForm, 'thread'>): void {
  formsOf.get(server)?.delete(thread);
}

/** null: what it asks for was decided elsewhere, or has changed. */
async function answered(
  server: McpServer,
  options: McpOptions,
  about: AskedByForm,
  form: Form,
  stop: AbortController,
): Promise<ClientAnswer<JsonObject> | null> {
  let isMoved = false;
  // The store may be away: what was answered is reported all the same, and refused if it must be.
  const watched = hasMoved(options, about, stop.signal).catch(() => false);
  const moved = watched.then((is) => {
    isMoved = is;
    if (is) stop.abort();
  });
  const asked = await formBeside(server, form, { timeout: FORM_MS, signal: stop.signal });
  stop.abort();
  await moved;
  return isMoved && asked.kind !== 'answered' ? null : asked;
}

/** Resolves once it is not as it was shown any more; false when `signal` came first. */
async function hasMoved({ engine }: McpOptions, about: AskedByForm, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const row = await engine.store.run(about.run);
    if (row === null || !(await about.isOpen())) return true;
    const next = await engine.wait(about.run, ({ head }) => head > row.head, signal);
    if (next === null) return false;
  }
  return false;
}
