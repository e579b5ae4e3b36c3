// Mermaid's state diagram statements as a Drawing.

import type { Drawing, DrawnEdge } from '../drawing.ts';
import { decodeEntities } from './entities.ts';

/** What is read of Mermaid's StateDB: its statements, `[*]` already named `root_start` or `root_end`. */
export interface StateDb {
  getRootDocV2(): { readonly doc: readonly Statement[] };
}

interface Statement {
  readonly stmt: string;
  readonly state1?: StateStatement;
  readonly state2?: StateStatement;
  readonly description?: string | readonly string[];
}

interface StateStatement extends Statement {
  readonly id: string;
  readonly type?: string;
  readonly doc?: readonly Statement[];
  readonly note?: { readonly text: string };
  /** true for the `[*]` that starts, false for the one that ends, absent for a state. */
  readonly start?: boolean;
}

interface State {
  readonly id: string;
  shape: string;
  readonly descriptions: string[];
  readonly notes: string[];
}

/** `region` names the part between two `--` lines: Mermaid's own name for it is random. */
interface Inside {
  readonly parent: string | null;
  readonly region: string | null;
}

interface StateReader {
  readonly states: Map<string, State>;
  readonly edges: DrawnEdge[];
  readonly groups: Map<string, Set<string>>;
}

/** What Mermaid draws: not a state that only a `class` or `style` line names. Composites are flattened. */
export function readStates(db: StateDb): Drawing {
  const reading: StateReader = { states: new Map(), edges: [], groups: new Map() };
  readStatements(db.getRootDocV2().doc, { parent: null, region: null }, reading);
  const nodes = [...reading.states.values()].map((state) => ({
    id: state.id,
    label: state.descriptions[0] ?? state.id,
    labelType: 'markdown' as const,
    shape: state.shape,
    descriptions: state.descriptions,
    note: state.notes.length === 0 ? null : state.notes.join('\n'),
  }));
  const titles = new Map(nodes.map((node) => [node.id, node.label]));
  const groups = [...reading.groups].map(([id, members]) => ({ id, title: titles.get(id) ?? id, nodes: [...members] }));
  return { type: 'state', nodes, edges: reading.edges, groups };
}

function readStatements(statements: readonly Statement[], inside: Inside, reading: StateReader): void {
  let regions = 0;
  for (const statement of statements) {
    if (statement.stmt === 'relation' && statement.state1 !== undefined && statement.state2 !== undefined) {
      const from = readState(statement.state1, inside, reading);
      const to = readState(statement.state2, inside, reading);
      const label = decodeEntities(textOf(statement.description).join('\n'));
      reading.edges.push({ from, to, label, stroke: 'normal', arrow: 'arrow_point' });
    } else if (isState(statement) && statement.type === 'divider') {
      // A region is not a state; what it holds belongs to the composite around it.
      regions++;
      readStatements(statement.doc ?? [], { ...inside, region: `${inside.parent ?? 'root'}_${regions}` }, reading);
    } else if (isState(statement)) {
      readState(statement, inside, reading);
    }
  }
}

function isState(statement: Statement): statement is StateStatement {
  return statement.stmt === 'state' || statement.stmt === 'default';
}

function readState(statement: StateStatement, inside: Inside, reading: StateReader): string {
  const isUnnamed = statement.start !== undefined && inside.region !== null;
  const id = isUnnamed ? `${inside.region}_${statement.start ? 'start' : 'end'}` : decodeEntities(statement.id.trim());
  let state = reading.states.get(id);
  if (state === undefined) {
    // The first mention decides the shape, as in Mermaid: `<<choice>>` after an arrow to the state comes too late.
    state = { id, shape: shapeOf(statement), descriptions: [], notes: [] };
    reading.states.set(id, state);
  }
  for (const text of textOf(statement.description)) state.descriptions.push(decodeEntities(text.trim()));
  if (statement.note !== undefined) state.notes.push(decodeEntities(statement.note.text));
  if (inside.parent !== null) reading.groups.get(inside.parent)?.add(id);
  if (statement.doc !== undefined) {
    state.shape = 'composite';
    if (!reading.groups.has(id)) reading.groups.set(id, new Set());
    readStatements(statement.doc, { parent: id, region: null }, reading);
  }
  return id;
}

function shapeOf(statement: StateStatement): string {
  if (statement.start === true) return 'start';
  if (statement.start === false) return 'end';
  return statement.type ?? 'default';
}

function textOf(description: string | readonly string[] | undefined): readonly string[] {
  const texts = typeof description === 'string' ? [description] : (description ?? []);
  return texts.filter((text) => text !== '');
}
