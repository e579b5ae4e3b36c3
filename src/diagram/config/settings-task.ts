// The settings of a step that is a task (step-3), and of a foreach or join that is one itself.

import { isJsonObject, type JsonObject } from '../../json.ts';
import type { Formula } from '../expression.ts';
import { type Execution, type ShownItem, type TaskSettings, type Template, TURNS_MAX } from '../workflow.ts';
import { pathOf } from './parse-template.ts';
import { below, found, type Report } from './problem-sink.ts';
import { readTemplate, type Settings, type SettingsContext, settings } from './settings.ts';
import { readBudget } from './settings-budget.ts';
import { readSchema } from './settings-schema.ts';

export const TURNS = 20;
export const VERDICTS: readonly string[] = ['approve', 'reject'];
const URGENCIES = ['low', 'normal', 'high', 'urgent'];

export function readTaskSettings(
  config: JsonObject,
  execution: Execution,
  report: Report,
  context: SettingsContext,
): TaskSettings {
  const read = settings(config, report, context);
  const prompt = readPrompt(read);
  const title = read.template('title');
  const assignee = readAssignee(read);
  const urgency = readUrgency(read);
  const tags = readTags(read);
  const verdicts = readVerdicts(read);
  const dueMs = read.durationMs('due');
  const acceptTurn = read.text('acceptTurn');
  for (const key of ['acceptPartial', 'applyTags', 'fresh']) read.flag(key, false);
  // Read by the code that asks the agent, from the configuration as it is written.
  readBudget(read);
  read.number('contextTokens', { min: 100, max: 10_000_000 }, null);
  return {
    prompt,
    title,
    assignee,
    agent: read.text('agent'),
    action: read.text('action'),
    prepare: read.text('prepare'),
    accept: read.text('accept'),
    ...(acceptTurn !== null && { acceptTurn }),
    output: readSchema(read, 'output'),
    tools: read.names('tools'),
    verdicts: verdicts.length === 0 && execution === 'manual' ? VERDICTS : verdicts,
    needsVerdict: verdicts.length > 1 && execution === 'manual' && read.text('accept') === null,
    shows: read.names('shows').map((entry) => readShown(entry, context)),
    approvals: readApprovals(read),
    fourEyes: read.flag('fourEyes', false),
    requireStudio: read.flag('requireStudio', false),
    reviewBelow: read.number('reviewBelow', { min: 0, max: 1, fraction: true }, null),
    keeps: read.names('keeps'),
    context: read.oneOf('context', ['none', 'output', 'summary', 'all'], 'output'),
    urgency,
    tags,
    ...readTurns(read),
    claimForMs: read.durationMs('claimFor'),
    dueMs,
    remindMs: read.durationMs('remind'),
    escalate: readEscalate(read, dueMs),
    reads: readsOf([prompt, title, assignee, urgency, ...tags, fallbackPrompt(config, context)]),
  };
}

/** A number, or a path that gives it when the task opens. */
function readTurns(read: Settings): Pick<TaskSettings, 'turns' | 'turnsPath'> {
  const given = read.valueAt('turns');
  if (typeof given !== 'string') return { turns: read.number('turns', { min: 1, max: TURNS_MAX }, TURNS) };
  const turnsPath = pathOf(given, read.context.roots);
  if (turnsPath !== null) return { turns: TURNS, turnsPath };
  const message = `Expected "turns" to be a number from 1 to ${TURNS_MAX} or a path, found ${found(given)}.`;
  read.report('bad-setting', ['turns'], message, 'Write a number, or a path such as "run.input.max_turns".');
  return { turns: TURNS };
}

/** `prompt`, or the text of `promptFile`. */
export function readPrompt(read: Settings): Template | null {
  const file = read.text('promptFile');
  if (file === null) return read.template('prompt');
  if (read.valueAt('prompt') !== undefined) {
    const message = 'Expected either "prompt" or "promptFile", found both.';
    read.report('bad-setting', ['promptFile'], message, 'Remove one of them; "prompt" is used.');
    return read.template('prompt');
  }
  const text = read.context.prompt(file);
  if (text !== null) return readTemplate(text, below(read.report, 'promptFile'), read.context.roots);
  const message = `Expected the name of a prompt file, found ${found(file)}, which there is none of.`;
  read.report('unknown-prompt-file', ['promptFile'], message, 'Add the file, or correct its name.');
  return null;
}

