import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedClauseAt } from './joined-clause.ts';
import { readStatements } from './statement.ts';

function second(text: string): string | null {
  const [statement] = readStatements(text);
  assert.ok(statement !== undefined);
  const at = joinedClauseAt(statement);
  return at === null ? null : statement.text.slice(at);
}

test('a deed behind an insertion is found', () => {
  assert.equal(second('The tool formats the code and, if a test fails, reverts the change.'), 'reverts the change');
  assert.equal(second('The wind meter stores a value, and in addition it reports gusts.'), 'it reports gusts');
});

test('what it does before or after is a second deed, when something happens to it is not', () => {
  assert.equal(second('The reader opens the gate before it logs the visit.'), 'it logs the visit');
  assert.equal(second('The desk checks the form, after which it stores the form.'), 'it stores the form');
  assert.equal(second('The reminder appears 10 minutes before it expires.'), null);
  assert.equal(second('The file manager asks for a password before it removes a folder.'), null);
});

test('neither ... nor joins two deeds, or two things', () => {
  assert.equal(second('The shop shall neither store the number nor share the address.'), 'share the address');
  assert.equal(second('The report lists visits and downloads.'), null);
});
