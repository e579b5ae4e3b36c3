// Holds a document against itself and a workflow against the document. Diagrams come in parsed.

import { compareSources } from './compare-sources.ts';
import { compareWorkflow, type PairTriggers } from './compare-workflow.ts';
import type { ConformFinding, OpenFinding } from './conform-finding.ts';
import { isSameMachine, machinesOf, type NameOf, type ReadSource, readSource, stateNames } from './machine.ts';
import type { DocumentText, MarkdownTable } from './read-document.ts';
import { type SettledPoint, settle } from './settled-points.ts';
import { stateKey } from './state-names.ts';
import { stateTable, transitionTable } from './table-sources.ts';
import { CONFORM_LIMITS, type SourceKind, type TransitionSource } from './transition.ts';

export interface ConformInput {
  readonly document: DocumentText;
  readonly drawings: readonly TransitionSource[];
  /** Diagrams that could not be read. */
  readonly unread: readonly OpenFinding[];
  readonly workflow: { readonly name: string; readonly drawing: TransitionSource } | null;
  readonly settled: readonly SettledPoint[];
}

export interface SourceCounts {
  readonly kind: SourceKind;
  readonly line: number;
  readonly heading: string;
  readonly count: number;
  readonly ends: number;
  readonly pairs: number;
  readonly states: number;
  /** Rows for any state. */
  readonly any: number;
}

export interface ConformReport {
  /** All was read and compared, and nothing was found that is not settled. */
  readonly ok: boolean;
  readonly sources: readonly SourceCounts[];
  readonly findings: readonly ConformFinding[];
  /** Findings beyond those listed. */
  readonly leftOut: number;
  readonly unusedSettled: readonly SettledPoint[];
  readonly triggers: readonly PairTriggers[];
  readonly workflow: SourceCounts | null;
  readonly notes: readonly string[];
}

export function conformDocument({ document, drawings, unread, workflow, settled }: ConformInput): ConformReport {
  const notes = [...document.notes];
  const sources = allSources(drawings, document.tables, notes);
  const nameOf = stateNames(workflow === null ? sources : [...sources, workflow.drawing]);
  const read = sources.map((source) => readSource(source, nameOf));
  const machines = machinesOf(read);
  const isWhole = notes.length === 0;
  const compared = machines.flatMap((machine) => compareSources(machine));
  const own = workflow === null ? null : workflowComparison(workflow, machines, nameOf, notes);
  const inOrder = [...unread, ...compared].sort((a, b) => a.line - b.line);
  const { findings, unused } = settle([...inOrder, ...(own?.findings ?? [])], settled);
  const open = findings.filter(({ settled: how }) => how === null).length;
  if (read.length === 0 && isWhole) notes.unshift(NOTHING);
  return {
    ok: open === 0 && isWhole && (workflow === null || own !== null),
    sources: read.map(countsOf),
    findings: findings.slice(0, CONFORM_LIMITS.findings),
    leftOut: Math.max(0, findings.length - CONFORM_LIMITS.findings),
    ...{ unusedSettled: unused, triggers: own?.triggers ?? [], notes },
    workflow: workflow === null ? null : countsOf(readSource(workflow.drawing, nameOf)),
  };
}

const NOTHING =
  'The document has no Mermaid state diagram or flowchart that can be read and no table of transitions: ' +
  'there is nothing to compare.';

function allSources(
  drawings: readonly TransitionSource[],
  tables: readonly MarkdownTable[],
  notes: string[],
): readonly TransitionSource[] {
  const known = new Set(drawings.flatMap(({ states }) => states.map(({ name }) => stateKey(name))));
  const read = tables.map((table) => transitionTable(table, known) ?? table);
  for (const source of read) if ('states' in source) for (const { name } of source.states) known.add(stateKey(name));
  const others = read.flatMap((source) => ('states' in source ? source : (stateTable(source, known) ?? [])));
  const kept: TransitionSource[] = [...drawings];
  let transitions = 0;
  for (const source of others) {
    transitions += source.transitions.length + source.states.length;
    if (kept.length >= CONFORM_LIMITS.sources || transitions > CONFORM_LIMITS.transitions) break;
    kept.push(source);
  }
  if (kept.length < drawings.length + others.length)
    notes.push(`Only the first ${kept.length - drawings.length} of ${others.length} tables were compared.`);
  return kept.sort((a, b) => a.line - b.line);
}

/** null: the document says nothing of its states. */
function workflowComparison(
  { name, drawing }: NonNullable<ConformInput['workflow']>,
  machines: readonly (readonly ReadSource[])[],
  nameOf: NameOf,
  notes: string[],
): ReturnType<typeof compareWorkflow> | null {
  const own = readSource(drawing, nameOf);
  const same = machines.filter((machine) => machine.some((source) => isSameMachine(source, own)));
  if (same.length > 0) return compareWorkflow(own, same.flat(), name);
  notes.push(
    `The document describes nothing that shares its states with the workflow ${name}: they were not compared.`,
  );
  return null;
}

function countsOf({ source, pairs, states, byAny }: ReadSource): SourceCounts {
  const { kind, line, heading, count, ends, fromAny } = source;
  return { kind, line, heading, count, ends, pairs: pairs.size - byAny.size, states: states.size, any: fromAny.length };
}
