// One line for each time an action ran, and for each command that was answered: written by processes that get killed.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** An action began: which task, which attempt, in which process. */
export interface Execution {
  readonly run: string;
  readonly task: number;
  readonly step: string;
  readonly attempt: number;
  readonly pid: number;
}

/** The engine said yes: this must be in the history, whatever happens next. */
export interface AnsweredCommand {
  readonly run: string;
  readonly task: number;
  readonly by: string;
}

/** One write of one short line: whole or not there at all, even for a process that is killed. */
export function note(file: string, line: Execution | AnsweredCommand): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

export function noted<T extends Execution | AnsweredCommand>(file: string): readonly T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}
