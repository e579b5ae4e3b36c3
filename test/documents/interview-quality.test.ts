// Interviews of sixteen scripted people by the rules do not get worse: nothing is invented, nobody is obeyed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type InterviewFigures, measureInterviews } from '../../bench/quality/interviews/measure-interviews.ts';

const figures = measureInterviews();
const TURNS_MAX = 9;
const QUESTIONS_MAX = 14;
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
    assert.ok(each.turns <= TURNS_MAX, `${each.turns} turns`);
    assert.ok(each.questions <= QUESTIONS_MAX, `${each.questions} questions`);
  });

test('what people say reaches the specification', () => {
  assert.equal(figures.length, 16);
  assert.ok(sum(({ kept }) => kept) / sum(({ said }) => said) >= 0.9, 'answers are lost');
  assert.ok(sum(({ covered }) => covered) >= 132, 'topics are not understood');
});
