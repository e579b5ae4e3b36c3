// A conversation as a person holds it: words, choices by letter, commands, files, and what stands over the input.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { asked, never } from '../../../test/support/review-terminals.ts';
import type { AgentQuestion, ConversationReview, Fact, Level } from '../../ports/review.ts';
import { paintFor } from '../paint.ts';
import { LEAVE } from '../prompt.ts';
import { widthOf } from '../shown-text.ts';
import { readInput } from './conversation-input.ts';
import { reviewConversation } from './review-conversation.ts';
import type { ReviewTerminal } from './review-terminal.ts';
import { inputBlock, messageLines } from './show-conversation.ts';

const GO_ON = 'signoff thing --resume';
const NAMES = ['vision', 'users', 'scope in', 'scope out', 'requirements', 'acceptance', 'constraints', 'priorities'];
const fact = (name: string, level: Level): Fact => ({
  ...{ name, text: '', share: null, level, details: level === 'good' ? ['turn 2: "for nurses"'] : [] },
});
const question = (text: string, ...labels: string[]): AgentQuestion => ({
  text,
  choices: labels.map((label, at) => ({ label, isRecommended: at === 0 })),
});

const talk: ConversationReview = {
  ...{ kind: 'conversation', title: 'Interview', notices: [] },
  messages: [
    { from: 'person', text: 'An app for the ward.' },
    { from: 'agent', text: 'Good.\n\n1. Who uses it?\n   a) nurses (recommended)\n   b) patients' },
  ],
  groups: [
    {
      ...{ title: 'Checklist', level: 'plain' },
      facts: NAMES.map((name, at) => fact(name, at === 0 ? 'good' : at === 1 ? 'fair' : 'plain')),
    },
  ],
  questions: [question('Who uses it?', 'nurses', 'patients')],
  assumptions: [{ id: 'A-001', text: 'It runs in a browser.' }],
  ...{ offer: null, end: { label: 'the interview is done', help: 'the draft is written' }, canAttach: true },
};

const hold = (review: ConversationReview) => (terminal: ReviewTerminal) =>
  reviewConversation(terminal, review, GO_ON, never);

describe('a conversation', () => {
  test('shows what the agent said, what is known, and takes words without a key before them', async () => {
    const { given, shown } = await asked(['# a remark', '', 'Nurses, mostly.'], hold(talk));
    assert.deepEqual(given, { kind: 'message', text: 'Nurses, mostly.' });
    assert.match(shown, / Good\.\n\n 1\. Who uses it\?\n {4}a\) nurses \(recommended\)\n {4}b\) patients\n/);
    assert.match(shown, / Checklist {2}1 of 8\n {3}✓ vision +\? users +· scope in/);
    assert.match(shown, /1 assumption to decide\n {3}A-001 {2}It runs in a browser\./);
    assert.match(shown, / you\n {3}Nurses, mostly\.\n/);
  });

  test('the block over the input is printed once in a turn where lines come from stdin', async () => {
    const { shown } = await asked(['/help', '/checklist', 'Yes.'], hold(talk));
    assert.equal(shown.match(/Checklist {2}1 of 8/g)?.length, 1);
    assert.match(shown, /\/attach FILE +send a text file/);
    assert.match(shown, /✓ vision\n {7}turn 2: "for nurses"/);
  });

  test('ends, accepts and is left by commands, where they mean something', async () => {
    assert.deepEqual((await asked(['/done'], hold(talk))).given, { kind: 'end' });
    assert.deepEqual((await asked(['/accept'], hold({ ...talk, offer: 'All is said.' }))).given, { kind: 'accept' });
    assert.equal((await asked(['/quit', 'more'], hold(talk))).given, LEAVE);
    const none = await asked(['/accept', '/nonsense', 'Hm.'], hold(talk));
    assert.match(none.shown, /No result is offered yet\.[\s\S]*There is no command "\/nonsense"/);
    assert.deepEqual(none.given, { kind: 'message', text: 'Hm.' });
  });

  test('attaches a file with words behind its name, and says what is wrong with one', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'signoff-attach-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'notes.md');
    writeFileSync(file, '# Notes\n');
    const { given, shown } = await asked([`/attach ${folder}/no.md`, `/attach ${file} From the ward.`], hold(talk));
    assert.match(
      shown,
      /Expected a text file of at most 200,000 bytes at[\s\S]*no\.md, found[\s\S]*Nothing was sent\./,
    );
    const attachments = [{ name: 'notes.md', text: '# Notes\n' }];
    assert.deepEqual(given, { kind: 'message', text: 'From the ward.', attachments });
    const refused = await asked([`/attach ${file}`, 'Then not.'], hold({ ...talk, canAttach: false }));
    assert.match(refused.shown, /Nothing can be attached here/);
  });
});

