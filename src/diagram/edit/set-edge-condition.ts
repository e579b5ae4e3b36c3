// Sets or removes the condition on one arrow.

import type { Change, Draft, EditSource, Refusal } from '../edit.ts';
import { replaceStatement, statementsOf } from './open-step.ts';
import { unchanged } from './set-kind.ts';
import type { Splice } from './splice.ts';
import { type Chain, type Link, type Mention, type WrittenEdge, writtenEdges } from './statements.ts';
import { writeDescription, writeLabel } from './write-label.ts';

/** The `nth` arrow from `from` to `to`, counted from 0; `[*]` names the start and the end. null removes the label. */
export function setEdgeCondition(from: string, to: string, nth: number, label: string | null): Change {
  return (opened) => {
    const wanted = (label ?? '').trim();
    if (/[\n\r]/.test(wanted)) return { refused: 'Expected a condition of one line, found a line break.' };
    const read = statementsOf(opened);
    if ('refused' in read) return read;
    const written = writtenEdges(read.statements);
    const matches = [...written.keys()].filter((index) => isBetween(opened, written, index, from, to));
    const index = matches[nth];
    const edge = index === undefined ? undefined : written[index];
    if (index === undefined || edge === undefined) {
      return {
        refused: `Expected arrow number ${nth + 1} from "${from}" to "${to}", found ${matches.length} between them.`,
      };
    }
    return edgeDraft(opened, written, index, edge, wanted);
  };
}

function isBetween(
  { drawing }: EditSource,
  written: readonly WrittenEdge[],
  index: number,
  from: string,
  to: string,
): boolean {
  const drawn = drawing.edges[index];
  const edge = written[index];
  return (from === drawn?.from || from === edge?.from.id) && (to === drawn?.to || to === edge?.to.id);
}

function edgeDraft(
  opened: EditSource,
  written: readonly WrittenEdge[],
  index: number,
  edge: WrittenEdge,
  label: string,
): Draft | Refusal {
  const { drawing, text } = opened;
  const drawn = drawing.edges[index];
  if (drawn?.label === label) return unchanged(opened);
  if (drawn?.stroke === 'invisible')
    return { refused: 'Expected an arrow that is an edge, found "~~~", which only places steps.' };
  const edges = drawing.edges.map((other, at) => (at === index ? { ...other, label } : other));
  const draft = { ...unchanged(opened), drawing: { ...drawing, edges } };
  if (written.filter(({ link }) => link === edge.link).length === 1)
    return { ...draft, splices: [inPlace(text, edge.link, label)] };
  if (edge.chain.links.some(({ name }) => name !== null))
    return { refused: 'Expected an arrow without a name, found "name@-->" drawn for several steps.' };
  return { ...draft, splices: [splitChain(text, edge.chain, written, edge, label)], reordered: 'all-but-first' };
}

/** Mermaid lets a line end after an arrow, but not after the label of one. */
function inPlace(text: string, link: Link, label: string): Splice {
  const splice = labelSplice(text, link, label);
  const gap = text.slice(link.end, link.next);
  const isBroken = link.form === 'pipe' && link.label === null && gap.includes('\n') && gap.trim() === '';
  return isBroken ? { start: splice.start, end: link.next, text: `${splice.text} ` } : splice;
}

function labelSplice(text: string, link: Link, label: string): Splice {
  const { form, labelPlace, arrow } = link;
  if (label === '') return { ...labelPlace, text: form === 'inline' ? arrow : '' };
  if (form === 'colon') {
    const written = writeDescription(label, false);
    return link.label === null ? { ...labelPlace, text: ` : ${written}` } : { ...link.label, text: written };
  }
  const written = writeLabel(
    label,
    link.label === null ? '' : text.slice(link.label.start, link.label.end).trim(),
  ).text;
  return link.label === null ? { ...labelPlace, text: `|${written}|` } : { ...link.label, text: written };
}

/** `A & B --> C` as one statement for each arrow, so that one can differ; each box at its step's first name. */
function splitChain(
  text: string,
  chain: Chain,
  written: readonly WrittenEdge[],
  changed: WrittenEdge,
  label: string,
): Splice {
  const drawn = new Set<Mention>();
  const nameOf = (mention: Mention) => {
    const isFirst = !drawn.has(mention);
    drawn.add(mention);
    return isFirst ? text.slice(mention.start, mention.end) : mention.id;
  };
  const lines = written
    .filter((edge) => edge.chain === chain)
    .map((edge) => {
      const arrow = edge === changed ? relabelled(text, edge.link, label) : text.slice(edge.link.start, edge.link.end);
      return `${nameOf(edge.from)} ${arrow} ${nameOf(edge.to)}`;
    });
  return replaceStatement(text, chain, lines);
}

function relabelled(text: string, link: Link, label: string): string {
  const { start, end, text: inserted } = labelSplice(text, link, label);
  return text.slice(link.start, start) + inserted + text.slice(end, link.end);
}
