// Whether a decision fits its review, whether it comes from a page, a form or a file of answers. Gives reasons in
// words, for each thing that does not.

import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type {
  ChoiceReview,
  ConversationReview,
  Decision,
  DocumentReview,
  ItemsReview,
  ReviewBody,
} from '../ports/review.ts';

/** [] where it fits. What it means is for the gate to judge. */
export function decisionProblems(review: ReviewBody, decision: Decision): readonly string[] {
  const given = decision as unknown as { readonly [name: string]: Json | undefined };
  if (given.kind === 'message') return [...messageProblems(review, given), ...unknownKeys(decision)];
  if (review.kind === 'conversation') return [...conversationProblems(review, given), ...unknownKeys(decision)];
  if (review.kind !== given.kind) return [`Expected a decision of the kind "${review.kind}", found "${given.kind}".`];
  return [...unknownKeys(decision), ...problemsIn(review, given)];
}

const KEYS: { readonly [kind: string]: readonly string[] } = {
  document: ['verdict', 'feedback', 'changes', 'isConfirmed'],
  items: ['verdicts', 'rest', 'summary', 'feedback'],
  choice: ['option'],
  message: ['text', 'attachments'],
  end: [],
  accept: [],
  form: ['verdict', 'output', 'comment'],
};

/** A word that is not known would be passed over: what was meant by it would not count. */
function unknownKeys(decision: Decision): readonly string[] {
  const { kind } = decision;
  const known = KEYS[kind];
  // What is not a decision at all is refused as such.
  if (known === undefined) return [];
  return strangeIn(decision, ['kind', ...known], `in a decision of the kind "${kind}"`);
}

function strangeIn(given: object, known: readonly string[], where: string): readonly string[] {
  const strange = Object.keys(given).filter((name) => !known.includes(name));
  if (strange.length === 0) return [];
  const found = strange.map((name) => `"${name}"`).join(', ');
  return [`Expected ${where} only ${known.map((name) => `"${name}"`).join(', ')}, found ${found}.`];
}

function problemsIn(review: ReviewBody, given: DecisionFields): readonly string[] {
  if (review.kind === 'document') return documentProblems(review, given);
  if (review.kind === 'items') return itemsProblems(review, given);
  if (review.kind === 'choice') return choiceProblems(review, given);
  return [...textProblem('verdict', given.verdict), ...textProblem('comment', given.comment)];
}

type DecisionFields = { readonly [name: string]: Json | undefined };

function messageProblems(review: ReviewBody, { text, attachments = [] }: DecisionFields): readonly string[] {
  const canSay =
    review.kind === 'conversation' ||
    (review.kind === 'choice' && review.canSay) ||
    (review.kind === 'form' && review.offer !== null);
  if (!canSay) return [`Expected a decision of the kind "${review.kind}", found a message.`];
  if (!Array.isArray(attachments) || !attachments.every(isAttachment))
    return ['Expected "attachments" as a list of {name, text}.'];
  if (attachments.length > 0 && !(review.kind === 'conversation' && review.canAttach))
    return ['Expected a message without attachments, found some: nothing is attached here.'];
  const isSaid = typeof text === 'string' && (text.trim() !== '' || attachments.length > 0);
  return isSaid ? [] : ['Expected "text" with what is said, found none.'];
}

function isAttachment(given: Json): boolean {
  return isJsonObject(given) && typeof given.name === 'string' && typeof given.text === 'string';
}

function conversationProblems({ end, offer }: ConversationReview, { kind }: DecisionFields): readonly string[] {
  const known = ['message', ...(end === null ? [] : ['end']), ...(offer === null ? [] : ['accept'])];
  if (known.includes(String(kind))) return [];
  const named = known.map((each) => `"${each}"`).join(' or ');
  return [`Expected a decision of the kind ${named} in this conversation, found ${shortText(kind)}.`];
}

