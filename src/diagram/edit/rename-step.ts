// Renames a step everywhere it is named: drawing, styling, configuration and conditions.

import type { Drawing } from '../drawing.ts';
import { type Change, configMap, type EditSource } from '../edit.ts';
import { hasLabelPair } from './metadata.ts';
import { newIdProblem, openStep } from './open-step.ts';
import { renameInConfig, renameInExpression } from './rename-in-config.ts';
import { unchanged } from './set-kind.ts';
import { configProblem, entrySplices } from './set-step-config.ts';
import type { Span, Splice } from './splice.ts';
import { type Mention, type Statement, writtenEdges } from './statements.ts';

/** A step drawn without a label shows its id, so its label follows. */
export function renameStep(from: string, to: string): Change {
  return (opened) => {
    const step = openStep(opened, from);
    if ('refused' in step) return step;
    if (from === to) return unchanged(opened);
    const wrong = newIdProblem(opened, to) ?? configProblem(opened.config);
    if (wrong !== null) return wrong;
    if (opened.drawing.groups.some(({ id }) => id === from))
      return { refused: `Expected a step, found that "${from}" names a subgraph.` };
    // Mermaid reads such an id in a transition, but not in a class, style or click line.
    if (opened.drawing.type === 'state' && !/^\w+$/.test(to) && isStyled(opened.text, step.statements, from)) {
      return { refused: `Expected an id of ASCII letters, digits and "_" for a styled state, found "${to}".` };
    }
    const config = new Map(
      [...configMap(opened.config)].map(([id, json]) => [id === from ? to : id, renameInConfig(id, json, from, to)]),
    );
    return {
      splices: [
        ...nameSplices(step.statements, from, to),
        ...conditionSplices(opened, step.statements, from, to),
        ...configSplices(opened, from, to),
      ],
      drawing: renamedDrawing(opened, step.mentions, from, to),
      config,
    };
  };
}

function isStyled(text: string, statements: readonly Statement[], id: string): boolean {
  return statements.some(
    (statement) =>
      statement.kind === 'about' &&
      !/^note\s/i.test(text.slice(statement.start, statement.start + 5)) &&
      statement.ids.some((named) => named.id === id),
  );
}

function nameSplices(statements: readonly Statement[], from: string, to: string): Splice[] {
  const places = statements.flatMap((statement): Span[] => {
    if (statement.kind === 'about') return statement.ids.filter(({ id }) => id === from);
    if (statement.kind !== 'chain') return [];
    return statement.groups
      .flat()
      .filter(({ id }) => id === from)
      .map(({ start, idEnd }) => ({ start, end: idEnd }));
  });
  return places.map(({ start, end }) => ({ start, end, text: to }));
}

function conditionSplices({ text }: EditSource, statements: readonly Statement[], from: string, to: string): Splice[] {
  const labels = new Set(
    writtenEdges(statements)
      .map(({ link }) => link.label)
      .filter((label) => label !== null),
  );
  return [...labels].map(({ start, end }) => ({
    start,
    end,
    text: renameInExpression(text.slice(start, end), from, to),
  }));
}

function configSplices(opened: EditSource, from: string, to: string): Splice[] {
  return opened.config.entries.flatMap((entry) => {
    const name = entry.id === from ? [{ start: entry.span.idStart, end: entry.span.idEnd, text: to }] : [];
    return [...name, ...entrySplices(opened, entry.id, entry.json, renameInConfig(entry.id, entry.json, from, to))];
  });
}

function renamedDrawing(
  { text, drawing }: EditSource,
  mentions: readonly Mention[],
  from: string,
  to: string,
): Drawing {
  const rename = (id: string) => (id === from ? to : id);
  const hasLabel = mentions.some(({ shape, metadata }) => shape !== null || hasLabelPair(text, metadata));
  return {
    ...drawing,
    nodes: drawing.nodes.map((node) => {
      if (node.id !== from) return node;
      const isUnlabelled = drawing.type === 'state' ? node.descriptions.length === 0 : !hasLabel && node.label === from;
      return { ...node, id: to, label: isUnlabelled ? to : node.label };
    }),
    edges: drawing.edges.map((edge) => ({
      ...edge,
      from: rename(edge.from),
      to: rename(edge.to),
      label: renameInExpression(edge.label, from, to),
    })),
    groups: drawing.groups.map((group) => ({ ...group, nodes: group.nodes.map(rename) })),
  };
}
