// Writes events to a file, one JSON object a line, each with the run it belongs to.

import { closeSync, fstatSync, openSync, readSync, type Stats, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AnyEvent } from '../engine/events.ts';
import { isJsonObject } from '../json.ts';
import { BadUse } from './exit-codes.ts';

const BUFFERED_CHARACTERS_MAX = 64_000;
/** The first event holds the run's input, which may be long. */
const FIRST_LINE_BYTES_MAX = 1_000_000;

export interface EventFile {
  write(run: string, event: AnyEvent): void;
  close(): void;
}

/** Overwrites only what is empty or holds events already, and never one of `inputs`. */
export function openEventFile(path: string, inputs: readonly string[]): EventFile {
  refuseForeign(path, inputs);
  const file = open(path, 'w');
  let buffered = '';
  const flush = (): void => {
    if (buffered !== '') writeSync(file, buffered);
    buffered = '';
  };
  return {
    write: (run, event) => {
      buffered += `${JSON.stringify({ run, ...event })}\n`;
      if (buffered.length > BUFFERED_CHARACTERS_MAX) flush();
    },
    close: () => {
      flush();
      closeSync(file);
    },
  };
}

function refuseForeign(path: string, inputs: readonly string[]): void {
  const there = statOf(path);
  if (there === null) return;
  if (there.isDirectory()) refuse(path, 'it is a folder');
  for (const input of inputs) {
    const read = statOf(input);
    if (read?.ino === there.ino && read.dev === there.dev) refuse(path, 'this run reads that file');
  }
  // A pipe or a device keeps nothing that could be lost.
  if (there.isFile() && there.size > 0 && !holdsEvents(path))
    refuse(path, 'the file has other content, which would be lost');
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function holdsEvents(path: string): boolean {
  const file = open(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(fstatSync(file).size, FIRST_LINE_BYTES_MAX));
    const [line = ''] = bytes.toString('utf8', 0, readSync(file, bytes)).split('\n', 1);
    const first: unknown = JSON.parse(line);
    return isJsonObject(first) && typeof first.type === 'string' && typeof first.number === 'number';
  } catch {
    return false;
  } finally {
    closeSync(file);
  }
}

function open(path: string, flags: 'r' | 'w'): number {
  try {
    return openSync(path, flags);
  } catch (thrown) {
    return refuse(path, reasonOf(path, thrown as NodeJS.ErrnoException));
  }
}

function reasonOf(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `there is no folder ${dirname(path)}`;
  if (code === 'ENOTDIR') return `${dirname(path)} is a file, not a folder`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'permission denied';
  return code ?? message;
}

function refuse(path: string, why: string): never {
  throw new BadUse(`Events cannot be written to ${path}: ${why}. Nothing was run.`);
}
