// What `signoff conform` found, for people.

import type { ConformReport, SourceCounts } from '../documents/conform/conform-document.ts';
import type { ConformFinding } from '../documents/conform/conform-finding.ts';
import type { Lines, Screen } from './screen.ts';
import { counted, oneLine, wrap } from './shown-text.ts';
import { type Column, tableLines } from './table.ts';

export const conformLines: Lines = { conform: conformed };

type DocumentConformReport = ConformReport & { readonly document: string };

function conformed(found: DocumentConformReport, screen: Screen): string[] {
  const { document, sources, workflow, findings, leftOut, notes, unusedSettled } = found;
  const { paint, width } = screen;
  const lineWidth = Math.max(30, (width ?? 1000) - 2);
  const open = findings.filter(({ settled }) => settled === null);
  const hung = (text: string): string[] =>
    wrap(oneLine(text), lineWidth).map((line, at) => (at === 0 ? line : `  ${line}`));
  return [
    paint.bold(oneLine(document)),
    ...sources.flatMap((source) => hung(countsText(source))),
    ...(workflow === null ? [] : hung(countsText(workflow, 'workflow'))),
    ...notes.flatMap(hung).map((line) => paint.yellow(line)),
    ...(findings.length === 0 ? [] : ['']),
    ...findings.flatMap((finding) => findingLines(finding, lineWidth, screen)),
    ...(leftOut === 0 ? [] : [`${counted(leftOut, 'finding')} more are not shown.`]),
    ...triggerLines(found, screen),
    ...unusedSettled.flatMap(({ where, what }) => hung(`Settled, but not found: ${where}: ${what}.`)),
    '',
    endText(found, open.length, screen),
  ];
}

function countsText({ kind, line, heading, count, ends, pairs, states, any }: SourceCounts, as?: string): string {
  const head = as ?? `${line}: ${kind === 'states' ? 'table of states' : kind}`;
  const about = heading === '' ? '' : ` "${heading}"`;
  const noun = kind === 'drawing' ? 'arrow' : 'row';
  const facts = [
    kind === 'states'
      ? counted(states, 'state')
      : `${counted(count, noun)}, ${counted(pairs, 'pair')}, ${counted(states, 'state')}`,
    ...(ends === 0 ? [] : [kind === 'drawing' ? `${ends} more from or to [*]` : `${ends} more for the start`]),
    ...(any === 0 ? [] : [`${any} for any state`]),
  ];
  return `${head}${about}: ${facts.join('; ')}`;
}

function findingLines(
  { line, place, rule, message, fix, settled }: ConformFinding,
  lineWidth: number,
  { paint }: Screen,
) {
  const isOther = rule === 'workflow-adds-pair' || rule === 'workflow-adds-state';
  const lead = isOther ? 'workflow' : String(line);
  const [first = '', ...more] = wrap(oneLine(message), lineWidth - lead.length);
  const indented = (text: string): string[] => wrap(oneLine(text), lineWidth).map((each) => `  ${each}`);
  const isOpen = settled === null;
  return [
    `${(isOpen ? paint.red : paint.dim)(lead)}: ${first}`,
    ...more.map((each) => `  ${each}`),
    ...indented(isOpen ? fix : `Settled (${place}): ${settled}`).map((each) => paint.dim(each)),
  ];
}

function triggerLines({ triggers }: DocumentConformReport, { paint, width }: Screen): string[] {
  if (triggers.length === 0) return [];
  const columns: Column<DocumentConformReport['triggers'][number]>[] = [
    { title: 'TRANSITION', text: ({ from, to }) => `${from} -> ${to}`, shrinksTo: 20 },
    { title: 'DOCUMENT', text: ({ document }) => document.join('; ') || '-', shrinksTo: 12 },
    { title: 'WORKFLOW', text: ({ workflow }) => workflow.join('; ') || '-', shrinksTo: 12 },
  ];
  return ['', paint.dim('Triggers, for information:'), ...tableLines(triggers, columns, paint, width)];
}

function endText({ ok, findings, leftOut }: DocumentConformReport, open: number, { paint }: Screen): string {
  const settled = findings.length - open;
  const rest = settled === 0 ? '' : ` ${settled} settled.`;
  if (open + leftOut > 0) return `${counted(open + leftOut, 'finding')} open.${rest}`;
  return ok ? paint.green(`Nothing open.${rest}`) : paint.yellow(`Nothing open, but not all was compared.${rest}`);
}
