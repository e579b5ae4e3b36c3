// Replaces the acceptance criteria of a requirement; those that stay keep their lines, ticks and all.

import type { LineChange } from './edit-spec.ts';
import type { RequirementPlace, SpecOutline } from './outline-spec.ts';
import { readFields } from './read-fields.ts';
import { BULLET, CHECKBOX, type ListPoint } from './read-list.ts';

export function editCriteria(
  { lines }: SpecOutline,
  requirement: RequirementPlace,
  criteria: readonly string[],
): readonly LineChange[] {
  const { criteria: points, places } = readFields(lines, requirement);
  const texts = lines.map(({ text }) => text);
  const label = places.findLast((place) => place.label === 'criteria');
  const isOnLabel = label !== undefined && points.some(({ line }) => line === label.line);
  const mark = isOnLabel ? '- [ ] ' : markOf(points[0], texts);
  const kept = new Map(points.map(({ text, line, end }) => [text, texts.slice(line, end)]));
  const written = criteria.map((text) => (isOnLabel ? undefined : kept.get(text)) ?? pointLines(text, mark));
  if (isOnLabel) {
    const last = points.at(-1)?.end ?? label.line + 1;
    const head = (texts[label.line] ?? '').slice(0, label.from).trimEnd();
    return [{ from: label.line, to: last, lines: [head, ...written.flat()] }];
  }
  if (points.length === 0) return [withoutPoints(requirement, label?.line, texts, written.flat())];
  const last = points.at(-1)?.end ?? 0;
  return [
    ...points.map(({ line, end }, at) => ({ from: line, to: end, lines: written[at] ?? [] })),
    { from: last, to: last, lines: written.slice(points.length).flat() },
  ]
    .filter(({ from, to, lines: now }) => now.join('\n') !== texts.slice(from, to).join('\n') || now.length === 0)
    .filter(({ from, to, lines: now }) => from < to || now.length > 0);
}

/** As the first one begins, not ticked. */
function markOf(point: ListPoint | undefined, texts: readonly string[]): string {
  const text = texts[point?.line ?? -1] ?? '';
  const bullet = BULLET.exec(text)?.[0] ?? '';
  const box = CHECKBOX.exec(text.slice(bullet.length))?.[0] ?? '';
  if (bullet.trim() === '' && box === '') return '- [ ] ';
  return /\d/.test(bullet) ? `${/^[ \t]*/.exec(bullet)?.[0] ?? ''}- [ ] ` : `${bullet}${box === '' ? '' : '[ ] '}`;
}

function withoutPoints(
  { line: head, end }: RequirementPlace,
  label: number | undefined,
  texts: readonly string[],
  written: readonly string[],
): LineChange {
  if (label !== undefined) return { from: label + 1, to: label + 1, lines: written };
  let at = end;
  while (at > head + 1 && texts[at - 1]?.trim() === '') at -= 1;
  return { from: at, to: at, lines: ['', '**Acceptance Criteria:**', ...written] };
}

/** A point; the lines below its first are points of its own. */
function pointLines(text: string, mark: string): readonly string[] {
  const [first = '', ...more] = text.split('\n').map((line) => line.trim());
  const indent = ' '.repeat(/^[ \t]*/.exec(mark)?.[0].length ?? 0);
  return [
    `${mark}${first}`.trimEnd(),
    ...more.filter((line) => line !== '').map((line) => `${indent}  - ${line.replace(/^- /, '')}`),
  ];
}
