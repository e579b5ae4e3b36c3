// Parses a diagram in a worker that is ended when it takes too long (src-7).

import { Worker } from 'node:worker_threads';
import type { Problem } from '../problem.ts';
import type { Parsed } from './parse-here.ts';
import type { FromParser, ToParser } from './parse-worker.ts';
import type { SourceText } from './source.ts';

export { type Parsed, parseDiagramHere } from './parse-here.ts';

export interface ParseOptions {
  /** Time for the parser itself; loading it is not counted. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
const LOADING_MS = 60_000;
const IDLE_MS = 10_000;
const HEAP_MB = 512;

interface Parser {
  readonly worker: Worker;
  /** Resolves with the worker's next message, or with how it failed to come. */
  next(timeoutMs: number): Promise<Answer>;
}

type Answer =
  | { readonly kind: 'answer'; readonly message: FromParser }
  | { readonly kind: 'late' }
  | { readonly kind: 'dead'; readonly error: unknown };

let queue: Promise<unknown> = Promise.resolve();
let idle: { readonly parser: Parser; readonly timer: NodeJS.Timeout } | null = null;

/** One diagram at a time, in order of asking. Problems of `source` are among those given back. Never rejects because of
 *  the diagram. The worker stays warm for a while without keeping the process alive. */
export function parseDiagram(source: SourceText, options: ParseOptions = {}): Promise<Parsed> {
  if (source.problems.some((problem) => problem.severity === 'problem')) {
    return Promise.resolve({ drawing: null, problems: source.problems });
  }
  const turn = queue.then(() => parseInWorker(source, options.timeoutMs ?? TIMEOUT_MS));
  queue = turn.catch(() => undefined);
  return turn;
}

async function parseInWorker(source: SourceText, timeoutMs: number): Promise<Parsed> {
  const parser = warmParser() ?? (await startParser());
  const answered = parser.next(timeoutMs);
  parser.worker.postMessage(source satisfies ToParser);
  const answer = await answered;
  if (answer.kind === 'answer' && answer.message !== 'ready') {
    keepWarm(parser);
    return answer.message;
  }
  await parser.worker.terminate();
  const problem = answer.kind === 'late' ? tooSlow(source, timeoutMs) : tooLarge(source);
  return { drawing: null, problems: [...source.problems, problem] };
}

function warmParser(): Parser | null {
  if (idle === null) return null;
  const { parser, timer } = idle;
  idle = null;
  clearTimeout(timer);
  parser.worker.ref();
  return parser;
}

function keepWarm(parser: Parser): void {
  parser.worker.unref();
  const timer = setTimeout(() => {
    idle = null;
    void parser.worker.terminate();
  }, IDLE_MS);
  timer.unref();
  idle = { parser, timer };
}

async function startParser(): Promise<Parser> {
  // Beside this file, whatever it is compiled to.
  const file = new URL(import.meta.url.replace(/parse(\.\w+)$/, 'parse-worker$1'));
  // Flags of the process (`--input-type`, `--test`) are not for the worker.
  const worker = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  const parser = listenTo(worker);
  const first = await parser.next(LOADING_MS);
  if (first.kind === 'answer') return parser;
  await worker.terminate();
  // No diagram was read yet: this is our fault, never the author's.
  throw new Error('The diagram parser did not start.', { cause: first.kind === 'dead' ? first.error : undefined });
}

function listenTo(worker: Worker): Parser {
  let settle: (answer: Answer) => void = () => undefined;
  let death: Answer | null = null;
  const die = (error?: unknown) => {
    death ??= { kind: 'dead', error };
    settle(death);
  };
  worker.on('message', (message: FromParser) => settle({ kind: 'answer', message }));
  worker.on('error', die);
  worker.on('exit', () => die());
  const next = (timeoutMs: number) =>
    new Promise<Answer>((resolve) => {
      const timer = setTimeout(() => settle({ kind: 'late' }), timeoutMs);
      settle = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      if (death !== null) settle(death);
    });
  return { worker, next };
}

function tooSlow(source: SourceText, timeoutMs: number): Problem {
  return {
    severity: 'problem',
    code: 'diagram-too-slow',
    message: `Expected Mermaid to read the diagram within ${timeoutMs / 1000} s, but it was still reading.`,
    fix: 'Make the diagram smaller, or its labels shorter.',
    line: source.firstLine,
    column: 1,
  };
}

function tooLarge(source: SourceText): Problem {
  return {
    severity: 'problem',
    code: 'diagram-too-large',
    message: `Expected Mermaid to read the diagram within ${HEAP_MB} MB of memory, but it needed more.`,
    fix: 'Make the diagram smaller, or split it into subflows.',
    line: source.firstLine,
    column: 1,
  };
}
