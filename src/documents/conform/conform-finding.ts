// One place where a document contradicts itself, or where a workflow differs from it.

export type FindingPlace = 'drawing' | 'table' | 'states' | 'workflow';

export const CONFORM_RULES = [
  ...['pair-missing', 'state-missing', 'drawing-unreadable'],
  ...['workflow-lacks-pair', 'workflow-adds-pair', 'workflow-lacks-state', 'workflow-adds-state'],
] as const;

export type ConformRule = (typeof CONFORM_RULES)[number];

export interface ConformFinding {
  readonly rule: ConformRule;
  /** What lacks it, or says it wrongly. */
  readonly place: FindingPlace;
  /** The heading that place stands under. */
  readonly heading: string;
  /** Of the document; of the workflow where only that has it. */
  readonly line: number;
  /** `A -> B`, or a state. */
  readonly what: string;
  readonly message: string;
  readonly fix: string;
  /** How it was settled; null: it was not. */
  readonly settled: string | null;
}

export type OpenFinding = Omit<ConformFinding, 'settled'>;
