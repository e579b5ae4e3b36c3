// What a client passes through with each report: the run, the task, and which version of it was looked at.

/** Enough of the hash to tell two versions apart; the run's state has the whole. */
const HASH_CHARACTERS = 12;

export interface Thread {
  readonly run: string;
  /** null: whatever is next in the run. */
  readonly task: number | null;
  /** The beginning of the hash of what was shown; null: nothing was. */
  readonly shown: string | null;
  /** Of a conversation: which message comes next, from 1; left out: whichever does. */
  readonly turn?: number;
  /** Instead of a task: the hold that a person is to resolve. */
  readonly hold?: number;
}

export function threadId({ run, task, shown, turn, hold }: Thread): string {
  if (hold !== undefined) return `${run}!${hold}`;
  if (task === null) return run;
  return `${run}#${task}${shown === null ? '' : `.${beginningOf(shown)}`}${turn === undefined ? '' : `@${turn}`}`;
}

/** null: not a thread id at all. */
export function parseThread(text: string): Thread | null {
  const [, run, task, shown, turn, hold] = THREAD.exec(text) ?? [];
  if (run === undefined) return null;
  if (hold !== undefined) return { run, task: null, shown: null, hold: Number(hold) };
  const place = { run, task: task === undefined ? null : Number(task), shown: shown ?? null };
  return turn === undefined ? place : { ...place, turn: Number(turn) };
}

const THREAD =
  /^(run_[0-9A-Za-z]{1,64})(?:#([1-9]\d{0,14})(?:\.([0-9a-f]{12}))?(?:@([1-9]\d{0,5}))?|!([1-9]\d{0,14}))?$/;

/** For a contract in which all turns of a conversation have one thread. */
export const withoutTurn = (thread: string): string => thread.replace(/@\d{1,6}$/, '');

/** Whether a thread's hash is of this version. */
export function isSameVersion(given: string | null, now: string | undefined): boolean {
  return given === (now === undefined ? null : beginningOf(now));
}

function beginningOf(hash: string): string {
  return hash.slice(hash.lastIndexOf(':') + 1).slice(0, HASH_CHARACTERS);
}
