// Awkward replies and what they mean: each file of test/agents/replies/ is one, and a long one is made. The first line
// says as JSON what is expected; the reply begins after the line of "====" and ends with the file. More in
// docs/reference/replies.md.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ReadReply, readReply } from '../../src/agents/reply/read-reply.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { validate } from '../../src/runtime/validate.ts';

interface Expected {
  /** \0, \r and \uXXXX in the reply stand for the characters. */
  readonly escaped?: boolean;
  readonly schema?: JsonObject;
  readonly structured?: Json;
  /** Parts of problems, each found in one of them. */
  readonly problems?: readonly string[];
  /** Fields of the envelope; parts of warnings, [] for none at all. */
  readonly ok?: { readonly [field: string]: Json };
}

const folder = join(import.meta.dirname, 'replies');
const files = readdirSync(folder).sort();

test('the corpus has its replies', () => {
  assert.ok(files.length >= 120, `Expected 120 replies or more, found ${files.length}`);
});

const LONG_LIST = [
  ...['{"ok": {"status": "SUCCESS", "nextAction": "COMPLETE"}}\n====\n## Status\nSUCCESS\n', '## Summary\nDid it.\n'],
  `## Output\n\`\`\`yaml\n${'- name: x\n  value: <y>\n'.repeat(1_500)}\`\`\`\n`,
  '## Metadata\n```json\n{"confidence": 0.9, "suggested_tags": ["a"], "suggested_next_stage": null}\n```\n',
].join('\n');
const replies = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
replies.set('of a long list of YAML in a fence', LONG_LIST);

for (const [file, reply] of replies) {
  test(`the reply ${file} is read as expected`, () => {
    const [head = '', ...rest] = reply.split('\n====\n');
    const expected = JSON.parse(head) as Expected;
    const text = rest.join('\n====\n');
    const rules = { schema: expected.schema ?? null, acceptPartial: true, reviewBelow: null };
    const said = { text: expected.escaped === true ? unescaped(text) : text };
    const given = expected.structured === undefined ? said : { ...said, structured: expected.structured };
    const read = readReply(given, rules, validate);
    if (expected.problems === undefined) checkEnvelope(read, expected.ok ?? {});
    else checkProblems(read, expected.problems);
  });
}

function unescaped(text: string): string {
  return text
    .replaceAll('\\0', '\0')
    .replaceAll('\\r', '\r')
    .replaceAll('\\n', '\n')
    .replace(/\\u([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function checkEnvelope(read: ReadReply, { warnings, ...fields }: { readonly [field: string]: Json }): void {
  assert.ok(read.ok, `Expected an envelope, found problems: ${JSON.stringify(read)}`);
  const { metadata, ...envelope } = read.envelope;
  const { confidence, suggestedTags: tags, suggestedNextStage: nextStage } = metadata;
  const found: { [field: string]: unknown } = { ...envelope, confidence, tags, stage: nextStage };
  assert.deepEqual(Object.fromEntries(Object.keys(fields).map((field) => [field, found[field]])), fields);
  if (!Array.isArray(warnings)) return;
  if (warnings.length === 0) assert.deepEqual(read.warnings, []);
  for (const part of warnings) includes(read.warnings, String(part));
}

function checkProblems(read: ReadReply, parts: readonly string[]): void {
  assert.ok(!read.ok, `Expected problems, found an envelope: ${JSON.stringify(read)}`);
  assert.ok(read.problems.length > 0, 'Expected at least one problem');
  for (const part of parts) includes(read.problems, part);
}

function includes(sentences: readonly string[], part: string): void {
  assert.ok(
    sentences.some((sentence) => sentence.includes(part)),
    `Expected "${part}" in ${JSON.stringify(sentences)}`,
  );
}
