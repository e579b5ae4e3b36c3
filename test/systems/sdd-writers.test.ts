// What the rule-based writers make of six briefs: committed, read by the checks' reader, and run on real databases.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { Client } from 'pg';
import { BRIEFS, renderBrief } from '../../examples/sdd/render-brief.ts';
import { loadMermaid } from '../../src/diagram/read/load-mermaid.ts';
import { CATALOGUE } from '../../src/documents/design/catalogue.ts';
import type { DesignFinding } from '../../src/documents/design/finding.ts';
import { readItems } from '../../src/documents/design/items.ts';
import { PARTS, parsePart } from '../../src/documents/design/part.ts';
import { draftPart, draftSection } from '../../src/systems/sdd/writers/draft-part.ts';
import { formatByRules } from '../../src/systems/sdd/writers/format-by-rules.ts';
import { sddWriters } from '../../src/systems/sdd/writers/offline.ts';
import { reviewByRules } from '../../src/systems/sdd/writers/review-by-rules.ts';
import { postgresOrSkip } from '../support/postgres.ts';

const EXAMPLES = new URL('../../examples/sdd/', import.meta.url);
const rendered = new Map(BRIEFS.map(({ name, dialect }) => [name as string, renderBrief(name, dialect)]));

function partsOf(name: string): { hld: string; lld: string; database: string } {
  const files = rendered.get(name) ?? {};
  return { hld: files['hld.md'] ?? '', lld: files['lld.md'] ?? '', database: files['database.md'] ?? '' };
}

