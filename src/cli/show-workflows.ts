// Stored workflows for people.

import type { Problem } from '../diagram/problem.ts';
import type { Json } from '../json.ts';
import { relativeTime } from './relative-time.ts';
import { type Lines, moreLines, type Screen } from './screen.ts';
import { shellWord } from './shell-word.ts';
import { countLine, countProblems, problemLine } from './show-problems.ts';
import { counted, labelOf, oneLine } from './shown-text.ts';
import { program, storeFlag } from './started-as.ts';
import { type Column, tableLines } from './table.ts';
import { jsonText } from './terminal-text.ts';

interface WorkflowRow {
  readonly name: string;
  readonly version: string;
  readonly addedAt: number;
  readonly addedBy: string;
  readonly runs: number;
  readonly openRuns: number;
}

const short = (version: string): string => version.replace(/^sha256:/, '').slice(0, 12);

export const workflowLines: Lines = {
  'workflows.add': added,
  'workflows.list': (
    { workflows, next }: { workflows: readonly WorkflowRow[]; next: string | null },
    screen: Screen,
  ) =>
    workflows.length === 0
      ? [`No workflows. Add one with: ${program()} workflows add FILE.mmd`]
      : [...table(workflows, screen), ...moreLines(next, screen.paint)],
  'workflows.versions': ({ versions }: { versions: readonly WorkflowRow[] }, screen: Screen) => table(versions, screen),
  'workflows.show': shown,
  'workflows.diff': difference,
  'workflows.check': ({ problems }: { problems: readonly Problem[] }, { paint, width }: Screen) => [
    ...problems.map((problem) => problemLine('diagram', problem, paint, width)),
    countLine(countProblems(problems), 1, paint),
  ],
  'workflows.export': (exported: Json) => jsonText(exported).split('\n'),
  'workflows.import': imported,
  'workflows.delete': ({ name, versions, runs }: { name: string; versions: number; runs: number }) => [
    `Removed "${oneLine(name)}": ${counted(versions, 'version')}, ${counted(runs, 'run')}.`,
  ],
};

interface AddedWorkflow {
  readonly name: string;
  readonly version: string;
  readonly isNew: boolean;
  readonly subflows: readonly Omit<AddedWorkflow, 'subflows' | 'warnings' | 'createdAgents'>[];
  readonly warnings: readonly Problem[];
  readonly createdAgents: readonly string[];
}

function added({ subflows, warnings, createdAgents, ...own }: AddedWorkflow, { paint, width }: Screen): string[] {
  const line = ({ name, version, isNew }: AddedWorkflow['subflows'][number]): string =>
    `${isNew ? 'Added' : 'Unchanged:'} ${paint.bold(oneLine(name))} ${paint.dim(short(version))}`;
  return [
    ...warnings.map((problem) => problemLine('diagram', problem, paint, width)),
    ...subflows.map((subflow) => `${line(subflow)} (subflow)`),
    line(own),
    ...madeLines(createdAgents),
    paint.dim(`Start a run with: ${program()} runs start ${shellWord(own.name)}${storeFlag()}`),
  ];
}

/** Agents that a diagram names and that did not exist yet. */
export function madeLines(made: readonly string[]): string[] {
  if (made.length === 0) return [];
  const who = made.map((id) => `agent:${oneLine(id)}`).join(', ');
  const id = made.length === 1 ? shellWord(made[0] as string) : 'ID';
  return [
    `Created ${who} without a prompt. Configure ${made.length === 1 ? 'it' : 'them'}: ${program()} agents edit ${id}`,
  ];
}

