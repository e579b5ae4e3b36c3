// What a run used and found is kept as data and shown to people: sources, findings, rubric, who formatted it.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { designReview } from '../../src/systems/sdd/gates/review-gate.ts';
import { reviewed } from '../../src/systems/sdd/reviewed.ts';
import { BAD, GOOD, newFolder, partText, sddFixture } from './sdd-fixture.ts';

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
  const table = /\n# Sources Used\n[\s\S]*$/.exec(String(data.final_document))?.[0] ?? '';
  assert.equal(table.match(/\n\| `docs\/rooms\.md` \| [\d, -]+ \| hld: /g)?.length, 1, table);
  const { notices } = await gateOf(data);
  assert.match(
    notices.join('\n'),
    /Drafters were given passages of 1 file: docs\/rooms\.md \(\d[^)]*\) for 27 sections\./,
  );
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

test('the project’s own rubric is what reviewers are told', async (t) => {
  const project = newFolder(t);
  mkdirSync(join(project, 'magi-sdd'));
  const weights = { completeness: 0.7, quality: 0.1, standards: 0.1, clarity: 0.1 };
  const rubric = Object.entries(weights)
    .map(([name, weight]) => `- ${name}, weight ${weight}. As our house says.\n`)
    .join('');
  writeFileSync(join(project, 'magi-sdd', 'rubric.md'), rubric);
  const fixture = await sddFixture(t, { project });
  const run = await fixture.start();
  await run.atReview();
  const asked = fixture.calls.find(({ workflow }) => workflow === 'sdd-review');
  assert.match(asked?.prompt ?? '', /- completeness, weight 0\.7\. As our house says\./);
  const version = async (own: typeof run): Promise<unknown> =>
    ((await own.data()).processing_metadata as { visits: JsonObject[] }).visits.find(
      ({ agent }) => agent === 'ReviewerAgent',
    )?.version;
  const other = await (await sddFixture(t)).start();
  await other.atReview();
  assert.notEqual(await version(run), await version(other), 'another rubric is another version');
});

test('a rubric without weights that make 1 stops the review and says what to write', async (t) => {
  const project = newFolder(t);
  mkdirSync(join(project, 'magi-sdd'));
  writeFileSync(join(project, 'magi-sdd', 'rubric.md'), '- completeness, weight 0.3.\n');
  const run = await (await sddFixture(t, { project })).start();
  assert.equal(await run.ended(), 'on_hold');
  assert.match((await run.holds())[0]?.message ?? '', /"- completeness, weight 0\.3\." in magi-sdd\/rubric\.md/);
});

test('an id that changes its meaning in the second draft is found in the run, and the reviewer is told', async (t) => {
  const draft = (part: string, _: unknown, time: number): string => {
    const cases = time === 1 ? ['UC-001: Book a room'] : ['UC-001: Send reminders', 'UC-003: Book a room'];
    const entries = cases.map((each) => `### ${each}\n\n- **Actor**: Member\n`).join('\n');
    const hld = `## Overview and Use Cases\n\n${entries}\n${'Words. '.repeat(20)}\n`;
    return part === 'hld' ? hld : partText(part, time);
  };
  const fixture = await sddFixture(t, { script: { draft, reviews: [BAD, GOOD] } });
  const run = await fixture.start({ drafting: 'whole' });
  await run.atReview();
  const found = ((await run.data()).rule_findings as JsonObject[]).filter(({ rule }) => rule === 'id-not-stable');
  assert.equal(found.length, 1);
  assert.match(String(found[0]?.message), /UC-001 was "Book a room", which is now UC-003/);
  const reviews = fixture.calls.filter(({ workflow }) => workflow === 'sdd-review');
  assert.deepEqual(
    reviews.map(({ prompt }) => prompt.includes('id-not-stable')),
    [false, true],
  );
});
