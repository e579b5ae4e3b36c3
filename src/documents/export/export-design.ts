// A design as the files other tools for specifications read, or as a folder of plain Markdown. No section is cut or
// reworded: only the rank of headings changes, and each section stands once.

import { schemaSql } from '../design/assemble-design.ts';
import { drawDiagrams } from '../design/draw-diagrams.ts';
import { fencedBlocks, withoutFences } from '../design/fenced-blocks.ts';
import { type DesignParts, type DesignTexts, PARTS, parseParts } from '../design/part.ts';
import { readDesignFront } from '../design/read-design-front.ts';
import { headingsOf, oneLine } from '../markdown/headings-of.ts';
import { DESIGN_LAYOUTS, type DesignChapter, type DesignFile, type DesignLayout } from './design-layouts.ts';
import { type ExportedFile, exportName } from './export-documents.ts';

export const DESIGN_EXPORT_LAYOUTS = ['markdown', 'spec-kit', 'openspec', 'kiro'] as const;
export type DesignExportLayout = (typeof DESIGN_EXPORT_LAYOUTS)[number];

export interface DesignExportSource {
  readonly featureId: string;
  readonly texts: DesignTexts;
  /** design.md; left out: it was not assembled yet. */
  readonly design?: string;
  /** Of the spec-kit folder; 1 unless given. */
  readonly number?: number;
}

interface Exporting {
  readonly source: DesignExportSource;
  readonly parts: DesignParts;
  readonly title: string;
}

const DRAWN = ['architecture', 'data-flow', 'entities'] as const;
/** A heading of Markdown has no lower rank. */
const RANK_MAX = 6;

export function exportDesign(as: DesignExportLayout, source: DesignExportSource): readonly ExportedFile[] {
  const name = exportName(source.featureId);
  const title = readDesignFront(source.design ?? '').title ?? source.featureId;
  const exporting = { source, title, parts: parseParts(source.texts) };
  return as === 'markdown'
    ? plainFiles(exporting, `docs/designs/${name}`)
    : arranged(exporting, DESIGN_LAYOUTS[as](name, source.number ?? 1));
}

/** The files as they are, and what programs want apart: SQL, diagrams. */
function plainFiles({ source, parts }: Exporting, folder: string): readonly ExportedFile[] {
  const { texts, design } = source;
  const sql = schemaSql(texts.database);
  return [
    ...(design === undefined ? [] : [{ path: `${folder}/design.md`, text: design }]),
    ...PARTS.map((part) => ({ path: `${folder}/${part}.md`, text: texts[part] })),
    ...(sql === '' ? [] : [{ path: `${folder}/schema.sql`, text: sql }]),
    ...[...drawnIn(texts), ...ownDiagrams(parts)].map(([name, text]) => ({
      ...{ path: `${folder}/diagrams/${name}.mmd`, text: `${text.trimEnd()}\n` },
    })),
  ];
}

const drawnIn = (texts: DesignTexts): readonly (readonly [string, string])[] =>
  drawDiagrams(texts).map(({ source }, at) => [DRAWN[at] ?? '', source]);

/** Those that stand in the drafts, called after their section. */
function ownDiagrams(parts: DesignParts): readonly (readonly [string, string])[] {
  return PARTS.flatMap((part) =>
    parts[part].sections.flatMap(({ id, text }) =>
      fencedBlocks(text)
        .filter(({ language }) => language === 'mermaid')
        .map((block, at) => [`${part}-${id}${at === 0 ? '' : `-${at + 1}`}`, block.text] as const),
    ),
  );
}

function arranged(exporting: Exporting, layout: DesignLayout): readonly ExportedFile[] {
  const sql = schemaSql(exporting.source.texts.database);
  const placed = new Set(layout.files.flatMap(({ chapters }) => chapters.flatMap(({ sections }) => sections)));
  const files = layout.files.flatMap((file) => {
    const chapters = file.chapters.flatMap((chapter) => chapterBlocks(exporting, chapter, placed));
    return chapters.length === 0 ? [] : [{ path: file.path, text: fileText(exporting, file, chapters) }];
  });
  return [...files, ...(sql === '' || layout.sqlPath === undefined ? [] : [{ path: layout.sqlPath, text: sql }])];
}

