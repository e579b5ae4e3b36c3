// The calls of a run's agents for people.

import { isJsonObject, type Json } from '../json.ts';
import type { Sum } from '../operations/agent-costs.ts';
import type { ShownCall } from '../operations/run-calls.ts';
import { hasHints, readingLines, saidText } from './reading-lines.ts';
import { type Lines, moreLines, type Screen } from './screen.ts';
import { ruleLine, textLines } from './show-agents.ts';
import { dollars, sumText } from './show-money.ts';
import { counted, oneLine, readableMs } from './shown-text.ts';
import { program, storeFlag } from './started-as.ts';
import { type Column, tableLines } from './table.ts';
import { jsonText } from './terminal-text.ts';

export const callLines: Lines = { 'runs.calls': calls, 'runs.estimate': estimate };

interface FullCall {
  readonly call: number;
  readonly prompt: Json;
  readonly reply: Json;
  readonly tools: readonly { name: string; input: Json; result: Json; isError: boolean; ms: number }[];
}

interface Calls {
  readonly run: string;
  readonly calls: readonly ShownCall[];
  readonly steps: readonly (Sum & { readonly workflow: string; readonly step: string })[];
  readonly total: Sum;
  readonly full: FullCall | null;
  readonly next: number | null;
}

function calls(found: Calls, screen: Screen): string[] {
  const { paint, width } = screen;
  if (found.total.calls === 0) return ['No agent was asked anything in this run.'];
  const hasBelow = found.calls.some(({ run }) => run !== found.run);
  if (found.calls.length === 0) return ['No calls after that one.'];
  const whole = (count: number): string => count.toLocaleString('en');
  // What matters most stands first: a narrow terminal cuts the end.
  const columns: Column<ShownCall>[] = [
    { title: '#', text: ({ call }) => String(call) },
    { title: 'STEP', text: ({ step }) => step, paint: paint.bold, shrinksTo: 6 },
    ...(hasBelow ? [{ title: 'WORKFLOW', text: ({ workflow }: ShownCall) => workflow, shrinksTo: 8 }] : []),
    { title: 'TASK', text: taskOf },
    { title: 'CAME', text: statusOf, paint: (text, { status }) => (status === 'answered' ? text : paint.red(text)) },
    { title: 'COST', text: ({ cost }) => dollars(cost) },
    {
      title: 'IN (CACHED)',
      text: ({ tokens }) => (tokens === null ? '' : `${whole(tokens.in)} (${whole(tokens.cached)})`),
    },
    { title: 'OUT', text: ({ tokens }) => (tokens === null ? '' : whole(tokens.out)) },
    { title: 'TOOK', text: ({ latencyMs }) => (latencyMs === null ? '' : readableMs(latencyMs)) },
    { title: 'AGENT', text: ({ agent }) => agent, shrinksTo: 6 },
    { title: 'BY', text: ({ provider, model }) => (model === null ? provider : `${provider} ${model}`), shrinksTo: 10 },
    { title: 'SAID', text: ({ reading }) => (reading === null ? '' : saidText(reading)), shrinksTo: 10 },
    { title: 'TOOLS', text: ({ tools }) => tools.map(({ name }) => name).join(', '), shrinksTo: 5 },
  ];
  const isOfSeveral = new Set(found.steps.map(({ workflow }) => workflow)).size > 1;
  const nameOf = ({ workflow, step }: Calls['steps'][number]): string => (isOfSeveral ? `${workflow} ${step}` : step);
  const sums = found.steps.length < 2 ? [] : found.steps.map((sum) => `  ${oneLine(nameOf(sum))}: ${sumText(sum)}`);
  return [
    ...tableLines(found.calls, columns, paint, width),
    ...found.calls.flatMap((call) => hintLines(call, found.full !== null, screen)),
    ...(found.full === null ? [] : fullLines(found.full, found.calls[0], screen)),
    '',
    `${paint.bold('In all')}: ${sumText(found.total)}`,
    ...sums,
    ...(found.full === null
      ? [paint.dim(`Prompt and reply of one: ${program()} runs calls ${found.run} --full N${storeFlag()}`)]
      : []),
    ...moreLines(found.next, paint),
  ];
}

/** Below the table, since a narrow terminal cuts its end. */
function hintLines({ call, reading }: ShownCall, isFull: boolean, { paint, width }: Screen): string[] {
  if (reading === null || (!isFull && !hasHints(reading))) return [];
  return ['', ...readingLines(reading, paint, (width ?? 100) - 6).map((line) => `  #${call} ${line}`)];
}

