// The headings of the second rank in a part, line by line. What a line alone does not decide is left to the parser of
// Markdown, which knows all of it and slows down with the length of blocks.

import { readBlocks } from '../markdown/read-blocks.ts';

export interface SectionHeading {
  /** Offset of its first character. */
  readonly at: number;
  /** From 1. */
  readonly line: number;
  /** As written, with its marks. */
  readonly source: string;
}

const OPENING = /^(?:(`{3,})[^`]*|(~{3,})(?!~).*)$/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
/** HTML, and what could stand in a list item or outside of one. */
const UNSURE = /^(?: {0,3}<[A-Za-z/!?]| {1,3}(?:#|`{3}|~{3}|-+[ \t]*$|=+[ \t]*$))/;
const UNDERLINE = /^(?:-+|=+)[ \t]*$/;

export function sectionHeadings(text: string): readonly SectionHeading[] {
  return plainHeadings(text) ?? parsedHeadings(text);
}

/** null: the lines alone do not tell. */
export function plainHeadings(text: string): readonly SectionHeading[] | null {
  if (text.startsWith('\uFEFF') || /\r(?!\n)/.test(text)) return null;
  const found: SectionHeading[] = [];
  let fence = '';
  let isAfterText = false;
  let line = 0;
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const start = at;
    const source = text.slice(at, text[end - 1] === '\r' ? Math.max(at, end - 1) : end);
    line += 1;
    at = end + 1;
    if (source === '') {
      isAfterText = false;
      continue;
    }
    if (fence !== '') {
      if ((CLOSING.exec(source)?.[1] ?? '').startsWith(fence)) fence = '';
      isAfterText = false;
    } else if (source.startsWith('```') || source.startsWith('~~~')) {
      const [, ticks, tildes] = OPENING.exec(source) ?? [];
      fence = ticks ?? tildes ?? '';
      isAfterText = fence === '';
    } else {
      if (UNSURE.test(source) || (isAfterText && UNDERLINE.test(source))) return null;
      const isHeading = /^#{1,6}(?:[ \t]|$)/.test(source);
      if (isHeading && /^##(?!#)/.test(source)) found.push({ at: start, line, source });
      isAfterText = !isHeading && source.trim() !== '';
    }
  }
  return found;
}

function parsedHeadings(text: string): readonly SectionHeading[] {
  return readBlocks(text).nodes.flatMap((node) => {
    const { start, end } = node.position ?? {};
    if (node.type !== 'heading' || node.depth !== 2 || start?.offset === undefined) return [];
    return [{ at: start.offset, line: start.line, source: text.slice(start.offset, end?.offset) }];
  });
}
