// Asks the client in the middle of a call: its person by a form, or its model by sampling. Clients of the 2026 protocol
// answer by calling again with the answer; older ones are sent a request and waited for.

import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Json, JsonObject } from '../json.ts';
import { validate } from '../runtime/validate.ts';
import type { Form } from './mcp-options.ts';

export type ClientAnswer<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  /** Declined, dismissed, unreadable, or too late: nothing was changed. */
  | { readonly kind: 'unanswered'; readonly why: string }
  /** To be returned from the call: the client calls again with the answer. */
  | { readonly kind: 'pending'; readonly result: InputRequiredResult };

export interface ClientQuestion {
  readonly server: McpServer;
  readonly context: ServerContext;
  /** Names what is asked: an answer to something else is not taken for it. */
  readonly key: string;
  /** Given back with the answer. */
  readonly state: string;
  readonly withinMs: number;
}

export function canShowForms(server: McpServer, context: ServerContext): boolean {
  const elicitation = capabilitiesOf(server, context).elicitation as JsonObject | undefined;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

export function canSample(server: McpServer, context: ServerContext): boolean {
  return capabilitiesOf(server, context).sampling !== undefined;
}

/** Clients of the 2026 protocol: the answer that came with this call, or what to return so that it comes. */
export function formInCall({ context, key, state }: ClientQuestion, form: Form): ClientAnswer<JsonObject> {
  const given = inputResponse(context.mcpReq.inputResponses, key);
  if (given.kind === 'elicit') return readForm(form, given.action, given.content);
  const inputRequests = {
    [key]: inputRequired.elicit({ message: form.message, requestedSchema: form.schema as never }),
  };
  return { kind: 'pending', result: inputRequired({ inputRequests, requestState: state }) };
}

/** Older clients, over a connection that lives: it may be answered long after the call that asked. */
export async function formBeside(
  server: McpServer,
  form: Form,
  options: { readonly timeout: number; readonly signal: AbortSignal },
): Promise<ClientAnswer<JsonObject>> {
  const params = { mode: 'form' as const, message: form.message, requestedSchema: form.schema as never };
  try {
    const answer = await server.server.elicitInput(params, options);
    return readForm(form, answer.action, answer.content);
  } catch (thrown) {
    return {
      kind: 'unanswered',
      why: isMismatch(thrown) ? unreadable(form) : `the form was not answered (${saidBy(thrown)})`,
    };
  }
}

/** The server's library checks the answer too, and says less of what would have been right. */
const isMismatch = (thrown: unknown): boolean => /does not match requested schema/.test(saidBy(thrown));

function unreadable({ schema: { properties } }: Form): string {
  const fields = Object.entries(properties).map(([name, { enum: words }]) =>
    Array.isArray(words) ? `${name}: one of ${words.join(', ')}` : name,
  );
  return `the form could not be read; it takes ${fields.join('; ')}`;
}

function readForm(form: Form, action: string, content: unknown): ClientAnswer<JsonObject> {
  if (action !== 'accept')
    return { kind: 'unanswered', why: `the form was ${action === 'decline' ? 'declined' : 'closed'}` };
  const answer = (content ?? {}) as JsonObject;
  const problems = validate(form.schema as unknown as JsonObject, answer);
  return problems.length > 0 ? { kind: 'unanswered', why: unreadable(form) } : { kind: 'answered', answer };
}

/** A prompt for the client's own model; the answer is its text. */
export async function askModel(
  asking: ClientQuestion,
  prompt: string,
  tokensMax: number,
): Promise<ClientAnswer<string>> {
  const { context, key, state, withinMs } = asking;
  const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
  const params = { messages, maxTokens: tokensMax };
  const given = inputResponse(context.mcpReq.inputResponses, key);
  if (given.kind === 'sampling') return { kind: 'answered', answer: textOf(given.result.content) };
  if (isModern(context)) {
    const inputRequests = { [key]: inputRequired.createMessage(params) };
    return { kind: 'pending', result: inputRequired({ inputRequests, requestState: state }) };
  }
  try {
    const { signal } = context.mcpReq;
    const answer = await context.mcpReq.requestSampling(params, { timeout: withinMs, signal });
    return { kind: 'answered', answer: textOf(answer.content) };
  } catch (thrown) {
    return { kind: 'unanswered', why: sentence(`Your model was asked and did not answer: ${saidBy(thrown)}`) };
  }
}

function textOf(content: unknown): string {
  const blocks = (Array.isArray(content) ? content : [content]) as readonly { type?: string; text?: Json }[];
  return blocks.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : [])).join('\n');
}

/** Requests of the 2026 protocol carry what the client can do themselves. */
export function isModern(context: ServerContext): boolean {
  return context.mcpReq.envelope !== undefined;
}

function capabilitiesOf(server: McpServer, context: ServerContext): ClientCapabilities {
  const envelope = context.mcpReq.envelope as { readonly [key: string]: unknown } | undefined;
  const own = envelope?.[CLIENT_CAPABILITIES_META_KEY];
  return (own ?? server.server.getClientCapabilities() ?? {}) as ClientCapabilities;
}

/** With one full stop at its end. */
export function sentence(text: string): string {
  return `${text.trimEnd().replace(/(?<!\.)\.+$/, '')}.`;
}

function saidBy(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
