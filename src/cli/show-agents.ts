// Agents, what they cost, and their prompts for people.

import type { Sum } from '../operations/agent-costs.ts';
import type { ShownAgent } from '../operations/agent-shapes.ts';
import type { Lines, Screen } from './screen.ts';
import { dollars, lostText, spentText, sumText, tokensText } from './show-money.ts';
import { counted, oneLine, pad, readableMs, severalLines, wrap } from './shown-text.ts';
import { asStarted, program, storeFlag } from './started-as.ts';
import { type Column, tableLines } from './table.ts';

const WIDE = 100;

export const agentLines: Lines = {
  'agents.add': (agent: ChangedAgent, { paint }: Screen) => [
    ...agent.warnings.map((warning) => paint.yellow(warning)),
    `Added ${paint.bold(`agent:${agent.id}`)}, by ${usesText(agent)}.`,
    paint.dim(
      `Try it with: ${program()} agents test ${agent.id}${storeFlag()} (one small call, which may cost something)`,
    ),
  ],
  'agents.edit': (agent: ChangedAgent, { paint }: Screen) => [
    ...agent.warnings.map((warning) => paint.yellow(warning)),
    `Changed ${paint.bold(`agent:${agent.id}`)}, by ${usesText(agent)}${agent.isActive ? '' : '; its tasks wait'}.`,
  ],
  'agents.allow': allowLines,
  'agents.list': agentTable,
  'agents.show': detail,
  'agents.remove': ({ id, openTasks }: { id: string; openTasks: number }) => [
    `Removed agent:${id}.${openTasks === 0 ? '' : ` ${counted(openTasks, 'open task')} of it: nobody does them now.`}`,
  ],
  'agents.test': tested,
  'agents.costs': costLines,
  'tasks.prompt': promptLines,
};

type ChangedAgent = ShownAgent & { readonly warnings: readonly string[] };

const usesText = ({ uses, model }: ShownAgent): string => oneLine(`${uses}${model === null ? '' : `, ${model}`}`);

type ListedAgent = ShownAgent & { readonly today: Sum };

function agentTable({ agents }: { agents: readonly ListedAgent[] }, { paint, width }: Screen): string[] {
  if (agents.length === 0)
    return [`No agents. Add one with: ${program()} agents add writer --prompt "You write letters."`];
  const columns: Column<ListedAgent>[] = [
    { title: 'AGENT', text: ({ id }) => id, paint: paint.bold, shrinksTo: 10 },
    { title: 'NAME', text: ({ id, displayName }) => (displayName === id ? '' : displayName), shrinksTo: 8 },
    { title: 'BY', text: usesText, shrinksTo: 12 },
    { title: 'TODAY', text: ({ today }) => (today.calls === 0 ? '' : costText(today)) },
    { title: 'CALLS', text: ({ today }) => (today.calls === 0 ? '' : today.calls.toLocaleString('en')) },
    { title: 'STATE', text: stateText, paint: paint.dim },
  ];
  return tableLines(agents, columns, paint, width);
}

function stateText({ isActive, isAllowed }: ShownAgent): string {
  if (!isAllowed) return 'not allowed';
  return isActive ? 'active' : 'waits';
}

interface AllowedAgent {
  readonly id: string;
  readonly would: readonly string[];
  readonly allowed: boolean;
}

function allowLines({ id, would, allowed }: AllowedAgent, { paint }: Screen): string[] {
  const does = would.length === 0 ? [`agent:${id} starts no program and names no address.`] : would.map(oneLine);
  if (allowed) return [...does, `Allowed ${paint.bold(`agent:${id}`)}: its tasks are done from now on.`];
  return [
    ...does,
    paint.yellow(`Nothing was changed. To allow it: ${program()} agents allow ${id} --yes${storeFlag()}`),
  ];
}

const costText = (sum: Sum): string => `${spentText(sum)}${lostText(sum) === '' ? '' : ` + ${sum.unknown} unknown`}`;

interface AgentDetail extends ShownAgent {
  readonly today: Sum;
  readonly inAll: Sum;
  readonly workflows: readonly string[];
  readonly openTasks: number;
}

function detail(agent: AgentDetail, { paint, width }: Screen): string[] {
  const { timeoutMs, costPerDay, ...limits } = agent.limits;
  const words = [
    ...Object.entries(limits).map(([name, value]) => `${name} ${value}`),
    ...(costPerDay === undefined ? [] : [`${dollars(costPerDay)} a day`]),
    ...(timeoutMs === undefined ? [] : [`timeout ${readableMs(timeoutMs)}`]),
  ];
  const facts: [string, string][] = [
    ['Answered by', usesText(agent)],
    ['Tools', agent.tools.join(', ') || 'none of its own'],
    ['Limits', words.join(', ') || 'none of its own'],
    ['Today', sumText(agent.today)],
    ['In all', sumText(agent.inAll)],
    ['Workflows', agent.workflows.join(', ') || 'none names it'],
    ['Open tasks', agent.openTasks.toLocaleString('en')],
  ];
  const state = stateText(agent) === 'active' ? '' : paint.yellow(`  ${stateText(agent)}`);
  const prompt = severalLines(agent.agentPrompt).flatMap((line) => wrap(line, (width ?? WIDE) - 3));
  return [
    `${paint.bold(`agent:${agent.id}`)}  ${oneLine(agent.displayName)}${state}`,
    ...facts.map(([name, text]) => `${paint.dim(pad(name, 11))}  ${oneLine(text)}`),
    ...(agent.agentPrompt === '' ? [] : ['', paint.bold('Prompt'), ...prompt.map((line) => `   ${line}`)]),
  ];
}

