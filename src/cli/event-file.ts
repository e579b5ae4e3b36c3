// Writes events to a file, one JSON object a line, each with the run it belongs to.

import { closeSync, openSync, writeSync } from 'node:fs';
import type { AnyEvent } from '../engine/events.ts';
import { BadUse } from './exit-codes.ts';

const BUFFERED_CHARACTERS_MAX = 64_000;

export interface EventFile {
  write(run: string, event: AnyEvent): void;
  close(): void;
}

export function openEventFile(path: string): EventFile {
  const file = open(path);
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

function open(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new BadUse(`Expected to write events to ${path}, but: ${reason}. Nothing was run.`);
  }
}
