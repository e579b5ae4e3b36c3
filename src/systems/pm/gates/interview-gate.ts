// The interview as people see it: what was said, the checklist with the words it is from, what was asked last, and what
// is taken for granted.

import { type Assumption, type ChecklistEntry, type Question, TOPICS } from '../../../documents/interview/checklist.ts';
import { openPoints } from '../../../documents/spec/open-points.ts';
import { isWholeSpec, readSpec } from '../../../documents/spec/read-spec.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import type {
  AgentQuestion,
  ConversationCommand,
  ConversationReview,
  Decision,
  Fact,
  GateAnswer,
  Level,
} from '../../../ports/review.ts';
import type { GateFacts } from '../../../ports/system.ts';
import { acceptanceOf, TOPIC_NAMES as NAMES } from '../writers/questions.ts';
import type { PmSaid } from '../writers/read-answers.ts';
import { draftSoFar, factsOf } from '../writers/write-draft.ts';
import { allMessages, isFixedList, messageProblem } from './message-length.ts';

const LEVELS: { readonly [status in ChecklistEntry['status']]: Level } = {
  covered: 'good',
  unknown: 'fair',
  open: 'plain',
};
/** Commands: they end the interview when nothing else is typed, in whatever client. */
const END_WORDS: ReadonlySet<string> = new Set(['done', 'finish', "that's all", '/done']);
const DONE = { label: 'end the interview', help: 'the specification is drafted from what was said' };

export async function interviewReview(facts: GateFacts): Promise<ConversationReview> {
  const { data, offer } = facts;
  const messages = allMessages(facts);
  return {
    ...{ kind: 'conversation', title: 'Interview', notices: noticesOf(data) },
    messages: messages.map(({ from, text, attachments = [] }) => ({
      ...{ from, text },
      ...(attachments.length > 0 && { attachments: attachments.map(({ name }) => name) }),
    })),
    ...(isFixedList(messages) && { commands: COMMANDS }),
    groups: [
      {
        title: 'Checklist',
        level: 'plain',
        facts: checklistFacts(listIn<ChecklistEntry>(data.checklist), openCriteria(facts, messages)),
      },
    ],
    questions: listIn<Question>(data.questions).map(asQuestion),
    assumptions: listIn<Assumption>(data.assumptions)
      .filter(({ status }) => status === 'open')
      .map(({ id, text }) => ({ id, text })),
    offer: offer === null ? null : summaryIn(offer),
    ...{ end: DONE, canAttach: true },
  };
}

/** Of the fixed list of questions. */
const COMMANDS: readonly ConversationCommand[] = [
  { name: '/skip', argument: '', help: 'leave the question open' },
  { name: '/back', argument: '', help: 'be asked the last question again' },
  { name: '/edit', argument: 'TOPIC', help: 'answer a topic of the checklist again, or the acceptance of R-001' },
];

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
/** A person who has the file needs no interview for it. */
const TO_MEND = ['Answer here, or mend the file and attach it whole: it is checked and submitted again.'];

/** Requirements of which the fixed list has not asked, or nobody said, how one sees that they are done. */
function openCriteria({ data }: GateFacts, messages: readonly PmSaid[]): number {
  if (!isFixedList(messages)) return 0;
  const last = typeof data.draft_spec === 'string' ? data.draft_spec : '';
  const { markdown } = draftSoFar({ ...factsOf(data, messages), last });
  const open = new Set(openPoints(markdown).map(({ text }) => text));
  return readSpec(markdown).requirements.filter(({ id }) => open.has(acceptanceOf(id))).length;
}

function checklistFacts(checklist: readonly ChecklistEntry[], withoutCriteria: number): readonly Fact[] {
  return TOPICS.map((topic): Fact => {
    const { status = 'open', quotes = [] } = checklist.find((entry) => entry.topic === topic) ?? {};
    const isInPart = topic === 'acceptance' && status === 'covered' && withoutCriteria > 0;
    return {
      ...{ name: NAMES[topic], share: null, level: isInPart ? 'fair' : LEVELS[status] },
      text: isInPart ? `${withoutCriteria} open` : status,
      details: quotes.map(({ turn, quote }) => `turn ${turn}: "${quote}"`),
    };
  });
}

