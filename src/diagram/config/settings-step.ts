// The settings any step may have, and the two that say what it is.

import { isJsonObject, type JsonObject } from '../../json.ts';
import type { Execution, Fallback, Retry, Step, StepKind } from '../workflow.ts';
import { reportUnknownKeys, STEP_KEYS } from './known-keys.ts';
import { found, type Report } from './problem-sink.ts';
import { type Settings, type SettingsContext, settings } from './settings.ts';
import { readPrompt } from './settings-task.ts';

export type StepSettings = Pick<
  Step,
  | 'set'
  | 'visits'
  | 'requires'
  | 'critical'
  | 'onFailure'
  | 'fallback'
  | 'retry'
  | 'timeoutMs'
  | 'description'
  | 'hitlPhase'
>;

/** Also reports the unknown keys of the whole config, so it is called once per step. */
export function readStepSettings(
  config: JsonObject,
  what: { readonly kind: StepKind; readonly execution: Execution | null },
  report: Report,
  context: SettingsContext,
): StepSettings {
  reportUnknownKeys(config, STEP_KEYS, report);
  const read = settings(config, report, context);
  const once = what.kind === 'subflow' || what.execution === 'manual' || what.execution === 'conversation';
  return {
    set: read.assignments('set') ?? [],
    visits: read.number('visits', { min: 1, max: 10_000_000 }, null),
    requires: read.names('requires'),
    critical: read.flag('critical', null),
    onFailure: read.oneOf('onFailure', ['hold', 'fail', 'skip'], null),
    fallback: readFallback(read),
    retry: readRetry(read, once ? 1 : 3),
    timeoutMs: read.durationMs('timeout'),
    description: read.text('description') ?? '',
    hitlPhase: read.text('hitlPhase') ?? '',
  };
}

export const STEP_TYPES = ['task', 'decision', 'foreach', 'join', 'subflow', 'wait', 'start', 'end'] as const;

/** What the config says the step is (step-1, step-2); null where it leaves that to label and shape. */
export function readKind(
  config: JsonObject,
  report: Report,
  context: SettingsContext,
): { readonly stepType: (typeof STEP_TYPES)[number] | null; readonly execution: Execution | null } {
  const read = settings(config, report, context);
  const execution = read.oneOf('execution', ['automated', 'manual', 'conversation'], null);
  const stepType = read.oneOf('stepType', STEP_TYPES, null);
  const old = read.oneOf('type', ['automated', 'manual'], null);
  if (old !== null) {
    const message = `Expected "execution", found the old key "type": ${found(old)}, which is read as "execution".`;
    report('deprecated-key', ['type'], message, `Write "execution": "${execution ?? old}" instead.`, 'warning');
  }
  return { stepType, execution: execution ?? old };
}

function readRetry(read: Settings, attempts: number): Retry {
  const retry = { attempts, waitMs: 2000, factor: 2 };
  const value = read.object('retry');
  if (value === null) return retry;
  const own = read.inside('retry', value, ['attempts', 'wait', 'factor']);
  return {
    attempts: own.number('attempts', { min: 1, max: 100 }, retry.attempts),
    waitMs: own.durationMs('wait') ?? retry.waitMs,
    factor: own.number('factor', { min: 1, max: 100, fraction: true }, retry.factor),
  };
}

const FALLBACK_KEYS = ['assignee', 'action', 'prompt', 'promptFile', 'output'];

export function readFallback(read: Settings): Fallback | null {
  const value = read.valueAt('fallback');
  if (value === undefined) return null;
  const given = isJsonObject(value) ? FALLBACK_KEYS.filter((key) => Object.hasOwn(value, key)) : [];
  if (!isJsonObject(value) || given.length !== 1) {
    const what = given.length > 1 ? `${given.join(' and ')} together` : found(value);
    const message = `Expected "fallback" to hold one of assignee, action, prompt or output, found ${what}.`;
    read.report('bad-setting', ['fallback'], message, 'Keep exactly one of them.');
    return null;
  }
  const own = read.inside('fallback', value, FALLBACK_KEYS);
  if (given[0] === 'output') return { output: value.output ?? null };
  const assignee = own.text('assignee');
  if (assignee !== null) return { assignee };
  const action = own.text('action');
  if (action !== null) return { action };
  const prompt = readPrompt(own);
  return prompt === null ? null : { prompt };
}
