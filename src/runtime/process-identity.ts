// Who this process is to others on the same machine, and whether one of them still lives.

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { ProcessRow } from '../ports/processes.ts';

export interface Identity {
  readonly host: string;
  readonly pid: number;
  readonly bornAt: string;
}

/** Process numbers mean the same only within one machine, since one start of it, within one namespace. */
export function ownIdentity(host = ownHost()): Identity {
  const startedAt = `${Date.now() - Math.round(performance.now())}`;
  return { host, pid: process.pid, bornAt: bornAt(process.pid) ?? startedAt };
}

function ownHost(): string {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const namespace = attempt(() => readlinkSync('/proc/self/ns/pid'));
  return [hostname(), boot, namespace].filter((part) => part !== null).join(' ');
}

/** true only when it is certain: same host, and no such process, or another one under its number. */
export function isSurelyDead(row: ProcessRow, own: Identity): boolean {
  if (row.host !== own.host) return false;
  try {
    process.kill(row.pid, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
  const born = bornAt(row.pid);
  return born !== null && born !== row.bornAt;
}

/** When a process began, as Linux counts: field 22 of its stat, after the name, which may hold anything. */
function bornAt(pid: number): string | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended: only its parent has not noticed.
  if (fields[0] === 'Z' || fields[0] === 'X') return 'ended';
  return fields[19] ?? null;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
