// Puts PRD.md together from what was decided: nothing is typed again by a model, and no part can swallow the next.

import { allHeadingsOf, closedMarkdown, headingsOf, linesOf, oneLine, sectionsOf } from '../markdown/headings-of.ts';
import { PRD_SECTIONS } from '../markdown/prd-sections.ts';
import type { DecidedRequirement, RequirementsFile } from '../requirements/requirement.ts';
import { SIGNATURE_FIELDS, type Signature, signatureFields } from '../signing/signature.ts';
import { markRefused } from './mark-refused.ts';

export interface PrdParts {
  readonly featureId: string;
  /** The brief's own unless given. */
  readonly title?: string;
  readonly author: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly status: 'draft' | 'finalized';
  /** Of a finalized one. */
  readonly signature?: Signature;
  /** It is put together without a model: goals in the brief whose requirements were decided against are marked. */
  readonly isByRules?: boolean;
  /** What was written without a model: "without a model: feature brief, requirements". */
  readonly writtenBy?: string;
  readonly utterance: string;
  /** Markdown. */
  readonly brief: string;
  readonly requirements: readonly DecidedRequirement[] | RequirementsFile;
}

/** As they go over the wire. */
export type PrdRow = {
  readonly requirementId: string;
  readonly technicalRequirementIds: string;
  readonly userStoryIds: string;
};

/** Of the status, which code writes. */
export const STATUS_FIELDS: ReadonlySet<string> = new Set([
  ...['Author', 'Last Modified', 'Status', 'Written By'],
  ...Object.values(SIGNATURE_FIELDS),
]);
const LATER = 'TBD';
const BRIEF_DEPTH = 3;
const DEPTH_MAX = 6;
const BRIEF_OWN = ['Status', 'User Utterance'];
const BRIEF_OWN_DEPTH = 2;

export function assemblePrd(parts: PrdParts): string {
  const { status, utterance, brief, requirements, traceability } = PRD_SECTIONS;
  const blocks = [
    `# PRD: ${titleOf(parts)}`,
    ...[`## ${status}`, statusBlock(parts)],
    ...[`## ${utterance}`, utteranceBlock(parts.utterance)],
    ...[`## ${brief}`, briefBlock(parts.isByRules ? markRefused(parts.brief, itemsOf(parts)) : parts.brief)],
    ...[`## ${requirements}`, ...requirementBlocks(itemsOf(parts))],
    ...[`## ${traceability}`, traceabilityBlock(itemsOf(parts))],
  ];
  return `${linesOf(blocks.filter((block) => block !== '').join('\n\n')).join('\n')}\n`;
}

export function prdRows(items: readonly DecidedRequirement[]): readonly PrdRow[] {
  return keptOf(items).map(({ id }) => ({
    ...{ requirementId: id, technicalRequirementIds: LATER, userStoryIds: LATER },
  }));
}

/** What the PRD asks for: approved or modified, and not superseded; by id. */
export function keptOf(items: readonly DecidedRequirement[]): readonly DecidedRequirement[] {
  return byId(items.filter((item) => isAgreed(item) && item.supersededBy === undefined));
}

export function supersededOf(items: readonly DecidedRequirement[]): readonly DecidedRequirement[] {
  return byId(items.filter((item) => isAgreed(item) && item.supersededBy !== undefined));
}

export function itemsOf({ requirements }: Pick<PrdParts, 'requirements'>): readonly DecidedRequirement[] {
  return 'items' in requirements ? requirements.items : requirements;
}

export function statusBlock({
  author,
  date,
  status,
  signature,
  writtenBy = '',
}: Omit<PrdParts, 'requirements'>): string {
  return [
    `- **Author**: ${oneLine(author)}`,
    `- **Last Modified**: ${oneLine(date)}`,
    `- **Status**: ${status}`,
    ...(signature === undefined ? [] : signatureFields(signature).map(([name, value]) => `- **${name}**: ${value}`)),
    ...(writtenBy === '' ? [] : [`- **Written By**: ${oneLine(writtenBy)}`]),
  ].join('\n');
}