/** A list with a word twice, or with none, is a slip: no gate can be answered so. */
function readVerdicts(read: Settings): readonly string[] {
  const verdicts = read.names('verdicts');
  const given = read.valueAt('verdicts');
  if (!Array.isArray(given) || verdicts.length === given.length) {
    if (!Array.isArray(given) || given.length > 0) return verdicts;
  }
  const what = given.length === 0 ? 'an empty list' : 'a word twice';
  const message = `Expected "verdicts" to name each verdict once, found ${what}.`;
  read.report('bad-setting', ['verdicts'], message, 'Name the verdicts, the passing one first, or leave the key out.');
  return verdicts;
}

function readAssignee(read: Settings): Template | null {
  const [assignee, old] = [read.template('assignee'), read.template('defaultAssigneeId')];
  if (assignee !== null && old !== null && assignee.text !== old.text) {
    const both = `"assignee" ${found(assignee.text)} and "defaultAssigneeId" ${found(old.text)}`;
    const message = `Expected one assignee, found ${both}.`;
    read.report(
      'bad-setting',
      ['defaultAssigneeId'],
      message,
      'Remove "defaultAssigneeId"; it is another name for "assignee".',
    );
  }
  return assignee ?? old;
}

function readUrgency(read: Settings): Template | null {
  const urgency = read.template('urgency');
  if (urgency === null || URGENCIES.includes(urgency.text) || urgency.parts.some((part) => typeof part !== 'string'))
    return urgency;
  const message = `Expected "urgency" to be one of ${URGENCIES.join(', ')}, found ${found(urgency.text)}.`;
  read.report('bad-setting', ['urgency'], message, 'Choose one of them, or leave the key out.');
  return null;
}

function readTags(read: Settings): Template[] {
  return read.names('tags').map((tag) => readTemplate(tag, below(read.report, 'tags'), read.context.roots));
}

function readShown(entry: string, context: SettingsContext): ShownItem {
  const path = pathOf(entry, context.roots);
  return path === null ? { document: entry } : { path };
}

function readApprovals(read: Settings): TaskSettings['approvals'] {
  const value = read.object('approvals');
  if (value === null) return null;
  const own = read.inside('approvals', value, ['need', 'of', 'order']);
  const of = own.names('of');
  const need = own.number('need', { min: 1, max: 1000 }, Math.max(1, of.length));
  const order = own.oneOf('order', ['any', 'listed'], 'any');
  if (of.length === 0 || need <= of.length) return { need, of, order };
  const message = `Expected "need" to be at most the ${of.length} of "of", found ${need}.`;
  own.report('bad-setting', ['need'], message, 'Lower "need", or name more people.');
  return { need: of.length, of, order };
}

/** A bare assignee takes over when the task is due. */
function readEscalate(read: Settings, dueMs: number | null): TaskSettings['escalate'] {
  const value = read.valueAt('escalate');
  if (value === undefined) return null;
  const own = isJsonObject(value) ? read.inside('escalate', value, ['after', 'to']) : null;
  const to = own === null ? read.text('escalate') : own.text('to');
  const afterMs = own?.durationMs('after') ?? dueMs;
  if (to !== null && afterMs !== null) return { afterMs, to };
  if (own?.valueAt('after') !== undefined && to !== null) return null;
  const message = `Expected "escalate" to say to whom and after how long, found ${found(value)}.`;
  read.report(
    'bad-setting',
    ['escalate'],
    message,
    'Write {"after": "2d", "to": "team:leads"}, or give "due" as well.',
  );
  return null;
}

// A fallback's prompt is rendered from what was recorded when the task opened; its problems are reported with the step.
function fallbackPrompt(config: JsonObject, context: SettingsContext): Template | null {
  const fallback = Object.hasOwn(config, 'fallback') ? config.fallback : undefined;
  return isJsonObject(fallback) ? readPrompt(settings(fallback, () => {}, context)) : null;
}

function readsOf(templates: readonly (Template | null)[]): readonly Formula[] {
  const paths = templates.flatMap((template) => template?.parts ?? []).filter((part) => typeof part !== 'string');
  return [...new Map(paths.map((path) => [path.text, path])).values()];
}
