// What is asked about before an utterance is taken for a request, and how answers are read.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clarified, clarifyingQuestions } from './unclear.ts';

const ids = (utterance: string): readonly string[] => clarifyingQuestions(utterance).map(({ id }) => id);
const said = (id: string, answer: string) => ({ id, question: 'Asked.', answer });

describe('clarifying questions', () => {
  test('a request that names who does what gets none', () => {
    for (const clear of [
      'Customers can download their invoices as PDF.',
      'Add a dark mode.',
      'Readers can read saved articles offline',
      'Notify me when a backup fails',
      'Links expire after 30 minutes',
      'Could you build something so that couriers can scan parcels?',
      'Make search faster: results within 300 ms',
      'costumers shoud be able too cancel there order untill its shipped',
    ])
      assert.deepEqual(clarifyingQuestions(clear), [], clear);
  });

  test('what is no request is asked about, each kind in its way', () => {
    assert.deepEqual(ids('asdf qwer zxcv'), ['who', 'what']);
    assert.deepEqual(ids('Wir möchten, dass Kunden ihre Rechnungen als PDF herunterladen können'), ['who', 'what']);
    assert.deepEqual(ids('Fix the bug where the cart loses items when you log in'), ['today', 'instead']);
    assert.deepEqual(ids('Search returns a 500 error if the query contains an apostrophe'), ['today', 'instead']);
    assert.deepEqual(ids('make it better'), ['who', 'what', 'result']);
    assert.deepEqual(ids('Dashboard'), ['who', 'what']);
    assert.deepEqual(ids('Do we already support single sign-on?'), ['what']);
    assert.deepEqual(ids('thanks, that looks good to me'), ['what']);
    assert.deepEqual(ids('npm ERR! code ELIFECYCLE'), ['today', 'instead']);
    assert.deepEqual(ids('???'), ['who', 'what']);
  });

  test('known words in a row, steps, a thing without a word on it and talk are asked about', () => {
    const texts = [
      ...['elephant yesterday copper jumping seldom', 'bottle the jumps of slowly green because telephone'],
      ...[
        '1. Go to checkout. 2. Enter a voucher. 3. Press pay. The total is 0.',
        'Repro: login, open reports, export.',
      ],
      ...['We need a CRM.', 'we need gamification', 'Something like Slack, but for our company.'],
      ...['can we move the meeting to Thursday?', 'Did you see the game last night', 'let me know what you think'],
    ];
    for (const text of texts) assert.notDeepEqual(clarifyingQuestions(text), [], text);
  });

  test('a sentence without sense, what was said elsewhere, and a thing that fails are asked about', () => {
    const texts: Readonly<Record<string, readonly string[]>> = {
      'Bananas should be able to approve expense reports.': ['who', 'what'],
      'As a thunderstorm or a teacup, the wind wants to buy Thursday.': ['who', 'what'],
      'do the thing we talked about': ['who', 'what'],
      'same as last time please': ['who', 'what'],
      'idk, maybe something with AI': ['who', 'what'],
      "Print preview doesn't show the last page, it was fine on Monday": ['today', 'instead'],
      'The report takes 40 seconds to open': ['today', 'instead'],
      'if x == None: return False': ['today', 'instead'],
    };
    for (const [text, expected] of Object.entries(texts)) assert.deepEqual(ids(text), expected, text);
  });

  test('keys that were hit by chance are not called another language', () => {
    for (const text of ['asdkjh qwpoeiru zmxncb alskd', 'sdfkjh sdfkjh wlkjr'])
      assert.match(clarifyingQuestions(text)[0]?.why ?? '', /not known to be English/, text);
  });

  test('what only looks like one of these is not asked about', () => {
    const texts = [
      ...['Repair technicians photograph the machine before and after', 'Users can report lost cards.'],
      ...['We need a booking calendar with reminders for patients', 'Show stock levels per shop, updated hourly'],
      ...[
        'Bulk rename photos by date taken',
        'Hat makers sell online',
        'Banana growers should be able to approve bills',
      ],
      ...['Add the same filter that the order list has', 'Print labels are chosen by the clerk; staff print them'],
      'Something like Trello for our workshop, where mechanics move cars between columns.',
    ];
    for (const text of texts) assert.deepEqual(clarifyingQuestions(text), [], text);
  });

  test('each says why it is asked', () => {
    const [first] = clarifyingQuestions('asdf qwer zxcv');
    assert.match(first?.why ?? '', /not known to be English: "asdf", "qwer", "zxcv"/);
  });

  test('an answer settles its question, letters do not', () => {
    const open = clarifyingQuestions('make it better', [said('who', 'customers'), said('what', 'asdf qwer zxcv')]);
    assert.deepEqual(
      open.map(({ id }) => id),
      ['what', 'result'],
    );
    assert.equal(clarifyingQuestions('make it better', [said('who', ' ')]).length, 3);
  });
});

describe('answers', () => {
  test('are read like a part of the utterance: who was named does what was named', () => {
    const read = clarified('make it better', [said('who', 'Customers'), said('what', 'Download invoices as PDF')]);
    assert.equal(read.goalClauses, 'Customers can download invoices as PDF');
  });

  test('what goes wrong today stays the problem, and what should happen instead is the request', () => {
    const read = clarified('The cart loses items', [said('instead', 'Shoppers keep their items when they sign in.')]);
    assert.equal(read.problem, 'The cart loses items');
    assert.equal(read.goalClauses, 'Shoppers keep their items when they sign in.');
  });

  test('a clear utterance stays as it is', () => {
    assert.equal(clarified('Readers can mark articles', []).goalClauses, 'Readers can mark articles');
  });
});
