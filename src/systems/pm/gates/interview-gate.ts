// The interview as people see it: what was said, the checklist with the words it is from, what was asked last, and what
// is taken for granted.

import {
  type Assumption,
  type ChecklistEntry,
  type Question,
  TOPICS,
  type Topic,
} from '../../../documents/interview/checklist.ts';
import { isWholeSpec } from '../../../documents/spec/read-spec.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import type { AgentQuestion, ConversationReview, Decision, Fact, GateAnswer, Level } from '../../../ports/review.ts';
import type { GateFacts } from '../../../ports/system.ts';

const NAMES: { readonly [topic in Topic]: string } = {
  vision: 'vision',
  users: 'users',
  scope_in: 'in scope',
  scope_out: 'out of scope',
  requirements: 'requirements',
  acceptance: 'acceptance',
  constraints: 'constraints',
  priorities: 'priorities',
  dependencies: 'dependencies',
};
const LEVELS: { readonly [status in ChecklistEntry['status']]: Level } = {
  covered: 'good',
  unknown: 'fair',
  open: 'plain',
};
/** In a file of answers, as it is typed or as a word. */
const DONE_WORDS: ReadonlySet<string> = new Set(['done', '/done']);
const DONE = { label: 'end the interview', help: 'the specification is drafted from what was said' };

export async function interviewReview(facts: GateFacts): Promise<ConversationReview> {
  const { data, messages, offer } = facts;
  return {
    ...{ kind: 'conversation', title: 'Interview', notices: noticesOf(data) },
    // Those of earlier visits too, and what it was begun with.
    messages: [...listIn<(typeof messages)[number]>(data.conversation), ...messages].map(
      ({ from, text, attachments = [] }) => ({
        ...{ from, text },
        ...(attachments.length > 0 && { attachments: attachments.map(({ name }) => name) }),
      }),
    ),
    groups: [{ title: 'Checklist', level: 'plain', facts: checklistFacts(listIn<ChecklistEntry>(data.checklist)) }],
    questions: listIn<Question>(data.questions).map(asQuestion),
    assumptions: listIn<Assumption>(data.assumptions)
      .filter(({ status }) => status === 'open')
      .map(({ id, text }) => ({ id, text })),
    offer: offer === null ? null : summaryIn(offer),
    ...{ end: DONE, canAttach: true },
  };
}

/** What brought the person here again. */
function noticesOf({ feedback, feedback_from, last_error, validation_errors }: JsonObject): readonly string[] {
  const errors = listIn<JsonObject>(validation_errors).map(({ message }) => `- ${String(message)}`);
  const who = feedback_from === 'architect' ? BY_ARCHITECT : 'Feedback:';
  const said = typeof feedback === 'string' && feedback.trim() !== '' ? [`${who} ${feedback.trim()}`] : [];
  return [
    ...(typeof last_error === 'string' && last_error !== '' ? [`Before this: ${last_error}`] : []),
    ...(errors.length > 0 ? ['The specification was not valid:', ...errors, ...TO_MEND] : said),
  ];
}

const BY_ARCHITECT = 'The architect did not approve the specification and asks for changes:';
/** Whoever has the file needs no interview for it. */
const TO_MEND = ['Answer here, or mend the file and attach it whole: it is checked and submitted again.'];

function checklistFacts(checklist: readonly ChecklistEntry[]): readonly Fact[] {
  return TOPICS.map((topic): Fact => {
    const { status = 'open', quotes = [] } = checklist.find((entry) => entry.topic === topic) ?? {};
    return {
      ...{ name: NAMES[topic], text: status, share: null, level: LEVELS[status] },
      details: quotes.map(({ turn, quote }) => `turn ${turn}: "${quote}"`),
    };
  });
}

function asQuestion({ topic, text, choices = [], recommended }: Question): AgentQuestion {
  return { topic, text, choices: choices.map((label) => ({ label, isRecommended: label === recommended })) };
}

function summaryIn(offer: Json): string {
  const summary = isJsonObject(offer) ? offer.summary : undefined;
  return typeof summary === 'string' && summary.trim() !== '' ? summary.trim() : 'Every topic is covered.';
}

/** A whole specification needs no interview: it is taken as it is. */
export async function interviewAnswer({ offer }: GateFacts, decision: Decision): Promise<GateAnswer> {
  if (decision.kind === 'message') {
    const { text, attachments = [] } = decision;
    const whole = attachments.find((each) => isWholeSpec(each.text));
    if (whole !== undefined) return { output: { reason: 'user_done', attached_spec: whole.text } };
    return { message: text, ...(attachments.length > 0 && { attachments }) };
  }
  if (decision.kind === 'end') return { output: { reason: 'user_done' } };
  if (decision.kind === 'accept' && offer !== null) return { output: offer };
  return { refused: [`Expected a message, "end" or "accept" in the interview, found "${decision.kind}".`] };
}

/** Written beforehand: a text is said, "done" ends it; answers by topic are given to the questions of the turn. */
export function writtenInterview(facts: GateFacts, given: Json): Decision | string {
  const asked = listIn<Question>(facts.data.questions);
  const turn = facts.messages.filter(({ from }) => from === 'agent').length;
  const own = Array.isArray(given) ? (given[turn - 1] ?? 'done') : given;
  if (typeof own === 'string') return DONE_WORDS.has(own.trim()) ? { kind: 'end' } : { kind: 'message', text: own };
  if (!isJsonObject(own)) return 'a text, "done", or answers by topic';
  const words = asked.flatMap(({ topic }) => (typeof own[topic] === 'string' ? [own[topic]] : []));
  const unknown = Object.keys(own).find((topic) => !TOPICS.some((each) => each === topic));
  if (unknown !== undefined) return `answers by topic (${TOPICS.join(', ')}), found "${unknown}"`;
  // What nobody wrote an answer for is not made up: the interview ends there.
  return words.length === 0 ? { kind: 'end' } : { kind: 'message', text: words.join('\n') };
}

export function decidedInterview({ reason, attached_spec }: JsonObject): string {
  if (attached_spec != null) return 'a whole specification was attached';
  return reason === 'complete' ? 'the interview is complete' : 'the interview was ended';
}

function listIn<T>(value: Json | undefined): readonly T[] {
  return Array.isArray(value) ? (value as unknown as readonly T[]) : [];
}
