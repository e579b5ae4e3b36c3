// What every platform's parser shares: the messages, the time limit (src-7), and when a worker starts, rests and ends.

import type { Problem } from '../problem.ts';
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

/** A worker of the platform. */
export interface ParserWorker {
  post(source: ToParser): void;
  end(): void;
  /** A resting worker does not keep the process alive. */
  rest?(): void;
  wake?(): void;
  /** How long it has worked since it started, even while it works; rejects once it has ended. */
  workedMs?(): Promise<number>;
}

export interface WorkerEvents {
  message(message: FromParser): void;
  /** The worker failed or ended; may come more than once. */
  died(error?: unknown): void;
}

const TIMEOUT_MS = 5_000;
/** Time that may pass, however little of it the worker gets. */
const PATIENCE_MS = 30_000;
const ASK_AGAIN_MS = 10;
const LOADING_MS = 60_000;
const IDLE_MS = 10_000;

interface Parser {
  readonly worker: ParserWorker;
  /** Resolves with the worker's next message, or with how it failed to come. */
  next(limit: StartLimit): Promise<Answer>;
}

type Answer =
  | { readonly kind: 'answer'; readonly message: FromParser }
  | { readonly kind: 'late' }
  | { readonly kind: 'dead'; readonly error: unknown };

/** Starts to count, and calls `late` when the time is up; what it gives back stops it. */
type StartLimit = (late: () => void) => () => void;

/** A parser over workers that `start` starts. One worker stays warm for a while after its last diagram. */
export function parseInWorker(start: (events: WorkerEvents) => ParserWorker): ParseDiagram {
  let queue: Promise<unknown> = Promise.resolve();
  let idle: { readonly parser: Parser; readonly timer: NodeJS.Timeout } | null = null;

  const warmParser = (): Parser | null => {
    if (idle === null) return null;
    const { parser, timer } = idle;
    idle = null;
    clearTimeout(timer);
    parser.worker.wake?.();
    return parser;
  };

  const keepWarm = (parser: Parser): void => {
    parser.worker.rest?.();
    const timer = setTimeout(() => {
      idle = null;
      parser.worker.end();
    }, IDLE_MS);
    // A browser's timer is a number, and keeps nothing alive.
    timer.unref?.();
    idle = { parser, timer };
  };

  const parseNow = async (source: SourceText, timeoutMs: number): Promise<ParseResult> => {
    const parser = warmParser() ?? (await startParser(start));
    const answered = parser.next(workLimit(parser.worker, timeoutMs));
    parser.worker.post(source);
    const answer = await answered;
    if (answer.kind === 'answer' && answer.message !== 'ready') {
      keepWarm(parser);
      return answer.message;
    }
    parser.worker.end();
    const problem = answer.kind === 'late' ? tooSlow(source, timeoutMs) : tooLarge(source);
    return { drawing: null, problems: [...source.problems, problem] };
  };

  return (source, options = {}) => {
    if (source.problems.some((problem) => problem.severity === 'problem')) {
      return Promise.resolve({ drawing: null, problems: source.problems });
    }
    const turn = queue.then(() => parseNow(source, options.timeoutMs ?? TIMEOUT_MS));
    queue = turn.catch(() => undefined);
    return turn;
  };
}

async function startParser(start: (events: WorkerEvents) => ParserWorker): Promise<Parser> {
  const parser = listenTo(start);
  const first = await parser.next(timeLimit(LOADING_MS));
  if (first.kind === 'answer') return parser;
  parser.worker.end();
  // No diagram was read yet: this is our fault, never the author's.
  throw new Error('The diagram parser did not start.', { cause: first.kind === 'dead' ? first.error : undefined });
}

function listenTo(start: (events: WorkerEvents) => ParserWorker): Parser {
  let settle: (answer: Answer) => void = () => undefined;
  let death: Answer | null = null;
  const worker = start({
    message: (message) => settle({ kind: 'answer', message }),
    died: (error) => {
      death ??= { kind: 'dead', error };
      settle(death);
    },
  });
  const next = (limit: StartLimit) =>
    new Promise<Answer>((resolve) => {
      const stop = limit(() => settle({ kind: 'late' }));
      settle = (answer) => {
        stop();
        resolve(answer);
      };
      if (death !== null) settle(death);
    });
  return { worker, next };
}

function timeLimit(timeMs: number): StartLimit {
  return (late) => {
    const timer = setTimeout(late, timeMs);
    return () => clearTimeout(timer);
  };
}

/** On a busy machine a worker that has hardly been let to work is not late: its own time counts where it is known. */
function workLimit({ workedMs }: ParserWorker, workMs: number): StartLimit {
  if (workedMs === undefined) return timeLimit(workMs);
  return (late) => {
    const stopWaiting = timeLimit(Math.max(PATIENCE_MS, workMs))(late);
    let timer: NodeJS.Timeout | undefined;
    let stopped = false;
    const before = workedMs();
    const ask = async (): Promise<void> => {
      const leftMs = workMs - ((await workedMs()) - (await before));
      if (stopped) return;
      if (leftMs <= 0) late();
      else askIn(Math.max(leftMs, ASK_AGAIN_MS));
    };
    const askIn = (waitMs: number): void => {
      // A worker that has ended says so itself.
      timer = setTimeout(() => void ask().catch(() => undefined), waitMs);
    };
    before.catch(() => undefined);
    askIn(workMs);
    return () => {
      stopped = true;
      clearTimeout(timer);
      stopWaiting();
    };
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
