// Parses a diagram in this thread: what the worker does, and what tests and benchmarks call.

import type { Drawing } from '../drawing.ts';
import type { Problem } from '../problem.ts';
import { drawnOddly, tooManyEdges } from './drawn-oddly.ts';
import { loadMermaid, type MermaidParser } from './load-mermaid.ts';
import { places } from './places.ts';
import { quotesInLabels } from './quote-in-label.ts';
import { type FlowDb, readFlowchart } from './read-flowchart.ts';
import { readNames } from './read-names.ts';
import { readStates, type StateDb } from './read-states.ts';
import type { SourceText } from './source.ts';
import { syntaxError } from './syntax-error.ts';

export interface ParseResult {
  /** null when there is nothing to compile. */
  readonly drawing: Drawing | null;
  /** Those of `source` included. */
  readonly problems: readonly Problem[];
  /** Names that the diagram shows; only where `source` says that it is a picture. */
  readonly names?: readonly string[];
}

/** Never rejects because of the diagram. Has no time limit: that is the worker's part. */
export async function parseDiagramHere(source: SourceText): Promise<ParseResult> {
  if (source.problems.some((problem) => problem.severity === 'problem')) return failed(...source.problems);
  const mermaid = await loadMermaid();
  if (source.isPicture === true) return parsePicture(source, mermaid);
  try {
    const type = typeOf(source, mermaid);
    if (type !== 'flowchart' && type !== 'state') return failed(...source.problems, type);
    const quotes = quotesInLabels(source, type);
    let drawing: Drawing;
    try {
      const db = await mermaid.parse(source.diagram);
      drawing = type === 'flowchart' ? readFlowchart(db as FlowDb) : readStates(db as StateDb);
    } catch (error) {
      const problems = await explain(source, error, quotes, mermaid);
      return failed(...source.problems, ...problems);
    }
    return { drawing, problems: [...source.problems, ...quotes, ...drawnOddly(source, drawing)] };
  } catch (error) {
    return failed(...source.problems, unreadable(source, error));
  }
}

/** A diagram in a document, of any type that Mermaid knows: it is read, not compiled. */
async function parsePicture(source: SourceText, mermaid: MermaidParser): Promise<ParseResult> {
  try {
    const type = mermaid.detectType(source.diagram);
    const db: unknown = await mermaid.parse(source.diagram);
    return { drawing: null, problems: source.problems, names: readNames(type, db) };
  } catch (error) {
    return failed(...source.problems, ...(await explain(source, error, [], mermaid)));
  }
}

function failed(...problems: readonly Problem[]): ParseResult {
  return { drawing: null, problems };
}

const TYPES: ReadonlyMap<string, Drawing['type']> = new Map([
  ['flowchart', 'flowchart'],
  ['flowchart-v2', 'flowchart'],
  ['flowchart-elk', 'flowchart'],
  ['stateDiagram', 'state'],
]);

function typeOf(source: SourceText, mermaid: MermaidParser): Drawing['type'] | Problem {
  const place = firstWord(source);
  let found: string;
  try {
    found = mermaid.detectType(source.diagram);
  } catch {
    found = '';
  }
  if (found === '---') {
    const message = 'Expected front matter to end with a line "---", but found none.';
    return {
      severity: 'problem',
      code: 'syntax-error',
      message,
      fix: 'Close the front matter with a line "---".',
      line: source.firstLine,
      column: 1,
    };
  }
  const type = TYPES.get(found);
  if (type !== undefined) return type;
  return {
    severity: 'problem',
    code: 'unsupported-diagram',
    message: `Expected "graph", "flowchart" or "stateDiagram-v2" as the first word, but found "${place.word}".`,
    fix: 'Draw the workflow as a flowchart, or as a state diagram.',
    line: place.line,
    column: place.column,
  };
}

function firstWord(source: SourceText): { word: string; line: number; column: number } {
  const { line, column } = places(source).first;
  const text = source.diagram.split('\n')[line - source.firstLine] ?? '';
  return { word: /^[^\s:;]*/.exec(text.slice(column - 1, column + 59))?.[0] ?? '', line, column };
}

/** A quote in a label explains the syntax error it causes better than the parser does. */
async function explain(
  source: SourceText,
  error: unknown,
  quotes: readonly Problem[],
  mermaid: MermaidParser,
): Promise<Problem[]> {
  if (error instanceof RangeError) return [tooDeep(source)];
  if (error instanceof Error && error.message.startsWith('Edge limit exceeded')) return [tooManyEdges(source)];
  const problem = await syntaxError(source, error, (text) => mermaid.parse(text));
  const lines = source.diagram.split('\n');
  const isCause = (quote: Problem) => {
    const onLine = (lines[quote.line - source.firstLine] ?? '').split('"').length - 1;
    return quote.line === problem.line || (quote.line < problem.line && onLine % 2 === 1);
  };
  return quotes.some(isCause) ? [...quotes] : [...quotes, problem];
}

function tooDeep(source: SourceText): Problem {
  return {
    severity: 'problem',
    code: 'diagram-too-large',
    message: 'Expected a diagram Mermaid can read, but its parts are nested too deeply.',
    fix: 'Draw it flat, or split the workflow into subflows.',
    line: source.firstLine,
    column: 1,
  };
}

function unreadable(source: SourceText, error: unknown): Problem {
  if (error instanceof RangeError) return tooDeep(source);
  return {
    severity: 'problem',
    code: 'syntax-error',
    message: 'Expected a diagram Mermaid can read, but its parser broke off without a reason.',
    fix: 'Remove parts of the diagram until it is read, then correct the last one removed.',
    line: source.firstLine,
    column: 1,
  };
}
