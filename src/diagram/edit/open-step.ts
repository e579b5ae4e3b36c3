// What every edit of the drawing starts from: the text's statements, proved to be those Mermaid reads.

import type { DrawnNode } from '../drawing.ts';
import type { EditSource, Refusal } from '../edit.ts';
import { readFlowStatements } from './flow-statements.ts';
import type { Span, Splice } from './splice.ts';
import { readStateStatements } from './state-statements.ts';
import { type Chain, type Mention, mentionsOf, type Statement, writtenEdges } from './statements.ts';

/** Refuses when the arrows found here are not those Mermaid read: then positions cannot be trusted. */
export function statementsOf({ text, drawing }: EditSource): { readonly statements: readonly Statement[] } | Refusal {
  const read = drawing.type === 'flowchart' ? readFlowStatements(text) : readStateStatements(text);
  if ('beyond' in read)
    return { refused: `Expected text that can be edited in place, found ${read.beyond}. Edit the text by hand.` };
  const written = writtenEdges(read.statements);
  const isSame =
    written.length === drawing.edges.length &&
    written.every(({ from, to }, index) => {
      const edge = drawing.edges[index];
      return (from.id === '[*]' || from.id === edge?.from) && (to.id === '[*]' || to.id === edge?.to);
    });
  const known = new Set([...drawing.nodes, ...drawing.groups].map(({ id }) => id));
  for (const { link } of written) if (link.name !== null) known.add(link.name);
  if (isSame && mentionsOf(read.statements).every(({ id }) => id === '[*]' || known.has(id))) return read;
  return {
    refused: 'Expected text that can be edited in place, found arrows Mermaid reads in another way. Edit it by hand.',
  };
}

export interface OpenedStep {
  readonly node: DrawnNode;
  readonly statements: readonly Statement[];
  readonly mentions: readonly Mention[];
}

export function openStep(opened: EditSource, id: string): OpenedStep | Refusal {
  const node = opened.drawing.nodes.find((candidate) => candidate.id === id);
  if (node === undefined) return { refused: `Expected the id of a step in the diagram, found "${id}".` };
  const read = statementsOf(opened);
  if ('refused' in read) return read;
  const mentions = mentionsOf(read.statements).filter((mention) => mention.id === id);
  if (mentions.length === 0)
    return { refused: `Expected "${id}" to be drawn as a step, found it only in styling or notes.` };
  return { node, statements: read.statements, mentions };
}

/** Why `id` cannot be the id of a new step, or null. */
export function newIdProblem({ drawing }: EditSource, id: string): Refusal | null {
  const pattern =
    drawing.type === 'flowchart' ? /^[\p{L}_][\p{L}\p{N}_]*(?:[.-][\p{L}\p{N}_]+)*$/u : /^[\p{L}_][\p{L}\p{N}_.]*$/u;
  if (!pattern.test(id) || id === '__proto__') {
    return {
      refused: `Expected an id of letters, digits and "_" that starts with a letter, found ${JSON.stringify(id)}.`,
    };
  }
  if (id === 'workflow')
    return { refused: 'Expected another id than "workflow", which names the configuration of the whole.' };
  const isTaken = [...drawing.nodes, ...drawing.groups].some((drawn) => drawn.id === id);
  return isTaken ? { refused: `Expected an id that is not in use, found "${id}", which is.` } : null;
}

export function indentAt(text: string, at: number): string {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  return /^[^\S\n]*/.exec(text.slice(lineStart, at))?.[0] ?? '';
}

/** The statement with its line when it stands alone there, else with its semicolon. */
export function withoutStatement(text: string, { start, end }: Span): Splice {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const tail = /^[^\S\n]*;?[^\S\n]*/.exec(text.slice(end, end + 200))?.[0].length ?? 0;
  const next = text[end + tail];
  if (text.slice(lineStart, start).trim() !== '' || (next !== undefined && next !== '\n'))
    return { start, end: end + tail, text: '' };
  return { start: lineStart, end: Math.min(text.length, end + tail + 1), text: '' };
}

/** The statement's place taken by these, each on its own line. */
export function replaceStatement(text: string, chain: Chain, lines: readonly string[]): Splice {
  if (lines.length === 0) return withoutStatement(text, chain);
  return { start: chain.start, end: chain.end, text: lines.join(`\n${indentAt(text, chain.start)}`) };
}
