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
  /** Trying again cannot help: something stored is not what it was. */
  readonly isLasting: boolean;
  constructor(
    code: StoreFaultCode,
    message: string,
    options: { cause?: unknown; isOutcomeUnknown?: boolean; isLasting?: boolean } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'StoreFault';
    this.code = code;
    this.isOutcomeUnknown = options.isOutcomeUnknown === true;
    this.isLasting = options.isLasting === true;
  }
}

/** The store is there and cannot keep what is in the write. Nothing of it is stored, and asked again it would say the
 *  same: what was to be written has to change. */
export class WriteRefused extends Error {
  constructor(found: string, cause: unknown) {
    const fix = 'Give other or shorter values. Nothing was changed.';
    super(`The store refused the change: ${found}. ${fix}`, { cause });
    this.name = 'WriteRefused';
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
  /** The provider is well: what came of this call is at fault, and may have been paid for. */
  readonly isOfReply: boolean;
  constructor(
    code: CallFaultCode,
    message: string,
    more: { retryAfterMs?: number | null; usage?: CallFault['usage']; isOfReply?: boolean } = {},
  ) {
    super(message);
    this.name = 'CallFault';
    this.code = code;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.usage = more.usage ?? null;
    this.isOfReply = more.isOfReply ?? false;
  }
}

/** A file or folder of the project is not as it must be, or cannot be reached. A person must mend it: no other answer
 *  of anyone would fare better. */
export class WorkspaceFault extends Error {
  readonly code = 'workspace-fault';
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'WorkspaceFault';
  }
}

/** A system that a project brings along cannot be loaded, or may not be. */
export class SystemFault extends Error {
  readonly code: 'folder-not-trusted' | 'agent-not-allowed' | 'system-unusable' | 'system-mismatch';
  constructor(code: SystemFault['code'], message: string) {
    super(message);
    this.name = 'SystemFault';
    this.code = code;
  }
}

export type SourceFaultCode =
  | 'source-not-configured'
  | 'source-refused'
  | 'source-limited'
  | 'source-unreachable'
  | 'source-not-readable'
  | 'source-lost';

/** A host that asks for a longer wait is not asked again, also not by the retries of a step, which come sooner. */
export const SOURCE_WAIT_MAX_MS = 10_000;

/** A source could not be asked or read. `message` is for people and holds no secret: neither keys nor headers. */
export class SourceFault extends Error {
  readonly code: SourceFaultCode;
  /** As the endpoint asked: not before so many milliseconds. */
  readonly retryAfterMs: number | null;
  /** Asking again could help. */
  readonly retryable: boolean;
  constructor(code: SourceFaultCode, message: string, more: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(message, 'cause' in more ? { cause: more.cause } : undefined);
    this.name = 'SourceFault';
    this.code = code;
    this.retryAfterMs = more.retryAfterMs ?? null;
    const isSoon = code === 'source-limited' && (this.retryAfterMs ?? 0) <= SOURCE_WAIT_MAX_MS;
    this.retryable = isSoon || code === 'source-unreachable';
  }
}