function documentProblems(review: DocumentReview, { verdict, feedback, changes }: DecisionFields): readonly string[] {
  const known = ['approve', 'change', ...(review.canStartOver ? ['start-over'] : [])];
  if (typeof verdict !== 'string' || !known.includes(verdict))
    return [`Expected "verdict" as one of ${known.join(', ')}, found ${shortText(verdict)}.`];
  const wrong = textProblem('feedback', feedback);
  if (changes === undefined) return wrong;
  if (!Array.isArray(changes)) return [...wrong, `Expected "changes" as a list, found ${shortText(changes)}.`];
  return [...wrong, ...changes.flatMap((change: Json, at) => changeProblems(review, change, at))];
}

function changeProblems({ fixed, sections, parts = [] }: DocumentReview, change: Json, at: number): readonly string[] {
  const place = `changes[${at}]`;
  const { section, reason, text } = isJsonObject(change) ? change : {};
  if (typeof section !== 'string' || typeof reason !== 'string' || typeof text !== 'string')
    return [`Expected ${place} with section, reason and text, found ${shortText(change)}.`];
  const strange = strangeIn(change as JsonObject, ['section', 'reason', 'text'], `in ${place}`);
  if (strange.length > 0) return strange;
  const kept = fixed.find((each) => each.section === section);
  if (kept !== undefined) return [`${place}: "${section}" is not changed here. ${kept.why}.`];
  // One that someone wrote is new, and has its place in its part.
  const isNew = text !== '' && parts.some(({ name }) => section.startsWith(`${name}: `));
  if (sections === null || sections.includes(section) || isNew) return [];
  return [`Expected ${place} in one of ${sections.join(', ')}, found "${section}".`];
}

function itemsProblems(review: ItemsReview, { verdicts, rest, feedback, summary }: DecisionFields): readonly string[] {
  if (!isJsonObject(verdicts)) return [`Expected "verdicts" by id, found ${shortText(verdicts)}.`];
  const named = Object.entries(verdicts).flatMap(([id, verdict]) => verdictProblems(review, id, verdict));
  const others = rest === undefined ? [] : verdictProblems(review, 'rest', rest);
  return [...named, ...others, ...textProblem('feedback', feedback), ...textProblem('summary', summary)];
}

function verdictProblems({ verdicts, fields }: ItemsReview, id: string, given: Json): readonly string[] {
  const { verdict, reason, notes, change } = isJsonObject(given) ? given : {};
  const kind = verdicts.find(({ value }) => value === verdict);
  if (kind === undefined)
    return [
      `Expected ${id} with a verdict of ${verdicts.map(({ value }) => value).join(', ')}, found ${shortText(given)}.`,
    ];
  const wrong = [
    ...strangeIn(given as JsonObject, ['verdict', 'reason', 'notes', 'change'], `in ${id}`),
    ...textProblem(`${id}.reason`, reason),
    ...textProblem(`${id}.notes`, notes),
  ];
  if (change === undefined) return wrong;
  if (!isJsonObject(change)) return [...wrong, `Expected ${id}.change by field, found ${shortText(change)}.`];
  return [
    ...wrong,
    ...Object.entries(change).flatMap(([name, value]) => {
      const field = fields.find((each) => each.name === name);
      if (field === undefined)
        return [`Expected ${id}.change of ${fields.map((each) => each.name).join(', ')}, found "${name}".`];
      if (typeof value !== 'string') return [`Expected ${id}.change.${name} as text, found ${shortText(value)}.`];
      if (field.values === undefined || field.values.includes(value)) return [];
      return [`Expected ${id}.change.${name} as one of ${field.values.join(', ')}, found "${value}".`];
    }),
  ];
}

function choiceProblems({ options }: ChoiceReview, { option }: DecisionFields): readonly string[] {
  const known = options.map(({ value }) => value);
  return typeof option === 'string' && known.includes(option)
    ? []
    : [`Expected "option" as one of ${known.join(', ')}, found ${shortText(option)}.`];
}

function textProblem(name: string, value: Json | undefined): readonly string[] {
  return value === undefined || typeof value === 'string'
    ? []
    : [`Expected "${name}" as text, found ${shortText(value)}.`];
}

const SHOWN_MAX = 80;

function shortText(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX - 1)}…` : text;
}
