// Forms that ask a person for the verdicts of the `prd` system, where their client can show forms.

import type { ItemVerdict, Requirement } from '../documents/requirement.ts';
import { reviewOf } from '../documents/review-of.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { formMessage, textIn } from './gate-form.ts';
import type { TaskHandOut } from './hand-out.ts';
import type { FormSchema, GateAnswer, GateForm } from './mcp-options.ts';

/** More would make a form nobody reads: then the review is held in the chat. */
const ITEMS_MAX = 40;

export const briefForm = (handOut: TaskHandOut): GateForm => approvalForm(handOut, 'approved');
export const prdForm = (handOut: TaskHandOut): GateForm => approvalForm(handOut, 'prdApproved');

function approvalForm(handOut: TaskHandOut, field: 'approved' | 'prdApproved'): GateForm {
  return {
    message: formMessage(handOut),
    schema: {
      type: 'object',
      properties: {
        verdict: { type: 'string', title: 'Your verdict', enum: ['approve', 'reject'] },
        feedback: { type: 'string', title: 'Feedback', description: 'What should change: only when you reject' },
      },
      required: ['verdict'],
    },
    read(content) {
      const feedback = textIn(content, 'feedback');
      const isApproved = content.verdict === 'approve';
      if (!isApproved && feedback === '') return 'a rejection needs feedback that says what should change';
      if (isApproved && feedback !== '')
        return `the form approves and asks for a change at once ("${feedback}"); it is approved as it is, or not`;
      const reviewSummary = isApproved ? 'Approved as it is.' : 'Not approved.';
      const output = { [field]: isApproved, reviewSummary, ...(feedback !== '' && { userFeedback: feedback }) };
      return { output, verdict: isApproved ? 'approve' : 'reject' };
    },
  };
}

const REST = 'approve all the rest';

/** null: too many, or none to decide on. */
export function requirementsForm(handOut: TaskHandOut): GateForm | null {
  const proposed = proposedIn(handOut.data.functionalRequirements);
  if (proposed.length === 0 || proposed.length > ITEMS_MAX) return null;
  const properties: { [name: string]: JsonObject } = {};
  for (const { id, title, description } of proposed) {
    properties[id] = {
      type: 'string',
      title: `${id}: ${title}`,
      description,
      enum: ['approve', 'reject', 'out-of-scope'],
    };
  }
  properties.rest = {
    type: 'string',
    title: 'The others',
    enum: [REST, 'decide in the chat'],
    default: 'decide in the chat',
  };
  properties.reason = { type: 'string', title: 'Why those you did not approve', description: 'Needed for them' };
  properties.feedback = { type: 'string', title: 'Anything else' };
  const schema: FormSchema = { type: 'object', properties };
  return { message: listed(handOut.title, proposed), schema, read: (content) => readReview(proposed, content) };
}

function readReview(proposed: readonly Requirement[], content: JsonObject): GateAnswer | string {
  const reason = textIn(content, 'reason');
  const verdicts: Record<string, ItemVerdict> = {};
  const unexplained: string[] = [];
  for (const { id } of proposed) {
    const word = content[id];
    if (word === 'approve') verdicts[id] = { verdict: 'approve' };
    if (word !== 'reject' && word !== 'out-of-scope') continue;
    if (reason === '') unexplained.push(id);
    verdicts[id] = { verdict: word, reason };
  }
  const sofar = saidInForm(content, proposed);
  if (unexplained.length > 0) {
    const were = unexplained.length === 1 ? 'was' : 'were';
    return `${unexplained.join(', ')} ${were} not approved, and no reason was given. ${sofar}`;
  }
  const rest: ItemVerdict | null = content.rest === REST ? { verdict: 'approve' } : null;
  const read = reviewOf(proposed, verdicts, rest, { feedback: textIn(content, 'feedback') });
  if ('refused' in read) return `${read.refused.join(' ')} ${sofar}`;
  return { output: read.review, verdict: 'reviewed' };
}

/** What they chose stands in the note: nobody should have to say it twice. */
function saidInForm(content: JsonObject, proposed: readonly Requirement[]): string {
  const chosen = proposed.flatMap(({ id }) => (typeof content[id] === 'string' ? [`${id}: ${content[id]}`] : []));
  const rest = content.rest === REST ? [`the others: ${REST}`] : [];
  const words = ['reason', 'feedback'].flatMap((name) => {
    const said = textIn(content, name);
    return said === '' ? [] : [`${name}: "${said}"`];
  });
  const all = [...chosen, ...rest, ...words];
  return all.length === 0 ? '' : `In the form they chose ${all.join('; ')}. Ask only for what is missing`;
}

function proposedIn(value: Json | undefined): readonly Requirement[] {
  return Array.isArray(value) ? (value as readonly Requirement[]) : [];
}

function listed(title: string, proposed: readonly Requirement[]): string {
  const lines = proposed.map(
    ({ id, title: name, description, priority }) => `${id} (${priority}) ${name}: ${description}`,
  );
  return [title, ...lines, 'Changing the text of one is done in the chat.'].join('\n\n');
}

/** The person decides on what the agent found: keep refining, go on, or leave it to the threshold. */
export function gapForm(handOut: TaskHandOut): GateForm | null {
  const { offer } = handOut;
  if (handOut.turn !== 'person' || !isJsonObject(offer)) return null;
  const { userWantsToContinueDespiteGaps: _, ...found } = offer;
  return {
    message: formMessage({ ...handOut, offer: null }, handOut.messages.at(-1)?.text ?? ''),
    schema: {
      type: 'object',
      properties: {
        decision: {
          type: 'string',
          title: 'How to go on',
          description: 'refine the requirements, proceed to the PRD, or auto: refine below 80 %',
          enum: ['refine', 'proceed', 'auto'],
        },
      },
      required: ['decision'],
    },
    read({ decision }) {
      const chosen = decision === 'auto' ? {} : { userWantsToContinueDespiteGaps: decision === 'refine' };
      return { output: { ...found, ...chosen } };
    },
  };
}
