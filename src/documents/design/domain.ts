// What rules understand of a brief: who acts, which records are kept, what is done to them, and what limits it.

import type { ColumnType } from './attribute-kinds.ts';
import type { VerbKind } from './verb-kinds.ts';

/** Where something was read: `REQ-003`, `brief`; `assumed` where nobody said it. */
export type Origin = string;

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly isPersonal: boolean;
  /** Written by the product, never taken from a request. */
  readonly isMade: boolean;
  /** SQL on the column's own name; '' for none. */
  readonly check: string;
  /** The entity that it refers to; '' for none. */
  readonly references: string;
  readonly origin: Origin;
  readonly maxLength: number | null;
  /** Of a status: its values, the first one first. */
  readonly values: readonly string[];
}

export interface Entity {
  /** `expense claim`. */
  readonly name: string;
  /** `TBL-001`. */
  readonly id: string;
  readonly table: string;
  readonly model: string;
  readonly columns: readonly Column[];
  /** Columns that are unique together. */
  readonly unique: readonly (readonly string[])[];
  readonly origin: Origin;
  /** How long it may last, from `starts_at` to `ends_at`. */
  readonly period?: Figure;
  /** Changes of state that the input forbids. */
  readonly guards?: readonly Guard[];
}

/** What is `from` must not become `to`. */
export interface Guard {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

export interface UseCase {
  readonly id: string;
  readonly title: string;
  /** `Member`; `Scheduler` for what time starts. */
  readonly actor: string;
  readonly requirements: readonly string[];
  /** What was said, sentence by sentence. */
  readonly said: readonly string[];
  /** Conditions and effects that the product adds. */
  readonly rules: readonly Rule[];
  /** The entity it is about; '' for none. */
  readonly entity: string;
}

export interface Rule {
  readonly text: string;
  readonly origin: Origin;
  readonly figures: readonly Figure[];
}

export interface Figure {
  readonly bound: 'max' | 'min' | 'exactly' | 'over';
  readonly amount: number;
  /** `day`, `EUR`, `photo`. */
  readonly unit: string;
  /** As it stands: `at most 14 days`. */
  readonly text: string;
}

export interface Endpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly kind: VerbKind | 'job';
  readonly entity: string;
  readonly useCases: readonly string[];
  /** Actors that may call it. */
  readonly roles: readonly string[];
  readonly body: readonly Column[];
  readonly filters: readonly string[];
  /** The state that it leads to; '' for none. */
  readonly state: string;
  /** Why it is there though nobody said so; '' for what was said. */
  readonly assumed: string;
  /** Of the roles, those that may call it for their own records only. */
  readonly ownRoles: readonly string[];
}

export interface Component {
  readonly id: string;
  readonly title: string;
  readonly responsibility: string;
  readonly useCases: readonly string[];
  readonly entities: readonly string[];
  readonly kind: 'records' | 'jobs' | 'messages' | 'payments' | 'files' | 'reports' | 'client' | 'exchange';
}

export interface Domain {
  readonly title: string;
  readonly brief: string;
  readonly hasRequirements: boolean;
  readonly actors: readonly string[];
  readonly entities: readonly Entity[];
  readonly useCases: readonly UseCase[];
  readonly endpoints: readonly Endpoint[];
  readonly components: readonly Component[];
  /** Systems and services of others. */
  readonly outside: readonly { readonly name: string; readonly use: string; readonly origin: Origin }[];
  /** Sentences on speed, load, availability, retention and access, with their figures. */
  readonly qualities: readonly Quality[];
  readonly channels: readonly string[];
  /** Every sentence that counts, with its figures. */
  readonly statements: readonly Rule[];
  /** People who are named and of whom rules found nothing that they do. */
  readonly bystanders: readonly string[];
  /** Sentences that rule something out. */
  readonly excluded: readonly Rule[];
  readonly assumptions: readonly string[];
}

export interface Quality extends Rule {
  readonly about: 'load' | 'speed' | 'availability' | 'retention' | 'access' | 'privacy' | 'general';
}
