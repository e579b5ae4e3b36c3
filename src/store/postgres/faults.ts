// What PostgreSQL's errors, and those of the connection to it, mean to us: a StoreFault each.

import { StoreFault, type StoreFaultCode, WriteRefused } from '../../errors.ts';

const SYSTEM = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|EADDR|ENOENT)/;
/** What the driver says, without a code, when the connection is not there or goes away. */
const SAID =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|timeout expired|read timeout|ended/i;
const LOST: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '53300']);
const BUSY: ReadonlySet<string> = new Set(['55P03', '57014', '53200', '53400']);
const UNUSABLE: ReadonlySet<string> = new Set(['25006', '28000', '28P01', '3D000', '3F000', '42501', '57P04']);
/** Data exceptions, broken constraints, what a function raised, limits such as the size of an index entry. */
const REFUSED: ReadonlySet<string> = new Set(['22', '23', 'P0', '54']);
const RETRIED: ReadonlySet<string> = new Set(['40001', '40P01']);

/** The connection is gone or was never made: the server restarts, is stopped, or is not to be reached. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code === null) return error instanceof Error && SAID.test(error.message);
  return SYSTEM.test(code) || code.startsWith('08') || LOST.has(code);
}

/** Two transactions were in each other's way, and the server undid this one. */
export function isUndone(error: unknown): boolean {
  return RETRIED.has(codeOf(error) ?? '');
}

/** Errors that are neither the server's nor the connection's come back as they are: they are defects of ours. */
export function asStoreFault(error: unknown, place: string, isOutcomeUnknown = false): unknown {
  if (error instanceof StoreFault || error instanceof WriteRefused) return error;
  const code = codeOf(error);
  const found = error instanceof Error ? error.message : String(error);
  const fault = (kind: StoreFaultCode, what: string, advice: string, isUnknown = false): StoreFault => {
    const outcome = isUnknown ? 'Whether it is stored is unknown: read again.' : 'Nothing was changed.';
    const message = `${what}: ${found}. ${advice} ${outcome}`;
    return new StoreFault(kind, message, { cause: error, isOutcomeUnknown: isUnknown });
  };
  if (isLost(error)) {
    return fault(
      'store-unreachable',
      `The store ${place} cannot be reached`,
      'Start the server, then try again.',
      isOutcomeUnknown,
    );
  }
  if (code === null) return error;
  if (code === '53100')
    return fault(
      'store-full',
      `There is no space left on the disk of the store ${place}`,
      'Free some space, then try again.',
    );
  if (isUndone(error) || BUSY.has(code)) {
    return fault('store-busy', `The store ${place} is busy`, 'Try again, or end the process that keeps it busy.');
  }
  if (UNUSABLE.has(code)) {
    return fault(
      'store-unusable',
      `This process may not use the store ${place}`,
      'Use another database, or grant the permission.',
    );
  }
  if (code.startsWith('XX') || code.startsWith('58')) {
    return fault('store-broken', `The store ${place} is damaged`, 'Check the log of the server, or restore a backup.');
  }
  return REFUSED.has(code.slice(0, 2)) ? new WriteRefused(found, error) : error;
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
