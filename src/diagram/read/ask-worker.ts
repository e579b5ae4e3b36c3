// Questions to a worker that may be slow or die: one at a time, with a limit, and a worker that stays warm for a while.

/** A worker of the platform. */
export interface AskableWorker<Question> {
  post(question: Question): void;
  end(): void;
  /** A resting worker does not keep the process alive. */
  rest?(): void;
  wake?(): void;
  /** How long it has worked since it started, even while it works; rejects once it has ended. */
  workedMs?(): Promise<number>;
}

export interface WorkerEvents<Reply> {
  /** `ready` comes once, after loading: the time limit of a question does not count it. */
  message(message: 'ready' | Reply): void;
  /** The worker failed or ended; may come more than once. */
  died(error?: unknown): void;
}

export type StartWorker<Question, Reply> = (events: WorkerEvents<Reply>) => AskableWorker<Question>;

export type Answer<Message> =
  | { readonly kind: 'answer'; readonly message: Message }
  | { readonly kind: 'late' }
  | { readonly kind: 'dead'; readonly error: unknown };

/** Time that may pass, however little of it the worker gets. */
const PATIENCE_MS = 30_000;
const ASK_AGAIN_MS = 10;
const LOADING_MS = 60_000;
const IDLE_MS = 10_000;

interface Listener<Question, Reply> {
  readonly worker: AskableWorker<Question>;
  /** Resolves with the worker's next message, or with how it failed to come. */
  next(limit: StartLimit): Promise<Answer<'ready' | Reply>>;
}

/** Starts to count, and calls `late` when the time is up; what it gives back stops it. */
type StartLimit = (late: () => void) => () => void;

/** Asks workers that `start` starts, in order of asking. One that is late is ended, and so is one whose answer is no
 *  longer wanted: that counts as late, too. Rejects only where none starts. */
export function askWorker<Question, Reply>(
  start: StartWorker<Question, Reply>,
  name: string,
): (question: Question, workMs: number, signal?: AbortSignal) => Promise<Answer<Reply>> {
  let queue: Promise<unknown> = Promise.resolve();
  let idle: { readonly listener: Listener<Question, Reply>; readonly timer: NodeJS.Timeout } | null = null;

  const warm = (): Listener<Question, Reply> | null => {
    if (idle === null) return null;
    const { listener, timer } = idle;
    idle = null;
    clearTimeout(timer);
    listener.worker.wake?.();
    return listener;
  };

  const keepWarm = (listener: Listener<Question, Reply>): void => {
    listener.worker.rest?.();
    const timer = setTimeout(() => {
      idle = null;
      listener.worker.end();
    }, IDLE_MS);
    // A browser's timer is a number, and keeps nothing alive.
    timer.unref?.();
    idle = { listener, timer };
  };

  const askNow = async (question: Question, workMs: number, signal?: AbortSignal): Promise<Answer<Reply>> => {
    if (signal?.aborted === true) return { kind: 'late' };
    const listener = warm() ?? (await startListener(start, name));
    const answered = listener.next(untilAborted(workLimit(listener.worker, workMs), signal));
    listener.worker.post(question);
    const answer = await answered;
    if (answer.kind === 'answer' && answer.message !== 'ready') {
      keepWarm(listener);
      return { kind: 'answer', message: answer.message };
    }
    listener.worker.end();
    return answer.kind === 'late' ? answer : { kind: 'dead', error: answer.kind === 'dead' ? answer.error : undefined };
  };

  return (question, workMs, signal) => {
    const turn = queue.then(() => askNow(question, workMs, signal));
    queue = turn.catch(() => undefined);
    return turn;
  };
}

async function startListener<Question, Reply>(
  start: StartWorker<Question, Reply>,
  name: string,
): Promise<Listener<Question, Reply>> {
  const listener = listenTo(start);
  const first = await listener.next(timeLimit(LOADING_MS));
  if (first.kind === 'answer') return listener;
  listener.worker.end();
  // Nothing was asked yet: this is our fault, never the author's.
  throw new Error(`${name} did not start.`, { cause: first.kind === 'dead' ? first.error : undefined });
}

function listenTo<Question, Reply>(start: StartWorker<Question, Reply>): Listener<Question, Reply> {
  let settle: (answer: Answer<'ready' | Reply>) => void = () => undefined;
  let death: Answer<never> | null = null;
  const worker = start({
    message: (message) => settle({ kind: 'answer', message }),
    died: (error) => {
      death ??= { kind: 'dead', error };
      settle(death);
    },
  });
  const next = (limit: StartLimit) =>
    new Promise<Answer<'ready' | Reply>>((resolve) => {
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

function untilAborted(limit: StartLimit, signal: AbortSignal | undefined): StartLimit {
  if (signal === undefined) return limit;
  return (late) => {
    const stop = limit(late);
    signal.addEventListener('abort', late, { once: true });
    return () => {
      signal.removeEventListener('abort', late);
      stop();
    };
  };
}

/** On a busy machine a worker that has hardly been let to work is not late: its own time counts where it is known. */
function workLimit<Question>({ workedMs }: AskableWorker<Question>, workMs: number): StartLimit {
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
