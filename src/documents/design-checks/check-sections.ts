// Every part is there with the sections of the catalogue, and no section is empty.

import { CATALOGUE } from '../design/catalogue.ts';
import { withoutFences } from '../design/fenced-blocks.ts';
import type { DesignFinding, Severity } from '../design/finding.ts';
import { PARTS, type PartName, type Section } from '../design/part.ts';
import { type CheckContext, findingAt, isThere } from './check-context.ts';

const TITLES: Readonly<Record<PartName, string>> = {
  hld: 'high-level design',
  lld: 'low-level design',
  database: 'database design',
};
const SEVERITY: Readonly<Record<string, Severity>> = {
  ...{ overview: 'HIGH', components: 'HIGH', endpoints: 'HIGH', models: 'HIGH', 'api-map': 'HIGH', ddl: 'HIGH' },
  ...{ erd: 'MEDIUM', security: 'MEDIUM', encryption: 'MEDIUM', indexes: 'MEDIUM', errors: 'MEDIUM' },
  ...{ validation: 'MEDIUM', 'data-flow': 'MEDIUM', reliability: 'MEDIUM' },
};

export function checkSections(context: CheckContext): readonly DesignFinding[] {
  return PARTS.flatMap((part) => {
    if (!isThere(context, part)) return [missingPart(context, part)];
    const { sections } = context.parts[part];
    if (sections.length === 1 && sections[0]?.id === part) return [withoutSections(context, part)];
    return [...missingSections(context, part), ...sections.flatMap((section) => empty(context, part, section))];
  });
}

const missingPart = (context: CheckContext, part: PartName): DesignFinding =>
  findingAt(
    context,
    { part, line: 1 },
    {
      ...{ rule: 'missing-part', severity: 'CRITICAL' },
      message: `The ${TITLES[part]} is missing.`,
      suggestion: `Draft the ${TITLES[part]}.`,
    },
  );

const withoutSections = (context: CheckContext, part: PartName): DesignFinding =>
  findingAt(
    context,
    { part, line: 1 },
    {
      ...{ rule: 'no-sections', severity: 'INFO' },
      message: `The ${TITLES[part]} has no sections, so the rules about them were not checked.`,
      suggestion: `Begin each section with "## Title": ${CATALOGUE[part].map(({ names }) => names[0]).join(', ')}.`,
    },
  );

function missingSections(context: CheckContext, part: PartName): readonly DesignFinding[] {
  const { sections } = context.parts[part];
  const ids = new Set(sections.map(({ id }) => id));
  const headings = [...withoutFences(context.texts[part]).matchAll(/^#{1,4}[ \t]+(.*)$/gm)].map(([, title = '']) =>
    wordsIn(title),
  );
  const last = sections.at(-1)?.line ?? 1;
  return CATALOGUE[part]
    .filter(({ id, names }) => !ids.has(id) && !headings.some((title) => names.some((name) => holds(title, name))))
    .map(({ id, names: [title = id] }) =>
      findingAt(
        context,
        { part, line: last, section: id },
        {
          ...{ rule: 'missing-section', severity: SEVERITY[id] ?? 'LOW' },
          message: `The ${TITLES[part]} has no section "${title}".`,
          suggestion: `Add "## ${title}".`,
        },
      ),
    );
}

/** "Security and Reliability" holds both. A title of one or two words is not looked for inside of a longer sentence. */
const holds = (title: string, name: string): boolean =>
  ` ${title} `.includes(` ${wordsIn(name)} `) && title.split(' ').length <= 6 && !/\d/.test(title);

const wordsIn = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function empty(context: CheckContext, part: PartName, { id, title, text, line }: Section): readonly DesignFinding[] {
  if (text.replace(/^.*(?:\n|$)/, '').trim() !== '') return [];
  return [
    findingAt(
      context,
      { part, line, section: id },
      {
        ...{ rule: 'empty-section', severity: 'MEDIUM' },
        message: `The section "${title}" is empty.`,
        suggestion: 'Say what is done here, with figures, names or reasons, or that nothing needs to be done and why.',
      },
    ),
  ];
}
