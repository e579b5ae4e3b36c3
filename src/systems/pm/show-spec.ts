// What `spec check` and `spec diff` found, in lines for people.

import type { SpecFinding, SpecProblem } from '../../documents/spec/spec.ts';
import type { Json } from '../../json.ts';

interface ShownCheck {
  readonly file: string;
  readonly passed: boolean;
  readonly blocking: readonly SpecProblem[];
  readonly warnings: readonly SpecProblem[];
  readonly findings: readonly SpecFinding[];
}

export function showCheck(output: Json, width: number | null): readonly string[] {
  const { file, passed, blocking, warnings, findings } = output as unknown as ShownCheck;
  const at = ({ line, column }: { line: number; column: number }): string => `${file}:${line}:${column}`;
  const wide = width ?? 1000;
  const shown = [
    ...blocking.map((each) => ({ ...each, title: `check ${each.check}`, more: each.fix })),
    ...warnings.map((each) => ({ ...each, title: `warning, check ${each.check}`, more: each.fix })),
    ...findings.map((each) => ({ ...each, title: `warning, ${each.rule}`, more: each.suggestion })),
  ].sort((a, b) => a.line - b.line || a.column - b.column);
  const lines = shown.flatMap((each) => [
    ...hung(`${at(each)} ${each.title}: ${each.message}`, '  ', wide),
    ...(each.more === '' ? [] : hung(`  ${each.more}`, '  ', wide)),
  ]);
  const total = [counted(blocking.length, 'error'), counted(warnings.length + findings.length, 'warning')].join(', ');
  const last = !passed ? total : warnings.length + findings.length === 0 ? 'passed' : `passed, ${total}`;
  return [...lines, ...(lines.length === 0 ? [] : ['']), last];
}

interface ShownDiff {
  readonly before: string;
  readonly after: string;
  readonly added: readonly { readonly id: string; readonly title: string }[];
  readonly removed: readonly { readonly id: string; readonly title: string }[];
  readonly changed: readonly { readonly id: string; readonly title: string; readonly fields: readonly string[] }[];
  readonly parts: readonly { readonly name: string; readonly before: string; readonly after: string }[];
  readonly inScope: { readonly added: readonly string[]; readonly removed: readonly string[] };
  readonly outOfScope: { readonly added: readonly string[]; readonly removed: readonly string[] };
  readonly lines: readonly { readonly kind: string; readonly text: string }[];
}

export function showDiff(output: Json, width: number | null): readonly string[] {
  const diff = output as unknown as ShownDiff;
  const wide = width ?? 1000;
  const facts = [
    ...diff.parts.map(({ name, before, after }) =>
      name === 'vision' ? 'vision changed' : `${name}: ${before || 'none'} -> ${after || 'none'}`,
    ),
    ...diff.inScope.added.map((text) => `in scope, added: ${text}`),
    ...diff.inScope.removed.map((text) => `in scope, removed: ${text}`),
    ...diff.outOfScope.added.map((text) => `out of scope, added: ${text}`),
    ...diff.outOfScope.removed.map((text) => `out of scope, removed: ${text}`),
    ...diff.added.map(({ id, title }) => `${id} added: ${title}`),
    ...diff.changed.map(({ id, title, fields }) => `${id} changed (${fields.join(', ')}): ${title}`),
    ...diff.removed.map(({ id, title }) => `${id} removed: ${title}`),
  ];
  const changes = changedLines(diff.lines);
  const head = `${diff.before} -> ${diff.after}`;
  if (changes.length === 0) return [head, 'no difference'];
  return [head, ...facts.flatMap((fact) => hung(`  ${fact}`, '    ', wide)), '', ...changes];
}

const MARKS: Readonly<Record<string, string>> = { added: '+', removed: '-', same: ' ' };
const AROUND = 2;

/** What changed, with two lines around it. */
function changedLines(lines: ShownDiff['lines']): readonly string[] {
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let each = at - AROUND; each <= at + AROUND; each++) near.add(each);
  }
  return lines.flatMap(({ kind, text }, at) => {
    if (!near.has(at)) return near.has(at - 1) && near.size > 0 && at < lines.length ? ['...'] : [];
    return [`${MARKS[kind] ?? ' '} ${text}`.trimEnd()];
  });
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Words within the width, what wraps behind `indent`. */
function hung(text: string, indent: string, width: number): readonly string[] {
  const lines: string[] = [];
  const lead = /^ */.exec(text)?.[0] ?? '';
  for (const word of text.trim().split(' ')) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(`${lead}${word}`);
    else if (last.length + word.length + 1 <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}${word}`);
  }
  return lines;
}
