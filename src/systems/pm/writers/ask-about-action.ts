// A question about something the person said somebody does: what is left open depends on what is done.

import type { Question, Topic } from '../../../documents/interview/checklist.ts';
import type { WantedAction } from '../../../documents/interview/wanted-actions.ts';

export type Expertise = 'NON_TECHNICAL' | 'BASIC' | 'EXPERT';

interface Detail {
  readonly verbs: RegExp;
  /** Said already: nothing is asked. */
  readonly told: RegExp;
  readonly topic: Topic;
  readonly plain: string;
  readonly expert: string;
  readonly choices: readonly string[];
}

const LIMITED = /\b(?:until|at most|within|before|only|up to|no later)\b|\d/i;
const CASE = /\b(?:if|when|unless|except|otherwise)\b/i;

const DETAILS: readonly Detail[] = [
  {
    verbs: /^(?:cancel|withdraw|revoke|undo|return)$/,
    told: LIMITED,
    topic: 'requirements',
    plain: 'until when is that allowed, and what happens after that?',
    expert: 'until when is that allowed, and which error does a later request get?',
    choices: ['Until it begins', 'Until 24 hours before it begins', 'At any time'],
  },
  {
    verbs: /^(?:book|reserve|borrow|rent|order|register|sign|swap|join|enrol|request|schedule|claim)$/,
    told: CASE,
    topic: 'acceptance',
    plain: 'what should happen if it is already taken or not possible?',
    expert: 'what should happen if two requests collide, and is there a limit for each person?',
    choices: ['A message says why it is not possible', 'A message says why, and offers the next free one'],
  },
  {
    verbs: /^(?:approve|confirm|review|check|accept|decide|grade|verify|sign off)$/,
    told: CASE,
    topic: 'requirements',
    plain: 'what happens if the answer is no?',
    expert: 'what is the state after a refusal, and who may decide again?',
    choices: ['Nothing changes, and the person concerned is told', 'It can be changed and handed in again'],
  },
  {
    verbs: /^(?:pay|donate|buy|purchase|refund|charge)$/,
    told: CASE,
    topic: 'acceptance',
    plain: 'what should happen if the payment does not work?',
    expert: 'what should happen if the payment fails or its answer is lost?',
    choices: ['Nothing is booked, and a message says why', 'It is kept for a while, and can be paid later'],
  },
  {
    verbs: /^(?:post|push|export|sync|synchronise|transfer|publish|submit|forward)$/,
    told: CASE,
    topic: 'acceptance',
    plain: 'what should happen if it does not arrive?',
    expert: 'what should happen if the receiver is down: how often is it tried again, and who is told?',
    choices: ['It is tried again', 'Somebody is told'],
  },
  {
    verbs: /^(?:upload|import|read|scan|extract|ingest|parse|attach|load)$/,
    told: CASE,
    topic: 'acceptance',
    plain: 'what should happen if it cannot be read?',
    expert: 'which formats and sizes are taken, and what should happen with one that cannot be read?',
    choices: ['A message says why, and nothing is kept', 'It is kept, and somebody enters it by hand'],
  },
  {
    verbs: /^(?:send|notify|remind|get|receive|email|text|alert|warn|tell|inform)$/,
    told: /\b(?:when|if|before|after|as soon as|within|every|each|daily|weekly)\b/i,
    topic: 'requirements',
    plain: 'when exactly, and what should it say?',
    expert: 'which event sets it off, how soon must it arrive, and what if it cannot be delivered?',
    choices: [],
  },
  {
    verbs: /^(?:delete|remove|close|archive|block|lock|disable|deactivate)$/,
    told: CASE,
    topic: 'requirements',
    plain: 'what happens to whatever is affected by it, and can it be undone?',
    expert: 'what happens to records that refer to it, and can it be undone?',
    choices: ['It can be undone', 'It cannot be undone'],
  },
  {
    verbs: /^(?:see|view|search|find|list|show|display|track|monitor|browse|compare|look)$/,
    told: /\b(?:how many|which|who|by|with|sorted|filter)\b/i,
    topic: 'requirements',
    plain: 'what exactly should be shown there?',
    expert: 'which fields, in which order, and how fresh must they be?',
    choices: [],
  },
  {
    verbs: /^(?:enter|add|create|offer|report|record|write|fill|edit|change|correct|update|mark|plan|track|log|rate)$/,
    told: /\b(?:with|by|if|when|including)\b/i,
    topic: 'requirements',
    plain: 'what has to be filled in, and what if something is missing?',
    expert: 'which fields are required, and what should happen with an invalid one?',
    choices: [],
  },
];

/** null: nothing is left open that these rules know of. */
export function askAboutAction({ action, clause, from }: WantedAction, expertise: Expertise): Question | null {
  if (action === null || action.kind === 'never' || action.kind === 'name') return null;
  const detail = DETAILS.find(({ verbs }) => verbs.test(action.verb));
  if (detail === undefined || detail.told.test(`${clause} ${from.quote.length < 200 ? action.condition : ''}`))
    return null;
  const isExpert = expertise === 'EXPERT';
  const text = `You said "${quotable(clause)}": ${isExpert ? detail.expert : detail.plain}`;
  const { topic, choices } = detail;
  if (expertise !== 'NON_TECHNICAL' || choices.length === 0) return { topic, text };
  const [recommended] = choices;
  return { topic, text, choices, ...(recommended !== undefined && { recommended }) };
}

export const quotable = (text: string): string => text.replace(/["“”]/g, "'").replace(/\s+/g, ' ').trim();
