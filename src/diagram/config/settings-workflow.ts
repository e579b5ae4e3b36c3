// The settings of the whole workflow: `%% @workflow: {...}` (src-4).

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { Assignment, Limits } from '../workflow.ts';
import { reportUnknownKeys, WORKFLOW_KEYS, WORKFLOW_READ_KEYS } from './known-keys.ts';
import type { Report } from './problem-sink.ts';
import { type Range, type Settings, type SettingsContext, settings } from './settings.ts';
import { readBudget } from './settings-budget.ts';
import { readSchema } from './settings-schema.ts';

export interface WorkflowSettings {
  /** null: the compiler takes the file's name. */
  readonly name: string | null;
  readonly description: string;
  readonly input: JsonObject | null;
  readonly data: JsonObject | null;
  readonly output: readonly Assignment[] | null;
  readonly accept: string | null;
  /** null: flow-1 decides. */
  readonly start: readonly string[] | null;
  readonly onFailure: string | null;
  readonly onCancel: string | null;
  readonly limits: Limits;
  readonly budget: Json;
  readonly roles: JsonObject;
  readonly rest: JsonObject;
}

export const DEFAULT_LIMITS: Limits = { visits: 50, cascade: 1000, signals: 1000, depth: 5, openTasks: 100_000 };

const LIMIT_RANGES: Readonly<Record<keyof Limits, Range>> = {
  visits: { min: 1, max: 10_000_000 },
  cascade: { min: 1, max: 100_000 },
  signals: { min: 0, max: 100_000 },
  depth: { min: 0, max: 50 },
  openTasks: { min: 1, max: 1_000_000 },
};
/** `runs` bounds a workflow's runs, which is not the engine's affair; it is kept under `rest`. */
const LIMIT_KEYS = [...Object.keys(LIMIT_RANGES), 'runs'];
const ROLE_KEYS = ['start', 'cancel', 'migrate', 'view'];

export function readWorkflowSettings(config: JsonObject, report: Report, context: SettingsContext): WorkflowSettings {
  reportUnknownKeys(config, WORKFLOW_KEYS, report);
  const read = settings(config, report, context);
  const start = read.names('start');
  return {
    name: read.text('name'),
    description: read.text('description') ?? '',
    input: readSchema(read, 'input'),
    data: readSchema(read, 'data'),
    output: read.assignments('output'),
    accept: read.text('accept'),
    start: start.length === 0 ? null : start,
    onFailure: read.text('onFailure'),
    onCancel: read.text('onCancel'),
    limits: readLimits(read),
    budget: readBudget(read),
    roles: readRoles(read),
    rest: restOf(read),
  };
}

function readLimits(read: Settings): Limits {
  const value = read.object('limits');
  if (value === null) return DEFAULT_LIMITS;
  const own = read.inside('limits', value, LIMIT_KEYS);
  const limit = (key: keyof Limits): number => own.number(key, LIMIT_RANGES[key], DEFAULT_LIMITS[key]);
  return {
    visits: limit('visits'),
    cascade: limit('cascade'),
    signals: limit('signals'),
    depth: limit('depth'),
    openTasks: limit('openTasks'),
  };
}

function readRoles(read: Settings): JsonObject {
  const value = read.object('roles');
  if (value === null) return {};
  const own = read.inside('roles', value, ROLE_KEYS);
  const given = ROLE_KEYS.map((key) => [key, own.names(key)] as const).filter(([, names]) => names.length > 0);
  return Object.fromEntries(given);
}

// fromEntries defines own properties, so a key called __proto__ stays a plain key.
function restOf(read: Settings): JsonObject {
  const rest = Object.entries(read.config).filter(([key]) => !WORKFLOW_READ_KEYS.has(key));
  const limits = read.valueAt('limits');
  const others = isJsonObject(limits)
    ? Object.entries(limits).filter(([key]) => !Object.hasOwn(LIMIT_RANGES, key))
    : [];
  if (others.length > 0) rest.push(['limits', Object.fromEntries(others)]);
  return Object.fromEntries(rest);
}
