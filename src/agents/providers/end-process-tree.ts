// Ends a program and everything it started: politely first, then for good, and not done before they are gone.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLITE_MS = 2_000;
const FORCED_MS = 1_000;
const LOOK_AGAIN_MS = 20;

/** `leader` must lead a process group of its own. Where /proc exists, descendants that left the group are found too. */
export async function endProcessTree(leader: number): Promise<void> {
  // A child whose parent dies is handed to init, so members are remembered from the first look on.
  const known = new Map<number, string>();
  for (const [signal, patienceMs] of [['SIGTERM', POLITE_MS] as const, ['SIGKILL', FORCED_MS] as const]) {
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += LOOK_AGAIN_MS) {
      const left = livingMembers(leader, known);
      if (left === 'none') return;
      // Repeated for good measure only when forced: a second SIGTERM makes some programs skip their own tidying.
      if (waitedMs === 0 || signal === 'SIGKILL') sendToAll(leader, left, signal);
      await sleep(LOOK_AGAIN_MS);
    }
  }
}

/** At once and without waiting: what is left of a group whose leader has ended. */
export function killGroup(leader: number): void {
  sendSignal(-leader, 'SIGKILL');
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** With the pid it names a process for good: pids come back. */
  readonly started: string;
}

/** `group`: somebody is left, but this system does not say who. */
function livingMembers(leader: number, known: Map<number, string>): readonly number[] | 'group' | 'none' {
  const processes = livingProcesses();
  if (processes === null) return sendSignal(-leader, 0) ? 'group' : 'none';
  const isKnown = (each: Process): boolean => known.get(each.pid) === each.started;
  // Each round finds one more generation; the number of rounds is bounded by the number of processes.
  for (let found = -1; found !== known.size; ) {
    found = known.size;
    for (const each of processes) {
      if (each.group === leader || each.pid === leader || isParentKnown(each, known, processes)) {
        known.set(each.pid, each.started);
      }
    }
  }
  const left = processes.filter(isKnown).map((each) => each.pid);
  return left.length === 0 ? 'none' : left;
}

function isParentKnown(child: Process, known: ReadonlyMap<number, string>, processes: readonly Process[]): boolean {
  const started = known.get(child.parent);
  return started !== undefined && processes.some((each) => each.pid === child.parent && each.started === started);
}

/** null: a system without /proc. */
function livingProcesses(): Process[] | null {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.length === 0 ? null : pids.flatMap((pid) => readProcess(pid) ?? []);
  } catch {
    return null;
  }
}

function readProcess(pid: string): Process | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name stands in parentheses and may hold spaces and parentheses itself.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const [state, parent, group] = fields;
    // A zombie has ended; only its number is kept for a parent that did not ask.
    if (state === 'Z' || state === 'X') return null;
    return { pid: Number(pid), parent: Number(parent), group: Number(group), started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

function sendToAll(leader: number, left: readonly number[] | 'group', signal: NodeJS.Signals): void {
  sendSignal(-leader, signal);
  if (left === 'group') return;
  for (const pid of left) {
    if (pid !== process.pid && pid > 1) sendSignal(pid, signal);
  }
}

function sendSignal(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}
