// The tools of systems whose names a contract fixes: what they are given goes to the place in a run that waits for it.

import type { CallToolResult, InputRequiredResult, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { JsonObject } from '../json.ts';
import { RejectionError } from '../operations/define-operation.ts';
import type { ReportTool, SystemTool } from '../ports/system-tool.ts';
import { newId } from '../runtime/new-id.ts';
import { advanceRun, type Session, threadAgain } from './advance-run.ts';
import { type ClientAnswer, canShowForms, formBeside, formInCall, isModern } from './ask-client.ts';
import { answer, catchRejection, clientCall, refusal } from './client-call.ts';
import { dataOf } from './data-of.ts';
import type { McpOptions, McpSystem } from './mcp-options.ts';
import { type ClientCall, personOf } from './next-step.ts';
import { projectTool } from './project-tool.ts';
import type { ReportResult } from './report-outcome.ts';
import { noteOf, reportResult } from './report-result.ts';
import { findPlace, type OpenPlace } from './tool-place.ts';

const run = z.string().optional().describe('the run, where several are open');
/** What is left of a call for the report after a form was waited for. */
const REPORTING_MS = 4000;

/** Of two tools of one name the first is there: those that ship come before those of a project. */
export function systemTools(server: McpServer, options: McpOptions, taken: ReadonlySet<string>): void {
  const known = new Set(taken);
  for (const system of options.systems)
    for (const tool of system.tools ?? []) {
      if (known.has(tool.name)) continue;
      known.add(tool.name);
      systemTool(server, options, system, tool);
    }
}

function systemTool(server: McpServer, options: McpOptions, system: McpSystem, tool: SystemTool): void {
  if (tool.kind === 'report') reportTool(server, options, system, tool);
  else projectTool(server, options, tool.name);
}

function reportTool(server: McpServer, options: McpOptions, system: McpSystem, tool: ReportTool): void {
  const { name, title, description, fields, places } = tool;
  // A signal that is sent twice counts twice; what was reported is not open any more.
  const idempotentHint = places.every(({ kind }) => kind !== 'signal');
  server.registerTool(
    name,
    {
      ...{ title, description },
      inputSchema: z.strictObject({ ...fields, run }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint, openWorldHint: false },
    },
    ({ run: named, ...given }, context) => {
      const session: Session = { server, options, context, samples: false };
      const asked = { tool, system, given: withoutGaps(given), named: named as string | undefined };
      return catchRejection(callTool(session, asked));
    },
  );
}

interface ToolCall {
  readonly tool: ReportTool;
  readonly system: McpSystem;
  readonly given: JsonObject;
  readonly named: string | undefined;
}

const withoutGaps = (given: object): JsonObject =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

async function callTool(session: Session, call: ToolCall): Promise<CallToolResult | InputRequiredResult> {
  const { options, context } = session;
  const { tool, given } = call;
  // A call that comes again with the answer to the form of a later step has reported already.
  const again = threadAgain(context);
  if (again !== null) return advanceRun(session, again);
  const place = await findPlace(options, call.system, tool, call.named);
  const checked = (await tool.check?.(given, 'view' in place ? dataOf(place.view) : null)) ?? null;
  if (checked?.passed === false)
    return answer({
      ...checked,
      next: 'nothing',
      message: `Nothing was changed. Correct it and call ${tool.name} again.`,
    });
  if (!('view' in place)) {
    if (checked === null) throw new RejectionError(place.rejection);
    return answer({ ...checked, next: 'nothing', message: place.rejection.message });
  }
  const left = clientCall(options, context);
  const asked = await confirmed(session, place, left);
  if (asked.kind === 'pending') return asked.result;
  if (asked.kind === 'unanswered') {
    const message = `Expected the person to give ${tool.noun} here, but ${asked.why}. Nothing was changed.`;
    return refusal({ code: 'person-expected', message: `${message} Ask them, and call ${tool.name} again.` });
  }
  const reported = await reportAt(options, place, given);
  if (reported.kind === 'refused') return refusal(reported.rejection);
  const note = noteOf(reported) ?? place.place.said;
  const next = await advanceRun({ ...session, call: left }, { run: place.view.id, task: null, shown: null }, note);
  return checked === null ? next : withFields(next, checked);
}

/** What the person does is asked of them where they can be shown a form: what a model says they want is not enough. */
async function confirmed(
  { server, options, context }: Session,
  open: OpenPlace,
  left: ClientCall,
): Promise<ClientAnswer<JsonObject>> {
  const { asks } = open.place;
  if (asks === undefined || !canShowForms(server, context)) return { kind: 'answered', answer: {} };
  const submit = { type: 'boolean', title: 'Submit it', default: false };
  const form = {
    message: asks,
    schema: { type: 'object' as const, properties: { submit }, required: ['submit'] },
  };
  const key = `submit ${open.view.id}`;
  const withinMs = left.until - options.engine.clock.monotonic() - REPORTING_MS;
  const asked = isModern(context)
    ? formInCall({ server, context, key, state: key, withinMs }, form)
    : await formBeside(server, form, { timeout: Math.max(1, withinMs), signal: context.mcpReq.signal });
  if (asked.kind !== 'answered' || asked.answer.submit === true) return asked;
  return { kind: 'unanswered', why: 'they were asked and did not submit it' };
}

async function reportAt(
  options: McpOptions,
  { view, place, task }: OpenPlace,
  given: JsonObject,
): Promise<ReportResult> {
  if (place.kind === 'signal') {
    const id = newId('task', options.engine.clock.now()).replace(/^task/, 'signal');
    const command = { type: 'SendSignal', id, name: place.signal, value: place.value(given) } as const;
    const sent = await options.engine.send(view.id, command, personOf(options));
    return sent.ok ? { kind: 'accepted' } : { kind: 'refused', rejection: sent.rejection };
  }
  const from = place.kind === 'work' ? 'agent' : 'person';
  return reportResult(options, { run: view.id, task, shown: null }, { output: place.output(given), from });
}

function withFields(result: CallToolResult | InputRequiredResult, fields: JsonObject) {
  const own = 'structuredContent' in result ? result.structuredContent : undefined;
  return own === undefined ? result : answer({ ...fields, ...(own as JsonObject) });
}
