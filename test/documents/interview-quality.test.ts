// Interviews of 29 scripted people by the rules do not get worse: nothing is invented, nobody is obeyed, answers are
// filed by what they say, and criteria can be carried out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type InterviewFigures, measureInterviews } from '../../bench/quality/interviews/measure-interviews.ts';
import { measureOrders } from '../../bench/quality/interviews/measure-orders.ts';

const figures = measureInterviews();
const TURNS_MAX = 9;
const QUESTIONS_MAX = 14;
/** Say one sentence a message, whatever is asked: the interview waits for what they have to say. */
const ONE_AT_A_TIME: readonly string[] = ['other-question', 'second-thoughts'];
const sum = (of: (each: InterviewFigures) => number): number => figures.reduce((all, each) => all + of(each), 0);

for (const each of figures)
  test(`the interview of ${each.name} ends with a specification that passes and invents nothing`, () => {
    assert.deepEqual(each.refused, [], 'a turn was refused by code');
    assert.equal(each.covered + each.unknown, 9, 'a topic stayed open');
    assert.deepEqual(each.invented, []);
    assert.equal(each.checks, 7);
    assert.equal(each.storyProblems, 0);
    assert.deepEqual(each.obeyed, []);
    assert.equal(each.repeated, 0, 'a question was asked twice');
    const more = ONE_AT_A_TIME.includes(each.name) ? 2 : 0;
    assert.ok(each.turns <= TURNS_MAX + more, `${each.turns} turns`);
    assert.ok(each.questions <= QUESTIONS_MAX + more, `${each.questions} questions`);
  });

test('what people say reaches the specification', () => {
  assert.equal(figures.length, 29);
  assert.ok(sum(({ kept }) => kept) / sum(({ said }) => said) >= 0.9, 'answers are lost');
  assert.ok(sum(({ covered }) => covered) >= 245, 'topics are not understood');
});

test('answers are filed by what they say', () => {
  const wrong = figures.flatMap(({ name, misfiled }) => misfiled.map((each) => `${name}: ${each}`));
  assert.equal(
    sum(({ labelled }) => labelled),
    102,
  );
  assert.ok(wrong.length <= 4, wrong.join('\n'));
});

test('requirements are worded and criteria say what to do and what to see, but for what is not in English', () => {
  const weak = figures.flatMap(({ name, weak: all }) => all.map((each) => `${name}: ${each}`));
  assert.ok(weak.length <= 9, weak.join('\n'));
});

test('orders to the interviewer get into no specification, and the person is told', () => {
  const orders = measureOrders();
  assert.equal(orders.length, 34);
  const taken = orders.filter((each) => each.taken.length > 0).map(({ order }) => order);
  assert.ok(taken.length <= 1, taken.join('\n'));
  const untold = orders.filter((each) => each.untold.length > 0 && each.taken.length === 0).map(({ order }) => order);
  assert.deepEqual(untold, []);
});
