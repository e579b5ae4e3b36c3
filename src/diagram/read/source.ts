// From a file's text to the diagram in it (src-1), with the limits that are counted before the parser runs (src-7).

import type { Place, Problem } from '../problem.ts';
import { blankComments } from './blank-comments.ts';

export const DIAGRAM_LIMITS = { characters: 1_000_000, edges: 4_000, edgesOnGitHub: 500 } as const;

export interface SourceText {
  /** The whole file: LF line ends, no byte order mark. */
  readonly text: string;
  /** The Mermaid diagram in it; the whole text unless the file is Markdown. */
  readonly diagram: string;
  /** The file's line on which the diagram starts, from 1. Columns are the file's own: a fence's indent is kept. */
  readonly firstLine: number;
  /** With one of severity `problem` here the diagram is not given to the parser. */
  readonly problems: readonly Problem[];
  /** A picture in a document, of any type: only its names are wanted. */
  readonly isPicture?: boolean;
}

export function readSource(fileName: string, raw: string): SourceText {
  const text = raw.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!/\.(?:md|markdown)$/i.test(fileName)) return withProblems({ text, diagram: text, firstLine: 1 });
  const fence = firstMermaidFence(text);
  if (fence !== null) return withProblems({ text, ...fence });
  const problem: Problem = {
    severity: 'problem',
    code: 'no-mermaid-fence',
    message: 'Expected a ```mermaid block in this Markdown file, but found none.',
    fix: 'Put the diagram between a line ```mermaid and a line ```.',
    line: 1,
    column: 1,
  };
  return { text, diagram: '', firstLine: 1, problems: [problem] };
}

/** Line and column, from 1, of an offset in `text`; `firstLine` is the number of the text's first line. */
export function placeAt(text: string, offset: number, firstLine = 1): Place {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = firstLine;
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line++;
  return { line, column: offset - lineStart + 1 };
}

function firstMermaidFence(text: string): { diagram: string; firstLine: number } | null {
  const lines = text.split('\n');
  let open: { mark: string; first: number; mermaid: boolean } | null = null;
  const cut = (from: number, to: number) => ({ diagram: lines.slice(from, to).join('\n'), firstLine: from + 1 });
  for (const [index, line] of lines.entries()) {
    const fence = /^\s*(`{3,}(?!`)|~{3,}(?!~))(.*)$/.exec(line);
    if (fence === null) continue;
    const mark = fence[1] ?? '';
    const rest = (fence[2] ?? '').trim();
    if (open === null) {
      if (mark.startsWith('`') && rest.includes('`')) continue;
      open = { mark, first: index + 1, mermaid: /^mermaid\b/i.test(rest) };
    } else if (mark.startsWith(open.mark) && rest === '') {
      if (open.mermaid) return cut(open.first, index);
      open = null;
    }
  }
  return open?.mermaid ? cut(open.first, lines.length) : null;
}

function withProblems(source: Omit<SourceText, 'problems'>): SourceText {
  const problem = tooLarge(source) ?? unreadable(source) ?? empty(source) ?? unclosedDirective(source);
  return { ...source, problems: problem === null ? [] : [{ severity: 'problem', ...problem }] };
}

type Finding = Omit<Problem, 'severity'> | null;

function tooLarge({ diagram, firstLine }: Omit<SourceText, 'problems'>): Finding {
  const fix = 'Split the workflow into subflows.';
  const { characters, edges } = DIAGRAM_LIMITS;
  if (diagram.length > characters) {
    const message = `Expected at most ${characters} characters in a diagram, but found ${diagram.length}.`;
    return { code: 'diagram-too-large', message, fix, line: firstLine, column: 1 };
  }
  const arrows = countArrows(diagram);
  if (arrows <= edges) return null;
  const message = `Expected at most ${edges} edges in a diagram, but found ${arrows}.`;
  return { code: 'diagram-too-large', message, fix, line: firstLine, column: 1 };
}

/** Never more than there are arrows: `A & B --> C` counts one, those in quotes or comments none. The parser itself
 *  refuses what this lets pass. */
function countArrows(diagram: string): number {
  const drawn = blankComments(diagram).replace(/"[^"]*"/g, '""');
  return drawn.match(/-{2,}[->xo]|={2,}[=>xo]|\.-|~{3,}/g)?.length ?? 0;
}

function unreadable({ diagram, firstLine }: Omit<SourceText, 'problems'>): Finding {
  const found = /(?![\t\n])\p{Cc}|\p{Cs}/u.exec(diagram);
  if (found === null) return null;
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return {
    code: 'unreadable-character',
    message: `Expected text, but found the character U+${code}, which no diagram can hold.`,
    fix: 'Remove the character, or save the file as UTF-8 text.',
    ...placeAt(diagram, found.index, firstLine),
  };
}

function empty({ diagram, firstLine }: Omit<SourceText, 'problems'>): Finding {
  if (blankComments(diagram).trim() !== '' || diagram.includes('%%{')) return null;
  return {
    code: 'empty-diagram',
    message: 'Expected a diagram, but found nothing to draw.',
    fix: 'Start with a line such as "flowchart TD" or "stateDiagram-v2", then draw the steps.',
    line: firstLine,
    column: 1,
  };
}

/** Mermaid takes an unclosed `%%{` for a directive that reaches to the end of the file, and silently drops it all. */
function unclosedDirective({ diagram, firstLine }: Omit<SourceText, 'problems'>): Finding {
  const at = diagram.lastIndexOf('%%{');
  if (at === -1 || diagram.indexOf('}%%', at) !== -1 || !/^\s*\w/.test(diagram.slice(at + 3, at + 80))) return null;
  return {
    code: 'unclosed-directive',
    message:
      'Expected "}%%" at the end of the directive that starts here, but found none; Mermaid drops all that follows.',
    fix: 'Close the directive with "}%%", or write "%% {" if it is a comment.',
    ...placeAt(diagram, at, firstLine),
  };
}
