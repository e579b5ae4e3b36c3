// The blocks of a Markdown text as HTML: headings, paragraphs, lists, quotations and code. HTML is shown as text.

import type { List, RootContent } from 'mdast';
import { parseBlocks } from '../markdown/parse-blocks.ts';
import { escapeHtml, inlineHtml } from './inline-html.ts';

/** Deeper ones are shown as text. */
const DEPTH_MAX = 8;

export function blocksHtml(markdown: string): string {
  const seen = new Set<string>();
  return parseBlocks(markdown)
    .map((node) => blockHtml(markdown, node, seen, 0))
    .join('\n');
}

function blockHtml(markdown: string, node: RootContent, seen: Set<string>, depth: number): string {
  const raw = markdown.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
  if (depth > DEPTH_MAX) return `<p>${inlineHtml(raw, seen)}</p>`;
  const inner = (children: readonly RootContent[]): string =>
    children.map((child) => blockHtml(markdown, child, seen, depth + 1)).join('\n');
  switch (node.type) {
    case 'heading':
      return `<h${node.depth}>${inlineHtml(headingText(raw), seen)}</h${node.depth}>`;
    case 'paragraph':
      return `<p>${inlineHtml(raw.replace(/\n[ \t>]*/g, ' '), seen)}</p>`;
    case 'blockquote':
      return `<blockquote>${inner(node.children)}</blockquote>`;
    case 'list':
      return listHtml(markdown, node, seen, depth);
    case 'code':
      return `<pre><code>${escapeHtml(node.value)}</code></pre>`;
    case 'thematicBreak':
      return '<hr>';
    default:
      return raw.trim() === '' ? '' : `<p>${escapeHtml(raw)}</p>`;
  }
}

const headingText = (raw: string): string =>
  raw
    .replace(/^#{1,6}[ \t]*/, '')
    .replace(/\n[=-]+[ \t]*$/, '')
    .replace(/\s+/g, ' ');

function listHtml(markdown: string, list: List, seen: Set<string>, depth: number): string {
  const tag = list.ordered === true ? 'ol' : 'ul';
  const items = list.children.map(
    (item) => `<li>${item.children.map((child) => blockHtml(markdown, child, seen, depth + 1)).join('\n')}</li>`,
  );
  return `<${tag}>\n${items.join('\n')}\n</${tag}>`;
}
