// What became of a task that is no longer open, for a report that comes too late: the same again, or another's first.

import type { AnyEvent } from '../engine/events.ts';
import { isJsonObject, type Json } from '../json.ts';
import { loadValue } from '../runtime/load-value.ts';
import type { Engine } from '../runtime/open-engine.ts';

export interface PastTask {
  readonly step: string;
  /** `gone`: the run ended first. */
  readonly how: 'completed' | 'skipped' | 'cancelled' | 'failed' | 'gone';
  readonly verdict: string | null;
  readonly output: Json;
  readonly isPersons: boolean;
  /** Who claimed it last. */
  readonly worker: string | null;
  readonly by: string;
  readonly at: number;
}

const PAGE = 1000;
const ENDS: { readonly [type: string]: PastTask['how'] } = {
  TaskCompleted: 'completed',
  TaskSkipped: 'skipped',
  TaskCancelled: 'cancelled',
  TaskFailed: 'failed',
};
const RUN_ENDS: ReadonlySet<string> = new Set(['RunCompleted', 'RunCancelled', 'RunFailed']);

/** null: its run is unknown, or it never was. */
export async function pastTask(engine: Engine, run: string, task: number): Promise<PastTask | null> {
  let past: PastTask | null = null;
  for (let after = 0; ; after += PAGE) {
    const events = await engine.events(run, after, PAGE);
    for (const event of events) {
      past = await followed(engine, run, task, past, event);
      if (past?.how === 'completed') return past;
    }
    if (events.length < PAGE) return past;
  }
}

async function followed(
  { store }: Engine,
  run: string,
  task: number,
  past: PastTask | null,
  { type, data, actor: by, at }: AnyEvent,
): Promise<PastTask | null> {
  if (past?.how === 'gone' && RUN_ENDS.has(type)) return { ...past, by, at };
  if (!('task' in data) || data.task !== task) return past;
  if (type === 'TaskOpened') {
    const isPersons = data.execution !== 'automated';
    return { step: data.step, how: 'gone', verdict: null, output: null, isPersons, worker: null, by, at };
  }
  if (past !== null && type === 'TaskClaimed') return { ...past, worker: data.worker };
  const how = ENDS[type];
  if (past === null || how === undefined) return past;
  if (type !== 'TaskCompleted') return { ...past, how, by, at };
  return { ...past, how, verdict: data.verdict ?? null, output: await loadValue(store, run, data.output), by, at };
}

export interface RepeatedAnswer {
  readonly output?: Json;
  readonly verdict?: string;
  readonly comment?: string;
}

/** Whether what is given was taken already. Code may have added to it: what it changed counts as another. */
export function isSameAgain({ how, verdict, output }: PastTask, given: RepeatedAnswer): boolean {
  if (how !== 'completed') return false;
  if (given.verdict !== undefined && verdict !== null && !isSameWord(given.verdict, verdict)) return false;
  const kept = isJsonObject(output) ? output : {};
  if (given.comment !== undefined && typeof kept.comment === 'string' && given.comment !== kept.comment) return false;
  if (given.output === undefined) return given.verdict !== undefined;
  // A gate's output is made of the word it was given.
  if (typeof given.output === 'string' && verdict !== null) return isSameWord(given.output, verdict);
  return holds(output, given.output);
}

export const isSameWord = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

function holds(whole: Json, part: Json): boolean {
  if (Array.isArray(part))
    return Array.isArray(whole) && whole.length === part.length && part.every((each, at) => holds(whole[at], each));
  if (!isJsonObject(part)) return whole === part;
  return isJsonObject(whole) && Object.entries(part).every(([name, each]) => holds(whole[name] ?? null, each ?? null));
}

/** The message to the model: who was first, and that what it gave was not taken. */
export function lateNote(past: PastTask, status: string): string {
  return `${pastTaskText(past, status)} What was given now was not taken${past.isPersons ? '; tell the person' : ''}.`;
}

export function pastTaskText({ step, how, verdict, isPersons, by, at }: PastTask, status: string): string {
  const when = `${by} at ${new Date(at).toISOString()}`;
  if (how === 'gone') return `The run is ${status.replaceAll('_', ' ')}, by ${when}.`;
  if (how !== 'completed') return `"${step}" is no longer open: it was ${how} by ${when}.`;
  if (!isPersons) return `A result of "${step}" was taken before, from ${when}.`;
  return `"${step}" was already answered${verdict === null ? '' : `: ${verdict}`}, by ${when}.`;
}
