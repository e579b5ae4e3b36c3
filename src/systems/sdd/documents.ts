// The documents of a design as commands and clients know them.

import { partsNotIn, schemaIn } from '../../documents/design/assemble-design.ts';
import { readItems } from '../../documents/design/items.ts';
import { PARTS, parseParts } from '../../documents/design/part.ts';
import { readDesignFront } from '../../documents/design/read-design-front.ts';
import { DESIGN_EXPORT_LAYOUTS, exportDesign } from '../../documents/export/export-design.ts';
import { DESIGN_FILES } from '../../documents/trace/read-trace.ts';
import type { DocumentSummary, ExportResult, Texts } from '../../ports/system.ts';

export function summaryOf({ design = '', hld = '', lld = '', database = '' }: Texts): DocumentSummary {
  const { title, status, lastModified } = readDesignFront(design);
  const items = readItems({ hld, lld, database });
  const isThere = [hld, lld, database].some((text) => text !== '');
  return {
    ...{ title, status: status?.toLowerCase() ?? (isThere ? 'draft' : null), lastModified },
    counts: isThere
      ? {
          ...{ useCases: items.useCases.length, components: items.components.length },
          ...{ endpoints: items.endpoints.length, tables: items.tables.length },
        }
      : null,
  };
}

/** Of an approved design: the files that are not what it was assembled of, or not what code makes of it. */
export function changedSince({ design = '', schema, ...parts }: Texts): readonly string[] {
  const document = plain(design);
  if (readDesignFront(document).status !== 'FINAL') return [];
  const texts = { hld: plain(parts.hld), lld: plain(parts.lld), database: plain(parts.database) };
  const changed = partsNotIn(document, texts).map((part) => changeText(DESIGN_FILES[part], parts[part]));
  return [...changed, ...(plain(schema) === schemaIn(document) ? [] : [changeText('design/schema.sql', schema)])];
}

const plain = (text = ''): string => text.replaceAll('\r\n', '\n');

const changeText = (file: string, text: string | undefined): string =>
  text === undefined
    ? `${file} is gone since the design was approved.`
    : `${file} was changed since the design was approved.`;

/** Nothing while a part is missing: half a design would be taken for a whole one. */
export function exportAs(layout: string, featureId: string, given: Texts, number: number): ExportResult {
  const known = DESIGN_EXPORT_LAYOUTS.find((one) => one === layout);
  if (known === undefined) throw new Error(`The layout "${layout}" is none of ${DESIGN_EXPORT_LAYOUTS.join(', ')}.`);
  const { hld = '', lld = '', database = '', design } = given;
  const texts = { hld, lld, database };
  if (PARTS.some((part) => texts[part].trim() === '')) return { items: 0, noun: 'section', files: [] };
  const parts = parseParts(texts);
  const items = PARTS.reduce((sum, part) => sum + parts[part].sections.length, 0);
  const source = { featureId, texts, number, ...(design !== undefined && { design }) };
  return { items, noun: 'section', files: exportDesign(known, source) };
}
