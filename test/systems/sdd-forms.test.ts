// What prompts and guides of the design system ask for is what code reads: titles, ids, labels, tables.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { CATALOGUE } from '../../src/documents/design/catalogue.ts';
import { readItems } from '../../src/documents/design/items.ts';
import { PARTS, type PartName, parsePart } from '../../src/documents/design/part.ts';
import { sectionGuide } from '../../src/systems/sdd/section-guides.ts';
import { root } from '../support/run-signoff.ts';

const SYSTEM = join(root, 'src/systems/sdd');
const promptOf = (name: string): string => readFileSync(join(SYSTEM, 'prompts', `${name}.md`), 'utf8');
const partOf = (part: PartName): string => readFileSync(join(root, 'test/systems/sdd-design', `${part}.md`), 'utf8');
const titlesOf = (part: PartName): readonly string[] => CATALOGUE[part].map(({ names }) => names[0] ?? '');
const allGuides = (part: PartName): string => CATALOGUE[part].map(({ id }) => sectionGuide(part, id)).join('\n');
const FIELDS = '| Field | Type | Required | Notes |\n| --- | --- | --- | --- |\n| id | uuid | yes | key |\n';
const READ: { readonly [part in PartName]: readonly string[] } = {
  hld: ['id', 'title', 'responsibility', 'useCases'],
  lld: ['id', 'method', 'path', 'useCases', 'component', 'request', 'response', 'errors'],
  database: ['id', 'name', 'model', 'sql'],
};
const EMPTY = { hld: '', lld: '', database: '' };

/** The texts in code marks, each on a line; a label that ends in a blank gets a value. */
function formsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, form = '']) => form.replace(/: $/, ': a value'));
}

/** A section of the forms that are lines of such entries. */
function sectionOf(title: string, text: string, ids: RegExp): string {
  const lines = formsIn(text);
  const from = lines.findIndex((line) => ids.test(line));
  assert.ok(from >= 0, `No form of ${ids.source}`);
  const next = lines.findIndex((line, at) => at > from && !line.startsWith('- **'));
  return `## ${title}\n\n${lines.slice(from, next < 0 ? undefined : next).join('\n')}\n`;
}

/** The indented example below the line that announces it. */
function exampleIn(prompt: string): string {
  const [, example = ''] = /^One good [^\n]*:\n\n((?: {4}[^\n]*\n|\n)+)/m.exec(prompt) ?? [];
  assert.notEqual(example, '');
  return example.replace(/^ {4}/gm, '');
}

