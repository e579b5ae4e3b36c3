// The headings of a Markdown text and the sections they open, by offsets; fences, HTML and quotes hold none.

import type { RootContent } from 'mdast';
import { parseBlocks } from './parse-blocks.ts';

export interface Heading {
  readonly depth: number;
  /** As written, without the marks that make it a heading; several lines become one. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Section {
  readonly heading: Heading;
  /** Offsets of what follows the heading, up to the next one of its depth or higher. */
  readonly start: number;
  readonly end: number;
}

/** Those at the top of the text: a quote's or a list item's own are not among them. */
export function headingsOf(text: string): readonly Heading[] {
  return parseBlocks(text).flatMap((node) => headingOf(text, node));
}

/** Also those inside quotes and list items. */
export function allHeadingsOf(text: string): readonly Heading[] {
  const found: Heading[] = [];
  const left: RootContent[] = [...parseBlocks(text)].reverse();
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    found.push(...headingOf(text, node));
    if ('children' in node && node.type !== 'heading') left.push(...([...node.children].reverse() as RootContent[]));
  }
  return found;
}

/** Sections of this depth, in order. */
export function sectionsOf(text: string, depth: number): readonly Section[] {
  const headings = headingsOf(text);
  return headings.flatMap((heading, at) => {
    if (heading.depth !== depth) return [];
    const next = headings.slice(at + 1).find((other) => other.depth <= depth);
    return [{ heading, start: heading.end, end: next?.start ?? text.length }];
  });
}

/** What may still be open when a text ends, as a fence or a comment, is closed: what follows is not swallowed. */
export function closedMarkdown(text: string): string {
  if (isClosed(text)) return text;
  const closers = [fenceAtEnd(text), '-->', '?>', ']]>', '>', '</script>', '</style>', '</pre>', '</textarea>'];
  const ends = closers.filter((closer) => closer !== '').map((closer) => `${text}\n${closer}`);
  return ends.find(isClosed) ?? text;
}

const isClosed = (text: string): boolean =>
  headingsOf(`${text}\n\n# probe\n`).some(({ start }) => start === text.length + 2);

export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function headingOf(text: string, node: RootContent): Heading[] {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (node.type !== 'heading' || start === undefined || end === undefined) return [];
  const source = text.slice(start, end);
  const atx = /^#{1,6}(?:[ \t]+|$)/.exec(source);
  const written =
    atx === null ? underlined(source) : source.slice(atx[0].length).replace(/(?:^|(?<![ \t])[ \t]+)#+[ \t]*$/, '');
  return [{ depth: node.depth, text: oneLine(written), start, end }];
}

/** Of a heading with a line under it; lines in a quote carry the quote's marks. */
function underlined(source: string): string {
  const [first = '', ...more] = linesOf(source).slice(0, -1);
  return [first, ...more.map((line) => line.replace(/^[ \t>]+/, ''))].join(' ');
}

function fenceAtEnd(text: string): string {
  const last = parseBlocks(text).at(-1);
  if (last?.type !== 'code') return '';
  return /^(`{3,}|~{3,})/.exec(text.slice(last.position?.start.offset ?? 0))?.[1] ?? '';
}
