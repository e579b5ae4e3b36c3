// Choices and forms as a person reviews them: keys, lines, and what is decided.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asked, never } from '../../../test/support/review-terminals.ts';
import type { ChoiceReview, FormReview } from '../../ports/review.ts';
import { BadUse } from '../exit-codes.ts';
import { LEAVE } from '../prompt.ts';
import { reviewChoice } from './review-choice.ts';
import { reviewForm } from './review-form.ts';
import type { ReviewTerminal } from './review-terminal.ts';

const GO_ON = 'signoff thing --resume';

describe('a choice', () => {
  const choice: ChoiceReview = {
    ...{ kind: 'choice', title: 'What now', about: 'after one round', notices: ['Someone was here.'], groups: [] },
    ...{ note: 'Both can be.', said: null, canSay: true },
    options: [
      { value: 'on', label: 'go on', help: 'it goes on', key: 'g' },
      { value: 'stop', label: 'stop', help: 'it stops', key: 's' },
    ],
  };
  const ask = (review: ChoiceReview) => (terminal: ReviewTerminal) => reviewChoice(terminal, review, GO_ON, never);

  test('is one of the options, by key or by word', async () => {
    for (const line of ['g', 'go on', 'go']) {
      const { given, shown } = await asked([line], ask(choice));
      assert.deepEqual(given, { kind: 'choice', option: 'on' });
      assert.match(
        shown,
        / Someone was here\.\n\n What now {2}after one round\n\n Both can be\.\n\n g go on {3}s stop/,
      );
    }
  });

  test('can be talked about first, where the agent listens', async () => {
    const { given } = await asked(['m look at security'], ask(choice));
    assert.deepEqual(given, { kind: 'message', text: 'look at security' });
    await assert.rejects(asked(['m look'], ask({ ...choice, canSay: false })), BadUse);
  });

  test('shows what the agent answers to a message, just above the keys', async () => {
    const { shown } = await asked(['s'], ask({ ...choice, said: 'Two devices are one user.' }));
    assert.match(shown, /Both can be\.\n\n Two devices are one user\.\n\n g go on/);
  });

  test('explains its keys, and is left with the last line', async () => {
    const { given, shown } = await asked(['?'], ask(choice));
    assert.equal(given, LEAVE);
    assert.match(shown, /g {6}it goes on[\s\S]*nothing is lost: signoff thing --resume goes on here/);
  });
});

describe('a form', () => {
  const form: FormReview = {
    ...{ kind: 'form', title: 'thing: Sign', notices: [], shows: [{ name: 'input.amount', value: { euro: 12 } }] },
    ...{ verdicts: [], schema: null, offer: null },
  };
  const ask = (review: FormReview) => (terminal: ReviewTerminal) => reviewForm(terminal, review, GO_ON, never);

  test('takes a verdict by its word or letter, with a comment or without', async () => {
    const gate = { ...form, verdicts: ['approve', 'amend'] };
    const first = await asked(['approve', 'fine'], ask(gate));
    assert.deepEqual(first.given, { kind: 'form', verdict: 'approve', comment: 'fine' });
    assert.match(first.shown, / input\.amount\n {3}euro {2}12\n\n a approve {3}e amend {3}q leave/);
    assert.deepEqual((await asked(['e', ''], ask(gate))).given, { kind: 'form', verdict: 'amend' });
  });

  test('asks for an answer by its schema, field by field', async () => {
    const schema = {
      type: 'object',
      required: ['size', 'isSure'],
      properties: { size: { enum: ['small', 'large'] }, isSure: { type: 'boolean' }, note: { type: 'string' } },
    };
    // Verdicts that a step has beside its schema are not asked for: its output says it.
    const { given } = await asked(['answer', 'large', '2', ''], ask({ ...form, schema, verdicts: ['approve'] }));
    assert.deepEqual(given, { kind: 'form', output: { size: 'large', isSure: false } });
    const all = await asked(['a', '1', 'yes', 'really'], ask({ ...form, schema }));
    assert.deepEqual(all.given, { kind: 'form', output: { size: 'small', isSure: true, note: 'really' } });
  });

  test('asks for a verdict first where one comes with the answer', async () => {
    const schema = { type: 'object', required: ['owner'], properties: { owner: { type: 'string' } } };
    const gate = { ...form, schema, verdicts: ['approve', 'reject'], asksVerdict: true };
    const { given, shown } = await asked(['r', 'ada'], ask(gate));
    assert.deepEqual(given, { kind: 'form', verdict: 'reject', output: { owner: 'ada' } });
    assert.match(shown, / a approve {3}r reject {3}q leave/);
  });

  test('asks for one of many by number or word, and for what has no fields as JSON', async () => {
    const many = Array.from({ length: 12 }, (_, at) => `kind-${at + 1}`);
    const schema = { type: 'object', required: ['kind'], properties: { kind: { enum: many } } };
    const { given } = await asked(['a', '11'], ask({ ...form, schema }));
    assert.deepEqual(given, { kind: 'form', output: { kind: 'kind-11' } });
    const list = { type: 'array', items: { type: 'number' } };
    const whole = await asked(['a', '[1, 2]'], ask({ ...form, schema: list }));
    assert.deepEqual(whole.given, { kind: 'form', output: [1, 2] });
    assert.match(whole.shown, /expected output, as JSON Schema/);
    await assert.rejects(asked(['a', '["x"]'], ask({ ...form, schema: list })), BadUse);
  });

  test('takes a result that is offered, or says something to the agent', async () => {
    const gate = { ...form, offer: { plan: 'walk' } };
    const { given, shown } = await asked(['accept'], ask(gate));
    assert.deepEqual(given, { kind: 'form' });
    assert.match(shown, /offered result\n {3}plan {2}walk/);
    assert.deepEqual((await asked(['m run instead'], ask(gate))).given, { kind: 'message', text: 'run instead' });
    assert.equal((await asked(['q'], ask(gate))).given, LEAVE);
  });
});
