// The final document: parts whole, three diagrams, what is open; approval changes the front matter and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadMermaid } from '../../diagram/read/load-mermaid.ts';
import { signatureIn, signedKindOf, signedPart } from '../signing/signed-part.ts';
import {
  approveDesign,
  assembleDesign,
  checkFormat,
  type DesignSource,
  partsNotIn,
  schemaIn,
  schemaSql,
} from './assemble-design.ts';
import { PARTS } from './part.ts';

const HLD = [
  '## Overview\n\n### UC-001: Book "a" room <now> & here #1\n\n- **Actor**: Member\n',
  '## Components\n\n### CMP-001: Booking\n',
].join('\n');
const LLD = '## Endpoints\n\n### API-001: POST /bookings\n\n- **Use cases**: UC-001\n- **Component**: CMP-001\n';
const DATABASE = [
  '## Tables\n\n```sql\nCREATE TABLE rooms (\n  id uuid PRIMARY KEY,\n  price numeric(8, 2) NOT NULL\n);\n```\n',
  '```sql\nCREATE TABLE bookings (id uuid PRIMARY KEY, room_id uuid REFERENCES rooms (id));\n```\n',
].join('\n');
const SOURCE: DesignSource = {
  ...{ title: 'Rooms', status: 'REVIEW', created_at: '2026-03-05T10:00:00.000Z', version: 2, revision_count: 1 },
  project_brief: 'Rooms: "by the hour"\nand more',
  texts: { hld: HLD, lld: LLD, database: DATABASE },
  ...{ added: {}, open: [] },
};

