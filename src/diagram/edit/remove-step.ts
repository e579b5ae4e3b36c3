// Removes a step: its boxes, arrows, styling and configuration.

import type { Drawing, DrawnEdge } from '../drawing.ts';
import { type Change, configMap, type Draft, type EditSource, type Refusal } from '../edit.ts';
import { chainWithout } from './chain-without.ts';
import type { ReorderRule } from './drawing-difference.ts';
import { readFlowStatements } from './flow-statements.ts';
import { openStep, replaceStatement, withoutStatement } from './open-step.ts';
import { configProblem, entrySplices } from './set-step-config.ts';
import { applySplices, type Splice } from './splice.ts';
import { type AboutStatement, chainsOf, type EdgeStyle, type Statement, writtenEdges } from './statements.ts';

/** `bridge` connects the steps before it with the steps after it; an arrow keeps the one condition on its way. */
export function removeStep(id: string, { bridge = false }: { readonly bridge?: boolean } = {}): Change {
  return (opened) => {
    const step = openStep(opened, id);
    if ('refused' in step) return step;
    const wrong = configProblem(opened.config);
    if (wrong !== null) return wrong;
    const edges = edgesWithout(opened, id, bridge);
    if ('refused' in edges) return edges;
    const { statements } = step;
    const written = writtenEdges(statements);
    const onward = bridge ? written.filter(({ from, to }) => from.id === id && to.id !== id) : [];
    const isBridged = onward.length > 0 && written.some(({ from, to }) => to.id === id && from.id !== id);
    const ends = isBridged ? written.filter(({ from, to }) => from.id === id || to.id === id) : [];
    const bridged = new Set(ends.flatMap(({ from, to }) => [from.id, to.id]));
    if (opened.drawing.nodes[0] !== undefined) bridged.delete(opened.drawing.nodes[0].id);
    const splices: Splice[] = [];
    for (const statement of statements) {
      if (statement.kind === 'about') splices.push(...aboutWithout(opened.text, statement, id));
      if (statement.kind !== 'chain' || !statement.groups.flat().some((mention) => mention.id === id)) continue;
      splices.push(
        replaceStatement(
          opened.text,
          statement,
          chainWithout(opened.text, statement, { id, onward, bridged, statements }),
        ),
      );
    }
    splices.push(...renumbered(opened, statements, id, splices));
    return removal(opened, id, edges.edges, splices, bridge);
  };
}

function removal(
  opened: EditSource,
  id: string,
  edges: readonly DrawnEdge[],
  splices: readonly Splice[],
  bridge: boolean,
): Draft {
  const { drawing } = opened;
  const config = new Map(configMap(opened.config));
  const entry = entrySplices(opened, id, config.get(id), undefined);
  config.delete(id);
  // `[*]` is drawn only while an arrow touches it.
  const used = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const isGone = ({ id: other, shape }: { id: string; shape: string }) =>
    other === id || (drawing.type === 'state' && (shape === 'start' || shape === 'end') && !used.has(other));
  return {
    splices: [...splices, ...entry],
    drawing: {
      ...drawing,
      nodes: drawing.nodes.filter((node) => !isGone(node)),
      edges,
      groups: drawing.groups.map((group) => ({ ...group, nodes: group.nodes.filter((member) => member !== id) })),
    },
    config,
    reordered: reorderedBy(drawing, id, bridge),
  };
}

/** In a machine `[*]` says where a run starts, not the order of the text. */
function reorderedBy({ type, nodes }: Drawing, id: string, bridge: boolean): ReorderRule {
  if (type === 'state') return 'all';
  if (!bridge) return undefined;
  return nodes[0]?.id === id ? 'all' : 'all-but-first';
}

function edgesWithout(
  { drawing }: EditSource,
  id: string,
  bridge: boolean,
): { readonly edges: readonly DrawnEdge[] } | Refusal {
  const onward = bridge ? drawing.edges.filter(({ from, to }) => from === id && to !== id) : [];
  const edges: DrawnEdge[] = [];
  for (const edge of drawing.edges) {
    if (edge.from === id) continue;
    if (edge.to !== id) edges.push(edge);
    else {
      for (const next of onward) {
        if (edge.label !== '' && next.label !== '') {
          return {
            refused: `Expected one condition at most from "${edge.from}" over "${id}" to "${next.to}", found two.`,
          };
        }
        const shown = next.label === '' ? edge : next;
        edges.push({ ...shown, from: edge.from, to: next.to });
      }
    }
  }
  return { edges };
}

function aboutWithout(text: string, about: AboutStatement, id: string): Splice[] {
  const kept = about.ids.filter((named) => named.id !== id);
  if (kept.length === about.ids.length) return [];
  if (kept.length === 0) return [withoutStatement(text, about)];
  const start = about.ids[0]?.start ?? about.start;
  return [{ start, end: about.ids.at(-1)?.end ?? start, text: kept.map((named) => named.id).join(',') }];
}

/** `linkStyle` names arrows by number: each number follows its arrow, or goes with it. */
function renumbered(
  { text, drawing }: EditSource,
  statements: readonly Statement[],
  id: string,
  splices: readonly Splice[],
): Splice[] {
  const styles = statements.filter(
    (statement): statement is EdgeStyle => statement.kind === 'edge-style' && statement.numbers.length > 0,
  );
  if (styles.length === 0 || drawing.type !== 'flowchart' || chainsOf(statements).length === 0) return [];
  const after = readFlowStatements(applySplices(text, splices));
  const numberOf = new Map(
    keys('statements' in after ? writtenEdges(after.statements) : []).map((key, number) => [key, number]),
  );
  const old = keys(writtenEdges(statements));
  return styles.flatMap((style) => {
    const numbers = style.numbers
      .map(({ value }) => numberOf.get(old[value] ?? ''))
      .filter((number) => number !== undefined);
    if (numbers.length === 0) return [withoutStatement(text, style)];
    const start = style.numbers[0]?.start ?? style.start;
    return [{ start, end: style.numbers.at(-1)?.end ?? start, text: numbers.join(',') }];
  });

  function keys(edges: ReturnType<typeof writtenEdges>): string[] {
    const count = new Map<string, number>();
    return edges.map(({ from, to }) => {
      const pair = JSON.stringify([from.id, to.id]);
      const nth = count.get(pair) ?? 0;
      count.set(pair, nth + 1);
      return from.id === id || to.id === id ? '' : `${pair}${nth}`;
    });
  }
}
