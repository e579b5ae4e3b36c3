// The reply contract: what a model or a program answered, as an envelope or as everything that is wrong with it.
// Tolerant in form, strict in meaning: what cannot be read for certain is a problem, never done.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { ReplyRules } from '../../ports/agent.ts';
import { bareReply } from './bare-reply.ts';
import { envelopeOf, type ReadReply, type Validate } from './envelope-of.ts';
import { envelopeProblems, type FoundEnvelope, findEnvelopes } from './find-envelopes.ts';
import { withoutNulls } from './left-out.ts';
import { readWholeLenientJson } from './lenient-json.ts';
import { brokenJsonFence, jsonIn, outputValue, strictJson } from './output-value.ts';
import { metadataOfText, readMetadata } from './read-metadata.ts';
import { readWord, STATUSES } from './read-word.ts';
import { fieldsOf, isEnvelopeLike, type ReplyFields, spellingProblems } from './reply-fields.ts';
import { type ReplySections, replySections } from './reply-sections.ts';
import { storableProblem } from './storable.ts';

export type { ReadReply, Validate };

const ENVELOPES_MAX = 20;
const PARTS = 'a reply with status, summary, output, next action and metadata';

export function readReply(
  reply: { readonly text: string; readonly structured?: Json },
  rules: ReplyRules,
  validate: Validate,
): ReadReply {
  if (isJsonObject(reply.structured)) return readStructured(reply.structured, rules, validate);
  const bare = bareReply(reply.text);
  if (!bare.ok) return unreadReply(bare.problem);
  const { text } = bare;
  if (text.trim() === '') return unreadReply(`Expected ${PARTS}, found an empty reply.`);
  const { envelopes, broken } = findEnvelopes(text);
  const only = envelopes[0];
  if (only !== undefined && isWhole(text, only)) return readObject(text, only, rules, validate);
  const sections = replySections(text);
  if (sections !== null && !envelopes.some(({ start, end }) => start < sections.start && sections.start < end)) {
    if (broken !== null && broken.start < sections.start) return unreadReply(broken.problem);
    const before = envelopes.filter(({ end }) => end <= sections.start);
    return readSections(text, sections, before, rules, validate);
  }
  const last = envelopes.at(-1);
  if (last === undefined) return readBare(text, broken?.problem ?? null, rules, validate);
  if (broken !== null) return unreadReply(broken.problem);
  const whole = envelopes.length === 1 ? '' : JSON.stringify(last.object);
  if (envelopes.length > 1 && envelopes.some(({ object }) => JSON.stringify(object) !== whole)) {
    return unreadReply(
      `Expected one envelope, found ${envelopes.length} that disagree. Answer with the final one alone.`,
    );
  }
  return readObject(text, last, rules, validate);
}

function unreadReply(...problems: readonly string[]): ReadReply {
  return { ok: false, problems };
}

function withWarnings(read: ReadReply, warnings: readonly string[]): ReadReply {
  return read.ok ? { ...read, warnings: [...warnings, ...read.warnings] } : read;
}

function isWhole(text: string, { start, end }: FoundEnvelope): boolean {
  return text.slice(0, start).trim() === '' && text.slice(end).trim() === '';
}

/** Where no schema says otherwise the provider was asked for a text (see reply-schema.ts). */
function readStructured(object: JsonObject, rules: ReplyRules, validate: Validate): ReadReply {
  const unstorable = storableProblem(object);
  if (unstorable !== null) return unreadReply(unstorable);
  if (!isEnvelopeLike(object)) return acceptBare(object, null, rules, validate);
  const problems = spellingProblems(object);
  if (problems.length > 0) return unreadReply(...problems);
  const { output, ...fields } = fieldsOf(object);
  const inner = sectionsInside({ ...fields, output }, rules, validate);
  return inner ?? envelopeOf({ ...fields, output: structuredOutput(output, rules.schema) }, rules, validate);
}

/** Given every property, a provider says null for those it leaves out. */
function structuredOutput(output: Json | undefined, schema: JsonObject | null): Json | undefined {
  if (output === undefined) return undefined;
  if (schema !== null) return withoutNulls(schema, output);
  return typeof output === 'string' ? outputValue(output) : output;
}

function readObject(text: string, found: FoundEnvelope, rules: ReplyRules, validate: Validate): ReadReply {
  const problems = envelopeProblems(text, found);
  if (problems.length > 0) return unreadReply(...problems);
  const warnings = found.isLoose ? ['The JSON had mistakes that were forgiven (quotes, commas or comments).'] : [];
  return withWarnings(envelopeOf(fieldsOf(found.object), rules, validate), warnings);
}

/** A whole reply as sections in the place of its output: it is read as that reply if it says the same as the one around
 *  it. null: the output is not such a text. */