describe('what is typed', () => {
  const said = (typed: string, review = talk) => {
    const input = readInput(typed, review);
    return input.do === 'say' ? input.text : input.do;
  };

  test('picks a choice by its letter or number, and says it in its words', () => {
    for (const typed of ['b', 'B', '2', '1b']) assert.equal(said(typed), 'patients', typed);
    assert.equal(said('3'), '3');
    // It leaves every other review.
    assert.deepEqual(readInput('q', talk), { do: 'refuse', why: '"q" is not sent: /quit leaves.' });
    assert.equal(said('b please'), 'b please');
  });

  test('picks in several questions with their numbers, and in no other way', () => {
    const questions = [
      question('Who?', 'nurses', 'patients'),
      question('How often?', 'daily', 'weekly'),
      question('Why?'),
    ];
    const several = { ...talk, questions };
    assert.equal(said('1a 2b', several), '1. nurses\n2. weekly');
    assert.equal(said('2a', several), '2. daily');
    for (const typed of ['a', '1a 1b', '3a', '1j']) assert.equal(said(typed, several), 'refuse', typed);
    const why = '"a" is not one of the choices: a choice is 1a or 2a, one for a question.';
    const way = 'Nothing was sent. Add a word to send it as text.';
    assert.deepEqual(readInput('a', several), { do: 'refuse', why: `${why} ${way}` });
    assert.equal(said('1a', { ...talk, questions: [] }), 'refuse');
    assert.equal(said('40', several), '40');
  });

  test('is a message of its own where the conversation has it as a command, and is refused elsewhere', () => {
    const commands = [{ name: '/back', argument: '', help: 'be asked again' }];
    assert.deepEqual(readInput(' /back ', { ...talk, commands }), { do: 'say', text: '/back' });
    assert.equal(readInput('/back', talk).do, 'refuse');
    assert.equal(readInput('/forth', { ...talk, commands }).do, 'refuse');
  });

  test('decides assumptions by their ids', () => {
    const two = { ...talk, assumptions: [...talk.assumptions, { id: 'A-002', text: 'In German.' }] };
    assert.equal(said('/confirm a-001', two), 'confirm A-001');
    assert.equal(said('/confirm all', two), 'confirm A-001\nconfirm A-002');
    assert.equal(said('/refuse A-002: in French', two), 'refuse A-002: in French');
    assert.equal(said('/refuse A-001', two), 'refuse A-001');
    for (const typed of ['/confirm', '/confirm A-009', '/refuse', '/refuse nothing'])
      assert.equal(readInput(typed, two).do, 'refuse', typed);
  });
});

test('the block and the words fit 80 columns and stay under ten lines with nine topics', () => {
  const theme = { paint: paintFor({ isTTY: true }, {}), width: 79 };
  const offered = { ...talk, offer: 'Everything is covered. '.repeat(4) };
  const lines = inputBlock(talk, theme).map((line) => stripVTControlCharacters(line));
  assert.ok(lines.length <= 10, lines.join('\n'));
  for (const line of [
    ...lines,
    ...inputBlock(offered, theme),
    ...messageLines({ from: 'agent', text: 'word '.repeat(99) }, theme),
  ])
    assert.ok(widthOf(stripVTControlCharacters(line)) <= 79, line);
});
