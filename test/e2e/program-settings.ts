// What a test tells the programs it spawns, by one variable of their environment.

import type { CrashPoint } from '../../src/runtime/crash-points.ts';

export interface ProgramSettings {
  /** A PostgreSQL address or the path of a SQLite file. */
  readonly place: string;
  /** Where actions and answered commands are noted. */
  readonly log: string;
  readonly capacity?: number;
  /** Says that it runs on this machine, so that nobody here can tell by its process number that it is dead. */
  readonly host?: string;
  /** How long `work` takes. */
  readonly workMs?: number;
  /** The path of a file: `work` ends when there is one. */
  readonly release?: string;
  readonly drainMs?: number;
  /** The engine's own, where a test need not wait for the real ones. */
  readonly leaseMs?: number;
  readonly sweepMs?: number;
  /** Where files are written. */
  readonly workspace?: string;
  /** When a program that writes files kills itself: after the commit that orders one, or after one is written. */
  readonly dies?: 'before-write' | 'before-report';
  /** Where a program kills itself: the point, and which visit of it. */
  readonly crash?: { readonly point: CrashPoint; readonly visit: number };
  /** The address of a model server. */
  readonly model?: string;
  /** Who answers: `user:...` or `agent:...`. */
  readonly actor?: string;
}

export const SETTINGS_NAME = 'E2E_PROGRAM_SETTINGS';

export function ownSettings(): ProgramSettings {
  return JSON.parse(process.env[SETTINGS_NAME] ?? '{}') as ProgramSettings;
}
