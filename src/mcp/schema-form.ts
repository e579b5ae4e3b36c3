// The form of a gate without code: a word of the gate's and a comment, the fields of its schema where they are flat, or
// whether the result that is offered is accepted.

import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { Decision, FormDecision, FormReview } from '../ports/review.ts';
import { FIELDS_MAX, formMessage, textIn } from './form-text.ts';
import { hasOwnShape, requiredOf } from './has-own-shape.ts';
import type { FormSchema, ReviewForm } from './mcp-options.ts';
import type { FormTask } from './review-form.ts';
import { valueText } from './task-texts.ts';

type Fields = { readonly [name: string]: JsonObject };

/** null: the answer has a shape that no form can ask for. */
export function schemaForm(review: FormReview, { kind, isVoted }: FormTask): ReviewForm | null {
  if (kind !== 'gate') return review.offer === null ? null : offerForm(review);
  if (!hasOwnShape(review.schema)) return review.verdicts.length === 0 ? null : verdictForm(review);
  // What several people give is a word each.
  return isVoted ? null : fieldsForm(review);
}

const verdictField = (verdicts: readonly string[]): JsonObject => ({
  ...{ type: 'string', title: 'Your verdict', enum: verdicts },
});
const COMMENT: JsonObject = { type: 'string', title: 'Comment', description: 'Why, or what should change' };

function verdictForm(review: FormReview): ReviewForm {
  const { verdicts } = review;
  return {
    message: messageOf(review),
    schema: {
      type: 'object',
      properties: { verdict: verdictField(verdicts), comment: COMMENT },
      required: ['verdict'],
    },
    read: (content) => readVerdict(verdicts, content),
  };
}

function readVerdict(verdicts: readonly string[], { verdict, comment }: JsonObject): FormDecision | string {
  if (typeof verdict !== 'string' || !verdicts.includes(verdict)) return `one of ${verdicts.join(', ')} is needed`;
  return { kind: 'form', verdict, ...(typeof comment === 'string' && comment !== '' && { comment }) };
}

/** Of a conversation: that the result offered is taken. */
function offerForm(review: FormReview): ReviewForm {
  return {
    message: messageOf(review),
    schema: {
      type: 'object',
      properties: { accept: { type: 'boolean', title: 'Accept this result', default: false } },
      required: ['accept'],
    },
    read({ accept }) {
      if (accept !== true) return 'the result was not accepted';
      const [verdict] = review.verdicts;
      return { kind: 'form', output: review.offer, ...(verdict !== undefined && { verdict }) };
    },
  };
}

function messageOf({ title, notices, shows, offer }: FormReview): string {
  const parts = shows.map(({ name, value }) =>
    shows.length === 1 ? valueText(value) : `${name}:\n${valueText(value)}`,
  );
  if (offer !== null) parts.push(valueText(offer));
  return formMessage([title, notices.join('\n')], parts.join('\n\n'));
}

/** null: something that the answer must have is not a single text, number, choice, or yes or no. */
function fieldsForm(review: FormReview): ReviewForm | null {
  const own = flatFields(review.schema ?? {});
  if (own === null || Object.keys(own).length > FIELDS_MAX) return null;
  const { verdicts } = review;
  const word = verdicts.length === 0 ? {} : { verdict: verdictField(verdicts) };
  const comment = verdicts.length === 0 || own.comment !== undefined ? {} : { comment: COMMENT };
  const required = [...new Set([...Object.keys(word), ...requiredOf(review.schema)])];
  // The words of the gate come first, and count before what the schema says of them.
  const schema: FormSchema = { type: 'object', properties: { ...word, ...own, ...comment, ...word }, required };
  return { message: messageOf(review), schema, read: (content) => readFields(own, verdicts, content) };
}

function readFields(own: Fields, verdicts: readonly string[], content: JsonObject): Decision | string {
  const given = Object.keys(own).filter((name) => content[name] !== undefined && content[name] !== '');
  const output = Object.fromEntries(given.map((name) => [name, content[name] ?? null]));
  if (verdicts.length === 0) return { kind: 'form', output };
  const read = readVerdict(verdicts, { ...content, comment: textIn(content, 'comment') });
  return typeof read === 'string' ? read : { ...read, output };
}

/** The fields that a form can ask for; null where it cannot ask for all that is needed. */
function flatFields(schema: JsonObject): Fields | null {
  const { properties } = schema;
  if (!isJsonObject(properties)) return null;
  const flat = Object.entries(properties).flatMap(([name, property]): [string, JsonObject][] => {
    const field = flatField(name, property);
    return field === null ? [] : [[name, field]];
  });
  const fields = Object.fromEntries(flat);
  return requiredOf(schema).every((name) => fields[name] !== undefined) ? fields : null;
}

const FORMATS: ReadonlySet<Json> = new Set(['email', 'uri', 'date', 'date-time']);
/** What clients know of each type; the step's own schema judges the rest. */
const KEYWORDS: { readonly [type: string]: readonly string[] } = {
  string: ['minLength', 'maxLength', 'format', 'default'],
  number: ['minimum', 'maximum', 'default'],
  integer: ['minimum', 'maximum', 'default'],
  boolean: ['default'],
};

function flatField(name: string, property: Json | undefined): JsonObject | null {
  if (!isJsonObject(property)) return null;
  const { title = name, description, enum: words } = property;
  const head = { title, ...(description !== undefined && { description }) };
  if (Array.isArray(words))
    return words.every((word) => typeof word === 'string') ? { type: 'string', ...head, enum: words } : null;
  const type = typeof property.type === 'string' ? property.type : '';
  const known = KEYWORDS[type]?.filter((key) => property[key] !== undefined);
  if (known === undefined) return null;
  const kept = known.filter((key) => key !== 'format' || FORMATS.has(property.format ?? null));
  return { type, ...head, ...Object.fromEntries(kept.map((key) => [key, property[key]])) } as JsonObject;
}