interface TestResult {
  readonly agent: string;
  readonly ok: boolean;
  readonly provider: string;
  readonly model: string | null;
  readonly latencyMs: number | null;
  readonly tokens: { readonly in: number; readonly out: number; readonly cached: number } | null;
  readonly cost: number | null;
  readonly reply: string | null;
  readonly isReadable: boolean;
  readonly fault: { readonly code: string; readonly message: string; readonly advice: string } | null;
}

function tested(found: TestResult, { paint, width }: Screen): string[] {
  const { fault, reply, tokens, latencyMs } = found;
  const who = oneLine(`${found.provider}${found.model === null ? '' : `, ${found.model}`}`);
  const facts = [
    ...(latencyMs === null ? [] : [readableMs(latencyMs)]),
    ...(tokens === null ? [] : [tokensText(tokens)]),
    `cost ${dollars(found.cost)}`,
  ];
  const head = fault === null ? paint.green('Answered') : paint.red(fault.code);
  const said = fault === null ? `It said: ${reply ?? ''}` : asStarted(`${fault.message} ${fault.advice}`);
  const form = 'The reply does not have the format that tasks need; in a task, the agent would be asked to repair it.';
  return [
    `${head}  ${paint.bold(`agent:${found.agent}`)} by ${who}`,
    paint.dim(facts.join(', ')),
    ...wrap(oneLine(said), width ?? WIDE),
    ...(fault === null && !found.isReadable ? [paint.yellow(form)] : []),
  ];
}

interface Costs {
  readonly by: string;
  readonly rows: readonly (Sum & { readonly name: string })[];
  readonly total: Sum;
}

function costLines({ by, rows, total }: Costs, { paint, width }: Screen): string[] {
  if (rows.length === 0) return ['Agents have cost nothing in that time: no call has ended.'];
  const whole = (count: number): string => count.toLocaleString('en');
  const columns: Column<Costs['rows'][number]>[] = [
    { title: by.toUpperCase(), text: ({ name }) => name || `no ${by}`, paint: paint.bold, shrinksTo: 12 },
    { title: 'COST', text: ({ cost }) => dollars(cost) },
    { title: 'CALLS', text: ({ calls }) => whole(calls) },
    { title: 'UNKNOWN', text: ({ unknown }) => (unknown === 0 ? '' : whole(unknown)), paint: paint.yellow },
    { title: 'IN', text: (row) => whole(row.in) },
    { title: 'CACHED', text: ({ cached }) => whole(cached) },
    { title: 'OUT', text: ({ out }) => whole(out) },
  ];
  return [...tableLines(rows, columns, paint, width), paint.bold(sumText(total))];
}

interface ShownPrompt {
  readonly task: string;
  readonly step: string;
  readonly agent: string | null;
  readonly provider: string;
  readonly model: string | null;
  readonly layers: readonly { readonly name: string; readonly text: string }[];
  readonly leftOut: readonly string[];
  readonly tokens: number;
}

function promptLines(shown: ShownPrompt, { paint, width }: Screen): string[] {
  const wide = width ?? WIDE;
  const who = shown.agent === null ? 'no agent of its own' : `agent:${shown.agent}`;
  const by = oneLine(`${shown.provider}${shown.model === null ? '' : `, ${shown.model}`}`);
  const left = shown.leftOut.length === 0 ? [] : [paint.yellow(`Left out: ${oneLine(shown.leftOut.join(', '))}`)];
  return [
    `${paint.bold(shown.task)}  ${oneLine(shown.step)}, ${who} by ${by}`,
    paint.dim(`about ${counted(shown.tokens, 'token')}`),
    ...left,
    ...shown.layers.flatMap(({ name, text }) => ['', ruleLine(name, wide, paint), ...textLines(text, width)]),
  ];
}

export function ruleLine(name: string, width: number, { dim, bold }: Screen['paint']): string {
  return `${dim('──')} ${bold(name)} ${dim('─'.repeat(Math.max(2, Math.min(width, WIDE) - name.length - 4)))}`;
}

/** Where nobody looks at it, lines stay as they are. */
export function textLines(text: string, width: number | null): string[] {
  const lines = severalLines(text);
  return width === null ? lines : lines.flatMap((line) => (line === '' ? [''] : wrap(line, width)));
}
