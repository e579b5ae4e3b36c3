// The PRD's table: filled by row and column, by several systems in any order, and never a byte of what is signed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assemblePrd } from '../prd/assemble-prd.ts';
import { signedPart } from '../signing/signed-part.ts';
import { fillTraceability, readTraceability, STORY_IDS, TECHNICAL_IDS } from './traceability-table.ts';

const IDS = ['REQ-001', 'REQ-002', 'REQ-003'];
const PRD = assemblePrd({
  ...{ featureId: 'export', author: 'ada', date: '2026-11-16', status: 'draft', utterance: 'Export.', brief: '# X\n' },
  requirements: IDS.map((id) => ({
    ...{ id, title: `Title of ${id}`, description: 'One | two.', priority: 'high', category: 'Data' },
    standing: 'approved' as const,
  })),
});
const own = (feature: string, ids: Record<string, readonly string[]>, column = TECHNICAL_IDS) => ({
  ...{ column, ids: new Map(Object.entries(ids)) },
  isOwn: (id: string) => id.startsWith(`${feature}/`),
});

function filled(prd: string, filling: Parameters<typeof fillTraceability>[1]): string {
  const done = fillTraceability(prd, filling);
  assert.ok('text' in done, JSON.stringify(done));
  return done.text;
}

test('a cell is filled by row and column, and the rest of the document stays as it is', () => {
  const done = fillTraceability(PRD, own('export', { 'REQ-002': ['export/TBL-001', 'export/UC-002'], 'REQ-009': [] }));
  assert.ok('text' in done);
  assert.equal(done.text, PRD.replace('| REQ-002 | TBD |', '| REQ-002 | export/UC-002, export/TBL-001 |'));
  assert.deepEqual([done.changed, done.missing], [['REQ-002'], ['REQ-009']]);
  assert.equal(signedPart('prd', done.text), signedPart('prd', PRD));
});

test('filling again replaces what was filled, keeps what others wrote, and says TBD where nothing is left', () => {
  const byHand = PRD.replace('| REQ-001 | TBD |', '| REQ-001 | other/API-007, see the wiki |');
  const first = filled(byHand, own('export', { 'REQ-001': ['export/API-001'], 'REQ-002': ['export/API-002'] }));
  assert.match(first, /\| REQ-001 \| see the wiki, export\/API-001, other\/API-007 \| TBD \|/);
  const second = filled(first, own('export', { 'REQ-001': ['export/API-003'] }));
  assert.match(second, /\| REQ-001 \| see the wiki, export\/API-003, other\/API-007 \| TBD \|/);
  assert.match(second, /\| REQ-002 \| TBD \| TBD \|/);
  assert.equal(filled(second, own('export', { 'REQ-001': ['export/API-003'] })), second);
});

test('two systems fill in any order with the same result, whatever they fill', () => {
  const id = fc.stringMatching(/^(UC|API|TBL|US)-0[0-9]{2}$/);
  const cells = fc.dictionary(fc.constantFrom(...IDS), fc.uniqueArray(id, { maxLength: 4 }));
  fc.assert(
    fc.property(cells, cells, fc.constantFrom(TECHNICAL_IDS, STORY_IDS), fc.boolean(), (one, two, column, windows) => {
      const prefixed = (feature: string, of: Record<string, readonly string[]>) =>
        Object.fromEntries(Object.entries(of).map(([row, ids]) => [row, ids.map((each) => `${feature}/${each}`)]));
      const a = own('a', prefixed('a', one));
      const b = own('b', prefixed('b', two), column);
      const prd = windows ? PRD.replaceAll('\n', '\r\n') : PRD;
      const both = filled(filled(prd, a), b);
      assert.equal(both, filled(filled(prd, b), a));
      assert.equal(filled(both, a), both);
      assert.equal(signedPart('prd', both), signedPart('prd', PRD));
    }),
    { numRuns: 40 },
  );
});

test('escaped bars, missing cells and marks around ids are read as meant', () => {
  const odd = PRD.replace('| REQ-001 | TBD | TBD |', '| `REQ-001` | a\\|b | US-1 US-2 |').replace(
    '| REQ-002 | TBD | TBD |',
    '| REQ-002 |',
  );
  const { rows } = readTraceability(odd);
  assert.deepEqual(rows[0]?.cells, [
    { column: TECHNICAL_IDS, ids: ['a\\|b'] },
    { column: STORY_IDS, ids: ['US-1', 'US-2'] },
  ]);
  assert.equal(odd.split('\n')[(rows[0]?.line ?? 0) - 1], '| `REQ-001` | a\\|b | US-1 US-2 |');
  const done = filled(odd, own('export', { 'REQ-001': ['export/API-001'], 'REQ-002': ['export/API-002'] }));
  assert.match(done, /\| `REQ-001` \| a\\\|b, export\/API-001 \| US-1 US-2 \|/);
});

test('without the table or the column nothing is filled, and it is said', () => {
  const none = fillTraceability('# PRD\n', own('export', {}));
  assert.ok('refused' in none && /found no table\./.test(none.refused));
  const other = fillTraceability(PRD, own('export', {}, 'Tests'));
  assert.ok('refused' in other && /the columns Requirement ID, Technical Requirement IDs/.test(other.refused));
});

test('rows that a signature covers are never filled', () => {
  const bare = PRD.replace(/^\| REQ-001 \| TBD \| TBD \|$/m, 'REQ-001 | TBD | TBD');
  const done = fillTraceability(bare, own('export', { 'REQ-001': ['export/API-001'] }));
  assert.ok('text' in done && done.text === bare && done.missing.includes('REQ-001'));
});