describe('each part of a design', () => {
  for (const part of PARTS) {
    test(`${part}: a prompt for the whole names its sections in their order, and one for a section all of them`, () => {
      const headings = formsIn(promptOf(`${part}-whole`)).filter((form) => /^## \w/.test(form));
      assert.deepEqual(
        headings.map((heading) => heading.slice('## '.length)),
        titlesOf(part),
      );
      const inWords = promptOf(`${part}-section`).replace(/\s+/g, ' ');
      const list = titlesOf(part)
        .join(', ')
        .replace(/, ([^,]+)$/, ' and $1');
      assert.ok(inWords.includes(`The part's sections are ${list}.`), list);
    });

    test(`${part}: each section has a guide of two to five points that says how long it is or what is filler`, () => {
      for (const { id } of CATALOGUE[part]) {
        const guide = sectionGuide(part, id);
        const points = guide.match(/^- /gm)?.length ?? 0;
        assert.ok(points >= 2 && points <= 5, `${part} ${id}: ${points}`);
        assert.match(guide, /Filler:|words|No\s+prose/, `${part} ${id}`);
      }
      assert.match(sectionGuide(part, 'a-section-of-our-own'), /What the title says/);
    });

    test(`${part}: a titled example of a prompt is read by code with every field`, () => {
      for (const kind of ['whole', 'section']) {
        const section = { hld: 'Components', lld: 'API Endpoints', database: 'Tables' }[part];
        const items = readItems({ ...EMPTY, [part]: `## ${section}\n\n${exampleIn(promptOf(`${part}-${kind}`))}` });
        const [entry] = { hld: items.components, lld: items.endpoints, database: items.tables }[part];
        assert.ok(entry !== undefined);
        for (const name of READ[part])
          assert.notEqual(String(entry[name as keyof typeof entry] ?? ''), '', `${part} ${name}`);
      }
    });
  }

  for (const [name, text] of [
    ['prompt', (part: PartName) => promptOf(`${part}-whole`)],
    ['guides', allGuides],
  ] as const)
    test(`the labels that the ${name} asks for are those that code reads`, () => {
      const hld = [
        sectionOf('Overview and Use Cases', text('hld'), /^### UC-001/),
        sectionOf('Components', text('hld'), /^### CMP-001/),
        sectionOf('Options Considered', text('hld'), /^### DEC-001/),
      ].join('\n');
      const row = formsIn(text('lld')).find((form) => form.startsWith('| UC-001'));
      const lld = [
        sectionOf('API Endpoints', text('lld'), /^### API-001: \w/),
        `${sectionOf('Data Models', text('lld'), /^### Booking$/)}\n${FIELDS}`,
        `## Use Case to API Map\n\n| Use case | API |\n| --- | --- |\n${row}\n`,
      ].join('\n');
      const database = sectionOf('Tables', text('database'), /^### TBL-001/);
      const items = readItems({ hld, lld, database });
      const { useCases, components, decisions, endpoints, apiLinks, models, tables } = items;
      assert.deepEqual(
        useCases.map(({ id, actor, requirements }) => [id, actor, requirements]),
        [['UC-001', 'Member', ['REQ-001', 'REQ-004']]],
      );
      assert.deepEqual([components[0]?.responsibility, components[0]?.useCases], ['a value', ['UC-001', 'UC-003']]);
      assert.deepEqual([decisions[0]?.options, decisions[0]?.chosen, decisions[0]?.because], Array(3).fill('a value'));
      const [endpoint] = endpoints;
      assert.deepEqual([endpoint?.method, endpoint?.path, endpoint?.component], ['POST', '/bookings', 'CMP-001']);
      assert.deepEqual([endpoint?.useCases, endpoint?.request, endpoint?.errors], [['UC-001'], 'a value', 'a value']);
      assert.deepEqual([apiLinks[0]?.useCase, apiLinks[0]?.endpoints], ['UC-001', ['API-001', 'API-004']]);
      assert.deepEqual([models[0]?.table, models[0]?.fields[0]?.isRequired], ['TBL-001', true]);
      assert.deepEqual([tables[0]?.id, tables[0]?.name, tables[0]?.model], ['TBL-001', 'bookings', 'Booking']);
    });
});

test('the rubric has four weights that make one, and what each figure means', () => {
  const rubric = readFileSync(join(SYSTEM, 'rubric.md'), 'utf8');
  const criteria = [...rubric.matchAll(/^- (\w+), weight (0\.\d)\. ([\s\S]*?)(?=\n- |\n\n)/gm)];
  assert.deepEqual(
    criteria.map(([, name, weight]) => `${name} ${weight}`),
    ['completeness 0.3', 'quality 0.3', 'standards 0.2', 'clarity 0.2'],
  );
  for (const [, name, , meaning = ''] of criteria)
    for (const figure of ['0.9:', '0.75:', '0.6:', '0.4:']) assert.ok(meaning.includes(figure), `${name} ${figure}`);
  for (const severity of ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'])
    assert.match(rubric, new RegExp(`^- ${severity}: `, 'm'));
});

test('the reference page has every section of the catalogue with its names', () => {
  const page = readFileSync(join(root, 'docs/reference/design-format.md'), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| (?:hld|lld|database) \|/.test(line));
  assert.deepEqual(
    rows.map((row) => row.split('|').map((cell) => cell.trim())),
    PARTS.flatMap((part) =>
      CATALOGUE[part].map(({ id, names: [title, ...others] }) => ['', part, `\`${id}\``, title, others.join(', '), '']),
    ),
  );
});

test('a title of the catalogue leads back to its section', () => {
  for (const part of PARTS) {
    const text = titlesOf(part)
      .map((title) => `## ${title}\n\nText.\n`)
      .join('\n');
    assert.deepEqual(
      parsePart(part, text).sections.map(({ id }) => id),
      CATALOGUE[part].map(({ id }) => id),
    );
  }
});

test('a design in this form is read whole: sections, entries, links', () => {
  const texts = { hld: partOf('hld'), lld: partOf('lld'), database: partOf('database') };
  for (const part of PARTS)
    assert.deepEqual(
      parsePart(part, texts[part]).sections.map(({ id }) => id),
      CATALOGUE[part].map(({ id }) => id),
    );
  const { useCases, components, decisions, endpoints, apiLinks, models, tables } = readItems(texts);
  assert.deepEqual([useCases.length, components.length, decisions.length], [3, 2, 1]);
  assert.deepEqual([endpoints.length, apiLinks.length, models.length, tables.length], [4, 3, 3, 3]);
  for (const { request, response, errors } of endpoints)
    assert.ok([request, response, errors].every((text) => text !== ''));
  assert.deepEqual(
    models.map(({ name, table }) => `${name} ${table}`),
    tables.map(({ id, model }) => `${model} ${id}`),
  );
  for (const { sql, name } of tables) assert.match(sql, new RegExp(`^CREATE TABLE ${name} `));
});
