// Where everything stands in a requirements file: its text cut into pieces that together are the text again.

import type { Heading, RootContent } from 'mdast';
import { readBlocks } from '../markdown/read-blocks.ts';
import { STANDINGS, type Standing } from './requirement.ts';
import { headingLine } from './requirement-text.ts';

export const SECTION_KINDS = [...STANDINGS, 'history'] as const;
export type SectionKind = Standing | 'history';

export const SECTION_HEADINGS: { readonly [kind in SectionKind]: string } = {
  approved: 'Approved Requirements',
  modified: 'Modified Requirements',
  rejected: 'Rejected Requirements',
  'out-of-scope': 'Out-of-Scope Requirements',
  history: 'Review History',
};

/** A stretch of the file. `section`: a heading and the prose under it; `block`: a smaller heading that is no item;
 *  `open`: a fence or comment that nobody closed, which would swallow whatever is written after it. */
export interface Piece {
  readonly kind: 'preamble' | 'section' | 'item' | 'record' | 'block' | 'open';
  /** The id of an item, the time of a record, else the heading's text. */
  readonly name: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly section: SectionKind | null;
  /** What the section is called in the file; '' before the first. */
  readonly under: string;
  readonly nodes: readonly RootContent[];
}

export interface Outline {
  readonly text: string;
  readonly eol: '\n' | '\r\n';
  readonly pieces: readonly Piece[];
  /** Line of the first marker a version control system left there. */
  readonly conflictLine: number | null;
}

interface Cut extends Omit<Piece, 'end' | 'nodes'> {
  readonly nodes: RootContent[];
}

const ITEM =
  /^[*_`[\s]*(REQ-\d{3,})(?![\w])[*_`]*(?:\]\([^)]*\))?[*_`]*\s*([:\uFF1A\u2013\u2014-]?)[*_]*\s*([\s\S]*)$/i;
const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}[^\s]*)?(?=$|\s)/;

export function outlineRequirements(text: string): Outline {
  const { nodes, conflictLine, openAt } = readBlocks(text);
  const cuts: Cut[] = [{ ...NOWHERE, kind: 'preamble', nodes: [] }];
  for (const node of nodes) {
    const last = cuts.at(-1) as Cut;
    const cut =
      openAt === offsetOf(node) ? openCut(node, last) : node.type === 'heading' ? headingCut(node, last, text) : null;
    if (cut === null) last.nodes.push(node);
    else cuts.push(cut);
  }
  const pieces = cuts.map((cut, index) => ({ ...cut, end: cuts[index + 1]?.start ?? text.length }));
  return { text, eol: eolOf(text), pieces, conflictLine };
}

const NOWHERE = { name: '', title: '', start: 0, line: 1, section: null, under: '' } as const;

function openCut(node: RootContent, last: Cut): Cut {
  return { ...last, kind: 'open', name: '', title: '', start: offsetOf(node), line: lineAt(node), nodes: [node] };
}

/** What a heading begins; null when it is part of what it stands in. */
function headingCut(node: Heading, last: Cut, text: string): Cut | null {
  const words = headingLine(text.slice(offsetOf(node), node.position?.end.offset));
  const here = { start: lineStart(text, offsetOf(node)), line: lineAt(node), title: words, nodes: [node] };
  const item = itemHeading(words, node.depth);
  if (item !== null) return { ...last, ...here, kind: 'item', name: item.id, title: item.title };
  const section = sectionKind(words, node.depth);
  const isFirst = last.kind === 'preamble' && !last.nodes.some((each) => each.type === 'heading');
  const isTitle = isFirst && (node.depth === 1 || /^requirements\b/i.test(words));
  if (section !== null || (node.depth <= 2 && !isTitle)) {
    return { ...here, kind: 'section', name: words, section, under: words };
  }
  const time = last.section === 'history' ? TIME.exec(words)?.[0] : undefined;
  if ((node.depth > 3 && time === undefined) || last.kind === 'preamble') return null;
  return { ...last, ...here, kind: time === undefined ? 'block' : 'record', name: time ?? words };
}

/** Deeper headings are items only in the exact form: `#### REQ-001 in detail` is part of an item. */
function itemHeading(words: string, depth: number): { readonly id: string; readonly title: string } | null {
  const whole = /^(\*\*|__)([\s\S]*)\1$/.exec(words)?.[2] ?? words;
  const [, id, mark, title = ''] = ITEM.exec(whole) ?? [];
  if (id === undefined || depth === 1 || (depth > 3 && mark === '' && title !== '')) return null;
  return { id: id.toUpperCase(), title: title.trim() };
}

function sectionKind(words: string, depth: number): SectionKind | null {
  const plain = words
    .toLowerCase()
    .replace(/\((?!modified)[^)]{0,1000}\)/g, ' ')
    .replace(/[^a-z]+/g, ' ')
    .trim();
  if (depth > 2 && !/ (?:requirements|history)$/.test(plain)) return null;
  const core = plain.replace(/ ?requirements?$/, '');
  if (core === 'approved') return 'approved';
  if (core === 'modified' || core === 'approved modified') return 'modified';
  if (core === 'rejected') return 'rejected';
  if (core === 'out of scope') return 'out-of-scope';
  return core === 'review history' || core === 'history' ? 'history' : null;
}

export function eolOf(text: string): '\n' | '\r\n' {
  const windows = text.split('\r\n').length - 1;
  const all = text.split('\n').length - 1;
  return windows * 2 > all ? '\r\n' : '\n';
}

const offsetOf = (node: RootContent): number => node.position?.start.offset ?? 0;
const lineAt = (node: RootContent): number => node.position?.start.line ?? 1;

/** A heading may be indented by up to three spaces; they are its own. */
function lineStart(text: string, offset: number): number {
  const indent = /[ \t\uFEFF]*$/.exec(text.slice(Math.max(0, offset - 4), offset))?.[0].length ?? 0;
  return offset - indent;
}