function sectionsInside({ status, nextAction, output }: ReplyFields, rules: ReplyRules, validate: Validate) {
  if (typeof output !== 'string') return null;
  const sections = replySections(output);
  if (sections === null || output.slice(0, sections.start).trim() !== '') return null;
  const { bodies } = sections;
  const isWhole = bodies.has('Output') && bodies.has('Next Action');
  if (!isWhole || !readWord(bodies.get('Status') ?? '', STATUSES, 'Status').ok) return null;
  const read = readSections(output, sections, [], rules, validate);
  if (!read.ok)
    return unreadReply('output: expected the work itself, found a whole reply in sections.', ...read.problems);
  const { envelope } = read;
  if (!says(status, envelope.status) || !says(nextAction ?? envelope.nextAction, envelope.nextAction)) {
    return unreadReply('output: expected the work itself, found a whole reply in sections that says something else.');
  }
  return withWarnings(read, ['The output was a whole reply in sections; it is read as that reply.']);
}

function says(found: Json | undefined, word: string): boolean {
  return typeof found === 'string' && found.trim().toUpperCase() === word;
}

function readSections(
  text: string,
  { bodies, allMetadata, problems, warnings }: ReplySections,
  before: readonly FoundEnvelope[],
  rules: ReplyRules,
  validate: Validate,
): ReadReply {
  if (bodies.size === 0) return unreadReply(...problems);
  const output = bodies.get('Output');
  const fence = output === undefined ? null : brokenJsonFence(output);
  const unreadable = fence === null ? [] : [brokenOutput(fence)];
  const metadata = allMetadata.map(metadataOfText);
  const fields = {
    status: bodies.get('Status'),
    summary: bodies.get('Summary'),
    // An empty section is where a reply breaks off.
    output: output === undefined || output === '' ? undefined : outputValue(output),
    nextAction: bodies.get('Next Action'),
    nextActionReason: undefined,
    metadata: leastSure(metadata),
  };
  const read = envelopeOf(fields, rules, validate);
  const found = [
    ...problems,
    ...unreadable,
    ...(read.ok ? disagreement(text, read, before, rules, validate) : read.problems),
  ];
  return found.length > 0 ? unreadReply(...new Set(found)) : withWarnings(read, warnings);
}

function brokenOutput({ isCutOff, expected }: { readonly isCutOff: boolean; readonly expected: string }): string {
  if (isCutOff) return 'Output: the JSON in its fence is cut off. Answer again whole.';
  return `Output: expected JSON in the fence that is marked as JSON, but it cannot be read (expected ${expected}).`;
}

/** A second Metadata section may be text of the output: it can make the reply less sure, never surer. */
function leastSure(found: readonly (Json | undefined)[]): Json | undefined {
  const [first, ...later] = found;
  const sureness = (each: Json | undefined): number => readMetadata(each).metadata.confidence ?? 1;
  const least = later.reduce<number>((low, each) => Math.min(low, sureness(each)), sureness(first));
  if (!isJsonObject(first) || least >= sureness(first)) return first;
  return { ...first, confidence: least };
}

/** A JSON envelope above the sections must say the same. */
function disagreement(
  text: string,
  read: ReadReply & { ok: true },
  before: readonly FoundEnvelope[],
  rules: ReplyRules,
  validate: Validate,
): string[] {
  // Each is searched for its fence: a reply made of hundreds is not worth that.
  const differs = before.slice(0, ENVELOPES_MAX + 1).some((each, index) => {
    if (index === ENVELOPES_MAX) return true;
    const other = readObject(text, each, rules, validate);
    const { status, nextAction } = read.envelope;
    return !other.ok || other.envelope.status !== status || other.envelope.nextAction !== nextAction;
  });
  return differs ? ['Expected one envelope, found a JSON one and Markdown sections that disagree.'] : [];
}

function readBare(text: string, problem: string | null, rules: ReplyRules, validate: Validate): ReadReply {
  const value = jsonIn(text) ?? lenientWhole(text);
  if (value !== undefined && value !== null) return acceptBare(value, problem, rules, validate);
  return unreadReply(problem ?? `Expected ${PARTS}, found a text without any of them.`);
}

/** Done without saying so is believed only of a value the step's schema asks for. */
function acceptBare(value: Json, problem: string | null, rules: ReplyRules, validate: Validate): ReadReply {
  const expected = problem ?? `Expected ${PARTS}, found ${Array.isArray(value) ? 'an array' : 'a value'} without them.`;
  if (rules.schema === null) return unreadReply(expected);
  if (hidesEnvelope(value))
    return unreadReply(`Expected ${PARTS}, found an envelope inside another value. Give it alone.`);
  const wrong = validate(rules.schema, value);
  if (wrong.length > 0) return unreadReply(expected);
  const fields = { ...fieldsOf({}), status: 'SUCCESS', nextAction: 'COMPLETE', output: value };
  const read = envelopeOf(fields, rules, validate);
  return withWarnings(read, ['The reply is bare output without an envelope; it satisfies the schema.']);
}

function lenientWhole(text: string): Json | undefined {
  const read = /^\s*[{[]/.test(text) ? readWholeLenientJson(text) : null;
  return read?.ok ? read.value : undefined;
}

/** One level down, as an object or as its text: a wrapper must not turn what is inside into a success. */
function hidesEnvelope(value: Json): boolean {
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  return inner.some((each) => {
    const object = typeof each === 'string' ? strictJson(each.slice(0, 1_000_000)) : each;
    return (
      isJsonObject(object) &&
      isEnvelopeLike(object as JsonObject) &&
      fieldsOf(object as JsonObject).status !== undefined
    );
  });
}
