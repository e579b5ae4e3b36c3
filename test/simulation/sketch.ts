// A diagram in the making: boxes, arrows and configuration, as text and as the drawing the parser would read from it.

import { createHash } from 'node:crypto';
import { type CompileResult, compileDrawing } from '../../src/diagram/compile/compile-drawing.ts';
import { compile } from '../../src/diagram/compile.ts';
import { readConfig } from '../../src/diagram/config/config-block.ts';
import type { Drawing, DrawnEdge } from '../../src/diagram/drawing.ts';
import { readSource } from '../../src/diagram/read/source.ts';
import type { JsonObject } from '../../src/json.ts';

export interface Sketch {
  readonly type: 'flowchart' | 'state';
  readonly nodes: readonly SketchNode[];
  /** In a machine `[*]` is written as from or to. */
  readonly edges: readonly SketchEdge[];
  readonly config: ReadonlyMap<string, JsonObject>;
}

export interface SketchNode {
  readonly id: string;
  readonly label: string;
  readonly shape: 'square' | 'round' | 'diamond' | 'subroutine' | 'stadium' | 'default' | 'choice' | 'fork' | 'join';
}

export interface SketchEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

const BRACKETS: Readonly<Record<string, readonly [string, string]>> = {
  square: ['["', '"]'],
  round: ['("', '")'],
  diamond: ['{"', '"}'],
  subroutine: ['[["', '"]]'],
  stadium: ['(["', '"])'],
};

export function textOf(sketch: Sketch): string {
  const lines = sketch.type === 'flowchart' ? flowLines(sketch) : stateLines(sketch);
  const config = [...sketch.config].map(([id, json]) => `%% @${id}: ${JSON.stringify(json)}`);
  return [...lines, '%% === WORKFLOW_CONFIG ===', ...config, '%% === END_CONFIG ===', ''].join('\n');
}

function flowLines({ nodes, edges }: Sketch): string[] {
  const boxes = nodes.map(({ id, label, shape }) => {
    const [open, close] = BRACKETS[shape] ?? ['[', ']'];
    return `  ${id}${open}${label}${close}`;
  });
  const arrows = edges.map(({ from, to, label }) => `  ${from} -->${label === '' ? '' : `|"${label}"|`} ${to}`);
  return ['flowchart TD', ...boxes, ...arrows];
}

function stateLines({ nodes, edges }: Sketch): string[] {
  const boxes = nodes.map(({ id, shape }) => (shape === 'default' ? `  ${id}` : `  state ${id} <<${shape}>>`));
  const arrows = edges.map(({ from, to, label }) => `  ${from} --> ${to}${label === '' ? '' : ` : ${label}`}`);
  return ['stateDiagram-v2', ...boxes, ...arrows];
}

/** Compiles without the parser: what it would read is known here already. */
export function compileSketch(sketch: Sketch): CompileResult {
  const source = readSource('simulated.mmd', textOf(sketch));
  return compileDrawing(source, drawingOf(sketch), readConfig(source.diagram, source.firstLine), OPTIONS);
}

export async function compileText(sketch: Sketch): Promise<CompileResult> {
  return compile({ text: textOf(sketch), ...OPTIONS });
}

export function hash(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

const OPTIONS = { fileName: 'simulated.mmd', hash };

function drawingOf({ type, nodes, edges }: Sketch): Drawing {
  const drawn: DrawnEdge[] = edges.map(({ from, to, label }) => ({
    from: from === '[*]' ? 'root_start' : from,
    to: to === '[*]' ? 'root_end' : to,
    label,
    stroke: 'normal',
    arrow: 'arrow_point',
  }));
  const ends = ['root_start', 'root_end'].filter((id) => drawn.some(({ from, to }) => from === id || to === id));
  const pseudo = ends.map((id) => ({ id, label: id, shape: id === 'root_start' ? 'start' : 'end' }));
  return {
    type,
    nodes: [...nodes, ...pseudo].map((node) => ({ ...node, labelType: 'string', descriptions: [], note: null })),
    edges: drawn,
    groups: [],
  };
}