test('it has front matter, exactly three diagrams under their own headings, and the parts byte for byte', () => {
  const text = assembleDesign(SOURCE);
  assert.match(text, /^---\ntitle: "Rooms"\nstatus: REVIEW\ncreated_at: .*\n/);
  assert.match(text, /\nproject_brief: "Rooms: \\"by the hour\\"\\nand more"\nversion: 2\nrevision_count: 1\n---\n/);
  assert.deepEqual(
    [...text.matchAll(/^## (.*)\n\n```mermaid\n(\w+)/gm)].map(([, title, kind]) => [title, kind]),
    [
      ['Architecture Diagram', 'flowchart'],
      ['Data Flow Diagram', 'flowchart'],
      ['Entity Diagram', 'erDiagram'],
    ],
  );
  for (const part of [HLD, LLD, DATABASE]) assert.ok(text.includes(part));
  assert.match(text, /rooms \|\|--o\{ bookings/);
});

test('its diagrams parse with the mermaid package, also where there is nothing to draw', async () => {
  const mermaid = await loadMermaid();
  for (const texts of [SOURCE.texts, { hld: 'Words.', lld: 'Words.', database: 'Words.' }]) {
    const blocks = [...assembleDesign({ ...SOURCE, texts }).matchAll(/```mermaid\n([\s\S]*?)\n```/g)];
    assert.equal(blocks.length, 3);
    for (const [, source = ''] of blocks) assert.ok(await mermaid.parse(source), source);
  }
});

test('open issues are listed with what to do about them', () => {
  const open = [
    { category: 'security', severity: 'HIGH' as const, description: 'Nobody signs in.', suggestion: 'Add it.' },
  ];
  assert.match(
    assembleDesign({ ...SOURCE, open }),
    /## Open Issues\n\n.*\n\n- HIGH security: Nobody signs in\. Suggestion: Add it\.\n/,
  );
});

const SIGNATURE = {
  ...{ approver: 'user:ada', approvedAt: '2026-03-06', signed: 'sha256:12', run: 'run_1' },
};

test('approval rewrites the front matter and nothing else', () => {
  const text = assembleDesign(SOURCE);
  const final = approveDesign(text, { ...SIGNATURE, accepted_issues: [] });
  assert.match(
    final,
    /\nstatus: FINAL\napprover: "user:ada"\napproved_at: "2026-03-06"\nsigned: "sha256:12"\nrun: "run_1"\n/,
  );
  assert.equal(final.split('\n---\n').slice(1).join('\n---\n'), text.split('\n---\n').slice(1).join('\n---\n'));
});

test('what nobody signed still waits for its approval, and says who stood in', () => {
  const rehearsed = { ...SIGNATURE, approver: 'user:ada, in a rehearsal', approvedAt: '', signed: '' };
  const text = approveDesign(assembleDesign(SOURCE), { ...rehearsed, accepted_issues: [] });
  assert.match(text, /\nstatus: REVIEW\napprover: "user:ada, in a rehearsal"\nrun: "run_1"\ncreated_at: /);
  assert.doesNotMatch(text, /\n(?:approved_at|signed):/);
  assert.equal(signatureIn('design', text), null);
});

test('a signature covers all of it but what approval writes, and is read back', () => {
  const text = assembleDesign(SOURCE);
  const final = approveDesign(text, { ...SIGNATURE, accepted_issues: ['One.'] });
  assert.deepEqual([signedKindOf(text), signedKindOf(final)], ['design', 'design']);
  assert.equal(signedPart('design', final), signedPart('design', text));
  assert.equal(signedPart('design', `\uFEFF${final.replaceAll('\n', '\r\n')}\r\n`), signedPart('design', text));
  assert.deepEqual([signatureIn('design', text), signatureIn('design', final)], [null, SIGNATURE]);
  for (const [at, line] of final.split('\n').entries()) {
    if (line.trim() === '' || /^(?:status|approver|approved_at|signed|run|accepted_issues):/.test(line)) continue;
    const edited = final.split('\n').with(at, `${line} not`).join('\n');
    assert.notEqual(signedPart('design', edited), signedPart('design', final), line);
  }
});

test('a part that is not word for word in the document is named', () => {
  const text = assembleDesign(SOURCE);
  const { texts } = SOURCE;
  assert.deepEqual(partsNotIn(text, texts), []);
  for (const part of PARTS) {
    const own = texts[part];
    for (const edited of [`${own}more\n`, own.slice(1), own.slice(0, Math.trunc(own.length / 2)), ''])
      assert.deepEqual(partsNotIn(text, { ...texts, [part]: edited }), [part]);
  }
  assert.equal(schemaIn(text), schemaSql(texts.database));
  // A heading of the next part inside a part: which one was cut nobody can tell, that one was is certain.
  const odd = { ...texts, hld: `${texts.hld}\n# Low-Level Design\n\nSee there.\n` };
  assert.deepEqual(partsNotIn(assembleDesign({ ...SOURCE, texts: odd }), texts), PARTS);
});

test('what an agent may add is bounded', () => {
  assert.deepEqual(checkFormat({ title: 'Rooms', abstract: 'word '.repeat(200) }), []);
  assert.match(checkFormat({ abstract: 'word '.repeat(201) }).join(), /at most 200 words, found 201/);
  assert.match(checkFormat({ abstract: '# Heading' }).join(), /without headings/);
  assert.match(checkFormat({ title: 'two\nlines' }).join(), /one line/);
  for (const abstract of ['Mine\n===', 'Mine\n---', 'Above.\n\n---\n\nBelow.', 'Above.\n\n* * *\n', '##'])
    assert.match(checkFormat({ abstract }).join(), /without headings, fences, lines that divide/, abstract);
  for (const abstract of ['<h1>Mine</h1>', 'Words <script>x()</script>', '<!-- hidden -->'])
    assert.match(checkFormat({ abstract }).join(), /HTML/, abstract);
  for (const title of ['# Low-Level Design', 'Low-level design', '<b>Rooms</b>', '---'])
    assert.match(checkFormat({ title }).join(), /"title" must be words alone/, title);
  assert.match(checkFormat({ glossary: [{ term: 'Room', meaning: '<img src=x>' }] }).join(), /"glossary"/);
  assert.deepEqual(checkFormat({ title: 'Rooms - by the hour', abstract: 'Within 5 < 10 s.\n- a list\n- of two' }), []);
});

test('schema.sql is all SQL of the database part, in its order', () => {
  assert.match(schemaSql(DATABASE), /^CREATE TABLE rooms[\s\S]*\);\n\nCREATE TABLE bookings.*\n$/);
  assert.equal(schemaSql('No SQL.'), '');
});