describe('each brief of examples/sdd', () => {
  for (const { name, dialect } of BRIEFS) {
    test(`${name}: the committed files are what the writers write`, () => {
      for (const [file, content] of Object.entries(rendered.get(name) ?? {}))
        assert.equal(
          readFileSync(new URL(`${name}/${file}`, EXAMPLES), 'utf8'),
          content,
          `run examples/sdd/main.ts: ${file}`,
        );
    });

    test(`${name}: every section of the catalogue has content, and rules are named once in each part`, () => {
      const parts = partsOf(name);
      for (const part of PARTS) {
        const { sections } = parsePart(part, parts[part]);
        assert.deepEqual(
          sections.map(({ id }) => id),
          CATALOGUE[part].map(({ id }) => id),
        );
        for (const { text, title } of sections) assert.ok(text.split('\n').slice(1).join('').trim().length > 40, title);
        assert.equal(parts[part].match(/Written by rules/g)?.length, 1);
      }
    });

    test(`${name}: use cases, endpoints, models and tables are linked without a gap`, () => {
      const items = readItems(partsOf(name));
      const mapped = new Map(items.apiLinks.map(({ useCase, endpoints }) => [useCase, endpoints]));
      for (const { id } of items.useCases) assert.ok((mapped.get(id) ?? []).length > 0, id);
      for (const { id, useCases, request, response, errors, component } of items.endpoints) {
        assert.ok(useCases.length > 0 && request !== '' && response !== '' && errors !== '' && component !== '', id);
        for (const useCase of useCases) assert.ok(mapped.get(useCase)?.includes(id), `${id} ${useCase}`);
      }
      assert.deepEqual(
        items.models.map(({ table }) => table),
        items.tables.map(({ id }) => id),
      );
      assert.ok(items.tables.every(({ sql }) => sql.startsWith('CREATE TABLE')));
    });

    test(`${name}: its diagrams parse`, async () => {
      const mermaid = await loadMermaid();
      const texts = Object.values(partsOf(name)).join('\n');
      const blocks = [...texts.matchAll(/```mermaid\n([\s\S]*?)\n```/g)].map(([, block = '']) => block);
      assert.equal(blocks.length, 3);
      for (const block of blocks) await mermaid.parse(block);
    });

    if (dialect === 'sqlite')
      test(`${name}: its schema runs on SQLite`, () => {
        const database = new DatabaseSync(':memory:');
        database.exec(`PRAGMA foreign_keys = ON; ${rendered.get(name)?.['schema.sql'] ?? ''}`);
        assert.deepEqual(database.prepare('PRAGMA foreign_key_check').all(), []);
        const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
        assert.equal(tables.length, readItems(partsOf(name)).tables.length);
        database.close();
      });
    else
      test(`${name}: its schema runs on PostgreSQL`, async (t) => {
        const server = await postgresOrSkip(t);
        if (server === undefined) return;
        const client = new Client({ connectionString: await server.createDatabase() });
        await client.connect();
        try {
          await client.query(rendered.get(name)?.['schema.sql'] ?? '');
          const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
          assert.equal(rows.length, readItems(partsOf(name)).tables.length);
        } finally {
          await client.end();
        }
      });
  }

  test('every requirement of the PRD folders is named by a use case', () => {
    for (const name of ['expense-claims', 'event-tickets']) {
      const text = readFileSync(new URL(`briefs/${name}/requirements.md`, EXAMPLES), 'utf8');
      const wanted = [...text.matchAll(/^### (REQ-\d+)/gm)].map(([, id]) => id);
      const named = new Set(readItems(partsOf(name)).useCases.flatMap(({ requirements }) => requirements));
      assert.deepEqual(
        wanted.filter((id) => !named.has(id ?? '')),
        [],
      );
    }
  });
});

describe('the writers', () => {
  const input = {
    brief: 'Members book courts and cancel a booking up to 24 hours before it starts.',
    requirements: '',
  };

  test(
    'a section that somebody edited is kept in the next round, one that nobody edited takes in ' + 'what was asked for',
    () => {
      const first = draftPart('lld', input);
      const edited = first.replace('## Layers\n', '## Layers\n\nWe use hexagons.\n');
      const second = draftPart('lld', { ...input, last: edited, feedback: 'A member can rate a court.' });
      assert.match(second, /We use hexagons\./);
      assert.match(second, /POST \/ratings/);
      assert.doesNotMatch(first, /ratings/);
    },
  );

  test('a brief in which nobody does anything gives open points instead of content', () => {
    const empty = { brief: 'We need a parking system.', requirements: '' };
    assert.match(draftPart('hld', empty), /Open: no use case was found/);
    for (const part of PARTS) {
      const { sections } = parsePart(part, draftPart(part, empty));
      assert.equal(sections.length, CATALOGUE[part].length);
    }
  });

  test('verbs make records, managing is adding, changing and removing, and paying is for what was ordered', () => {
    const brief =
      'A web shop where customers order products and pay with PayPal. ' +
      'Admins manage products with name, price and stock.';
    const { endpoints, models } = readItems({
      hld: '',
      lld: draftPart('lld', { brief, requirements: '' }),
      database: '',
    });
    const paths = endpoints.map(({ method, path }) => `${method} ${path}`);
    for (const path of [
      'POST /orders',
      'POST /payments',
      'POST /products',
      'PATCH /products/{id}',
      'DELETE /products/{id}',
    ])
      assert.ok(paths.includes(path), path);
    const fields = (name: string) => models.find((model) => model.name === name)?.fields.map((field) => field.name);
    assert.deepEqual(fields('Product')?.slice(1, 4), ['name', 'price', 'stock']);
    assert.ok(fields('Payment')?.includes('order_id'));
  });

  test('a row that the map lacks is added, what rules cannot do is listed once', () => {
    const lld = draftPart('lld', input).replace(/^\| UC-002 .*\n/m, '');
    const issues = [
      { description: 'UC-002 has no row in the map.', location: 'lld/api-map:60' },
      { description: 'The layers are not to our taste.', location: 'lld/layers' },
    ];
    const mended = draftPart('lld', { ...input, last: lld, lld, issues });
    assert.match(mended, /^\| UC-002 .*API-002/m);
    const again = draftPart('lld', { ...input, last: mended, lld: mended, issues });
    assert.equal(again.match(/Open: The layers are not to our taste\. Rules cannot carry this out/g)?.length, 1);
  });

  test('the low-level design follows use cases that somebody wrote into the high-level design', () => {
    const hld = `${draftPart('hld', input)}\n### UC-009: Rate a court\n\n- **Actor**: Member\n`;
    assert.match(draftSection('lld', 'api-map', { ...input, hld }), /\| UC-009 Rate a court \| API-\d+/);
  });

  test('the tables follow models that somebody edited in the low-level design', () => {
    const lld = draftPart('lld', input)
      .replace('| starts_at | date-time |', '| begins_at | date-time |')
      .replace(/(\| status \| string \|)/, '| guests | integer | no | brought along |\n$1')
      .concat(
        '\n### Coach\n\n- **Table**: TBL-009 coaches\n\n| Field | Type | Required | Notes |\n| --- | --- | --- | --- |\n' +
          '| court_id | integer | yes | a Court |\n| rate | decimal string | yes | per hour |\n',
      );
    const models = `## Data Models\n${lld.split('## Data Models')[1]?.split('\n## ')[0]}`;
    const coach = `### Coach${lld.split('### Coach')[1]}`;
    const tables = draftSection('database', 'ddl', { ...input, lld: `${models}\n${coach}` });
    assert.match(tables, /^ {2}begins_at timestamptz NOT NULL/m);
    assert.match(tables, /^ {2}guests integer,$/m);
    assert.doesNotMatch(tables, /starts_at/);
    assert.match(tables, /CREATE TABLE coaches \([\s\S]*court_id bigint NOT NULL REFERENCES courts \(id\)[\s\S]*rate numeric/);
    assert.equal(draftPart('database', { ...input, lld: draftPart('lld', input) }), draftPart('database', input));
  });

  test('the reviewer reports findings as its own and scores by the rubric', () => {
    const finding: DesignFinding = {
      ...{ rule: 'use-case-without-api', severity: 'HIGH', part: 'lld', section: 'api-map', line: 7 },
      ...{ message: 'UC-003 is not in the map.', suggestion: 'Add a row.' },
    };
    const parts = partsOf('court-booking');
    const clean = reviewByRules({ ...parts, findings: [] });
    assert.deepEqual([clean.overall_score, clean.needs_revision, clean.issues.length], [1, false, 0]);
    assert.ok(clean.strengths.length >= 3);
    const found = reviewByRules({ ...parts, findings: [finding] });
    assert.equal(found.needs_revision, true);
    assert.equal(found.overall_score, 0.925);
    assert.deepEqual(found.issues[0], {
      ...{ category: 'completeness', severity: 'HIGH', description: finding.message, suggestion: 'Add a row.' },
      location: 'lld/api-map:7',
    });
    const missing = reviewByRules({ ...parts, lld: 'MISSING', findings: [] });
    assert.deepEqual([missing.passes_validation, missing.issues[0]?.severity], [false, 'CRITICAL']);
    assert.doesNotMatch(missing.strengths.join(' '), /endpoints/);
  });

  test('the abstract has at most 200 words and the glossary the models', () => {
    const { abstract, glossary, title } = formatByRules({ ...partsOf('tool-library'), title: 'Tool library' });
    assert.equal(title, 'Tool library');
    assert.ok(abstract.split(/\s+/).length <= 200 && /15 use cases/.test(abstract));
    assert.ok(glossary.some(({ term }) => term === 'Loan'));
  });

  test('each step of the workflows has its writer, and the same facts give the same text', async () => {
    const steps = sddWriters.map(({ workflow, step }) => `${workflow} ${step}`);
    assert.equal(new Set(steps).size, 11);
    const whole = sddWriters.find(({ workflow, step }) => workflow === 'sdd-draft-hld' && step === 'whole');
    const facts = {
      ...{ workflow: 'sdd-draft-hld', step: 'whole', title: '', prompt: '', input: null, item: null },
      ...{ data: {}, runInput: input, schema: null },
    };
    assert.equal(await whole?.write(facts), await whole?.write(facts));
  });
});
