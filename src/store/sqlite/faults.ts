// What SQLite's errors mean to us: a StoreFault each, so that callers never see the driver's.

import { StoreFault, WriteRefused } from '../../errors.ts';

const PRIMARY = 0xff;
const SQLITE_PERM = 3;
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_TOOBIG = 18;
const SQLITE_CONSTRAINT = 19;
const SQLITE_MISMATCH = 20;
const SQLITE_AUTH = 23;
const SQLITE_NOTADB = 26;
const IOERR_FSYNC = 1034;
/** Write, sync of file or folder, truncate, shared memory size: what a disk without room answers when it does not
 *  simply say full. */
const WRITE_IOERR: ReadonlySet<number> = new Set([778, IOERR_FSYNC, 1290, 1546, 4874, 5130, 5386]);

/** Someone else has the lock now; trying again may help. */
export function isBusy(error: unknown): boolean {
  const code = primaryOf(error);
  return code === SQLITE_BUSY || code === SQLITE_LOCKED;
}

/** Errors that are not SQLite's come back as they are: they are defects of ours. */
export function asStoreFault(error: unknown, place: string): unknown {
  if (error instanceof StoreFault || error instanceof WriteRefused) return error;
  const code = codeOf(error);
  const found = error instanceof Error ? error.message : String(error);
  if (code === null) {
    if (isClosed(error)) return unusable(place, 'an open store', 'that it was closed', error);
    return isNoSpace(error) ? full(place, found, error, false) : error;
  }
  switch (code & PRIMARY) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return busyFault(place, error);
    case SQLITE_FULL:
      return full(place, found, error, false);
    case SQLITE_IOERR:
      return WRITE_IOERR.has(code) ? full(place, found, error, code === IOERR_FSYNC) : broken(place, found, error);
    case SQLITE_CORRUPT:
      return broken(place, found, error);
    case SQLITE_NOTADB:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return unusable(place, `a store this process may use`, found, error);
    case SQLITE_TOOBIG:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
      return new WriteRefused(found, error);
    default:
      return error;
  }
}

export function busyFault(place: string, cause: unknown): StoreFault {
  const found = `The store ${place} is busy: another process kept writing to it.`;
  const message = `${found} Try again, or end the other process. Nothing was changed.`;
  return new StoreFault('store-busy', message, { cause });
}

export function unusable(place: string, expected: string, found: string, cause?: unknown): StoreFault {
  const hint = 'Use another place, or put a store there. Nothing was changed.';
  const message = `Expected ${expected} at ${place}, found: ${found}. ${hint}`;
  return new StoreFault('store-unusable', message, { cause });
}

function full(place: string, found: string, cause: unknown, isOutcomeUnknown: boolean): StoreFault {
  const outcome = isOutcomeUnknown ? 'Whether it is stored is unknown: read again.' : 'Nothing was changed.';
  const hint = `Free some space, then try again. ${outcome}`;
  const message = `There is no space left on the disk of the store ${place}: ${found}. ${hint}`;
  return new StoreFault('store-full', message, { cause, isOutcomeUnknown });
}

function broken(place: string, found: string, cause: unknown): StoreFault {
  const hint = 'Run signoff store verify, or restore a backup. Nothing was changed.';
  const message = `The store ${place} is damaged: ${found}. ${hint}`;
  return new StoreFault('store-broken', message, { cause });
}

function primaryOf(error: unknown): number | null {
  const code = codeOf(error);
  return code === null ? null : code & PRIMARY;
}

function codeOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode;
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE';
}

function isNoSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
