import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Brief } from '../brief.ts';
import { contradictsScope, excludedBy } from './contradicts-scope.ts';
import { readStatements } from './statement.ts';

function hits(outOfScope: string, text: string, inScope: readonly string[] = [], title = 'Title'): number {
  const brief: Brief = { title: 'B', sections: {}, goals: [], inScope, outOfScope: [outOfScope], successCriteria: [] };
  const item = { id: 'REQ-001', title, description: text, priority: 'low', category: 'x' } as const;
  return contradictsScope(item, readStatements(text), excludedBy(brief), brief).length;
}

test('the words may stand in another form and order', () => {
  assert.equal(hits('Stock trading', 'The customer can trade stocks in the app.'), 1);
});

test('an example in brackets counts together with what it is an example of', () => {
  assert.equal(hits('Social login (Google, Facebook)', 'The citizen can sign in with Google.'), 1);
  assert.equal(hits('Social login (Google, Facebook)', 'The page shall load fonts from Google.'), 0);
});

test('a requirement that keeps the thing out agrees with the brief', () => {
  assert.equal(hits('Tournaments', 'The lobby shall not list tournaments.'), 0);
  assert.equal(hits('Tournaments', 'The lobby shall hide tournaments.'), 0);
});

test('a noun of the brief is not the verb of a requirement', () => {
  assert.equal(hits('Returns', 'The API shall return status 404 for an unknown parcel.'), 0);
  assert.equal(hits('Returns', 'The customer can register a return.'), 1);
});

test('what is in scope more exactly is in scope', () => {
  const text = 'The tool shall keep results in a cache on disk.';
  assert.equal(hits('A cache', text), 1);
  assert.equal(hits('A cache', text, ['A cache on disk']), 0);
});

test('the title counts too', () => {
  assert.equal(hits('Video consultations', 'The doctor can call the patient.', [], 'Video consultation'), 1);
});
