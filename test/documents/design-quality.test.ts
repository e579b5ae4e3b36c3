// The rules over designs, on the designs of bench/labelled: no half may become worse than it was measured, and
// the DDL of every design runs.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { Client } from 'pg';
import { type DesignFigures, designsOf, figuresOf, readDesigns } from '../../bench/quality/measure-designs.ts';
import { sqlOf } from '../../src/systems/sdd/sql/statement.ts';
import { postgresOrSkip } from '../support/postgres.ts';

const FLOOR = 0.95;

function assertFloors({ faults, recall, precision, clean, missed, unjustified }: DesignFigures): void {
  assert.ok(faults >= 100, `${faults} faults`);
  assert.ok(recall >= FLOOR, `recall ${recall.toFixed(3)}; missed:\n${missed.join('\n')}`);
  assert.ok(precision >= FLOOR, `precision ${precision.toFixed(3)}; unjustified:\n${unjustified.join('\n')}`);
  assert.equal(clean.total, 8);
}

describe('rules over designs', () => {
  test('there are sixteen designs, half for each database, and half of them unseen', () => {
    const designs = readDesigns();
    assert.equal(designs.length, 16);
    assert.equal(designs.filter(({ dialect }) => dialect === 'postgres').length, 8);
    assert.equal(designsOf('unseen').length, 8);
  });

  test('recall and precision on the half that was looked at', async () => assertFloors(await figuresOf('development')));
  test('recall and precision on the unseen half', async () => assertFloors(await figuresOf('unseen')));

  test('the DDL of designs for PostgreSQL runs', async (t) => {
    const postgres = await postgresOrSkip(t);
    if (postgres === undefined) return;
    for (const { name, texts } of readDesigns().filter(({ dialect }) => dialect === 'postgres')) {
      const client = new Client({ connectionString: await postgres.createDatabase() });
      await client.connect();
      try {
        await assert.doesNotReject(client.query(sqlOf(texts.database)), name);
      } finally {
        await client.end();
      }
    }
  });

  test('the DDL of designs for SQLite runs', () => {
    for (const { name, texts } of readDesigns().filter(({ dialect }) => dialect === 'sqlite')) {
      const database = new DatabaseSync(':memory:');
      assert.doesNotThrow(() => database.exec(sqlOf(texts.database)), name);
      database.close();
    }
  });
});
