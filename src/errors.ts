// Faults: ours or the outside's, thrown, never the caller's doing. Problems, rejections and failures are values.

export type StoreFaultCode =
  | 'store-busy'
  | 'store-unreachable'
  | 'store-full'
  | 'store-broken'
  | 'store-newer'
  | 'store-unusable';

/** The store could not do what was asked. Nothing of it is stored, unless `isOutcomeUnknown`: the connection broke
 *  after the commit was sent, and only reading again can tell. */
export class StoreFault extends Error {
  readonly code: StoreFaultCode;
  readonly isOutcomeUnknown: boolean;
  constructor(code: StoreFaultCode, message: string, options: { cause?: unknown; isOutcomeUnknown?: boolean } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'StoreFault';
    this.code = code;
    this.isOutcomeUnknown = options.isOutcomeUnknown === true;
  }
}

export type CallFaultCode =
  | 'rate-limited'
  | 'overloaded'
  | 'timed-out'
  | 'content-refused'
  | 'context-too-long'
  | 'bad-key'
  | 'network'
  | 'bad-request'
  | 'aborted'
  | 'no-writer'
  | 'program-failed'
  | 'not-recorded';

/** A call that brought no reply. `message` is for people and holds no secret: neither keys nor headers. */
export class CallFault extends Error {
  readonly code: CallFaultCode;
  /** As the provider asked: not before so many milliseconds. */
  readonly retryAfterMs: number | null;
  /** What it cost all the same, where the provider says so. */
  readonly usage: { readonly in: number; readonly out: number; readonly cached: number } | null;
  constructor(
    code: CallFaultCode,
    message: string,
    more: { retryAfterMs?: number | null; usage?: CallFault['usage'] } = {},
  ) {
    super(message);
    this.name = 'CallFault';
    this.code = code;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.usage = more.usage ?? null;
  }
}
