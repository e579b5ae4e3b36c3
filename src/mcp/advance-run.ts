// Leads a run on for a client: asks its model where it may, its person where a form can be shown, says what is next.

import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { Json } from '../json.ts';
import { askModel, type ClientAnswer, canSample } from './ask-client.ts';
import { askPerson, lateForm } from './ask-person.ts';
import { answer, clientCall } from './client-call.ts';
import { type HandOut, isTask, type TaskHandOut } from './hand-out.ts';
import type { McpOptions } from './mcp-options.ts';
import { type ClientCall, nextStep } from './next-step.ts';
import { reportResult } from './report-result.ts';
import { promptOf, showHandOut } from './show-hand-out.ts';
import { resultSchemaOf } from './task-texts.ts';
import { parseThread, type Thread } from './thread-id.ts';

export interface Session {
  readonly server: McpServer;
  readonly options: McpOptions;
  readonly context: ServerContext;
  /** The client's model is asked for the work itself. */
  readonly samples: boolean;
  /** What is left of a call that has waited already; a whole one when left out. */
  readonly call?: ClientCall;
}

/** Steps that the client's model is asked for in one call, and what it may write for one. */
const SAMPLED_MAX = 5;
const TOKENS_MAX = 16_000;
const ROUNDS_MAX = 20;
/** Do not start waiting with less time left. */
const LEAST_MS = 1000;

/** The thread of a call that comes again with an answer: what it did at first is done. */
export function threadAgain(context: ServerContext): Thread | null {
  return parseThread(stateIn(context).thread);
}

export async function advanceRun(
  session: Session,
  thread: Thread,
  given: string | null = null,
): Promise<CallToolResult | InputRequiredResult> {
  const { options, context } = session;
  const call = session.call ?? clientCall(options, context);
  let note = given;
  let { sampled } = stateIn(context);
  for (let round = 0; ; round++) {
    const handOut = await nextStep(options, thread.run, round === 0 ? thread.task : null, call);
    if (round === 0) note = (await lateForm(options, context, thread.run, handOut)) ?? note;
    const isLast = round >= ROUNDS_MAX;
    if (!isLast && sampled < SAMPLED_MAX && isForModel(session, handOut, call)) {
      const asked = await sample(session, handOut, call, sampled);
      if (asked.kind === 'pending') return asked.result;
      sampled++;
      if (asked.kind === 'answered') continue;
      note = asked.why;
    }
    const personAnswer = isLast ? null : await askPerson({ ...session, call }, handOut, note);
    if (personAnswer?.kind === 'pending') return personAnswer.result;
    if (personAnswer?.kind === 'moved') {
      note = personAnswer.why;
      continue;
    }
    return answer(await showHandOut(options, handOut, personAnswer?.why ?? note));
  }
}

function isForModel(
  { samples, server, context, options }: Session,
  handOut: HandOut,
  call: ClientCall,
): handOut is TaskHandOut {
  if (!samples || !isTask(handOut) || handOut.turn !== 'agent' || call.signal.aborted) return false;
  return canSample(server, context) && call.until - options.engine.clock.monotonic() > LEAST_MS;
}

const AS_MESSAGE =
  'Answer with your message alone. A result that you offer stands in it as JSON, in a block that begins with ' +
  '```result.';

/** What the model answers is reported as if it had called; what is wrong with it leaves the work handed out. */
async function sample(
  session: Session,
  handOut: TaskHandOut,
  call: ClientCall,
  sampled: number,
): Promise<ClientAnswer<null>> {
  const { options, server, context } = session;
  const { thread } = handOut;
  const withinMs = call.until - options.engine.clock.monotonic();
  await call.tell(`Asking your model for "${handOut.title}".`);
  const prompt = await promptOf(options, handOut);
  // In a conversation its text is its message, with a block ```result where it offers one.
  const isMessage = handOut.kind === 'talk' && !handOut.mustEnd;
  const schema = handOut.schema === null || isMessage ? null : JSON.stringify(resultSchemaOf(handOut));
  const asJson = 'Answer with one JSON value and nothing else. It must satisfy this JSON Schema:';
  const plainly = isMessage ? AS_MESSAGE : 'Answer with the result and nothing else.';
  const text = `${prompt}\n\n${schema === null ? plainly : `${asJson}\n${schema}`}`;
  const asking = { server, context, key: `sample ${thread}`, state: `${sampled}|${thread}`, withinMs };
  const asked = await askModel(asking, text, TOKENS_MAX);
  if (asked.kind !== 'answered') return asked;
  // Without a schema, what it says is the result; JSON is read as such.
  const output = jsonIn(asked.answer, schema !== null) ?? (schema === null ? asked.answer.trim() : undefined);
  if (output === undefined)
    return { kind: 'unanswered', why: 'Your model was asked and answered without readable JSON.' };
  const named = parseThread(thread);
  if (named === null) return { kind: 'unanswered', why: 'The task cannot be named.' };
  const given = isMessage ? { message: asked.answer } : { output };
  const reported = await reportResult(options, named, { ...given, from: 'agent' });
  if (reported.kind !== 'refused') return { kind: 'answered', answer: null };
  return { kind: 'unanswered', why: `Your model was asked; its answer was refused. ${reported.rejection.message}` };
}

/** Models like to put JSON into a fence, or words around it, where JSON was asked for. */
function jsonIn(text: string, isAround: boolean): Json | undefined {
  const fenced = /```(?:json)?[^\S\n]*\n([\s\S]*?)\n```/.exec(text)?.[1];
  const around = text.slice(
    Math.max(0, text.search(/[[{]/)),
    Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1,
  );
  for (const each of isAround ? [text, fenced, around] : [text]) {
    if (each === undefined || each.trim() === '') continue;
    try {
      return JSON.parse(each) as Json;
    } catch {}
  }
  return undefined;
}

/** `steps asked of the model|thread`, or a thread alone. The client gives it back: only a place to go on from. */
function stateIn(context: ServerContext): { readonly sampled: number; readonly thread: string } {
  const state = String(context.mcpReq.requestState() ?? '');
  const bar = state.indexOf('|');
  if (bar < 0) return { sampled: 0, thread: state };
  const sampled = Number(state.slice(0, bar));
  return { sampled: Number.isInteger(sampled) && sampled >= 0 ? sampled : SAMPLED_MAX, thread: state.slice(bar + 1) };
}
