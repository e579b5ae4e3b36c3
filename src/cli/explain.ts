// `signoff explain FILE`: what a diagram means, in words.

import type { Workflow } from '../diagram/workflow.ts';
import type { SystemEntry } from '../ports/system.ts';
import { loadWorkflowFile } from '../runtime/load-workflow.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type ExplainedStep, endsOf, explained, scopesOf } from './explain-steps.ts';
import { type Paint, paintFor } from './paint.ts';
import { countLine, countProblems, problemLine, widthFor } from './show-problems.ts';
import { counted, oneLine, pad, widthOf, wrap } from './shown-text.ts';
import { stdout } from './terminal.ts';
import { jsonText } from './terminal-text.ts';

const COLUMN_MAX = 36;
const NARROW_COLUMN_MAX = 18;
const LAST_COLUMN_MIN = 24;
const FACT_COLUMN = 12;

interface ExplainOptions {
  readonly json: boolean;
  /** Every diagram knows these by name. */
  readonly systems: readonly SystemEntry[];
}

export async function explain(file: string, { json, systems }: ExplainOptions): Promise<ExitCode> {
  const { workflow, problems } = await loadWorkflowFile(file, { systems });
  const paint = paintFor(stdout);
  if (workflow === null) {
    const count = countProblems(problems);
    const lines = [
      ...problems.map((found) => problemLine(file, found, paint, widthFor(stdout))),
      countLine(count, 1, paint),
    ];
    stdout.write(json ? `${jsonText({ problems })}\n` : `${lines.join('\n')}\n`);
    return EXIT.refused;
  }
  const text = json
    ? jsonText(asJson(workflow, problems))
    : asText(workflow, paint, widthFor(stdout) ?? Number.POSITIVE_INFINITY).join('\n');
  stdout.write(`${text}\n`);
  return EXIT.done;
}

function asJson(workflow: Workflow, problems: readonly unknown[]) {
  const { name, description, kind, version, start, onFailure, onCancel, limits, input, output } = workflow;
  const steps = explained(workflow);
  const about = { name, description, kind, version, start, ends: endsOf(workflow), onFailure, onCancel };
  const mapping = output?.map(({ name: field, value }) => ({ name: field, value: value.text })) ?? null;
  return { ...about, steps, scopes: scopesOf(workflow), limits, input, output: mapping, warnings: problems };
}

function asText(workflow: Workflow, paint: Paint, width: number): string[] {
  const { name, description, kind, version, start, limits, onFailure, onCancel } = workflow;
  const steps = explained(workflow);
  const [sort, unit] = kind === 'flow' ? ['flow', 'step'] : ['state machine', 'state'];
  const what = `${sort}, ${counted(steps.length, unit ?? '')}`;
  const about = `${what}, version ${version.slice(0, 'sha256:'.length + 12)}`;
  const isOneLine = widthOf(`${oneLine(name)}  ${about}`) <= width;
  const lines = isOneLine
    ? [`${paint.bold(oneLine(name))}  ${paint.dim(about)}`]
    : [...wrap(oneLine(name), width).map(paint.bold), ...wrap(about, width).map(paint.dim)];
  if (description !== '') lines.push(...wrap(oneLine(description), width));
  lines.push('', ...stepLines(steps, paint, width), '');
  const facts: [string, string][] = [
    ['Starts at', start.join(', ')],
    ['Ends after', endsOf(workflow).join(', ') || 'nothing: it runs until it is cancelled'],
  ];
  for (const scope of scopesOf(workflow)) facts.push(['Scope', scope.text]);
  if (onFailure !== null) facts.push(['On failure', onFailure]);
  if (onCancel !== null) facts.push(['On cancel', onCancel]);
  facts.push(['Limits', limitsText(limits)]);
  return [...lines, ...facts.flatMap(([key, value]) => factLines(key, oneLine(value), paint, width))];
}

function factLines(key: string, value: string, paint: Paint, width: number): string[] {
  return wrap(value, width - FACT_COLUMN).map((line, at) => paint.dim(pad(at === 0 ? key : '', FACT_COLUMN)) + line);
}

function limitsText({ visits, cascade, signals, depth, openTasks }: Workflow['limits']): string {
  const count = (value: number) => value.toLocaleString('en');
  const parts = [`${count(visits)} visits of a step in a row`, `${count(cascade)} moves at once`];
  return [...parts, `${count(signals)} signals kept`, `subflows ${depth} deep`, `${count(openTasks)} open tasks`].join(
    ', ',
  );
}

interface Sizes {
  /** Of the first four columns. */
  readonly columns: readonly number[];
  readonly last: number;
}

const HEADS = ['STEP', 'LABEL', 'KIND', 'WHO', 'GOES TO'] as const;

function stepLines(steps: readonly ExplainedStep[], paint: Paint, width: number): string[] {
  const rows = steps.map((step) => [step.id, step.label === step.id ? '' : step.label, step.what, step.who] as const);
  for (const most of [COLUMN_MAX, NARROW_COLUMN_MAX]) {
    const columns = HEADS.slice(0, 4).map((head, at) =>
      Math.min(most, Math.max(widthOf(head), ...rows.map((row) => widthOf(row[at] ?? '')))),
    );
    const last = width - columns.reduce((sum, column) => sum + column + 2, 0);
    if (last >= LAST_COLUMN_MIN) return table(steps, rows, { columns, last }, paint);
  }
  return steps.flatMap((step) => blockOf(step, paint, width));
}

function table(
  steps: readonly ExplainedStep[],
  rows: readonly (readonly string[])[],
  { columns, last }: Sizes,
  paint: Paint,
): string[] {
  const cell = (text: string, at: number) => pad(text, columns[at] ?? 0);
  const lines = [paint.dim(`${HEADS.map(cell).join('  ')}`)];
  for (const [at, { goesTo }] of steps.entries()) {
    const cells = [
      ...(rows[at] ?? []).map((text, column) => wrap(text, columns[column] ?? COLUMN_MAX)),
      goesTo.flatMap((way) => hangingLines(way, last)),
    ];
    const height = Math.max(...cells.map((own) => own.length));
    for (let line = 0; line < height; line++) {
      const texts = cells.map((column, place) => cell(column[line] ?? '', place));
      lines.push([paint.bold(texts[0] ?? ''), ...texts.slice(1)].join('  ').trimEnd());
    }
  }
  return lines;
}

function hangingLines(text: string, width: number): string[] {
  const [first = '', ...rest] = wrap(text, width);
  return rest.length === 0 ? [first] : [first, ...wrap(rest.join(' '), width - 2).map((line) => `  ${line}`)];
}

/** A step where no table fits: its name, and the rest beneath. */
function blockOf({ id, label, what, who, goesTo }: ExplainedStep, paint: Paint, width: number): string[] {
  const under = (text: string) => hangingLines(text, width - 2).map((line) => `  ${line}`);
  const named = label === '' || label === id ? '' : `  ${label}`;
  const isShort = widthOf(id + named) <= width;
  const head = isShort ? [paint.bold(id) + named] : [...wrap(id, width).map(paint.bold), ...under(label)];
  return [...head, ...under(`${what}: ${who}`).map(paint.dim), ...goesTo.flatMap(under)];
}