/** A quote holds whatever was said: a heading, fence or tag in it ends with it. */
export function utteranceBlock(utterance: string): string {
  return linesOf(utterance)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** Its headings come below the PRD's own, so that the document keeps one outline. */
export function briefBlock(whole: string): string {
  const brief = withoutOwnSections(whole, BRIEF_OWN_DEPTH);
  const headings = allHeadingsOf(brief);
  const highest = Math.min(BRIEF_DEPTH, ...headings.map(({ depth }) => depth));
  let demoted = '';
  let at = 0;
  for (const { depth, text, start, end } of headings) {
    const marks = '#'.repeat(Math.min(DEPTH_MAX, depth + BRIEF_DEPTH - highest));
    demoted += `${brief.slice(at, start)}${marks} ${text}`.trimEnd();
    at = end;
  }
  return closedMarkdown(`${demoted}${brief.slice(at)}`.replace(/^(?:[ \t]*[\r\n])+/, '').trimEnd());
}

/** The brief's own status and utterance, which the PRD itself has: read twice they could disagree. */
export function withoutOwnSections(text: string, depth: number): string {
  const own = sectionsOf(text, depth).filter(({ heading }) => BRIEF_OWN.includes(heading.text));
  return own.reduceRight((rest, { heading, end }) => {
    const section = rest.slice(heading.start, end);
    // An open fence in it would have taken the sections after it along.
    if (closedMarkdown(section.trimEnd()) !== section.trimEnd()) return rest;
    return rest.slice(0, heading.start) + rest.slice(end);
  }, text);
}

export function requirementBlocks(items: readonly DecidedRequirement[]): readonly string[] {
  const superseded = supersededOf(items);
  const kept = keptOf(items);
  return [
    ...(kept.length === 0 ? ['No requirement is approved.'] : kept.map(requirementBlock)),
    ...(superseded.length === 0 ? [] : ['### Superseded', superseded.map(supersededLine).join('\n')]),
  ];
}

export function requirementBlock(item: DecidedRequirement): string {
  const { id, title, priority, category, description, standing, modificationNotes = '' } = item;
  const fields = [
    ...filled('Priority', priority),
    ...filled('Category', oneLine(category)),
    ...filled('Description', description),
    ...(standing === 'modified' ? filled('Modification Notes', modificationNotes) : []),
  ];
  return [`### ${id}: ${oneLine(title)}`, fields.join('\n')].join('\n\n');
}

export function supersededLine({ id, title, supersededBy = '' }: DecidedRequirement): string {
  return `- ${id} (${oneLine(title)}) is superseded by ${oneLine(supersededBy)}.`;
}

export function traceabilityBlock(items: readonly DecidedRequirement[]): string {
  const rows = prdRows(items).map(
    (row) => `| ${row.requirementId} | ${row.technicalRequirementIds} | ${row.userStoryIds} |`,
  );
  return ['| Requirement ID | Technical Requirement IDs | User Story IDs |', '| --- | --- | --- |', ...rows].join('\n');
}

/** A field without words says nothing. */
function filled(name: string, text: string): string[] {
  return text.trim() === '' ? [] : [field(name, text)];
}

/** Every further line is indented: a list item keeps what stands in it to itself. */
function field(name: string, text: string): string {
  const [first = '', ...more] = linesOf(text);
  const lines = [`- **${name}**: ${first}`, ...more.map((line) => `  ${line}`)];
  return lines.map((line) => line.trimEnd()).join('\n');
}

function titleOf({ title, brief, featureId }: PrdParts): string {
  const named = title ?? headingsOf(brief).find(({ depth }) => depth === 1)?.text ?? '';
  return oneLine(named) === '' ? featureId : oneLine(named);
}

function isAgreed({ standing }: DecidedRequirement): boolean {
  return standing === 'approved' || standing === 'modified';
}

function byId(items: readonly DecidedRequirement[]): readonly DecidedRequirement[] {
  return items.toSorted((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }));
}