function table(rows: readonly WorkflowRow[], { paint, width, now }: Screen): string[] {
  const columns: Column<WorkflowRow>[] = [
    { title: 'WORKFLOW', text: ({ name }) => name, paint: paint.bold, shrinksTo: 12 },
    { title: 'VERSION', text: ({ version }) => short(version) },
    { title: 'OPEN', text: ({ openRuns }) => String(openRuns) },
    { title: 'RUNS', text: ({ runs }) => String(runs) },
    { title: 'ADDED', text: ({ addedAt }) => relativeTime(addedAt, now) },
    { title: 'BY', text: ({ addedBy }) => addedBy, paint: paint.dim, shrinksTo: 8 },
  ];
  return tableLines(rows, columns, paint, width);
}

interface ShownWorkflow {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly kind: string;
  readonly origin: string | null;
  readonly steps: readonly {
    id: string;
    name: string;
    kind: string;
    execution: string | null;
    to: readonly string[];
  }[];
}

function shown({ name, version, description, kind, origin, steps }: ShownWorkflow, { paint, width }: Screen): string[] {
  const columns: Column<ShownWorkflow['steps'][number]>[] = [
    { title: 'STEP', text: ({ id }) => id, paint: paint.bold },
    { title: 'NAME', text: (step) => labelOf(step.name), shrinksTo: 12 },
    { title: 'KIND', text: (step) => (step.execution === null ? step.kind : `${step.kind}, ${step.execution}`) },
    { title: 'LEADS TO', text: ({ to }) => to.join(', '), shrinksTo: 10 },
  ];
  return [
    `${paint.bold(oneLine(name))}  ${paint.dim(`${kind}, version ${short(version)}`)}`,
    ...(description === '' ? [] : [oneLine(description)]),
    ...(origin === null ? [] : [paint.dim(`from ${origin}`)]),
    '',
    ...tableLines(steps, columns, paint, width),
    '',
    paint.dim(`The diagram itself: --json, or ${program()} workflows export`),
  ];
}

interface Difference {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { step: string; fields: readonly string[] }[];
  readonly settings: readonly string[];
  readonly lines: readonly string[];
}

function difference(found: Difference, { paint }: Screen): string[] {
  const lines = found.lines.map((line) =>
    line.startsWith('+') ? paint.green(line) : line.startsWith('-') ? paint.red(line) : line,
  );
  const facts = [
    ...found.added.map((id) => paint.green(`+ step ${id}`)),
    ...found.removed.map((id) => paint.red(`- step ${id}`)),
    ...found.changed.map(({ step, fields }) => paint.yellow(`~ step ${step}: ${fields.join(', ')}`)),
    ...found.settings.map((name) => paint.yellow(`~ ${name}`)),
  ];
  const head = `${paint.bold(oneLine(found.name))}  ${short(found.from)} -> ${short(found.to)}`;
  if (facts.length === 0 && lines.length === 0) return [head, 'No difference.'];
  return [head, ...facts, ...(lines.length === 0 ? [] : ['', ...lines])];
}

interface ImportedWorkflow {
  readonly name: string;
  readonly version: string;
  readonly isNew: boolean;
  readonly differences: readonly string[];
  readonly conflicts: readonly string[];
  readonly agents: readonly string[];
  readonly notAllowed: readonly { readonly id: string; readonly would: readonly string[] }[];
  readonly createdAgents: readonly string[];
}

function imported(found: ImportedWorkflow, { paint }: Screen): string[] {
  const { name, version, isNew, differences, conflicts, agents } = found;
  return [
    `${isNew ? 'Imported' : 'Already stored:'} ${paint.bold(oneLine(name))} ${paint.dim(short(version))}`,
    ...differences.map((text) => paint.yellow(`Used the diagram: ${oneLine(text)}`)),
    ...conflicts.map((text) => paint.yellow(`Not changed: ${oneLine(text)}`)),
    ...(agents.length === 0 ? [] : [`Agents added: ${agents.join(', ')}`]),
    ...found.notAllowed.flatMap(({ id, would }) => [
      ...would.map((text) => paint.yellow(`Not allowed yet: ${oneLine(text)}.`)),
      `Its tasks wait. To allow it: ${program()} agents allow ${id}`,
    ]),
    ...madeLines(found.createdAgents),
  ];
}
