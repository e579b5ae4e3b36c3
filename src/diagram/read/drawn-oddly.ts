// What Mermaid accepts and draws, but no author means; and what only GitHub refuses.

import type { Drawing } from '../drawing.ts';
import type { Place, Problem } from '../problem.ts';
import { alikeBefore, places } from './places.ts';
import { DIAGRAM_LIMITS, type SourceText } from './source.ts';

export function drawnOddly(source: SourceText, drawing: Drawing): Problem[] {
  const count = drawing.edges.length;
  if (count > DIAGRAM_LIMITS.edges) return [tooManyEdges(source)];
  return [
    ...(count > DIAGRAM_LIMITS.edgesOnGitHub ? [notOnGitHub(source, count)] : []),
    ...emptyComments(source, drawing),
    ...mismatchedArrows(source, drawing),
    ...lateShapes(source, drawing),
  ];
}

export function tooManyEdges(source: SourceText): Problem {
  return {
    severity: 'problem',
    code: 'diagram-too-large',
    message: `Expected at most ${DIAGRAM_LIMITS.edges} edges in a diagram, but found more.`,
    fix: 'Split the workflow into subflows.',
    line: source.firstLine,
    column: 1,
  };
}

function notOnGitHub(source: SourceText, count: number): Problem {
  return {
    severity: 'warning',
    code: 'not-drawn-on-github',
    message: `Expected at most ${DIAGRAM_LIMITS.edgesOnGitHub} edges, but found ${count}; GitHub will not draw them.`,
    fix: 'Split the workflow into subflows if it should be seen on GitHub.',
    line: source.firstLine,
    column: 1,
  };
}

function emptyComments(source: SourceText, drawing: Drawing): Problem[] {
  if (drawing.type !== 'flowchart' || !drawing.nodes.some((node) => node.id === '%%')) return [];
  const message = 'Expected text after "%%", but found none; Mermaid draws such a line as a step.';
  const fix = 'Write text after "%%", or leave the line empty.';
  return [{ severity: 'problem', code: 'empty-comment', message, fix, ...places(source).step('%%') }];
}

function mismatchedArrows(source: SourceText, drawing: Drawing): Problem[] {
  const mismatched = drawing.edges.filter((edge) => edge.arrow === 'INVALID');
  if (mismatched.length === 0) return [];
  const where = places(source);
  const numbers = alikeBefore(drawing.edges);
  return mismatched.map((edge) => {
    const { from, to, label } = edge;
    return {
      severity: 'problem',
      code: 'mismatched-arrow',
      message: `Expected the same head at both ends of the arrow from "${from}" to "${to}", but found two kinds.`,
      fix: 'Use --> for the edge, with spaces around its label.',
      ...where.edge(from, to, label, numbers.get(edge)),
    };
  });
}

/** The first mention decides a state's shape: `<<choice>>` behind it changes nothing, in the picture as in the run. */
function lateShapes(source: SourceText, drawing: Drawing): Problem[] {
  if (drawing.type !== 'state') return [];
  const plain = new Set(drawing.nodes.filter((node) => node.shape === 'default').map((node) => node.id));
  return source.diagram.split('\n').flatMap((line, index) => {
    const [, indent, id, shape] = /^(\s*)state\s+(\S+)\s+(?:<<|\[\[)(choice|fork|join)\b/.exec(line) ?? [];
    if (indent === undefined || id === undefined || !plain.has(id)) return [];
    const place: Place = { line: source.firstLine + index, column: indent.length + 1 };
    const found = 'found that here; Mermaid draws a plain state';
    const message = `Expected "${id}" to be declared a ${shape} before it is used, but ${found}.`;
    const fix = 'Move this line above the first arrow that names the state.';
    return [{ severity: 'problem' as const, code: 'late-shape', message, fix, ...place }];
  });
}
