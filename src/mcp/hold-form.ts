// The form by which the person beside a client chooses what becomes of a hold.

import type { JsonObject } from '../json.ts';
import { formMessage } from './form-text.ts';
import { type HoldChoice, holdChoice } from './hold-choice.ts';
import type { Form, McpOptions } from './mcp-options.ts';
import type { ReportResult } from './report-outcome.ts';
import { resolveHold } from './resolve-hold.ts';

/** Chosen where the person wants to look first: nothing is changed. */
const LATER = 'later';

export function holdForm({ commandText = (text) => text }: McpOptions, choice: HoldChoice): Form {
  const { title, message, moves } = choice;
  const list = [...moves].map(([move, words]) => `- ${move}: ${words}`);
  const text = [message, '', ...list, `- ${LATER}: change nothing now`].join('\n');
  return {
    message: formMessage([`"${title}" is held`], commandText(text)),
    schema: {
      type: 'object',
      properties: {
        resolve: { type: 'string', title: 'What now?', enum: [...moves.keys(), LATER] },
        reason: { type: 'string', title: 'Reason', description: 'Kept in the history; may be left empty' },
      },
      required: ['resolve'],
    },
  };
}

/** A text says that nothing was chosen. */
export function answerHold(
  options: McpOptions,
  { run, hold }: HoldChoice,
  { resolve, reason }: JsonObject,
): Promise<ReportResult> | string {
  if (typeof resolve !== 'string' || resolve === LATER) return 'nothing was chosen';
  const why = typeof reason === 'string' && reason.trim() !== '' ? { reason: reason.slice(0, 2000) } : {};
  return resolveHold(options, { run, hold, move: resolve, ...why });
}

export async function isStillHeld(options: McpOptions, { run, hold }: HoldChoice): Promise<boolean> {
  return (await holdChoice(options, run, hold)) !== null;
}
