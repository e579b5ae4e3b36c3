// Finds a `"` inside a quoted label, which Mermaid drops or stumbles over (src-8).

import type { Problem } from '../problem.ts';
import { blankComments } from './blank-comments.ts';
import { placeAt, type SourceText } from './source.ts';

const FOUND_MAX = 100;

/** At most one problem a line. A label ends at its second `"`: what follows must close the shape or the edge text. */
export function quotesInLabels(source: SourceText, type: 'flowchart' | 'state'): Problem[] {
  const text = quietTags(blankComments(source.diagram));
  const offsets = type === 'flowchart' ? inFlowchart(text) : inStates(text);
  return offsets.slice(0, FOUND_MAX).map((offset) => ({
    severity: 'problem',
    code: 'quote-in-label',
    message: 'Expected a label without " between its quotes, but found one here; Mermaid does not keep it.',
    fix: "Write ' or #quot; instead.",
    ...placeAt(source.diagram, offset, source.firstLine),
  }));
}

/** Mermaid turns `<a href="x">` into `<a href='x'>` before it parses, so those quotes are harmless. */
function quietTags(text: string): string {
  return text.replace(/<\w[^<>]*>/g, (tag) => tag.replace(/="([^"]*)"/g, "='$1'"));
}

function inFlowchart(text: string): number[] {
  const found: number[] = [];
  const marks = /@\{|"/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '@{') {
      marks.lastIndex = metadataEnd(text, marks.lastIndex);
      continue;
    }
    const end = text.indexOf('"', mark.index + 1);
    if (end === -1) break;
    const closer = closerFor(text, mark.index);
    marks.lastIndex = end + 1;
    if (closer === null || closer.test(text.slice(end + 1, end + 50).trimStart())) continue;
    found.push(end);
    const lineEnd = text.indexOf('\n', end);
    if (lineEnd === -1) break;
    marks.lastIndex = lineEnd;
  }
  return found;
}

/** What must follow the label that starts with the quote at `at`; null when that quote starts no label. */
function closerFor(text: string, at: number): RegExp | null {
  const before = text.slice(Math.max(0, at - 50), at);
  if (/(?:--|==|-\.)\s*$/.test(before)) return /^[-=.xo<]/;
  if (!/[[({|>/\\]-?$/.test(before)) return null;
  // Only so far back: a diagram of one long line must not be read again for each of its labels.
  const statement = text.slice(Math.max(0, at - 1_000), at);
  return /(?:^|[;\n])[^\S\n]*click\s[^;\n]*$/.test(statement) ? null : /^[\])}|/\\-]/;
}

/** `@{ ... }` holds YAML, where a quote may be escaped. */
function metadataEnd(text: string, from: number): number {
  const end = /(?:"(?:\\.|[^"\\])*"|[^"}]+)*\}?/y;
  end.lastIndex = from;
  end.exec(text);
  return Math.max(from, end.lastIndex);
}

function inStates(text: string): number[] {
  const found: number[] = [];
  for (const line of text.matchAll(/^[^\S\n]*state\s+"[^"\n]*"(?!\s*as\b)[^"\n]*"/gm)) {
    found.push(line.index + line[0].indexOf('"', line[0].indexOf('"') + 1));
  }
  return found;
}
