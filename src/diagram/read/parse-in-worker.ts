// What parsers of every platform share: the messages, the time limit (src-7), what is reported about a diagram that
// could not be read.

import type { Problem } from '../problem.ts';
import { askWorker, type StartWorker } from './ask-worker.ts';
import type { ParseResult } from './parse-here.ts';
import type { SourceText } from './source.ts';

export type ToParser = SourceText;
/** `ready` comes once, after loading: the time limit of a diagram does not count it. */
export type FromParser = 'ready' | ParseResult;

export interface ParseOptions {
  /** Time the parser may work; neither loading it nor what other programs take from it is counted. */
  readonly timeoutMs?: number;
}

/** One diagram at a time, in order of asking. Problems of `source` are among those given back. Never rejects because of
 *  the diagram. */
export type ParseDiagram = (source: SourceText, options?: ParseOptions) => Promise<ParseResult>;

const TIMEOUT_MS = 5_000;

export function parseInWorker(start: StartWorker<ToParser, ParseResult>): ParseDiagram {
  const ask = askWorker(start, 'The diagram parser');
  return async (source, { timeoutMs = TIMEOUT_MS } = {}) => {
    if (source.problems.some((problem) => problem.severity === 'problem')) {
      return { drawing: null, problems: source.problems };
    }
    const answer = await ask(source, timeoutMs);
    if (answer.kind === 'answer') return answer.message;
    const problem = answer.kind === 'late' ? tooSlow(source, timeoutMs) : tooLarge(source);
    return { drawing: null, problems: [...source.problems, problem] };
  };
}

function tooSlow(source: SourceText, timeoutMs: number): Problem {
  return {
    severity: 'problem',
    code: 'diagram-too-slow',
    message: `Expected Mermaid to read the diagram within ${timeoutMs / 1000} s of work, but it was still reading.`,
    fix: 'Make the diagram smaller, or its labels shorter.',
    line: source.firstLine,
    column: 1,
  };
}

function tooLarge(source: SourceText): Problem {
  return {
    severity: 'problem',
    code: 'diagram-too-large',
    message: "Expected Mermaid to read the diagram within the parser's memory, but it needed more.",
    fix: 'Make the diagram smaller, or split it into subflows.',
    line: source.firstLine,
    column: 1,
  };
}
