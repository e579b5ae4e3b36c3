import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Brief } from '../../documents/prd/brief.ts';
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

test('the verb of a deed counts, an idiom or a technical verb does not', () => {
  assert.equal(hits('Refunds', 'The clerk can refund a ticket.'), 1);
  assert.equal(hits('Ordering', 'The guest can order dishes from the table.'), 1);
  assert.equal(hits('Ordering', 'The menu shows the dishes in order of price.'), 0);
  assert.equal(hits('Ordering', 'In order to reserve a table, the guest enters a number.'), 0);
  assert.equal(hits('Parent accounts', 'The planner shall take parent evenings into account.'), 0);
  assert.equal(hits('Late fees', 'The system shall remind the member without charging late fees.'), 0);
});

test('what sets the excluded thing apart may not be missing, nor is a name of the same stem the thing', () => {
  assert.equal(hits('Text messages to senders', 'The recipient gets a text message.'), 0);
  assert.equal(hits('Text messages to senders', 'The sender gets a text message.'), 1);
  assert.equal(hits('Booking', 'The timetable looks like a book with pages.'), 0);
  assert.equal(hits('Booking', 'The passenger can book a seat.'), 1);
  assert.equal(hits('Integration with insurers', 'The patient enters the name of the insurer.'), 0);
  assert.equal(hits('Ticket sales', 'Visitors can buy tickets.'), 1);
  assert.equal(hits('Payments', 'The depot ships an order after the payment.'), 0);
});
