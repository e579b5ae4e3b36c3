// What every rule reads: the parts, the items named in them, and what parsers said.

import { fencedBlocks } from '../design/fenced-blocks.ts';
import type {
  DesignFinding,
  DiagramReport,
  Severity,
  SqlColumn,
  SqlReport,
  SqlTable,
  Standard,
} from '../design/finding.ts';
import { type DesignItems, readItems } from '../design/items.ts';
import { type DesignParts, type DesignTexts, type PartName, parseParts } from '../design/part.ts';
import { openQuestion } from '../design/section-questions.ts';

/** What the rules get from outside. */
export interface Around {
  readonly sql: SqlReport;
  readonly diagrams: readonly DiagramReport[];
  readonly standards: readonly Standard[];
  /** Ids of the requirements that the design answers to; absent where there is no PRD. */
  readonly requirements?: readonly string[];
  /** What the ids of earlier drafts stood for; absent: this is the first. */
  readonly knownIds?: { readonly [id: string]: string };
  /** Whether a path that a link names exists, seen from the design's folder; absent: links to files are not judged. */
  isFile?(path: string): boolean;
}

export interface CheckContext {
  readonly texts: DesignTexts;
  readonly parts: DesignParts;
  readonly items: DesignItems;
  readonly around: Around;
  /** Tables that the text creates, also where the statement does not parse; lower case. */
  readonly created: ReadonlySet<string>;
}

const CREATE =
  /\bcreate\s+(?:temp(?:orary)?\s+|unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?["`[]?(?:\w+\.)?["`[]?(\w+)/gi;

export function contextOf(texts: DesignTexts, around: Around): CheckContext {
  const sql = fencedBlocks(texts.database).map(({ text }) => text.replace(/--[^\n]*/g, ''));
  const created = sql.flatMap((text) => [...text.matchAll(CREATE)].map(([, name = '']) => name.toLowerCase()));
  const parts = parseParts(texts);
  return { texts, parts, around, items: readItems(texts, parts), created: new Set(created) };
}

export const isThere = ({ texts }: CheckContext, part: PartName): boolean => texts[part].trim() !== '';

/** The id of the section that a line of a part is in. */
function sectionAt({ parts }: CheckContext, part: PartName, line: number): string {
  const { sections } = parts[part];
  return (sections.findLast((section) => section.line <= line) ?? sections[0])?.id ?? part;
}

/** A section by its id, with its text; undefined where the design has none. */
export const sectionOf = ({ parts }: CheckContext, part: PartName, id: string) =>
  parts[part].sections.find((section) => section.id === id);

/** Its own question stands in it, unanswered. */
export const isLeftOpen = (context: CheckContext, part: PartName, id: string): boolean =>
  sectionOf(context, part, id)?.text.split('\n').includes(openQuestion(part, id)) ?? false;

export const tableNamed = ({ around }: CheckContext, name: string): SqlTable | undefined =>
  byName(around.sql.tables).get(name.toLowerCase());

export const columnNamed = (table: SqlTable, name: string): SqlColumn | undefined =>
  byName(table.columns).get(name.toLowerCase());

/** Asked for once for every key and index: a search through the list each time would be quadratic. */
const namedIn = new WeakMap<readonly unknown[], ReadonlyMap<string, unknown>>();

function byName<Named extends { readonly name: string }>(list: readonly Named[]): ReadonlyMap<string, Named> {
  const known = namedIn.get(list) as ReadonlyMap<string, Named> | undefined;
  // Of two with the same name the first counts.
  const names = known ?? new Map(list.map((each) => [each.name.toLowerCase(), each] as const).reverse());
  if (known === undefined) namedIn.set(list, names);
  return names;
}

/** A finding at a place of a part. */
export function findingAt(
  context: CheckContext,
  place: { readonly part: PartName; readonly line: number; readonly section?: string },
  finding: { rule: string; severity: Severity; message: string; suggestion: string },
): DesignFinding {
  const { part, line } = place;
  return { ...finding, part, line, section: place.section ?? sectionAt(context, part, line) };
}

/** `member_id`, `memberId` and `Member ID` are the same name. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export const singular = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^s])s$/, '$1');

export const listed = (names: readonly string[]): string => names.join(', ');
