// The form that asks a person for a verdict, where their client can show forms: a word of the gate's, and a comment.

import { isJsonObject, type JsonObject } from '../json.ts';
import type { TaskHandOut } from './hand-out.ts';
import { hasOwnShape } from './has-own-shape.ts';
import type { GateForm } from './mcp-options.ts';
import { shown } from './task-texts.ts';

/** Clients show it in a dialog: what is longer is read elsewhere. */
const MESSAGE_CHARACTERS_MAX = 20_000;

/** null: this cannot be asked by a form, because the answer has a shape of its own. */
export function gateForm(handOut: TaskHandOut): GateForm | null {
  if (handOut.kind === 'gate')
    return handOut.verdicts.length === 0 || hasOwnShape(handOut.schema) ? null : verdictForm(handOut);
  return handOut.turn === 'person' ? wordForm(handOut) : null;
}

function verdictForm(handOut: TaskHandOut): GateForm {
  const { verdicts } = handOut;
  return {
    message: formMessage(handOut),
    schema: {
      type: 'object',
      properties: {
        verdict: { type: 'string', title: 'Your verdict', enum: verdicts },
        comment: { type: 'string', title: 'Comment', description: 'Why, or what should change' },
      },
      required: ['verdict'],
    },
    read({ verdict, comment }) {
      if (typeof verdict !== 'string' || !verdicts.includes(verdict)) return `one of ${verdicts.join(', ')} is needed`;
      const said = typeof comment === 'string' && comment !== '' ? { comment } : {};
      return { output: { verdict, comment: '', ...said }, verdict, ...said };
    },
  };
}

/** A conversation's next word, or that the result offered is taken. */
function wordForm(handOut: TaskHandOut): GateForm | null {
  const { offer } = handOut;
  if (offer === null) return null;
  return {
    message: formMessage(handOut),
    schema: {
      type: 'object',
      properties: { accept: { type: 'boolean', title: 'Accept this result', default: false } },
      required: ['accept'],
    },
    read: ({ accept }) => (accept === true ? { output: offer } : 'the result was not accepted'),
  };
}

export function formMessage({ title, shows, offer }: TaskHandOut, more = ''): string {
  const parts = shows.map(({ name, value }) => (shows.length === 1 ? shown(value) : `${name}:\n${shown(value)}`));
  if (offer !== null) parts.push(shown(offer));
  const whole = [title, ...parts, more].filter((part) => part !== '').join('\n\n');
  if (whole.length <= MESSAGE_CHARACTERS_MAX) return whole;
  return `${whole.slice(0, MESSAGE_CHARACTERS_MAX)}\n[cut: ask for the whole in the chat]`;
}

export function textIn(content: JsonObject, name: string): string {
  const value = isJsonObject(content) ? content[name] : undefined;
  return typeof value === 'string' ? value.trim() : '';
}
