// A specification without a model: what people said under its headings, word for word, and the fixed questions where
// nobody said anything.

import { asText, openPoint, shortTitle } from '../../../documents/markdown/filed-text.ts';
import { WITHOUT_MODEL, WRITTEN } from '../../../documents/spec/open-points.ts';
import { SPEC_PRIORITIES } from '../../../documents/spec/spec.ts';
import { filed, filedLine, pointsOf } from './file-text.ts';
import { acceptanceOf, QUESTIONS } from './questions.ts';

export interface FiledRequirement {
  /** The person's words: a sentence, or the lines of a PRD. */
  readonly lines: readonly string[];
  readonly title: string;
  /** REQ-007; null: it is from no PRD. */
  readonly source: string | null;
  readonly priority: string | null;
  readonly criteria: readonly string[];
}

export type PlainSection = Exclude<keyof typeof QUESTIONS, 'requirements'>;

export interface FiledSpec {
  readonly version: string;
  readonly created: string | null;
  /** null: nobody gave one. */
  readonly title: string | null;
  readonly sections: { readonly [name in PlainSection]: readonly string[] };
  readonly requirements: readonly FiledRequirement[];
  /** What reviews ask for, by the heading they name; each line as it stands there. */
  readonly points: ReadonlyMap<string, readonly string[]>;
  readonly besides: readonly string[];
}

export const REVIEW_POINTS = 'Review Points';
const SAID_BESIDES = 'Said Besides';
export const HEADINGS: readonly (readonly [PlainSection, string, string])[] = [
  ['vision', 'Vision', '## '],
  ['users', 'Users', '## '],
  ['scope_in', 'In Scope', '### '],
  ['scope_out', 'Out of Scope', '### '],
  ['constraints', 'Constraints', '## '],
  ['priorities', 'Priorities', '## '],
  ['dependencies', 'Dependencies', '## '],
];
const NOTE = 'Written without a model: each sentence is a person\'s own; what nobody said stands as "open".';
/** Of the whole, where nobody ranked anything: the form asks for one of three. */
const PRIORITY = 'should';

export const idOf = (at: number): string => `R-${String(at + 1).padStart(3, '0')}`;
export const titleOf = (sentence: string): string => asText(shortTitle(sentence));

export function fileSpec(spec: FiledSpec): string {
  const { requirements, sections, points, besides } = spec;
  const section = ([name, heading, rank]: (typeof HEADINGS)[number]): readonly string[] => [
    ...[`${rank}${heading}`, '', ...(points.get(heading) ?? [])],
    ...[...pointsOf(sections[name], QUESTIONS[name], name === 'vision' ? '' : '- '), ''],
  ];
  const first = HEADINGS.findIndex(([name]) => name === 'scope_in');
  const last = HEADINGS.findIndex(([name]) => name === 'constraints');
  const extra = (heading: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [`## ${heading}`, '', ...lines, ''];
  return [
    ...headLines(spec),
    ...HEADINGS.slice(0, first).flatMap(section),
    ...['## Scope', '', ...apart(points.get('Scope') ?? [])],
    ...HEADINGS.slice(first, last).flatMap(section),
    ...['## Requirements', '', ...apart(points.get('Requirements') ?? [])],
    ...(requirements.length === 0 ? [NOT_SAID] : requirements).flatMap((each, at) => requirementLines(each, idOf(at))),
    ...HEADINGS.slice(last).flatMap(section),
    ...extra(REVIEW_POINTS, points.get(REVIEW_POINTS) ?? []),
    ...extra(
      SAID_BESIDES,
      besides.map((sentence) => `- ${filed(sentence)}`),
    ),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

const NOT_SAID: FiledRequirement = {
  ...{ lines: [openPoint(QUESTIONS.requirements)], title: openPoint(QUESTIONS.requirements) },
  ...{ source: null, priority: null, criteria: [] },
};

const apart = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : [...lines, '']);

function headLines({ version, created, title, requirements }: FiledSpec): readonly string[] {
  const ranks = requirements.map(({ priority }) => priority);
  return [
    ...['---', `version: ${version}`, `priority: ${SPEC_PRIORITIES.find((each) => ranks.includes(each)) ?? PRIORITY}`],
    ...(created === null ? [] : [`created: ${created}`]),
    ...[`${WRITTEN}: ${WITHOUT_MODEL}`, '---', ''],
    ...[`# Feature: ${closed(title ?? NOT_SAID.title)}`, '', NOTE, ''],
  ];
}

/** A `#` at the end would be the heading's own mark. */
const closed = (title: string): string => title.replace(/(^|\s|\\)(#+)$/, '$1\\$2');

export function requirementLines(requirement: FiledRequirement, id: string): readonly string[] {
  const { lines, title, source, priority, criteria } = requirement;
  const [first = '', ...more] = lines;
  return [
    ...[`### ${id}: ${closed(title)}`, ''],
    ...(priority === null ? [] : [`**Priority:** ${priority}`]),
    '**Dependencies:** []',
    ...(source === null ? [] : [`**Source:** ${source}`]),
    ...[`**Description:** ${filed(first)}`, ...more.map(filedLine), ''],
    ...['**Acceptance Criteria:**', '', ...pointsOf(criteria, acceptanceOf(id), '- [ ] '), ''],
  ];
}
