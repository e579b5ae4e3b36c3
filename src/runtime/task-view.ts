// A task as its worker sees it: title, prompt filled from what was recorded when it opened, input, what is shown.

import type { Formula } from '../diagram/expression.ts';
import type { Execution, TaskSettings, Template, Workflow } from '../diagram/workflow.ts';
import type { Lookup } from '../engine/condition.ts';
import { evaluate } from '../engine/condition.ts';
import { lookupFrom, type Reader } from '../engine/roots.ts';
import type { Task } from '../engine/run-state.ts';
import { type NamedValue, render, renderPrompt } from '../engine/template.ts';
import { type Payloads, readValue } from '../engine/value.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { inputOf, itemOf, positionOf, stepOf } from './code-call.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';

export interface TaskView {
  readonly run: string;
  readonly task: number;
  readonly step: string;
  /** `WORKFLOW: STEP [i/n]`. */
  readonly title: string;
  readonly execution: Execution;
  readonly assignee: string | null;
  readonly prompt: string | null;
  /** Paths of the prompt that nothing was found for; they stand in it as written. */
  readonly unknown: readonly string[];
  /** What the prompt names. */
  readonly named: readonly NamedValue[];
  readonly input: Json;
  readonly item: Json | null;
  readonly verdicts: readonly string[];
  /** One of them is asked for beside an output by the schema, which has no `verdict` of its own. */
  readonly asksVerdict: boolean;
  readonly shows: readonly { readonly name: string; readonly value: Json }[];
  /** The hash a verdict on this must carry. */
  readonly shown: string | null;
  readonly schema: JsonObject | null;
  readonly attempt: number;
  readonly attempts: number;
}

/** What made the step a foreach or a subflow is not part of its name. */
const KIND_PREFIX = /^(?:each|run):\s*/i;

export function viewTask(run: RunWithWorkflow, task: Task, payloads: Payloads): TaskView {
  const step = stepOf(run, task.step);
  const reader: Reader = { state: run.state, payloads, signal: undefined };
  const position = positionOf(run, task);
  const { item, index, total } = itemOf(reader, position);
  const lookup = recordedLookup(run, task, payloads);
  const prompt = promptOf(run, task);
  const declared = (path: Formula): boolean => isDeclared(run.workflow, path);
  const filled = prompt === null ? null : renderPrompt(prompt, lookup, declared);
  const name =
    step.task?.title == null ? step.label.replace(KIND_PREFIX, '') : render(step.task.title, lookup, declared).text;
  const place = index === undefined || total === undefined ? '' : ` [${index + 1}/${total}]`;
  return {
    run: run.id,
    task: task.id,
    step: step.id,
    title: `${run.workflow.name}: ${name}${place}`,
    execution: task.execution ?? 'automated',
    assignee: task.assignee ?? null,
    prompt: filled?.text ?? null,
    unknown: filled?.unknown ?? [],
    named: filled?.named ?? [],
    input: inputOf(run, task, payloads),
    item: item ?? null,
    verdicts: task.execution === 'automated' ? [] : (step.task?.verdicts ?? []),
    asksVerdict: task.execution === 'manual' && asksVerdict(step.task),
    shows: (step.task?.shows ?? []).map((entry) =>
      'document' in entry
        ? { name: entry.document, value: run.state.documents.get(entry.document) ?? null }
        : { name: entry.path.text, value: evaluate(entry.path.tree, lookupFrom(reader, position)) ?? null },
    ),
    shown: task.shown ?? null,
    schema: step.task?.output ?? null,
    attempt: task.attempt + 1,
    attempts: task.attempts,
  };
}

function asksVerdict(settings: TaskSettings | null): boolean {
  if (settings === null || settings.output === null) return false;
  return settings.needsVerdict && settings.approvals === null && !hasField(settings.output, ['verdict']);
}

/** Fills a template of the task's step from what was recorded when it opened. */
export function renderFor(run: RunWithWorkflow, task: Task, payloads: Payloads): (template: Template) => string {
  const lookup = recordedLookup(run, task, payloads);
  return (template) => render(template, lookup, (path) => isDeclared(run.workflow, path)).text;
}

function promptOf(run: RunWithWorkflow, task: Task): Template | null {
  const { fallback, task: settings } = stepOf(run, task.step);
  if (task.fallback && fallback !== null && 'prompt' in fallback) return fallback.prompt;
  return settings?.prompt ?? null;
}

/** Reads what was recorded when the task opened; `input` first from what was edited or prepared since. */
function recordedLookup(run: RunWithWorkflow, task: Task, payloads: Payloads): Lookup {
  const recorded = new Map<string, Json | undefined>();
  for (const { tree, text } of stepOf(run, task.step).task?.reads ?? []) {
    if (tree.op !== 'path') continue;
    const value = task.reads !== undefined && Object.hasOwn(task.reads, text) ? task.reads[text] : undefined;
    recorded.set(keyOf(tree.root, tree.parts), readValue(value, [], payloads));
  }
  return (root, parts) => {
    if (root === 'input') {
      for (const later of [task.prepared, task.input]) {
        const found = readValue(later, parts, payloads);
        if (found !== undefined) return found;
      }
    }
    return recorded.get(keyOf(root, parts));
  };
}

const keyOf = (root: string, parts: readonly unknown[]): string => JSON.stringify([root, ...parts.map(String)]);

/** data-2: a value missing under a field that a schema declares is empty, not unknown. */
function isDeclared(workflow: Workflow, { tree }: Formula): boolean {
  if (tree.op !== 'path') return false;
  const [first, second, ...rest] = tree.parts;
  const parts = tree.parts.map(String);
  if (tree.root === 'data') return hasField(workflow.data, parts);
  if (tree.root === 'input') return hasField(workflow.input, parts);
  if (tree.root === 'run' && first === 'input') return hasField(workflow.input, parts.slice(1));
  if (tree.root !== 'steps' || second !== 'output') return false;
  return hasField(workflow.steps.find(({ id }) => id === first)?.task?.output ?? null, rest.map(String));
}

function hasField(schema: Json | undefined, parts: readonly string[]): boolean {
  const [first, ...rest] = parts;
  if (!isJsonObject(schema)) return false;
  if (first === undefined) return true;
  const { properties, items } = schema;
  if (/^\d+$/.test(first) && items !== undefined) return hasField(items, rest);
  return isJsonObject(properties) && Object.hasOwn(properties, first) && hasField(properties[first], rest);
}
