// `signoff explain FILE`: what a diagram means, in words.

import type { Workflow } from '../diagram/workflow.ts';
import { loadWorkflowFile } from '../runtime/load-workflow.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type ExplainedStep, endsOf, explained, scopesOf } from './explain-steps.ts';
import { type Paint, paintFor } from './paint.ts';
import { countLine, countProblems, problemLine } from './show-problems.ts';
import { counted, oneLine, pad, widthOf, wrap } from './shown-text.ts';

const COLUMN_MAX = 36;

export async function explain(file: string, { json }: { readonly json: boolean }): Promise<ExitCode> {
  const { workflow, problems } = await loadWorkflowFile(file);
  const paint = paintFor(process.stdout);
  if (workflow === null) {
    const count = countProblems(problems);
    const lines = [...problems.map((found) => problemLine(file, found, paint)), countLine(count, 1, paint)];
    process.stdout.write(json ? `${JSON.stringify({ problems }, null, 2)}\n` : `${lines.join('\n')}\n`);
    return EXIT.refused;
  }
  const text = json ? JSON.stringify(asJson(workflow, problems), null, 2) : asText(workflow, paint).join('\n');
  process.stdout.write(`${text}\n`);
  return EXIT.done;
}

function asJson(workflow: Workflow, problems: readonly unknown[]) {
  const { name, description, kind, version, start, onFailure, onCancel, limits, input, output } = workflow;
  const steps = explained(workflow);
  const about = { name, description, kind, version, start, ends: endsOf(workflow), onFailure, onCancel };
  const mapping = output?.map(({ name: field, value }) => ({ name: field, value: value.text })) ?? null;
  return { ...about, steps, scopes: scopesOf(workflow), limits, input, output: mapping, warnings: problems };
}

function asText(workflow: Workflow, paint: Paint): string[] {
  const { name, description, kind, version, start, limits, onFailure, onCancel } = workflow;
  const steps = explained(workflow);
  const [sort, unit] = kind === 'flow' ? ['flow', 'step'] : ['state machine', 'state'];
  const what = `${sort}, ${counted(steps.length, unit ?? '')}`;
  const lines = [
    `${paint.bold(oneLine(name))}  ${paint.dim(`${what}, version ${version.slice(0, 'sha256:'.length + 12)}`)}`,
  ];
  if (description !== '') lines.push(oneLine(description));
  lines.push('', ...table(steps, paint), '');
  const facts: [string, string][] = [
    ['Starts at', start.join(', ')],
    ['Ends after', endsOf(workflow).join(', ') || 'nothing: it goes on until it is cancelled'],
  ];
  for (const scope of scopesOf(workflow)) facts.push(['Scope', scope.text]);
  if (onFailure !== null) facts.push(['On failure', onFailure]);
  if (onCancel !== null) facts.push(['On cancel', onCancel]);
  facts.push(['Limits', limitsText(limits)]);
  return [...lines, ...facts.map(([key, value]) => `${paint.dim(pad(key, 12))}${oneLine(value)}`)];
}

function limitsText({ visits, cascade, signals, depth, openTasks }: Workflow['limits']): string {
  const count = (value: number) => value.toLocaleString('en');
  const parts = [`${count(visits)} visits of a step in a row`, `${count(cascade)} moves at once`];
  return [...parts, `${count(signals)} signals kept`, `subflows ${depth} deep`, `${count(openTasks)} open tasks`].join(
    ', ',
  );
}

function table(steps: readonly ExplainedStep[], paint: Paint): string[] {
  const rows = steps.map(
    ({ id, label, what, who, goesTo }) => [id, label === id ? '' : label, what, who, goesTo] as const,
  );
  const heads = ['STEP', 'LABEL', 'KIND', 'WHO', 'GOES TO'] as const;
  const widths = [0, 1, 2, 3].map((at) => {
    const cells = [heads[at] ?? '', ...rows.map((row) => row[at as 0 | 1 | 2 | 3])];
    return Math.min(COLUMN_MAX, Math.max(...cells.map(widthOf)));
  });
  const cell = (text: string, at: number) => pad(text, widths[at] ?? 0);
  const lines = [paint.dim(`${heads.map((head, at) => cell(head, at)).join('  ')}`)];
  for (const [id, label, what, who, goesTo] of rows) {
    const cells = [
      [id],
      ...[label, what, who].map((text, at) => wrap(text, widths[at + 1] ?? COLUMN_MAX)),
      [...goesTo],
    ];
    const height = Math.max(...cells.map((cell) => cell.length));
    for (let line = 0; line < height; line++) {
      const texts = cells.map((column, at) => cell(column[line] ?? '', at));
      lines.push([paint.bold(texts[0] ?? ''), ...texts.slice(1)].join('  ').trimEnd());
    }
  }
  return lines;
}
