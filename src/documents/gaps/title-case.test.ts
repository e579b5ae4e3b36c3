// Titles are whole phrases.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleCase } from './title-case.ts';

test('a short text is a title as it stands', () => {
  assert.equal(titleCase('OAuth 2.0 login with Google and GitHub'), 'OAuth 2.0 Login with Google and GitHub');
  assert.equal(titleCase('import a file of 10,000 rows'), 'Import a File of 10,000 Rows');
  assert.equal(titleCase('invoices'), 'Invoices');
  assert.equal(titleCase('send patients an SMS reminder 24 hours before'), 'Send Patients an SMS Reminder');
});

test('a long one ends where a part of it does', () => {
  const titles: Readonly<Record<string, string>> = {
    'take a photo of the damage and send it to the office before noon': 'Take a Photo of the Damage',
    'keep of every change that somebody made in the last thirty days the old text': 'Keep of Every Change',
    'the title of an article that readers of the magazine have saved for later': 'Title of an Article',
    'compare the prices of up to five different suppliers for the same part': 'Compare the Prices',
    'pause for one to three months instead of cancelling the whole contract': 'Pause for One to Three Months',
    'search and open every contract that our company has signed with a supplier': 'Search and Open Every Contract',
  };
  for (const [text, title] of Object.entries(titles)) assert.equal(titleCase(text), title);
});

test('no title ends in an article, a preposition or a verb that lacks its object', () => {
  const texts = [
    'let the head of every department in the whole company approve the budget of a project',
    'when someone who is not on the list of members tries to enter the hall they are refused',
    'see which of the rooms that are free this afternoon have a projector or a large screen',
    'export the list of all people who have booked a seat for one of the evening shows',
    'allow the caretaker to open and to close the gate of the car park from anywhere',
  ];
  for (const text of texts) {
    const title = titleCase(text);
    assert.doesNotMatch(title, /\s(?:an?|the|of|to|for|in|on|by|with|and|or|that|which|who|is|are|have|not|every)$/i);
    assert.ok(title.split(' ').length >= 2 && (title.split(' ').length <= 8 || title.length > 40), title);
  }
});
