// The final document, made by code from its parts: front matter, what an agent may add above them, three diagrams, the
// parts whole, what is left open. No part is cut or typed again.

import { asText } from '../markdown/filed-text.ts';
import { NO_MODEL, writtenLine } from '../markdown/written-line.ts';
import { FRONT_FIELDS } from '../signing/front-signature.ts';
import type { Signature } from '../signing/signature.ts';
import { sourcesTable } from './context-sources.ts';
import { type DesignDiagram, drawDiagrams } from './draw-diagrams.ts';
import { fencedBlocks } from './fenced-blocks.ts';
import { PART_TITLES } from './named-sections.ts';
import { type DesignTexts, PARTS, type PartName, parsePart } from './part.ts';
import { hashLines, type RequirementHashes } from './requirement-hashes.ts';
import { issueLine } from './review.ts';
import {
  type ContextSource,
  type DocumentStatus,
  FORCED_SENTENCES,
  type ForcedReason,
  type ReviewIssue,
} from './state.ts';

export interface FormatAnswer {
  readonly title?: string;
  readonly abstract?: string;
  readonly glossary?: readonly { readonly term: string; readonly meaning: string }[];
}

export interface DesignFacts {
  readonly title: string;
  readonly status: DocumentStatus;
  /** ISO 8601. */
  readonly created_at: string;
  readonly project_brief: string;
  /** 1, and one more for each revision that a person asked for. */
  readonly version: number;
  readonly revision_count: number;
  /** `without a model`, with the parts that are, `without a model (HLD)`; left out or '': by a model. */
  readonly written?: string;
  /** Of the requirements it was drafted from; left out or {}: of no PRD. */
  readonly hashes?: RequirementHashes;
}

export interface DesignSource extends DesignFacts {
  readonly texts: DesignTexts;
  readonly added: FormatAnswer;
  /** Of a document that was forced on; [] where it passed. */
  readonly open: readonly ReviewIssue[];
  /** Left out: drawn from the parts. */
  readonly diagrams?: readonly DesignDiagram[];
  /** Passages of the project that the drafters were given; none when left out. */
  readonly sources?: readonly ContextSource[];
  /** Why it was forced on; `limit` when left out. */
  readonly forced?: ForcedReason;
}

