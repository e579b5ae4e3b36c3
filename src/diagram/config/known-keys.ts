// The configuration keys the language knows; any other is kept and reported with the nearest of them (step-4).

import type { JsonObject } from '../../json.ts';
import { nearest } from './nearest.ts';
import type { Report } from './problem-sink.ts';

const WORK = [
  'prompt',
  'promptFile',
  'title',
  'assignee',
  'defaultAssigneeId',
  'agent',
  'output',
  'action',
  'prepare',
  'accept',
  'acceptTurn',
  'tools',
  'verdicts',
  'shows',
  'approvals',
  'fourEyes',
  'requireStudio',
  'reviewBelow',
  'keeps',
  'budget',
  'context',
  'contextTokens',
  'urgency',
  'tags',
  'turns',
  'claimFor',
  'due',
  'remind',
  'escalate',
  'acceptPartial',
  'applyTags',
];
const ANY_STEP = [
  'stepType',
  'execution',
  'type',
  'name',
  'retry',
  'critical',
  'onFailure',
  'fallback',
  'timeout',
  'requires',
  'set',
  'visits',
  'hitlPhase',
  'description',
  'config',
];
const ROUTES = ['branches', 'defaultBranch', 'on', 'defer'];
const FOREACH = ['itemsPath', 'itemVariable', 'maxItems', 'concurrency'];
const JOIN = ['awaitTag', 'minPercent', 'minCount', 'early', 'onTimeout', 'rest'];
const SUBFLOW = ['subflowId', 'subflowSource', 'inputMapping', 'detached', 'reply', 'fresh'];
const WAIT = ['signal', 'key'];

export const STEP_KEYS: ReadonlySet<string> = new Set([
  ...WORK,
  ...ANY_STEP,
  ...ROUTES,
  ...FOREACH,
  ...JOIN,
  ...SUBFLOW,
  ...WAIT,
]);

/** Keys of `@workflow` that the compiler and the engine read; the others are kept for who does. */
export const WORKFLOW_READ_KEYS: ReadonlySet<string> = new Set([
  ...['name', 'description', 'input', 'data', 'output', 'accept', 'start', 'onFailure', 'onCancel'],
  ...['limits', 'budget', 'roles'],
]);

export const WORKFLOW_KEYS: ReadonlySet<string> = new Set([
  ...WORKFLOW_READ_KEYS,
  ...['search', 'schedule', 'triggers', 'runKey'],
]);

export function reportUnknownKeys(config: JsonObject, known: ReadonlySet<string>, report: Report): void {
  for (const key of Object.keys(config)) {
    if (known.has(key)) continue;
    const meant = nearest(key, known);
    const list = known.size <= 8 ? `: ${[...known].join(', ')}` : '';
    report(
      'unknown-key',
      [key],
      `Expected a key the language knows${list}; found "${key.slice(0, 60)}", which is kept and means nothing.`,
      meant === null ? 'Put free settings under "config", or remove it.' : `Did you mean "${meant}"?`,
      'warning',
    );
  }
}
