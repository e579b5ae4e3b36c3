// Judges the fields of a reply: an envelope, or everything that is wrong with them.

import type { Json, JsonObject } from '../../json.ts';
import type { Envelope, ReplyRules } from '../../ports/agent.ts';
import { strictJson } from './output-value.ts';
import { readMetadata } from './read-metadata.ts';
import { NEXT_ACTIONS, otherWord, quotedExcerpt, readWord, STATUSES } from './read-word.ts';
import type { ReplyFields } from './reply-fields.ts';

export type Validate = (schema: JsonObject, value: Json) => readonly string[];

export type ReadReply =
  | { readonly ok: true; readonly envelope: Envelope; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };

interface Findings {
  readonly problems: string[];
  readonly warnings: string[];
}

export function envelopeOf(fields: ReplyFields, rules: ReplyRules, validate: Validate): ReadReply {
  const findings: Findings = { problems: [], warnings: [] };
  const status = statusOf(fields.status, findings);
  const next = nextActionOf(fields, status, findings);
  const summary = summaryOf(fields.summary, findings);
  const { metadata, warnings } = readMetadata(fields.metadata);
  const isFinal = (status === 'SUCCESS' || status === 'PARTIAL') && next?.action === 'COMPLETE';
  const output = isFinal ? finalOutput(fields.output, rules, validate, findings) : (fields.output ?? null);
  if (status === null || next === null || findings.problems.length > 0)
    return { ok: false, problems: findings.problems };
  const envelope = { status, summary, output, nextAction: next.action, nextActionReason: next.reason, metadata };
  return { ok: true, envelope, warnings: [...findings.warnings, ...warnings] };
}

function statusOf(found: Json | undefined, { problems, warnings }: Findings): Envelope['status'] | null {
  const text = textOf(found, 'Status', STATUSES, problems);
  if (text === null) return null;
  const read = readWord(text, STATUSES, 'Status');
  const other = read.ok ? otherWord(read.remark, STATUSES, read.word) : null;
  if (!read.ok || other !== null) {
    const several = `Status: expected exactly one of ${STATUSES.join(', ')}, found several: ${quotedExcerpt(text)}.`;
    problems.push(read.ok ? several : read.problem);
    return null;
  }
  if (read.remark !== '') warnings.push(`The remark after the status is not used: ${quotedExcerpt(read.remark)}.`);
  return read.word;
}

function nextActionOf(
  fields: ReplyFields,
  status: Envelope['status'] | null,
  { problems, warnings }: Findings,
): { readonly action: Envelope['nextAction']; readonly reason: string | null } | null {
  const isMissing = fields.nextAction === undefined || fields.nextAction === null;
  if (isMissing && (status === 'SUCCESS' || status === 'PARTIAL')) {
    warnings.push('Expected a next action, found none; it is read as COMPLETE.');
    return { action: 'COMPLETE', reason: reasonOf(fields.nextActionReason, '') };
  }
  const text = textOf(fields.nextAction, 'Next Action', NEXT_ACTIONS, problems);
  if (text === null) return null;
  const read = readWord(text, NEXT_ACTIONS, 'Next Action');
  if (!read.ok) {
    problems.push(read.problem);
    return null;
  }
  const reason = reasonOf(fields.nextActionReason, read.remark);
  if (read.word === 'CONTINUE' && reason === null) {
    problems.push('Next Action: expected the reason for CONTINUE (what the next turn should do), found none.');
  }
  return { action: read.word, reason };
}

function reasonOf(given: Json | undefined, remark: string): string | null {
  const text = typeof given === 'string' && given.trim() !== '' ? given : remark;
  const bare = text
    .replace(/^[\s*•-]*(?:if\s+(?:complete|continue|escalate|hold)|reason)\b[\s*_]*[:：][\s*_]*/i, '')
    .trim();
  return bare.replace(/^[-*•]\s+/, '') || null;
}

function textOf(found: Json | undefined, label: string, words: readonly string[], problems: string[]): string | null {
  if (typeof found === 'string') return found;
  const what = found === undefined || found === null ? 'nothing' : quotedExcerpt(JSON.stringify(found));
  problems.push(`${label}: expected one of ${words.join(', ')}, found ${what}.`);
  return null;
}

function summaryOf(found: Json | undefined, { warnings }: Findings): string {
  if (typeof found === 'string' && found.trim() !== '') return found.trim();
  const isMissing = found === undefined || found === null || found === '';
  warnings.push(`Expected a summary as a text, found ${isMissing ? 'none' : quotedExcerpt(JSON.stringify(found))}.`);
  return '';
}

/** What goes on into the run; only here does the schema count. */
function finalOutput(found: Json | undefined, { schema }: ReplyRules, validate: Validate, findings: Findings): Json {
  if (found === undefined) {
    findings.problems.push('Output: expected the work itself, found no output.');
    return null;
  }
  if (schema === null) return found;
  const wrong = validate(schema, found);
  if (wrong.length === 0) return found;
  const inside = typeof found === 'string' ? strictJson(found) : undefined;
  if (inside !== undefined && validate(schema, inside).length === 0) {
    findings.warnings.push('Expected the output as JSON, found it as JSON inside a text; it is read as that value.');
    return inside;
  }
  findings.problems.push(...(inside === undefined ? wrong : validate(schema, inside)).map(outputProblem));
  return found;
}

/** The validator names a place as `/a/0 ...`; a model reads `output.a.0: ...` better. */
function outputProblem(sentence: string): string {
  const [, pointer, rest] = /^((?:\/[^\s/]*)+) ([\s\S]*)$/.exec(sentence) ?? [];
  if (pointer === undefined) return `output: ${sentence}`;
  const path = pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return `output${path.join('.')}: ${rest}`;
}
