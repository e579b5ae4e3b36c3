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
