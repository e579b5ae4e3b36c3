// What a run used and found is kept as data and shown to people: sources, findings, who formatted the document.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { designReview } from '../../src/systems/sdd/gates/review-gate.ts';
import { reviewed } from '../../src/systems/sdd/reviewed.ts';
import { BAD, GOOD, newFolder, sddFixture } from './sdd-fixture.ts';

const gateOf = (data: JsonObject) =>
  designReview({ data, visit: 1, read: async () => null, versions: async () => [] } as never);

test('retrieved_context names each passage once with file, lines and rounds; gate and document show it', async (t) => {
  const project = newFolder(t);
  mkdirSync(join(project, 'docs'));
  const words = 'Members book meeting rooms by the hour and get a reminder by e-mail before it begins.';
  writeFileSync(join(project, 'docs', 'rooms.md'), `# Rooms\n\n${words} Security is by badge.\n`);
  const run = await (await sddFixture(t, { project, script: { reviews: [BAD, GOOD] } })).start();
  await run.atReview();
  const data = await run.data();
  const sources = data.retrieved_context as JsonObject[];
  assert.ok(sources.length > 0, 'something was retrieved');
  const keys = sources.map(({ section, source, lines }) => `${section} ${source} ${lines}`);
  assert.equal(new Set(keys).size, keys.length, 'no passage twice');
  for (const { source, lines, section, rounds } of sources) {
    assert.equal(source, 'docs/rooms.md');
    assert.match(String(lines), /^\d+(?:[-,]\d+)?$/);
    assert.match(String(section), /^(?:hld|lld|database): [\w-]+$/);
    assert.deepEqual(rounds, [1, 2]);
  }
  const [{ section, lines } = {}] = sources;
  assert.match(String(data.final_document), /\n# Sources Used\n/);
  assert.ok(String(data.final_document).includes(`| ${section} | \`docs/rooms.md\` | ${lines} | 1, 2 |`));
  const { notices } = await gateOf(data);
  assert.match(notices.join('\n'), /Drafters were given passages of 1 files: docs\/rooms\.md \(\d[^)]*\) for hld: /);
});

test('the gate shows all findings by rule: grave ones each, others by rule, with counts', async () => {
  const finding = (severity: string, rule: string, number: number) => ({
    ...{ severity, rule, part: 'lld', section: 'endpoints', line: number, suggestion: 'Mend it.' },
    message: `Fault ${severity} ${number}.`,
  });
  const rule_findings = [
    ...Array.from({ length: 8 }, (_, at) => finding('HIGH', 'grave', at)),
    ...Array.from({ length: 3 }, (_, at) => finding('MEDIUM', 'some', at)),
    finding('LOW', 'other', 0),
  ];
  const { doubts } = await gateOf({ rule_findings, needs_revision: false, review_feedback: null });
  const all = doubts.join('\n');
  assert.match(all, /^Rules found 12: 8 HIGH, 3 MEDIUM, 1 LOW\.$/m);
  for (const { message } of rule_findings) assert.ok(all.includes(message), message);
  assert.equal(doubts.length, 1 + 8 + 1 + 1);
});

test('a document that code formats alone is no work of WriterFormatterAgent', async (t) => {
  const format = { title: 'Rooms', abstract: 'Mine\n====' };
  const run = await (await sddFixture(t, { script: { format } })).start();
  await run.atReview();
  const { processing_metadata, final_document } = await run.data();
  const { visits } = processing_metadata as { visits: JsonObject[] };
  const { step, agent, models } = visits.at(-1) ?? {};
  assert.deepEqual([step, agent, models], ['format_doc', 'code', []]);
  assert.doesNotMatch(String(final_document), /Mine\n====/);
  assert.equal(visits[0]?.agent, 'SystemArchitectAgent');
});

test('an approval counts only where is_ready_for_end says so', async (t) => {
  const run = await (await sddFixture(t)).start();
  await run.atReview();
  const data = await run.data();
  const approve = (changes: JsonObject) => {
    const call = { data: { ...data, ...changes }, run: { input: {} }, step: 'human_review', by: 'user:ada' };
    const files = { read: async () => null };
    return reviewed({ ...call, answer: { verdict: 'approve' } } as never, { files, now: Date.now } as never);
  };
  const refused = { refused: ['the document is not ready for the end'] };
  assert.deepEqual(await approve({ document_status: 'DRAFT' }), refused);
  assert.deepEqual(await approve({ final_document: null }), refused);
  assert.equal(((await approve({})) as unknown as { verdict: string }).verdict, 'approve');
});
