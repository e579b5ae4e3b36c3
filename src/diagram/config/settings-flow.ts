// The settings of foreach, join, subflow and wait steps.

import type { JsonObject } from '../../json.ts';
import type { ForeachSettings, JoinSettings, SubflowSettings, WaitSettings } from '../workflow.ts';
import { formula, ROOTS } from './parse-expression.ts';
import { pathOf } from './parse-template.ts';
import { found, type Report } from './problem-sink.ts';
import { type Settings, type SettingsContext, settings } from './settings.ts';

/** `context.roots` must not hold the step's own item variable: its items are read outside its body. */
export function readForeachSettings(config: JsonObject, report: Report, context: SettingsContext): ForeachSettings {
  const read = settings(config, report, context);
  return {
    items: readItems(read),
    itemVariable: readItemVariable(config, report, context),
    maxItems: read.number('maxItems', { min: 1, max: 100_000 }, 1000),
    concurrency: read.number('concurrency', { min: 1, max: 1000 }, 10),
  };
}

const WORD = /^[\p{L}$_][\p{L}\p{Nd}$_]*$/u;
const NOT_VARIABLES = new Set([
  ...ROOTS,
  'true',
  'false',
  'null',
  'undefined',
  'this',
  '__proto__',
  'constructor',
  'prototype',
]);

/** Exported because the compiler needs every item variable before it can say which roots a step may read. */
export function readItemVariable(config: JsonObject, report: Report, context: SettingsContext): string {
  const name = settings(config, report, context).text('itemVariable') ?? 'item';
  if (WORD.test(name) && !NOT_VARIABLES.has(name)) return name;
  const message = `Expected "itemVariable" to be a name that means nothing else, found ${found(name)}.`;
  report('bad-setting', ['itemVariable'], message, 'Choose a name of letters and digits such as "file".');
  return 'item';
}

function readItems(read: Settings): ForeachSettings['items'] {
  const whole = { text: '', relative: [] };
  const text = read.text('itemsPath')?.trim() ?? null;
  if (text === null) {
    if (read.valueAt('itemsPath') === undefined) {
      const message = 'Expected a foreach to say where its items are, found no "itemsPath".';
      read.report('missing-setting', ['itemsPath'], message, 'Add "itemsPath", such as "output.files".');
    }
    return whole;
  }
  const absolute = pathOf(text, read.context.roots);
  if (absolute !== null) return { text, absolute };
  const parsed = formula(text);
  const tree = 'formula' in parsed ? parsed.formula.tree : null;
  const parts = tree?.op === 'path' && tree.root !== '$' ? [tree.root, ...tree.parts] : [];
  const relative = parts.filter((part) => typeof part !== 'object');
  if (relative.length > 0 && relative.length === parts.length) return { text, relative };
  const message = `Expected "itemsPath" to be a path, found ${found(text)}.`;
  read.report(
    'bad-expression',
    ['itemsPath'],
    message,
    'Write a path such as "output.files", or "files" of the previous output.',
  );
  return whole;
}

export function readJoinSettings(config: JsonObject, report: Report, context: SettingsContext): JoinSettings {
  const read = settings(config, report, context);
  return {
    minPercent: read.number('minPercent', { min: 0, max: 100, fraction: true }, 100),
    minCount: read.number('minCount', { min: 0, max: 100_000 }, null),
    early: read.flag('early', false),
    onTimeout: read.oneOf('onTimeout', ['continue', 'fail', 'hold'], 'continue'),
    rest: read.oneOf('rest', ['keep', 'cancel'], 'keep'),
  };
}

/** The step `awaitTag` names, or null: left out, or the literal of docs/sources/prompt-architecture.md#join-by-scope,
 *  which means the same (join-1). */
export function readAwaitTag(config: JsonObject, report: Report, context: SettingsContext): string | null {
  const tag = settings(config, report, context).text('awaitTag')?.trim() ?? null;
  const step = tag?.startsWith('foreach:') ? tag.slice('foreach:'.length).trim() : tag;
  return step === null || /^\{\{\s*parentId\s*\}\}$/.test(step) ? null : step;
}

/** `label` is the step's; after `Run:` it names the workflow when the config does not. */
export function readSubflowSettings(
  config: JsonObject,
  label: string,
  report: Report,
  context: SettingsContext,
): SubflowSettings {
  const read = settings(config, report, context);
  const given = read.text('subflowId');
  const sourceText = read.text('subflowSource');
  const source = sourceText === null ? null : pathOf(sourceText, context.roots);
  if (sourceText !== null && source === null) {
    const message = `Expected "subflowSource" to be a path, found ${found(sourceText)}.`;
    report(
      'bad-expression',
      ['subflowSource'],
      message,
      'Write the path of the diagram text, such as "steps.PLAN.output.flow".',
    );
  }
  if (given !== null && sourceText !== null) {
    const message = 'Expected either "subflowId" or "subflowSource", found both.';
    report('bad-setting', ['subflowSource'], message, 'Remove one of them.');
  }
  const labelled = label.match(/^\s*run:\s*(\S.*)/i)?.[1]?.trimEnd() ?? null;
  const workflow = given ?? (sourceText === null ? labelled : null);
  if (workflow === null && sourceText === null) {
    const message =
      'Expected a subflow to name its workflow, found no "subflowId", "subflowSource" or label "Run: NAME".';
    report('missing-setting', ['subflowId'], message, 'Add "subflowId".');
  }
  return {
    workflow,
    source: workflow === null ? source : null,
    input: read.mapping('inputMapping'),
    ...readDetached(read),
  };
}

function readDetached(read: Settings): Pick<SubflowSettings, 'detached' | 'reply'> {
  const detached = read.flag('detached', false);
  const reply = read.text('reply');
  if (reply !== null && !detached) {
    const message =
      'Expected "reply" only beside "detached": true, found it alone; the step waits for the child anyway.';
    read.report('bad-setting', ['reply'], message, 'Add "detached": true, or remove "reply".', 'warning');
  }
  return { detached, reply: detached ? reply : null };
}

export function readWaitSettings(
  config: JsonObject,
  stepId: string,
  report: Report,
  context: SettingsContext,
): WaitSettings {
  const read = settings(config, report, context);
  return { signal: read.text('signal') ?? stepId, key: read.template('key') };
}