function asQuestion({ topic, text, choices = [], recommended }: Question): AgentQuestion {
  return { topic, text, choices: choices.map((label) => ({ label, isRecommended: label === recommended })) };
}

function summaryIn(offer: Json): string {
  const summary = isJsonObject(offer) ? offer.summary : undefined;
  return typeof summary === 'string' && summary.trim() !== '' ? summary.trim() : 'Every topic has been asked about.';
}

const plainWord = (text: string): string => text.trim().replace(/\.$/, '').replaceAll('’', "'").toLowerCase();

/** A choice that was offered is an answer, whatever word it is. */
function isEnd(text: string, { questions }: JsonObject): boolean {
  const word = plainWord(text);
  const choices = listIn<Question>(questions).flatMap((question) => question.choices ?? []);
  return END_WORDS.has(word) && !choices.some((choice) => plainWord(choice) === word);
}

/** A whole specification needs no interview: it is taken as it is. */
export async function interviewAnswer(facts: GateFacts, decision: Decision): Promise<GateAnswer> {
  const { data, offer } = facts;
  if (decision.kind === 'message') {
    const { text, attachments = [] } = decision;
    if (attachments.length === 0 && isEnd(text, data)) return { output: { reason: 'user_done' } };
    const whole = attachments.find((each) => isWholeSpec(each.text));
    if (whole !== undefined) return { output: { reason: 'user_done', attached_spec: whole.text } };
    const against = messageProblem(facts, decision);
    if (against !== null) return { refused: [against] };
    return { message: text, ...(attachments.length > 0 && { attachments }) };
  }
  if (decision.kind === 'end') return { output: { reason: 'user_done' } };
  if (decision.kind === 'accept' && offer !== null) return { output: offer };
  return { refused: [`Expected a message, "end" or "accept" in the interview, found "${decision.kind}".`] };
}

/** Written beforehand: a text is said, a command ends it; answers by topic are given to the questions of the turn. */
export function writtenInterview(facts: GateFacts, given: Json): Decision | string {
  const asked = listIn<Question>(facts.data.questions);
  const turn = facts.messages.filter(({ from }) => from === 'agent').length;
  const own = Array.isArray(given) ? (given[turn - 1] ?? 'done') : given;
  if (typeof own === 'string') return isEnd(own, facts.data) ? { kind: 'end' } : { kind: 'message', text: own };
  if (!isJsonObject(own)) return 'a text, "done", or answers by topic';
  const words = asked.flatMap(({ topic }, at) => {
    const said = own[topic];
    if (!Array.isArray(said)) return typeof said === 'string' ? [said] : [];
    // Of several questions on one topic each has its own text, the others the last one.
    const place = asked.slice(0, at).filter((each) => each.topic === topic).length;
    return said
      .slice(0, place + 1)
      .slice(-1)
      .flatMap((text) => (typeof text === 'string' ? [text] : []));
  });
  const unknown = Object.keys(own).find((topic) => !TOPICS.some((each) => each === topic));
  if (unknown !== undefined) return `answers by topic (${TOPICS.join(', ')}), found "${unknown}"`;
  // What nobody wrote an answer for is not made up: the interview ends there.
  if (words.length === 0) return { kind: 'end' };
  const isByNumber = words.length === asked.length && words.length > 1 && words.some((each) => !isOneLine(each));
  // A list in an answer is indented: its numbers are not those of questions.
  const lines = isByNumber ? words.map((each, at) => `${at + 1}. ${each.replace(/\r\n|\r|\n/g, '\n  ')}`) : words;
  return { kind: 'message', text: lines.join('\n') };
}

const isOneLine = (text: string): boolean => text !== '' && !/[\r\n]|^\d{1,3}[.):]/.test(text);

export function decidedInterview({ reason, attached_spec }: JsonObject): string {
  if (attached_spec != null) return 'a whole specification was attached';
  return reason === 'complete' ? 'the interview is complete' : 'the interview was ended';
}

function listIn<T>(value: Json | undefined): readonly T[] {
  return Array.isArray(value) ? (value as unknown as readonly T[]) : [];
}
