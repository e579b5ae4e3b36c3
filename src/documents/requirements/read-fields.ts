// The labelled bullets of an item or a review record, read from the file's own text so that values come back exactly.

import type { List, Paragraph } from 'mdast';
import type { Piece } from './outline-requirements.ts';
import { dedent, textOf } from './requirement-text.ts';

export interface Field {
  /** Lower case, words parted by one space: `superseded by`. */
  readonly label: string;
  readonly value: string;
  readonly line: number;
  readonly end: number;
}

const LABEL =
  /^(?:\[[ xX]\][ \t]+)?(\*{1,3}|_{1,3})?([A-Za-z](?:[\w -]{0,59}?[\w-])??)[ \t]*(?:[:：][ \t]*\1|(?=[*_])\1[ \t]*[:：])/;

/** Bullets of any kind, and lines of a paragraph that begin with a bold label. */
export function readFields(piece: Piece, text: string): readonly Field[] {
  return piece.nodes.flatMap((node, index) => {
    if (node.type === 'list')
      return bulletFields(node, text, piece.nodes[index + 1]?.position?.start.offset ?? piece.end);
    return node.type === 'paragraph' ? lineFields(node, text) : [];
  });
}

/** What a hand wrote in the item beside its fields, where it would expect a description to be read. */
export function readParagraphs(piece: Piece, text: string): string {
  const plain = piece.nodes.filter((node) => node.type === 'paragraph' && lineFields(node, text).length === 0);
  return plain.map((node) => textOf(text.slice(node.position?.start.offset, node.position?.end.offset))).join('\n\n');
}

/** The parser ends a bullet with an open fence in it too late, inside what follows: the next start is what counts. */
function bulletFields(list: List, text: string, next: number): Field[] {
  return list.children.flatMap((bullet, index) => {
    const start = bullet.children[0]?.position?.start;
    if (start?.offset === undefined) return [];
    const stop = list.children[index + 1]?.position?.start.offset ?? next;
    const raw = text.slice(start.offset, Math.min(bullet.position?.end.offset ?? stop, stop)).trimEnd();
    const field = labelled(dedent(raw, start.column - 1), false);
    return field === null ? [] : [{ ...field, line: start.line, end: start.offset + raw.length }];
  });
}

function lineFields(paragraph: Paragraph, text: string): Field[] {
  const at = paragraph.position?.start;
  const end = paragraph.position?.end.offset;
  if (at?.offset === undefined || end === undefined) return [];
  const found: { label: string; value: string; line: number; end: number }[] = [];
  for (const [index, line] of text
    .slice(at.offset, end)
    .split(/\r\n|\r|\n/)
    .entries()) {
    const field = labelled(line.trimStart(), true);
    const last = found.at(-1);
    if (field !== null) found.push({ ...field, line: at.line + index, end });
    else if (last === undefined) return [];
    else last.value = textOf(`${last.value}\n${line}`);
  }
  return found;
}

function labelled(source: string, isBoldOnly: boolean): { readonly label: string; readonly value: string } | null {
  const match = LABEL.exec(source);
  if (match === null) return null;
  const [whole, bold, words = ''] = match;
  if (isBoldOnly && bold === undefined) return null;
  const label = words
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
  return { label, value: textOf(source.slice(whole.length)) };
}