/** `#3 (2) repair`: task 3, its second attempt, asked to correct the form of its reply. */
function taskOf({ task, attempt, purpose }: ShownCall): string {
  const again = attempt > 1 ? ` (${attempt})` : '';
  return `${task.slice(task.lastIndexOf('#'))}${again}${purpose === 'repair' ? ' repair' : ''}`;
}

function statusOf({ status, fault, provider }: ShownCall): string {
  if (status === 'unanswered') return 'no answer recorded';
  if (status === 'answered' && provider === 'recorded') return 'replayed';
  return fault?.code ?? status;
}

function fullLines(full: FullCall, call: ShownCall | undefined, { paint, width }: Screen): string[] {
  const wide = width ?? 100;
  const part = (name: string, value: Json): string[] => [
    '',
    ruleLine(name, wide, paint),
    ...textLines(typeof value === 'string' ? value : jsonText(value), width),
  ];
  const fault = call?.fault == null ? [] : part('fault', `${call.fault.code}: ${call.fault.message}`);
  return [
    ...promptParts(full.prompt).flatMap(([name, value]) => part(name, value)),
    ...(full.reply === null ? [] : part('reply', replyText(full.reply))),
    ...fault,
    ...full.tools.flatMap(({ name, input, result, isError, ms }) => [
      ...part(`tool ${name} was given`, input),
      ...part(`${isError ? 'its error' : 'it gave'}, after ${readableMs(ms)}`, result),
    ]),
  ];
}

/** The parts of a prompt as it was sent; one of another form is shown as it is. */
function promptParts(prompt: Json): [string, Json][] {
  if (!isJsonObject(prompt) || !isJsonObject(prompt.layers) || !Array.isArray(prompt.messages))
    return [['prompt', prompt]];
  const layers = Object.entries(prompt.layers).filter(([, text]) => text !== null);
  const messages = prompt.messages.map((message: Json): [string, Json] => {
    if (!isJsonObject(message)) return ['message', message];
    const { from, text, result, name, toolCalls } = message;
    if (from === 'tool') return [`tool ${String(name)} gave`, result ?? null];
    const used = Array.isArray(toolCalls) && toolCalls.length > 0 ? `\n${JSON.stringify(toolCalls)}` : '';
    return [from === 'agent' ? 'from the agent' : 'to the agent', `${String(text ?? '')}${used}`];
  });
  return [...layers.map(([name, text]): [string, Json] => [`layer ${name}`, text]), ...messages];
}

function replyText(reply: Json): Json {
  if (!isJsonObject(reply) || typeof reply.text !== 'string') return reply;
  const { text, structured, toolCalls } = reply;
  const used = Array.isArray(toolCalls) && toolCalls.length > 0 ? jsonText(toolCalls) : '';
  const held = text === '' && structured !== undefined ? jsonText(structured) : text;
  return [held, used].filter((each) => each !== '').join('\n');
}

interface Estimate {
  readonly workflow: string;
  readonly runs: number;
  readonly currency: string;
  readonly cost: { readonly min: number | null; readonly likely: number | null; readonly max: number | null };
  readonly tokens: Estimate['cost'];
  readonly unknown: readonly string[];
  readonly neverTaken: readonly string[];
}

function estimate({ workflow, runs, currency, cost, tokens, unknown, neverTaken }: Estimate): string[] {
  const count = (value: number | null): string => (value === null ? 'unknown' : Math.round(value).toLocaleString('en'));
  const based = runs === 0 ? 'the workflow alone, as no run has finished yet' : counted(runs, 'finished run');
  return [
    `${workflow}, from ${based}, in ${currency}:`,
    `  least ${dollars(cost.min)} (${count(tokens.min)} tokens)`,
    `  likely ${dollars(cost.likely)} (${count(tokens.likely)} tokens)`,
    `  most ${dollars(cost.max)} (${count(tokens.max)} tokens)`,
    ...(unknown.length === 0 ? [] : [`Without ${unknown.join(', ')}, of which the cost is unknown.`]),
    ...(neverTaken.length === 0
      ? []
      : [`${counted(neverTaken.length, 'step')} never taken, in the most only: ${neverTaken.join(', ')}.`]),
  ];
}
