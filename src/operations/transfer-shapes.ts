// The form in which a workflow leaves one store and enters another: exportVersion 2.0.

import * as z from 'zod';
import { readConfig } from '../diagram/config/config-block.ts';
import type { Step, Workflow } from '../diagram/workflow.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { json } from './fields.ts';
import type { SourceFiles } from './load-source.ts';

const stepShape = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  kind: z.string().optional(),
  execution: z.string().nullable().optional(),
  prompt: z.string().nullable().optional(),
  assignee: z.string().nullable().optional(),
  next: z.array(z.object({ to: z.string(), when: z.string().nullable() })).optional(),
});

export const exportShape = z.object({
  workflow: z.object({
    name: z.string().min(1),
    description: z.string().default(''),
    mermaidSource: z.string().min(1),
    steps: z.array(stepShape).default([]),
    /** What the diagram names beside itself, so that nothing is missing where it arrives. */
    files: z
      .object({
        prompts: z.record(z.string(), z.string()).default({}),
        schemas: z.record(z.string(), z.record(z.string(), json)).default({}),
      })
      .optional(),
  }),
  agents: z.array(z.looseObject({ id: z.string() })).default([]),
  exportVersion: z.literal('2.0'),
  exportedAt: z.string(),
});

export type TransferFile = z.output<typeof exportShape>;

type ExportedStep = TransferFile['workflow']['steps'][number];

export function exportedStep(step: Step): ExportedStep {
  const moves = [...step.edges, ...step.transitions].filter(({ target }) => target !== null);
  return {
    id: step.id,
    name: step.label,
    kind: step.kind,
    execution: step.execution,
    prompt: step.task?.prompt?.text ?? null,
    assignee: step.task?.assignee?.text ?? step.task?.agent ?? null,
    next: moves.map(({ target, when }) => ({ to: target ?? '', when: when?.text ?? null })),
  };
}

/** What `steps` says other than the diagram does, which wins. Fields that `steps` leaves out say nothing. */
export function stepDifferences(workflow: Workflow, steps: readonly ExportedStep[]): string[] {
  if (steps.length === 0) return [];
  const drawn = new Map(workflow.steps.map((step) => [step.id, exportedStep(step)]));
  const found = steps.flatMap((given) => {
    const own = drawn.get(given.id);
    if (own === undefined) return [`step "${given.id}" is not in the diagram`];
    drawn.delete(given.id);
    return Object.keys(own).flatMap((key) => {
      const [left, right] = [given[key], own[key]];
      if (left === undefined || JSON.stringify(left) === JSON.stringify(right)) return [];
      return [`step "${given.id}": ${key} is ${shortText(left)} in steps and ${shortText(right)} in the diagram`];
    });
  });
  return [...found, ...[...drawn.keys()].map((id) => `step "${id}" of the diagram is not in steps`)];
}

function shortText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

/** The files its configuration names, read back from what was compiled. */
export function filesOf(workflow: Workflow): SourceFiles {
  const prompts: { [name: string]: string } = {};
  const schemas: { [name: string]: JsonObject } = {};
  const schema = (name: Json | undefined, value: JsonObject | null | undefined): void => {
    if (typeof name === 'string' && value != null) schemas[name] = value;
  };
  for (const { config, task, fallback } of workflow.steps) {
    if (typeof config.promptFile === 'string' && task?.prompt != null) prompts[config.promptFile] = task.prompt.text;
    const second = config.fallback;
    if (isJsonObject(second) && typeof second.promptFile === 'string' && fallback !== null && 'prompt' in fallback)
      prompts[second.promptFile] = fallback.prompt.text;
    schema(config.output, task?.output);
  }
  const own = readConfig(workflow.source).entries.find(({ id }) => id === 'workflow')?.json;
  if (isJsonObject(own)) {
    schema(own.input, workflow.input);
    schema(own.data, workflow.data);
  }
  return { prompts, schemas };
}
