// A reply to several questions of an interview without a model: divided by their numbers or by lines, else kept whole.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversationForm } from '../../src/mcp/conversation-form.ts';
import type { ConversationReview } from '../../src/ports/review.ts';
import type { GateFacts } from '../../src/ports/system.ts';
import { writtenInterview } from '../../src/systems/pm/gates/interview-gate.ts';
import { acceptanceQuestion } from '../../src/systems/pm/writers/questions.ts';
import { type PmSaid, readAnswers } from '../../src/systems/pm/writers/read-answers.ts';
import { HOSTILE } from '../support/said-texts.ts';

const questions = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => acceptanceQuestion(`R-00${at + 1}`, `Title ${at + 1}`).text);

/** What is kept for each of the questions; undefined: it is asked again. */
function kept(reply: string, count: number): readonly (string | undefined)[] {
  const asked = questions(count);
  const turn = ['Noted.', '', ...asked.map((text, at) => `${at + 1}. ${text}`)].join('\n');
  const messages: readonly PmSaid[] = [
    { from: 'person', text: 'Members book a court.' },
    { from: 'agent', text: turn },
    { from: 'person', text: reply },
  ];
  const { all } = readAnswers(messages);
  return asked.map((text) => all.find(({ question }) => question.text === text)?.text);
}

test('numbers of all questions, in order and at the beginning of lines, divide a reply', () => {
  assert.deepEqual(kept('1. It is taken.\n2) It is shown.\nTo all.\n3: Paid.', 3), [
    ...['It is taken.', 'It is shown.\nTo all.', 'Paid.'],
  ]);
  assert.deepEqual(kept('1. Steps:\n  1. one\n  2. two\n2. It is shown.', 2), [
    ...['Steps:\n  1. one\n  2. two', 'It is shown.'],
  ]);
});

test('so do numbers that no list of its own would have; who has none is asked again', () => {
  assert.deepEqual(kept('1. It is taken.\n3. Paid.', 3), ['It is taken.', undefined, 'Paid.']);
  assert.deepEqual(kept('2. It is shown.\n3. Paid.', 3), [undefined, 'It is shown.', 'Paid.']);
  assert.deepEqual(kept('2. It is shown.', 3), [undefined, 'It is shown.', undefined]);
  assert.deepEqual(kept('1. It is taken.\n2.\n3.', 3), ['It is taken.', undefined, undefined]);
});

test("a person's own list, or what stands before a number, leaves the reply whole, with the first question", () => {
  for (const own of [
    '1. They open the page\n2. and press the button.',
    'It works when\n1. a court is free\n2. nobody else has it\n3. it is paid.',
    '1. one\n2. two\n3. three\n4. four',
    '1. Steps:\n1. one\n2. two\n2. It is shown.\n3. Paid.',
    '2. two\n1. one',
    '3. It is shown.\n12. Mai ist Schluss.',
  ])
    assert.deepEqual(kept(own, 3), [own, undefined, undefined], own);
});

test('without numbers a line for each is an answer to each', () => {
  assert.deepEqual(kept('It is taken.\n\nIt is shown.', 2), ['It is taken.', 'It is shown.']);
  assert.deepEqual(kept('It is taken.\nIt is shown.', 3), ['It is taken.\nIt is shown.', undefined, undefined]);
});

test('whatever one answers, nothing of it is lost, and it is divided at its numbers alone', () => {
  const words = (text: string): string => text.replace(/\s+/g, '');
  for (const [first, second] of HOSTILE.flatMap((one) => HOSTILE.map((other) => [one, other] as const))) {
    const reply = `1. ${first}\n2. ${second}`.trim();
    const found = kept(reply, 2);
    const isDivided = found[0] !== reply;
    const expected = isDivided ? [first, second] : [reply, ''];
    assert.deepEqual(
      found.map((text = '') => words(text)),
      expected.map(words),
      reply,
    );
    const hasNumber = [first, second].some((text) => /^\d+[.)]( |$)/m.test(text.split('\n').slice(1).join('\n')));
    assert.equal(isDivided, !hasNumber, reply);
  }
});

test('a form says which answer belongs to which question, also where some are left out', () => {
  const review: ConversationReview = {
    ...{ kind: 'conversation', title: 'Interview', notices: [], messages: [], groups: [], assumptions: [] },
    ...{ offer: null, end: null, canAttach: false },
    questions: questions(3).map((text) => ({ text, choices: [] })),
  };
  const form = conversationForm(review, 'Interview');
  const decisions = form?.read({ answer1: 'It is taken.', answer2: 'It is shown.' });
  const [decision] = Array.isArray(decisions) ? decisions : [];
  const text = decision?.kind === 'message' ? decision.text : '';
  assert.deepEqual(kept(text, 3), ['It is taken.', 'It is shown.', undefined]);
  assert.equal(form?.read({}), 'nothing was answered');
});

test('answers of a file are divided as they were written, also with lists and blanks in them', () => {
  for (const written of [
    ['1) one\n2) two', '', '## Three\n3. four'],
    ['1. one', '1. two', 'three'],
    ['one', '', 'three'],
  ]) {
    const asked = questions(3).map((text) => ({ text, topic: 'acceptance' }));
    const facts = { data: { questions: asked }, messages: [] } as unknown as GateFacts;
    const decision = writtenInterview(facts, { acceptance: written });
    const text = typeof decision !== 'string' && decision.kind === 'message' ? decision.text : '';
    assert.deepEqual(
      kept(text, 3).map((each = '') => each.replaceAll('\n  ', '\n')),
      written,
    );
  }
});
