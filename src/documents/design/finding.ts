// What rules find in a design, and what they get from outside: parsers of SQL and diagrams are not pure code.

import type { PartName } from './part.ts';

export const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface DesignFinding {
  /** `use-case-without-api`. */
  readonly rule: string;
  readonly severity: Severity;
  readonly part: PartName;
  /** The id of the section it is about. */
  readonly section: string;
  /** Of the part's text, from 1. */
  readonly line: number;
  readonly message: string;
  readonly suggestion: string;
}

/** What a parser of the dialect says of all SQL in the database part. */
export interface SqlReport {
  readonly dialect: string;
  /** false: no parser here knows the dialect, or what it would have to read is too much for it. */
  readonly isChecked: boolean;
  /** Why SQL of a known dialect was not read: `reading it took longer than 5 s`. */
  readonly notReadBecause?: string;
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  readonly tables: readonly SqlTable[];
}

export interface SqlTable {
  readonly name: string;
  /** In the database part. */
  readonly line: number;
  readonly columns: readonly SqlColumn[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly indexes: readonly { readonly name: string; readonly columns: readonly string[]; readonly line: number }[];
}

export interface SqlColumn {
  readonly name: string;
  /** Lower case, as the parser names it: `integer`, `varchar(80)`. */
  readonly type: string;
  readonly isNullable: boolean;
}

export interface ForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly references: readonly string[];
  readonly line: number;
}

/** What Mermaid says of one block. */
export interface DiagramReport {
  readonly part: PartName;
  readonly line: number;
  /** null: it parses. */
  readonly fault: string | null;
  /** Labels or ids of its nodes and entities. */
  readonly names: readonly string[];
}

/** A line of the standards folder that says MUST. */
export interface Standard {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}
