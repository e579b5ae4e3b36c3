// Every part is there with the sections of the catalogue, and each section says something of this design.

import { CATALOGUE } from '../design/catalogue.ts';
import { fencedBlocks, withoutFences } from '../design/fenced-blocks.ts';
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
    return [...missingSections(context, part), ...sections.flatMap((section) => filler(context, part, section))];
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

/** Praise, and promises without content. */
const VAGUE_WORDS =
  'scalab\\w* reliab\\w* robust\\w* secure\\w* performan\\w* efficien\\w* maintainab\\w* flexib\\w* extensib\\w* ' +
  'appropriate\\w* suitabl\\w* adequate\\w* proper\\w* reasonabl\\w* sufficient\\w* relevant well good modern ' +
  'important crucial essential key critical seamless\\w* various comprehensive user.friendly tbd todo';
const VAGUE_PHRASES = [
  'best practices?|industry standards?|state of the art|as needed|as required|where needed|if necessary',
  '(?:will|should|must|can) be (?:\\w+ )?(?:handled|considered|ensured|implemented|followed|addressed|optimi[sz]ed)',
  'to be (?:defined|decided|determined|done)',
];
const VAGUE = new RegExp(`\\b(?:${[...VAGUE_WORDS.split(' '), ...VAGUE_PHRASES].join('|')})\\b`, 'i');
/** Something that can be checked: a figure, code, a name, a reason. */
const SPECIFIC_MARK = /\d|`|\b\w+_\w+\b|\p{Ll}\p{Lu}|\b\p{Lu}{2,}|:\s|[;(]/u;
const REASON = /\b(?:because|since|so that|instead of|unless|until)\b/i;

function filler(context: CheckContext, part: PartName, section: Section): readonly DesignFinding[] {
  const body = section.text.replace(/^.*(?:\n|$)/, '');
  const hasMore = fencedBlocks(body).length > 0 || /^[ \t]{0,40}(?:###|\||[-*+] |\d{1,9}[.)] )/m.test(body);
  const prose = body.replace(/\s+/g, ' ').trim();
  if (hasMore && prose !== '') return [];
  const sentences = prose.split(/(?<=[.!?])\s+/).filter((sentence) => sentence !== '');
  const saysNothing = sentences.every((sentence) => VAGUE.test(sentence) && !isSpecific(sentence));
  if (!saysNothing) return [];
  return [
    findingAt(
      context,
      { part, line: section.line, section: section.id },
      {
        ...{ rule: 'filler', severity: 'MEDIUM' },
        message:
          prose === ''
            ? `The section "${section.title}" is empty.`
            : `The section "${section.title}" says nothing of this design: "${prose.slice(0, 80)}"`,
        suggestion: 'Say what is done here, with figures, names or reasons, or that nothing needs to be done and why.',
      },
    ),
  ];
}

/** A name inside of a sentence is specific; the word that begins it is not. */
const isSpecific = (sentence: string): boolean =>
  SPECIFIC_MARK.test(sentence) || REASON.test(sentence) || /\s\p{Lu}\p{Ll}+/u.test(sentence);
