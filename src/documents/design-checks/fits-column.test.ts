import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitsColumn, fitsReference } from './fits-column.ts';

test('fields and columns of PostgreSQL', () => {
  const fits = (field: string, column: string): boolean => fitsColumn(field, column, 'postgres');
  assert.ok(fits('integer', 'bigserial') && fits('string', 'varchar(80)') && fits('string', 'uuid'));
  assert.ok(fits('decimal', 'numeric(10, 2)') && fits('timestamp', 'timestamptz') && fits('string', 'bytea'));
  assert.ok(fits('Colour', 'colour_kind') && fits('string[]', 'text[]'), 'unknown types fit');
  assert.ok(!fits('integer', 'text') && !fits('string', 'integer') && !fits('boolean', 'integer'));
  assert.ok(!fits('timestamp', 'text') && !fits('uuid', 'bigint'));
});

test('SQLite keeps dates as text and truth as a number', () => {
  assert.ok(fitsColumn('timestamp', 'text', 'sqlite') && fitsColumn('boolean', 'integer', 'sqlite'));
  assert.ok(!fitsColumn('integer', 'text', 'sqlite') && !fitsColumn('string', 'integer', 'sqlite'));
});

test('a key may be a shorter whole number, and never a text', () => {
  assert.ok(fitsReference('integer', 'bigserial') && fitsReference('char(3)', 'text') && fitsReference('', 'text'));
  assert.ok(!fitsReference('text', 'integer') && !fitsReference('uuid', 'text'));
});