function fileText(exporting: Exporting, { heading, isFirst, open }: DesignFile, chapters: readonly string[]): string {
  const { title, parts } = exporting;
  const before = PARTS.map((part) => demoted(parts[part].before.trim(), 2)).filter((text) => text !== '');
  return `${[
    `# ${heading}: ${oneLine(title)}`,
    originLine(exporting),
    ...(isFirst === true ? before : []),
    ...chapters,
    ...(open === undefined ? [] : openBlocks(exporting, open)),
  ].join('\n\n')}\n`;
}

/** How the design stood when it was exported. */
function originLine({ source: { featureId, texts, design } }: Exporting): string {
  const { status, lastModified, written } = readDesignFront(design ?? '');
  const isChanged = design !== undefined && PARTS.some((part) => !design.includes(texts[part]));
  const stands =
    status === null
      ? 'it is a draft that nobody approved'
      : status === 'FINAL'
        ? `it was approved (${lastModified})`
        : `it waits for approval (${lastModified})`;
  const since = isChanged ? ', and its parts were changed since' : '';
  const how = written === '' ? '' : `, written ${written}`;
  return `Exported from the design of the feature \`${featureId}\`${how}; ${stands}${since}.`;
}

function chapterBlocks(exporting: Exporting, chapter: DesignChapter, placed: ReadonlySet<string>): readonly string[] {
  const { title, sections, otherwise, drawn = [] } = chapter;
  const found = sections.flatMap((place) => sectionsAt(exporting.parts, place, placed));
  if (found.length === 0) return otherwise === undefined ? [] : [`## ${title}`, otherwise];
  const diagrams = new Map(drawnIn(exporting.source.texts));
  return [
    `## ${title}`,
    ...drawn.map((name) => `\`\`\`mermaid\n${diagrams.get(name)}\n\`\`\``),
    ...found.map((text) => demoted(text.trimEnd(), 1)),
  ];
}

function sectionsAt(parts: DesignParts, place: string, placed: ReadonlySet<string>): readonly string[] {
  const [name = '', id = ''] = place.split('/');
  const part = PARTS.find((each) => each === name);
  if (part === undefined) return [];
  const isMeant = (own: string): boolean => (id === '*' ? !placed.has(`${part}/${own}`) : own === id);
  return parts[part].sections.filter((section) => isMeant(section.id)).map(({ text }) => text);
}

/** What the last review left open, and what the design assumes. */
function openBlocks({ source: { texts, design = '' } }: Exporting, title: string): readonly string[] {
  const issues = /\n## Open Issues\n\n[^\n]*\n\n([\s\S]*?)\n\n?## /.exec(design)?.[1]?.trim() ?? '';
  const assumed = PARTS.flatMap((part) =>
    withoutFences(texts[part])
      .split('\n')
      .map((line) => line.replace(/^[ \t>*+-]{0,9}/, ''))
      .filter((line) => line.startsWith('Assumption:')),
  );
  if (issues === '' && assumed.length === 0) return [];
  return [
    `## ${title}`,
    ...(issues === '' ? [] : ['The review of the design left these issues open:', issues]),
    ...(assumed.length === 0
      ? []
      : ['The design assumes:', [...new Set(assumed)].map((line) => `- ${line}`).join('\n')]),
  ];
}

/** The text with its headings so many ranks lower. Nothing else changes. */
function demoted(text: string, by: number): string {
  let written = '';
  let from = 0;
  for (const { depth, text: title, start, end } of headingsOf(text)) {
    written += `${text.slice(from, start)}${'#'.repeat(Math.min(depth + by, RANK_MAX))} ${title}`;
    from = end;
  }
  return written + text.slice(from);
}
