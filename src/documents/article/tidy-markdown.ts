// Markdown without the gaps that sentences leave which were taken out.

import { headingsOf } from '../markdown/headings-of.ts';

/** Without items, paragraphs and headings that have nothing left in them. */
export function tidyMarkdown(markdown: string): string {
  let isItem = false;
  const lines = markdown
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => !/^[ \t]*(?:[-*+]|\d{1,3}[.)]|>)+[ \t]*[.,;]?$/.test(line))
    .map((line) => {
      if (/^\s*[-*+>|#\d]/.test(line)) {
        isItem = /^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(line);
        return line;
      }
      // The paragraphs of an item stay in it.
      isItem &&= line === '' || /^\s{2}/.test(line);
      const tidy = line.replace(/(?<=\S) {2,}/g, ' ');
      return isItem ? tidy : tidy.replace(/^[ \t]+(?=\S)/, '');
    });
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
