// Where a step goes next as its config says it: `branches`, `on`, `defer`. The compiler joins them with what is drawn.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { Formula } from '../expression.ts';
import type { Assignment, Transition } from '../workflow.ts';
import { reportUnknownKeys } from './known-keys.ts';
import { below, found, type Report } from './problem-sink.ts';
import { readFormula, type Settings, type SettingsContext, settings } from './settings.ts';

export interface Branch {
  /** null: the default branch. */
  readonly condition: Formula | null;
  readonly targetStepId: string;
  readonly set: readonly Assignment[];
}

/** null when the config has no `branches`; entries without a target or with a wrong condition are left out. */
export function readBranches(config: JsonObject, report: Report, context: SettingsContext): readonly Branch[] | null {
  const list = readList(settings(config, report, context), 'branches');
  if (list === null) return null;
  const branches: Branch[] = [];
  for (const { value, report: own } of list) {
    const read = entrySettings(value, ['condition', 'targetStepId', 'set'], own, context);
    const targetStepId = read && requiredText(read, 'targetStepId');
    if (read === null || targetStepId === null) continue;
    const condition = readCondition(read);
    if (condition === 'wrong') continue;
    branches.push({ condition, targetStepId, set: read.assignments('set') ?? [] });
  }
  return branches;
}

function readCondition(read: Settings): Formula | null | 'wrong' {
  const report = below(read.report, 'condition');
  if (!Object.hasOwn(read.config, 'condition')) {
    report(
      'missing-setting',
      [],
      'Expected a branch to have a condition, found none.',
      'Add "condition"; null makes it the default.',
    );
    return 'wrong';
  }
  const value = read.config.condition ?? null;
  if (value === null || (typeof value === 'string' && value.trim() === 'default')) return null;
  return readFormula(value, report, read.context.roots) ?? 'wrong';
}

export interface OnEntry {
  readonly event: string;
  /** null exactly when it stays. */
  readonly target: string | null;
  readonly when: Formula | null;
  readonly set: readonly Assignment[];
  readonly raise: Transition['raise'];
  readonly stay: boolean;
}

/** All entries of `on`, event by event in the order written; null when the config has no `on`. */
export function readOn(config: JsonObject, report: Report, context: SettingsContext): readonly OnEntry[] | null {
  const on = settings(config, report, context).object('on');
  if (on === null) return null;
  const entries: OnEntry[] = [];
  for (const event of Object.keys(on)) {
    const events = settings(on, below(report, 'on'), context);
    if (!isEventName(event)) {
      events.report('bad-event', [event], badEvent(event), EVENT_FIX);
      continue;
    }
    for (const { value, report: own } of readList(events, event) ?? []) {
      const entry = readOnEntry(event, value, own, context);
      if (entry !== null) entries.push(entry);
    }
  }
  return entries;
}

function readOnEntry(event: string, value: Json, report: Report, context: SettingsContext): OnEntry | null {
  const read = entrySettings(value, ['target', 'when', 'set', 'raise', 'stay'], report, context);
  if (read === null) return null;
  const stay = read.flag('stay', false);
  const target = read.text('target');
  if (stay === (target !== null)) {
    const message = `Expected either a "target" or "stay": true, found ${stay ? 'both' : 'neither'}.`;
    report('bad-setting', ['target'], message, stay ? 'Remove one of them.' : 'Add one of them.');
    return null;
  }
  const condition = read.valueAt('when');
  const when = condition === undefined ? null : readFormula(condition, below(report, 'when'), context.roots);
  if (condition !== undefined && when === null) return null;
  return { event, target, when, set: read.assignments('set') ?? [], raise: readRaise(read), stay };
}

function readRaise(read: Settings): Transition['raise'] {
  const value = read.object('raise');
  if (value === null) return null;
  const own = read.inside('raise', value, ['event', 'data']);
  const event = requiredText(own, 'event');
  if (event === null) return null;
  if (isEventName(event)) return { event, data: own.assignments('data') ?? [] };
  own.report('bad-event', ['event'], badEvent(event), EVENT_FIX);
  return null;
}

export interface DeferredEvent {
  readonly event: string;
  readonly when: Formula | null;
}

export function readDefer(config: JsonObject, report: Report, context: SettingsContext): readonly DeferredEvent[] {
  const deferred: DeferredEvent[] = [];
  for (const entry of settings(config, report, context).names('defer')) {
    const trigger = readTrigger(entry);
    const own = below(report, 'defer');
    if (trigger === null || trigger.event === null) {
      own('bad-event', [], badEvent(entry), EVENT_FIX);
      continue;
    }
    const when = trigger.condition === null ? null : readFormula(trigger.condition, own, context.roots);
    if (trigger.condition === null || when !== null) deferred.push({ event: trigger.event, when });
  }
  return deferred;
}

export interface Trigger {
  readonly event: string | null;
  readonly condition: string | null;
}

/** `event`, `event [condition]` or `[condition]` (state-2); null for anything else, which is prose. */
export function readTrigger(text: string): Trigger | null {
  const trimmed = text.trim();
  const bracket = trimmed.indexOf('[');
  const event = (bracket === -1 ? trimmed : trimmed.slice(0, bracket)).trim();
  if (event !== '' && !isEventName(event)) return null;
  if (bracket === -1) return event === '' ? null : { event, condition: null };
  if (!trimmed.endsWith(']')) return null;
  const condition = trimmed.slice(bracket + 1, -1).trim();
  return condition === '' ? null : { event: event === '' ? null : event, condition };
}

export const isEventName = (name: string): boolean => /^[a-z][A-Za-z0-9_.-]*$/.test(name);

const EVENT_FIX = 'Begin with a small letter; letters, digits, "_", "." and "-" may follow.';
const badEvent = (event: string): string => `Expected the name of an event, found ${found(event)}.`;

/** A list's entries with a report for each; one object may stand without its list. */
function readList(read: Settings, key: string): { readonly value: Json; readonly report: Report }[] | null {
  const value = read.valueAt(key);
  if (value === undefined) return null;
  if (isJsonObject(value)) return [{ value, report: below(read.report, key) }];
  if (Array.isArray(value))
    return value.map((entry: Json, i) => ({ value: entry, report: below(read.report, key, String(i)) }));
  read.report(
    'bad-setting',
    [key],
    `Expected "${key}" to be a list of objects, found ${found(value)}.`,
    'Write [{ ... }].',
  );
  return [];
}

function entrySettings(
  value: Json,
  known: readonly string[],
  report: Report,
  context: SettingsContext,
): Settings | null {
  if (isJsonObject(value)) {
    reportUnknownKeys(value, new Set(known), report);
    return settings(value, report, context);
  }
  report('bad-setting', [], `Expected an object, found ${found(value)}.`, `Write an object with ${known.join(', ')}.`);
  return null;
}

function requiredText(read: Settings, key: string): string | null {
  if (read.valueAt(key) === undefined) {
    read.report('missing-setting', [key], `Expected "${key}", found nothing.`, `Add "${key}".`);
  }
  return read.text(key);
}