export const OPEN_ISSUES = 'Open Issues';
export const SOURCES_USED = 'Sources Used';
const PART_NAMES = new Set(Object.values(PART_TITLES).map((title) => title.toLowerCase()));
/** A heading, a fence, or a line of signs, which is a rule or makes a heading of the line above it. */
const MARKED_LINE = /^ {0,3}(?:#{1,6}(?:\s|$)|`{3}|~{3}|[-=*_](?:[ \t]{0,3}[-=*_]){0,200}[ \t]{0,20}$)/m;
const TAG = /<[a-z!/?]/i;
const MARKED_TITLE = /^(?:#|```|~~~|[-=*_]{2,})|<[a-z!/?]/i;
const ABSTRACT_WORDS_MAX = 200;
const TITLE_MAX = 120;
const FRONT = /^---\n[\s\S]*?\n---\n/;

export function assembleDesign(source: DesignSource): string {
  const { texts, added, open, sources = [], written = '' } = source;
  const title = added.title?.trim() || source.title;
  const abstract = added.abstract?.trim() ?? '';
  const glossary = added.glossary ?? [];
  const openNote = `${FORCED_SENTENCES[source.forced ?? 'limit']} These issues of its review are open:`;
  return [
    frontMatter({ ...source, title }),
    `\n# ${written === '' ? title : asText(title)}\n`,
    ...(written === '' ? [] : [`\n${writtenLine(written)}\n`]),
    ...(abstract === '' ? [] : [`\n${abstract}\n`]),
    ...(glossary.length === 0 ? [] : [`\n## Glossary\n\n${glossary.map(glossaryLine).join('\n')}\n`]),
    ...(open.length === 0 ? [] : [`\n## ${OPEN_ISSUES}\n\n${openNote}\n\n${open.map(issueLine).join('\n')}\n`]),
    ...(source.diagrams ?? drawDiagrams(texts)).map(
      (each) => `\n## ${each.title}\n\n\`\`\`mermaid\n${each.source}\n\`\`\`\n`,
    ),
    ...PARTS.map((part) => wholePart(part, texts)),
    ...(sources.length === 0 ? [] : [`${SOURCES_HEAD}${sourcesTable(sources)}\n`]),
  ].join('');
}

const wholePart = (part: PartName, texts: DesignTexts): string =>
  `${partHeading(part)}${texts[part]}${/\n$/.test(texts[part]) ? '' : '\n'}`;

const partHeading = (part: PartName): string => `\n# ${PART_TITLES[part]}\n\n`;

/** Parts that are not, word for word, what a document was assembled from. */
export function partsNotIn(whole: string, texts: DesignTexts): readonly PartName[] {
  const document = withoutSources(whole);
  if (document.endsWith(PARTS.map((part) => wholePart(part, texts)).join(''))) return [];
  const changed = PARTS.filter((part) => !isPartOf(document, part, texts[part]));
  return changed.length > 0 ? changed : PARTS;
}

/** Whether a text is, word for word, a part of a document. */
export function isPartOf(design: string, part: PartName, text: string): boolean {
  const document = withoutSources(design);
  const whole = wholePart(part, { hld: '', lld: '', database: '', [part]: text });
  const next = PARTS[PARTS.indexOf(part) + 1];
  return next === undefined ? document.endsWith(whole) : document.includes(`${whole}${partHeading(next)}`);
}

/** The SQL of a document's database part. */
export function schemaIn(design: string): string {
  const document = withoutSources(design);
  const heading = partHeading('database');
  return schemaSql(document.slice(Math.max(0, document.lastIndexOf(heading)) + heading.length));
}

const SOURCES_NOTE = 'Files of the project of which its drafters were given passages:';
const SOURCES_HEAD = `\n# ${SOURCES_USED}\n\n${SOURCES_NOTE}\n\n`;

/** The table stands behind the parts; in older documents before them. */
function withoutSources(document: string): string {
  const at = document.lastIndexOf(SOURCES_HEAD);
  return at < 0 ? document : document.slice(0, at);
}

const glossaryLine = ({ term, meaning }: { readonly term: string; readonly meaning: string }): string =>
  `- **${oneLine(term)}**: ${oneLine(meaning)}`;

/** A JSON text is a YAML text of the same meaning. */
function frontMatter(facts: DesignFacts): string {
  const { title, status, created_at, project_brief, version, revision_count, written = '', hashes = {} } = facts;
  const lines = [
    `title: ${JSON.stringify(title)}`,
    `status: ${status}`,
    `created_at: ${JSON.stringify(created_at)}`,
    `project_brief: ${JSON.stringify(project_brief)}`,
    `version: ${version}`,
    `revision_count: ${revision_count}`,
    ...(written === '' ? [] : [`written: ${written === NO_MODEL ? written : JSON.stringify(written)}`]),
    ...hashLines(hashes),
  ];
  return `---\n${lines.join('\n')}\n---\n`;
}

export interface Approval extends Signature {
  readonly accepted_issues: readonly string[];
}

/** The document approved: nothing changes but its front matter. What nobody signed, in a rehearsal, still waits for its
 *  approval: it has the name of whoever stood in, and neither time nor signature. */
export function approveDesign(document: string, { accepted_issues, ...signature }: Approval): string {
  const front = FRONT.exec(document)?.[0] ?? '---\n---\n';
  const kept = front
    .split('\n')
    .slice(1, -2)
    .filter((line) => !/^(?:status|approver|approved_at|signed|run|accepted_issues):/.test(line));
  const at = kept.findIndex((line) => line.startsWith('created_at:'));
  const fields = (['approver', 'approvedAt', 'signed', 'run'] as const).filter((key) => signature[key] !== '');
  const own = [
    `status: ${signature.signed === '' ? 'REVIEW' : 'FINAL'}`,
    ...fields.map((key) => `${FRONT_FIELDS[key]}: ${JSON.stringify(signature[key])}`),
    ...(accepted_issues.length === 0 ? [] : [`accepted_issues: ${accepted_issues.length}`]),
  ];
  const lines = [...kept.slice(0, Math.max(0, at)), ...own, ...kept.slice(Math.max(0, at))];
  return `---\n${lines.join('\n')}\n---\n${document.slice(FRONT.test(document) ? front.length : 0)}`;
}

/** What is wrong with what an agent would add; [] where nothing is. */
export function checkFormat({ title = '', abstract = '', glossary = [] }: FormatAnswer): readonly string[] {
  const words = abstract.split(/\s+/).filter((word) => word !== '').length;
  const terms = glossary.map(({ term }) => oneLine(term).toLowerCase());
  const twice = terms.filter((term, at) => terms.indexOf(term) !== at);
  return [
    ...(/[\r\n]/.test(title.trim()) || title.trim().length > TITLE_MAX
      ? [`"title" must be one line of at most ${TITLE_MAX} characters`]
      : []),
    ...(words > ABSTRACT_WORDS_MAX ? [`"abstract" must have at most ${ABSTRACT_WORDS_MAX} words, found ${words}`] : []),
    ...(MARKED_TITLE.test(title.trim()) || PART_NAMES.has(title.trim().toLowerCase())
      ? ['"title" must be words alone, without marks of a heading or HTML, and not the name of a part']
      : []),
    ...(MARKED_LINE.test(abstract) || TAG.test(abstract)
      ? ['"abstract" must be prose, without headings, fences, lines that divide or HTML']
      : []),
    ...(glossary.some(({ term, meaning }) => TAG.test(term) || TAG.test(meaning))
      ? ['"glossary" must be words, without HTML']
      : []),
    ...[...new Set(twice)].map((term) => `"glossary" explains "${term}" more than once`),
  ];
}

/** All SQL of the database part, in its order. */
export function schemaSql(database: string): string {
  const fences = fencedBlocks(database).filter(({ language }) => language === 'sql');
  const statements = fences.map(({ text }) => text.trim()).filter((sql) => sql !== '');
  return statements.length === 0 ? '' : `${statements.join('\n\n')}\n`;
}

/** The sections of a design with how each begins, for the writer of what stands above it. */
export function outlineOf(texts: DesignTexts): readonly string[] {
  return PARTS.flatMap((part) =>
    texts[part].trim() === ''
      ? []
      : parsePart(part, texts[part]).sections.map(({ title, text }) => {
          const opening = openingOf(text);
          return `${PART_TITLES[part]}: ${title}${opening === '' ? '' : `. ${opening}`}`;
        }),
  );
}

const OPENING_MAX = 240;

/** Headings of its entries, and its first paragraph of prose. Fences, lists and tables are none. */
function openingOf(text: string): string {
  const entries: string[] = [];
  const prose: string[] = [];
  let fence = '';
  let isOver = false;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence !== '') fence = mark.startsWith(fence) ? '' : fence;
    else if (mark !== '') fence = mark;
    else if (line.startsWith('### ')) entries.push(line.slice('### '.length).trim());
    else if (!isOver && prose.length < OPENING_MAX && /^[^\s#|>*+-]/.test(line) && !/^\d+[.)] /.test(line))
      prose.push(line);
    else isOver ||= prose.length > 0;
  }
  const heads = entries.length === 0 ? [] : [`${entries.slice(0, OPENING_MAX).join('; ')}.`];
  const opening = oneLine([...heads, ...prose].join(' '));
  return opening.length <= OPENING_MAX ? opening : `${opening.slice(0, OPENING_MAX).replace(/ [^ ]*$/, '')} ...`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
