// A prompt in five layers, each kept apart: base, agent, workflow step, task, context
// (docs/sources/prompt-architecture.md#layers).

import { fenced } from '../engine/fenced.ts';
import type { Json, JsonObject } from '../json.ts';
import type { PromptLayers } from '../ports/agent.ts';
import { BASE_PROMPT, JSON_BASE_PROMPT, type ReplyForm } from './base-prompt.ts';
import { CONVERSATION_PROMPT } from './conversation-prompt.ts';
import { countTokens } from './count-tokens.ts';
import { type ContextPolicy, fitContext, type PastStep } from './fit-context.ts';
import { askedSchema } from './reply/asked-schema.ts';
import { oneLine } from './shown-value.ts';

export interface PromptParts {
  /** How the agent is to answer: a prompt asks for one form alone. */
  readonly form: ReplyForm;
  readonly agentPrompt: string | null;
  readonly stepName: string;
  /** Filled. */
  readonly stepPrompt: string | null;
  /** What a person or a caller wrote; nothing else. */
  readonly taskPrompt: string | null;
  readonly title: string;
  readonly summary: string | null;
  readonly tags: readonly string[];
  /** The previous output. */
  readonly input: Json;
  readonly item: Json | null;
  /** A part of each stands in the step's prompt, and this is the rest. */
  readonly isRest: { readonly input: boolean; readonly item: boolean };
  /** Of the step's output. */
  readonly schema: JsonObject | null;
  readonly policy: ContextPolicy;
  /** In the order they finished. */
  readonly steps: readonly PastStep[];
  /** Of the context layer alone: nobody's instructions are cut. */
  readonly budgetTokens: number;
}

const RULE = '\n\n---\n\n';
const LINE_CHARACTERS_MAX = 2000;
const BASES: { readonly [form in ReplyForm]: string } = {
  sections: BASE_PROMPT,
  json: JSON_BASE_PROMPT,
  talk: CONVERSATION_PROMPT,
};
/** What the schema is of, in the words of the form. */
const OUTPUT_NAMES: { readonly [form in ReplyForm]: string } = {
  sections: 'The Output section',
  json: 'The field output',
  talk: 'A result you offer',
};

export function assembleLayers(parts: PromptParts): PromptLayers {
  const { context, leftOut } = contextLayer(parts);
  return {
    base: BASES[parts.form],
    agent: layer('## Agent Context', parts.agentPrompt),
    step: layer(`## Workflow Step: ${oneLine(parts.stepName, LINE_CHARACTERS_MAX)}`, parts.stepPrompt),
    task: layer('## Task Instructions', parts.taskPrompt),
    context,
    leftOut,
  };
}

/** For one more try after `context-too-long`: without a budget given, half of what was sent. null: nothing can be left
 *  out any more, so trying again would be sending the same. */
export function trimmedLayers(parts: PromptParts, budgetTokens?: number): PromptLayers | null {
  const sent = assembleLayers(parts);
  const half = Math.floor(Math.min(parts.budgetTokens, countTokens(sent.context)) / 2);
  const trimmed = assembleLayers({ ...parts, budgetTokens: budgetTokens ?? half });
  return countTokens(trimmed.context) < countTokens(sent.context) ? trimmed : null;
}

/** The whole prompt as the document joins it. */
export function promptText(layers: PromptLayers): string {
  return joined([layers.base, layers.agent, layers.step, layers.task, layers.context]);
}

/** What the agent is and how it must answer: the same for every task of an agent, so that providers can cache it. */
export function systemText(layers: PromptLayers): string {
  return joined([layers.base, layers.agent]);
}

export function messageText(layers: PromptLayers): string {
  return joined([layers.step, layers.task, layers.context]);
}

function joined(layers: readonly (string | null)[]): string {
  return layers.filter((each) => each !== null).join(RULE);
}

function layer(heading: string, text: string | null): string | null {
  return text === null || text.trim() === '' ? null : `${heading}\n${text.trimEnd()}`;
}

/** The document's four fields. All values stand under the last of them. The schema of the output is a field of the same
 *  form behind it: the step's layer is only there when the step has a prompt and is its author's text alone, while the
 *  schema binds every step that has one; and last is where models heed a format best. */
function contextLayer(parts: PromptParts): { readonly context: string; readonly leftOut: readonly string[] } {
  const fields = [
    '## Task Context',
    `**Title:** ${oneLine(parts.title, LINE_CHARACTERS_MAX)}`,
    `**Summary:** ${lineOr(parts.summary ?? '', 'N/A')}`,
    `**Tags:** ${lineOr(parts.tags.join(', '), 'None')}`,
    '**Additional Info:**',
  ].join('\n');
  const schema = parts.schema === null ? '' : `\n\n${schemaField(parts.schema, parts.form)}`;
  const fitted = fitContext({
    policy: parts.policy,
    input: parts.input,
    item: parts.item,
    isRest: parts.isRest,
    steps: parts.steps,
    budgetTokens: parts.budgetTokens,
    // One more for the blank line between fields and values; the schema brings its own.
    frameTokens: countTokens(fields) + countTokens(schema) + 1,
  });
  const more = fitted.text === null ? ' None' : `\n\n${fitted.text}`;
  return { context: `${fields}${more}${schema}`, leftOut: fitted.leftOut };
}

function schemaField(schema: JsonObject, form: ReplyForm): string {
  const sentence = `${OUTPUT_NAMES[form]} must be one JSON value that satisfies this JSON Schema:`;
  return `**Output Schema:** ${sentence}\n${fenced(JSON.stringify(askedSchema(schema)), 'json')}`;
}

function lineOr(text: string, otherwise: string): string {
  return text.trim() === '' ? otherwise : oneLine(text, LINE_CHARACTERS_MAX);
}
