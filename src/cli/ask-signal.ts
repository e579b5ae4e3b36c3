// Lets a person send a signal: one that is waited for, or one that is kept until it is.

import { randomUUID } from 'node:crypto';
import { isStanding } from '../engine/run-state.ts';
import { signalsOf } from '../engine/waits-for.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { Sender } from '../runtime/pending-write.ts';
import type { RunDriver, ShownRun } from '../runtime/run-driver.ts';
import { askJson } from './ask-value.ts';
import { printOutcome } from './print-outcome.ts';
import { askChoice, askLine, BACK, isPromptExit, LEAVE, type PromptResult, tell } from './prompt.ts';
import { quitHint } from './quit-hint.ts';
import { deadlineText } from './real-time.ts';

export interface SignalChoice {
  readonly run: ShownRun;
  readonly name: string;
  /** Of an open wait. */
  readonly key?: string;
  /** A wait still to come has a key that only the sender can know. */
  readonly needsKey?: boolean;
  /** Nobody takes it now: it is kept for later. */
  readonly isKept: boolean;
  readonly hint: string;
}

/** What can be sent now, first what someone waits for. */
export function signalChoices(driver: RunDriver): SignalChoice[] {
  const choices = [...driver.runs.values()].flatMap((run) => (run.state.status === 'running' ? choicesIn(run) : []));
  return choices.toSorted((a, b) => Number(a.isKept) - Number(b.isKept));
}

function choicesIn(run: ShownRun): SignalChoice[] {
  const { state, workflow } = run;
  const found = new Map<string, SignalChoice>();
  const add = (choice: Omit<SignalChoice, 'run'>): void => {
    const id = JSON.stringify([choice.name, choice.key ?? null]);
    if (!found.has(id)) found.set(id, { run, ...choice });
  };
  const tokens = [...state.tokens.values()].filter((token) => !isStanding(state, token));
  for (const { step: id, wait } of tokens) {
    const step = stepOf(run, id);
    const name = step.wait?.signal;
    if (wait !== undefined && name !== undefined) {
      const key = wait === name ? {} : { key: (JSON.parse(wait) as readonly string[])[1] ?? '' };
      add({ name, ...key, isKept: false, hint: `for ${id}` });
    }
    for (const event of signalsOf(step)) add({ name: event, isKept: false, hint: `in ${id}` });
  }
  for (const { step } of tokens)
    for (const { event } of stepOf(run, step).defer)
      add({ name: event, isKept: true, hint: `kept: ${step} defers it` });
  const isOpen = new Set(tokens.flatMap(({ wait, step }) => (wait === undefined ? [] : [step])));
  for (const { id, wait } of workflow.steps) {
    if (wait === null || isOpen.has(id)) continue;
    add({
      name: wait.signal,
      isKept: true,
      hint: `kept until ${id} waits for it`,
      ...(wait.key && { needsKey: true }),
    });
  }
  return [...found.values()];
}

/** Until when the signals that are waited for may come, in words; '' when that has no end. */
export function signalDeadline(driver: RunDriver): string {
  const texts = [...driver.runs.values()].flatMap((run) =>
    [...run.state.tokens.values()].flatMap((token) => {
      const until = token.task === undefined ? deadlineText(driver, run, { token: token.id }) : '';
      return until === '' ? [] : [`${token.step} waits ${until}`];
    }),
  );
  return [...new Set(texts)].join('; ');
}

export async function askSignal(
  driver: RunDriver,
  choices: readonly SignalChoice[],
  by: Sender,
  signal: AbortSignal,
): Promise<PromptResult<'done' | 'refused'>> {
  if (choices.length === 0) {
    tell.warn('No signal is waited for, now or later.');
    return 'refused';
  }
  const until = signalDeadline(driver);
  const options = choices.map((choice) => ({
    value: choice as SignalChoice | null,
    label: choice.key === undefined ? choice.name : `${choice.name} (key ${choice.key})`,
    hint: choice.hint,
  }));
  for (;;) {
    const message = until === '' ? 'Which signal?' : `Which signal? ${until}`;
    const chosen = await askChoice(
      message,
      [...options, { value: null, label: 'quit', hint: quitHint(driver) }],
      signal,
    );
    if (isPromptExit(chosen)) return chosen;
    if (chosen === null) return LEAVE;
    const sent = await askContent(driver, chosen, by, signal);
    if (sent !== BACK || signal.aborted) return sent;
  }
}

async function askContent(driver: RunDriver, choice: SignalChoice, by: Sender, signal: AbortSignal) {
  const { run, name, needsKey } = choice;
  const check = (line: string) => (line.trim() === '' ? 'Expected the key of the wait, found nothing.' : undefined);
  const key = needsKey ? await askLine(`Key of ${name}`, { check }, signal) : choice.key;
  if (isPromptExit(key)) return key;
  const value = await askJson(`Data of ${name}`, 'JSON or text; empty for none', signal);
  if (isPromptExit(value)) return value;
  const id = `terminal-${randomUUID()}`;
  return printOutcome(
    await driver.send(run.id, { type: 'SendSignal', id, name, value, ...(key !== undefined && { key }) }, by),
  );
}
