// A sentence is filed by what it says; short and ambiguous ones by the order of the questions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownTopic } from './own-topic.ts';
import { readReply, statementsOf } from './read-reply.ts';
import { shownQuestions } from './shown-questions.ts';

const SENTENCES: readonly (readonly [string, ReturnType<typeof ownTopic>])[] = [
  ['Members of a climbing hall book a wall for one hour.', 'requirements'],
  ['Staff can close a wall.', 'requirements'],
  ['No payments in the first version, without an app in the stores.', 'scope_out'],
  ['Medication is a separate project, leave it out.', 'scope_out'],
  ['Booking is the most important thing, the courses are nice to have.', 'priorities'],
  ['It uses our door system, which knows the membership cards.', 'dependencies'],
  ['It is for the members and for our four trainers.', 'users'],
  ['We have 12 walls and about 900 members.', 'constraints'],
  ['Entering a score must not take longer than 15 seconds.', 'constraints'],
  ['I would say it works when nobody waits.', 'acceptance'],
  ['If a wall is closed, the members get an email.', 'case'],
  ['If the wall is taken the member sees the next free hour', 'case'],
  ['Members and the staff at the front desk.', 'users'],
  ['phones', null],
  ['The list of the street lights is long.', null],
];

for (const [sentence, topic] of SENTENCES)
  test(`"${sentence}" is about ${topic ?? 'what was asked'}`, () => assert.equal(ownTopic(sentence), topic));

const ASKED = shownQuestions(
  [
    '1. Who will use it?',
    '2. What should be left out of the first version?',
    '3. How will you check that it works?',
  ].join('\n'),
);
const topicsOf = (text: string) => readReply({ from: 'person', text }, 3, ASKED).map(({ topics }) => topics[0]);

test('one line that answers none of the questions is filed by its content', () => {
  assert.deepEqual(topicsOf('Members of a climbing hall book a wall for one hour. Staff can close a wall.'), [
    'requirements',
    'requirements',
  ]);
});

test('what somebody else does is no detail of what a question quotes, though both are of the same thing', () => {
  const asked = shownQuestions(
    [
      '1. Beside "Members book a wall online": what should each of them be able to do, step by step?',
      '2. You said "Members book a wall online": what should happen if it is already taken or not possible?',
    ].join('\n'),
  );
  const said = { from: 'person', text: 'Members book a wall for one hour at most. Staff can close a wall.' } as const;
  const [detail, other] = readReply(said, 3, asked);
  assert.deepEqual([detail?.question, other?.question], [asked[1]?.text, asked[0]?.text]);
});

test('short answers go by the order of the questions, numbered ones by their number', () => {
  assert.deepEqual(topicsOf('trainers\ncourses\nwe try it'), ['users', 'scope_out', 'acceptance']);
  assert.deepEqual(topicsOf('2. courses\n1. trainers'), ['scope_out', 'users']);
});

test('a correction replaces the figure, and says only what holds now', () => {
  const said = statementsOf([{ from: 'person', text: 'No wait, I looked it up: 30 places in a week.' }]);
  assert.equal(said[0]?.means, '30 places in a week.');
});
