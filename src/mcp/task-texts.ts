// What a task says to a client's model: the work's prompt, or how to ask the person, whose decision is never its own.

import { attachedMaterial } from '../engine/attached-material.ts';
import { fenced } from '../engine/fenced.ts';
import type { Json, JsonObject } from '../json.ts';
import type { TaskHandOut } from './hand-out.ts';
import { hasOwnShape } from './has-own-shape.ts';

/** A longer value is cut where it is shown; what it is cut from stands in the run. */
const SHOWN_CHARACTERS_MAX = 200_000;

export interface AroundTask {
  /** The agent's own instructions. */
  readonly agentPrompt?: string | null;
  /** How the person is asked, where the step has no prompt of its own. */
  readonly guidance?: string | undefined;
  /** What the client's model does besides; in a conversation: in its turn, and what is left to the person. */
  readonly turnGuidance?: string | undefined;
  readonly inboxUrl?: string | undefined;
  /** The input is known to the model otherwise. */
  readonly isInputKnown?: boolean;
}

export function taskPromptFor(handOut: TaskHandOut, around: AroundTask): string {
  if (handOut.kind === 'work') return joined([...workParts(handOut, around), around.turnGuidance ?? null]);
  if (handOut.kind === 'gate') return joined(gateParts(handOut, around));
  return joined(handOut.turn === 'agent' ? turnParts(handOut, around) : wordParts(handOut, around));
}

/** The schema of what is to be reported, as text. Without one of the step's own: anything, or the verdict's words. */
export function resultSchemaOf(handOut: TaskHandOut): JsonObject {
  if (handOut.schema !== null) return handOut.schema;
  if (handOut.kind !== 'gate') return {};
  const properties = { verdict: { type: 'string', enum: handOut.verdicts }, comment: { type: 'string' } };
  return { type: 'object', required: ['verdict'], properties };
}

function workParts(handOut: TaskHandOut, { agentPrompt, isInputKnown }: AroundTask): readonly (string | null)[] {
  const { prompt, title, taskPrompt } = handOut;
  return [agentPrompt ?? null, prompt ?? `Do this: ${title}`, taskPrompt, isInputKnown ? null : givenTo(handOut)];
}

function givenTo({ hasInput, input, item }: TaskHandOut): string | null {
  const given = item ?? input;
  if (hasInput || given === null || JSON.stringify(given) === '{}') return null;
  return `It was given:\n\n${quoted(given)}`;
}

function gateParts(handOut: TaskHandOut, { guidance, inboxUrl }: AroundTask): readonly (string | null)[] {
  const { title, prompt, shows, verdicts, asksVerdict, requireStudio, schema } = handOut;
  const hasWords = verdicts.length > 0 && (asksVerdict || !hasOwnShape(schema));
  const what = shows
    .filter(({ value }) => !isIn(prompt ?? '', value))
    .map(({ name, value }) => `### ${name}\n\n${quoted(value)}`);
  const link = inboxUrl === undefined ? null : `It can also be answered in the studio: ${inboxUrl}`;
  if (requireStudio) return [`# ${title}`, studioOnly(inboxUrl)];
  return [
    `# ${title}`,
    prompt ?? guidance ?? 'Show the person what is below, and ask for their verdict.',
    hasWords ? `The verdict is one of: ${verdicts.join(', ')}.` : null,
    what.length === 0
      ? shows.length === 0
        ? givenTo(handOut)
        : null
      : `## What is to be judged\n\n${what.join('\n\n')}`,
    PEOPLE_DECIDE,
    link,
  ];
}

/** The prompt has it already. */
function isIn(prompt: string, value: Json): boolean {
  if (typeof value === 'string') return prompt.includes(value);
  return prompt.includes(JSON.stringify(value)) || prompt.includes(JSON.stringify(value, null, 2));
}

export function studioOnly(inboxUrl: string | undefined): string {
  const where = inboxUrl === undefined ? 'the studio' : `the studio: ${inboxUrl}`;
  const only = `This verdict counts only when the person gives it in ${where}.`;
  return `${only} The run waits for it, and takes none from here. Tell them, and ask again later what is next.`;
}

const PEOPLE_DECIDE =
  'Ask the person in this chat and wait for their answer. The decision is theirs: never decide, assume or complete ' +
  'it yourself, and report only what they said.';

function turnParts(handOut: TaskHandOut, around: AroundTask): readonly (string | null)[] {
  const end = handOut.mustEnd ? RESULT_DUE : null;
  return [...workParts(handOut, around), saidSoFar(handOut), around.turnGuidance ?? YOUR_TURN, end];
}

const YOUR_TURN =
  'It is your turn in a conversation with the person. Say what you have to say or ask in `message`. When you have a ' +
  'result, give it as `output` too: it is offered to the person, and counts once they accept it.';

const RESULT_DUE = 'The conversation is over now: give the result as `output`; another message is not taken.';

function wordParts(handOut: TaskHandOut, { guidance }: AroundTask): readonly (string | null)[] {
  const { title, offer } = handOut;
  const offered = offer === null ? null : `This result is offered:\n\n${quoted(offer)}`;
  const ask = offer === null ? 'Ask the person for their next word.' : 'Ask the person whether they accept it.';
  return [`# ${title}`, saidSoFar(handOut), offered, guidance ?? ask, PEOPLE_DECIDE];
}

function saidSoFar({ messages }: TaskHandOut): string | null {
  if (messages.length === 0) return null;
  const said = messages.map(({ from, text, attachments }) => {
    return [`**${from}**:`, quoted(text), attachedMaterial(attachments)].filter((part) => part !== '').join('\n\n');
  });
  return `Said so far:\n\n${said.join('\n\n')}`;
}

/** As people read it: text as it is, other values as JSON. */
export function valueText(value: Json): string {
  return typeof value === 'string' ? cut(value) : quoted(value);
}

/** As a model reads it: in a fence, so that nothing in it can pass for a part of the prompt. */
export function quoted(value: Json): string {
  if (typeof value === 'string') return fenced(cut(value), 'text');
  return fenced(cut(JSON.stringify(value, null, 2)), 'json');
}

function cut(text: string): string {
  if (text.length <= SHOWN_CHARACTERS_MAX) return text;
  return `${text.slice(0, SHOWN_CHARACTERS_MAX)}\n[${text.length - SHOWN_CHARACTERS_MAX} more characters left out]`;
}

function joined(parts: readonly (string | null)[]): string {
  return parts
    .map((part) => part?.trimEnd() ?? '')
    .filter((part) => part !== '')
    .join('\n\n');
}
