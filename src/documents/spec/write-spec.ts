// A whole new specification as Markdown, in the form that the seven checks expect.

import { linesOf } from '../markdown/headings-of.ts';
import { headingText, lineOf } from '../requirements/requirement-text.ts';
import { readSpec } from './read-spec.ts';
import type { NewRequirement, NewSpec, Spec } from './spec.ts';

/** Reading the result gives the same specification; texts are trimmed, titles and values are one line. */
export function writeSpec(spec: NewSpec): string {
  const requirements = spec.requirements.flatMap((each) => [...requirementLines(each), '']);
  const head = headLines(spec, false);
  const isRead = isSame(pick(readSpec([...head, ...PROBE].join('\n'))), pick(spec));
  return [...(isRead ? head : headLines(spec, true)), ...['## Requirements', ''], ...requirements]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

/** What is open at the end of a text would swallow it. */
const PROBE = ['## Requirements', '', '### R-000: probe'];

export function requirementLines(requirement: NewRequirement, rank = '###'): readonly string[] {
  const plain = linesOfRequirement(requirement, rank, false);
  const { requirements } = readSpec(['## Requirements', '', ...plain, '', ...PROBE].join('\n'));
  const [{ line: _ = 0, ...read } = { line: 0 }, probe] = requirements;
  const isRead = requirements.length === 2 && probe?.title === 'probe' && isSame(read, requirement);
  return isRead ? plain : linesOfRequirement(requirement, rank, true);
}

/** `isEscaped`: with a backslash before each line of text, where it would be read as something else. */
function headLines(spec: NewSpec, isEscaped: boolean): readonly string[] {
  return [
    ...['---', `version: ${frontValue(spec.version ?? '')}`.trimEnd()],
    `priority: ${frontValue(spec.priority ?? '')}`.trimEnd(),
    ...(spec.created === null ? [] : [`created: ${frontValue(spec.created)}`.trimEnd()]),
    ...['---', '', headingOf('#', `Feature: ${lineOf(spec.title)}`), ''],
    ...['## Vision', '', ...blockOf(textLines(spec.vision, isEscaped))],
    ...['## Scope', '', '### In Scope', '', ...blockOf(points(spec.inScope, '- ', isEscaped))],
    ...['### Out of Scope', '', ...blockOf(points(spec.outOfScope, '- ', isEscaped))],
  ];
}

function linesOfRequirement(requirement: NewRequirement, rank: string, isEscaped: boolean): readonly string[] {
  const { id, title, type, priority, dependencies, description, criteria, sources } = requirement;
  const field = (label: string, value: string | null): readonly string[] =>
    value === null || lineOf(value) === '' ? [] : [`**${label}:** ${lineOf(value)}`];
  const [first = '', ...more] = textLines(description, isEscaped);
  return [
    id === '' ? headingOf(rank, lineOf(title)) : headingText(id, title).replace(/^###/, rank),
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
    ...points(criteria, '- [ ] ', isEscaped),
  ];
}

const pick = ({ vision, inScope, outOfScope }: Pick<Spec, 'vision' | 'inScope' | 'outOfScope'>) => ({
  ...{ vision, inScope, outOfScope },
});

const isSame = (read: object, wanted: object): boolean => {
  const sorted = (value: object): string => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(read) === sorted(wanted);
};

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

function points(texts: readonly string[], mark: string, isEscaped: boolean): readonly string[] {
  return texts.flatMap((text) => pointLines(isEscaped ? escaped(text) : text, mark));
}

const blockOf = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : [...lines, '']);

function textLines(text: string, isEscaped: boolean): readonly string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  return linesOf(trimmed).map((line) => (isEscaped ? escaped(line.trimEnd()) : line.trimEnd()));
}

const escaped = (line: string): string => line.replace(/^([ \t]{0,3})(?=\S)/, '$1\\');
