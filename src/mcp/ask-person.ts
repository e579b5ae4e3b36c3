// Asks the person beside a client by a form, and gives their answer to the run. What they decline is asked in the chat.

import type { InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { askByForm, canShowForms } from './ask-client.ts';
import { gateForm } from './gate-form.ts';
import { type HandOut, isTask, type TaskHandOut } from './hand-out.ts';
import type { GateForm, McpOptions } from './mcp-options.ts';
import type { ClientCall } from './next-step.ts';
import { reportResult } from './report-result.ts';
import { parseThread } from './thread-id.ts';

export interface Person {
  readonly options: McpOptions;
  readonly server: McpServer;
  readonly context: ServerContext;
  readonly call: ClientCall;
  /** The form for this task, where there is a better one than for any gate. */
  form?(handOut: TaskHandOut): GateForm | null | undefined;
}

export type Told =
  /** Nobody was asked, or they did not answer: `why` says so. */
  | { readonly is: 'open'; readonly why: string | null }
  /** The run has moved, or what they saw has: look again. */
  | { readonly is: 'moved' }
  | { readonly is: 'pending'; readonly result: InputRequiredResult };

const NOT_ASKED: Told = { is: 'open', why: null };
const LEAST_MS = 1000;

export async function askPerson(person: Person, handOut: HandOut): Promise<Told> {
  const { options, server, context, call } = person;
  if (!isTask(handOut) || handOut.turn !== 'person' || handOut.requireStudio) return NOT_ASKED;
  const form = canShowForms(server, context) ? (person.form?.(handOut) ?? gateForm(handOut)) : null;
  if (form === null) return NOT_ASKED;
  const leftMs = Math.max(LEAST_MS, call.until - options.engine.clock.monotonic());
  const { thread } = handOut;
  const asked = await askByForm({ server, context, key: `form ${thread}`, state: thread, withinMs: leftMs }, form);
  if (asked.is === 'pending') return asked;
  if (asked.is === 'unanswered') return { is: 'open', why: `Nothing was decided: ${asked.why}.` };
  const read = form.read(asked.answer);
  if (typeof read === 'string') return { is: 'open', why: `Nothing was decided: ${read}.` };
  const parsed = parseThread(thread);
  if (parsed === null) return NOT_ASKED;
  const reported = await reportResult(options, parsed, { ...read, isDecided: true });
  // What changed while they looked is shown again.
  if (reported.was !== 'refused' || reported.rejection.code === 'stale-verdict') return { is: 'moved' };
  return { is: 'open', why: reported.rejection.message };
}
