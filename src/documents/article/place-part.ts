// Puts an introduction or a conclusion in the place of a draft's own, and closes the gaps that sentences leave.

import { headingsOf } from '../markdown/headings-of.ts';
import { readDraft } from './read-draft.ts';

const CONCLUSION = /^(?:conclusions?|summary|closing (?:remarks|thoughts)|final thoughts|in (?:short|summary))$/i;

/** Nothing is placed where there is no text. */
export function placePart(draft: string, part: 'introduction' | 'conclusion', text: string): string {
  const own = text
    .replace(/^\s*#{1,6} [^\n]*\n/, '')
    .replace(/^#{1,6} [^\n]*$/gm, '')
    .trim();
  if (own === '') return draft;
  const { lead, sections } = readDraft(draft);
  if (part === 'introduction') {
    const first = sections[0];
    // Some drafts head their introduction.
    const isHeaded = first !== undefined && /^introduction$/i.test(first.heading);
    const end = isHeaded ? first.end : lead.end;
    return `${draft.slice(0, lead.start).trimEnd()}\n\n${own}\n\n${draft.slice(end).trimStart()}`;
  }
  const found = sections.findLast(({ heading }) => CONCLUSION.test(heading));
  if (found === undefined) return `${draft.trimEnd()}\n\n## Conclusion\n\n${own}\n`;
  return `${draft.slice(0, found.start)}\n\n${own}\n\n${draft.slice(found.end).trimStart()}`.trimEnd().concat('\n');
}

/** Without items, paragraphs and headings that have nothing left in them. */
export function tidyMarkdown(markdown: string): string {
  const lines = markdown
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => !/^[ \t]*(?:[-*+]|\d{1,3}[.)]|>)+[ \t]*[.,;]?$/.test(line))
    .map((line) => (/^\s*[-*+>|#\d]/.test(line) ? line : line.replace(/(?<=\S) {2,}/g, ' ').replace(/^ +(?=\S)/, '')));
  return withoutEmptySections(lines.join('\n'))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .concat('\n');
}

function withoutEmptySections(markdown: string): string {
  const headings = headingsOf(markdown);
  const empty = headings.filter(({ depth, end }, at) => {
    const next = headings[at + 1];
    const isLeaf = next === undefined || next.depth <= depth;
    return depth > 1 && isLeaf && markdown.slice(end, next?.start ?? markdown.length).trim() === '';
  });
  return empty.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), markdown);
}
