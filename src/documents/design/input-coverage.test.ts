// Statements, people and fields of a brief that a design does not carry.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverageOf } from './input-coverage.ts';
import { readItems } from './items.ts';

const BRIEF =
  'Beekeepers record an inspection with its date, queen status and mite count. Vets look up inspections of a hive. ' +
  'An inspection takes at most 30 minutes. There are no payments.';

function coverage(hld: string, database = '') {
  const texts = { hld, lld: '', database };
  return coverageOf({ brief: BRIEF, requirements: '' }, texts, readItems(texts));
}

const RECORD =
  '### UC-001: Record an inspection\n\n- **Actor**: Beekeeper\n\nWith date, queen status and mite count.\n';

test('a statement that stands nowhere is lost, and one that is carried is not', () => {
  const { lost, statements } = coverage(`## Overview\n\n${RECORD}`);
  assert.equal(statements, 4);
  assert.deepEqual(
    lost.map(({ text }) => text),
    ['Vets look up inspections of a hive.', 'An inspection takes at most 30 minutes.', 'There are no payments.'],
  );
});

test('what quotes the brief or is left open carries nothing', () => {
  const quoted = coverage(`## Overview\n\n> ${BRIEF}\n\nOpen: Vets look up inspections of a hive.\n`);
  assert.equal(quoted.lost.length, 4);
});

test('whoever acts needs a use case, also where the words stand under another', () => {
  const under = `## Overview\n\n${RECORD}\nVets look up inspections of a hive.\n`;
  assert.deepEqual(
    coverage(under).idle.map(({ actor }) => actor),
    ['vet'],
  );
  const own = `${under}\n### UC-002: Look up inspections\n\n- **Actor**: Vet\n`;
  assert.deepEqual(coverage(own).idle, []);
});

test('a field that is named with a thing needs a column', () => {
  const sql = (columns: string): string =>
    `## Tables\n\n### TBL-001: inspections\n\n\`\`\`sql\nCREATE TABLE inspections (\n${columns}\n);\n\`\`\`\n`;
  const fields = (columns: string): readonly string[] =>
    coverage(RECORD, sql(columns)).fields.map(({ field }) => field);
  assert.deepEqual(fields('  on_date date NOT NULL'), ['queen status', 'mite count']);
  assert.deepEqual(fields('  on_date date,\n  queen_status text,\n  mite_count integer'), []);
});
