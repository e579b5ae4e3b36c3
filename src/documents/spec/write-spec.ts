// A whole new specification as Markdown, in the form that the seven checks expect.

import { linesOf } from '../markdown/headings-of.ts';
import { headingText, lineOf } from '../requirements/requirement-text.ts';
import type { NewRequirement, NewSpec } from './spec.ts';

/** Reading the result gives the same specification; texts are trimmed, titles and values are one line. */
export function writeSpec(spec: NewSpec): string {
  return [
    ...['---', `version: ${frontValue(spec.version ?? '')}`.trimEnd()],
    `priority: ${frontValue(spec.priority ?? '')}`.trimEnd(),
    ...(spec.created === null ? [] : [`created: ${frontValue(spec.created)}`.trimEnd()]),
    ...['---', '', headingOf('#', `Feature: ${lineOf(spec.title)}`), ''],
    ...['## Vision', '', ...paragraphs(spec.vision)],
    ...['## Scope', '', '### In Scope', '', ...bullets(spec.inScope, '- ')],
    ...['### Out of Scope', '', ...bullets(spec.outOfScope, '- ')],
    ...['## Requirements', '', ...spec.requirements.flatMap((each) => [...requirementLines(each), ''])],
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

export function requirementLines(requirement: NewRequirement, rank = '###'): readonly string[] {
  const { id, title, type, priority, dependencies, description, criteria, sources } = requirement;
  const field = (label: string, value: string | null): readonly string[] =>
    value === null || lineOf(value) === '' ? [] : [`**${label}:** ${lineOf(value)}`];
  const [first = '', ...more] = textLines(description);
  return [
    headingText(id, title).replace(/^###/, rank),
    '',
    ...field('Type', type),
    ...field('Priority', priority),
    ...field('Dependencies', `[${dependencies.map(lineOf).join(', ')}]`),
    ...field('Source', sources.map(lineOf).join(', ')),
    '',
    `**Description:** ${first}`.trimEnd(),
    ...more,
    '',
    '**Acceptance Criteria:**',
    ...criteria.flatMap((criterion) => pointLines(criterion, '- [ ] ')),
  ];
}

/** A point; the lines below its first are points of its own. */
export function pointLines(text: string, mark: string): readonly string[] {
  const [first = '', ...more] = text.split('\n').map((line) => line.trim());
  const indent = ' '.repeat(/^[ \t]*/.exec(mark)?.[0].length ?? 0);
  return [
    `${mark}${first}`.trimEnd(),
    ...more.filter((line) => line !== '').map((line) => `${indent}  - ${line.replace(/^- /, '')}`),
  ];
}

/** In quotes where YAML would read it as something else. */
export function frontValue(value: string): string {
  const line = lineOf(value);
  const isPlain = line === '' || (/^[\p{L}\p{N}][\p{L}\p{N} ._/+-]*$/u.test(line) && line.trim() === line);
  return isPlain ? line : JSON.stringify(line);
}

function headingOf(rank: string, words: string): string {
  return `${rank} ${words.replace(/(^|\s|\\)(#+)$/, '$1\\$2')}`.trimEnd();
}

function bullets(points: readonly string[], mark: string): readonly string[] {
  return points.length === 0 ? [] : [...points.flatMap((point) => pointLines(point, mark)), ''];
}

function paragraphs(text: string): readonly string[] {
  const lines = textLines(text);
  return lines.length === 0 ? [] : [...lines, ''];
}

function textLines(text: string): readonly string[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : linesOf(trimmed).map((line) => line.trimEnd());
}
