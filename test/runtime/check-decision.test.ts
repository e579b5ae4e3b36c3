// A decision that does not fit its review is refused with what was expected; nothing of it reaches a system's code.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  ChoiceReview,
  ConversationReview,
  Decision,
  DocumentReview,
  FormReview,
  ItemsReview,
  ReviewBody,
} from '../../src/ports/review.ts';
import { decisionProblems } from '../../src/runtime/check-decision.ts';
import { reviewProblem } from '../../src/runtime/check-review.ts';

const document: DocumentReview = {
  ...{ kind: 'document', title: 'Brief', notices: [], text: '# A', before: null, file: 'a.md', path: 'a.md' },
  ...{ isWritten: false, fixed: [{ section: 'Status', why: 'It is written by code' }], sections: ['Goals'] },
  ...{ doubts: [], assumptions: [], edited: null, canStartOver: false },
};
const items: ItemsReview = {
  ...{ kind: 'items', title: 'Items', notices: [], noun: ['item', 'items'], leftOut: [] },
  items: [{ id: 'A', title: 'One', text: 'One.', facts: [], values: { title: 'One' }, findings: [], alike: [] }],
  verdicts: [
    {
      value: 'approve',
      label: 'approve',
      past: 'approved',
      help: '',
      key: 'a',
      sign: '+',
      needs: 'nothing',
      isKept: true,
    },
  ],
  fields: [
    { name: 'title', label: 'Title' },
    { name: 'size', label: 'Size', values: ['s', 'l'] },
  ],
};
const choice: ChoiceReview = {
  ...{ kind: 'choice', title: 'Go on?', notices: [], about: '', groups: [], note: '', said: null, canSay: true },
  options: [{ value: 'yes', label: 'yes', help: '', key: 'y' }],
};

const form: FormReview = {
  ...{ kind: 'form', title: 'Sign', notices: [], shows: [], verdicts: ['approve'], schema: null, offer: null },
};

const talk: ConversationReview = {
  ...{ kind: 'conversation', title: 'Talk', notices: [], messages: [], groups: [], questions: [], assumptions: [] },
  ...{ offer: null, end: { label: 'done', help: '' }, canAttach: true },
};
const offered: ConversationReview = { ...talk, offer: 'A result.', end: null, canAttach: false };

const FITS: readonly (readonly [ReviewBody, unknown])[] = [
  [document, { kind: 'document', verdict: 'approve' }],
  [document, { kind: 'document', verdict: 'change', changes: [{ section: 'Goals', reason: 'r', text: '' }] }],
  [
    items,
    { kind: 'items', verdicts: { A: { verdict: 'approve', change: { size: 's' } } }, rest: { verdict: 'approve' } },
  ],
  [choice, { kind: 'choice', option: 'yes' }],
  [form, { kind: 'form', verdict: 'approve', comment: 'fine' }],
  [choice, { kind: 'message', text: 'Why?' }],
  [talk, { kind: 'message', text: 'For nurses.' }],
  [talk, { kind: 'message', text: '', attachments: [{ name: 'a.md', text: '# A' }] }],
  [talk, { kind: 'end' }],
  [offered, { kind: 'accept' }],
];
for (const [review, decision] of FITS)
  test(`${JSON.stringify(decision)} fits`, () => {
    assert.deepEqual(decisionProblems(review, decision as Decision), []);
  });

const WRONG: readonly (readonly [ReviewBody, unknown, RegExp])[] = [
  [form, { kind: 'form', values: { owner: 'ada' } }, /only "kind", "verdict", "output", "comment", found "values"\.$/],
  [
    choice,
    { kind: 'message', text: 'Why?', to: 'it' },
    /of the kind "message" only "kind", "text", "attachments", found "to"\.$/,
  ],
  [items, { kind: 'items', verdicts: { A: { verdict: 'approve', note: 'x' } } }, /^Expected in A only .* found "note"/],
  [document, { kind: 'document', verdict: 'aprove' }, /"verdict" as one of approve, change, found "aprove"/],
  [document, { kind: 'document', verdict: 'start-over' }, /one of approve, change, found "start-over"/],
  [document, { kind: 'document', verdict: 'change', changes: 'all' }, /"changes" as a list/],
  [document, { kind: 'document', verdict: 'change', changes: [null] }, /changes\[0\] with section, reason and text/],
  [document, { kind: 'document', verdict: 'change', feedback: 5 }, /"feedback" as text, found 5/],
  [
    document,
    { kind: 'document', verdict: 'change', changes: [{ section: 'X', reason: '', text: '' }] },
    /in one of Goals/,
  ],
  [
    document,
    { kind: 'document', verdict: 'change', changes: [{ section: 'Status', reason: '', text: '' }] },
    /by code/,
  ],
  [document, { kind: 'message', text: 'hi' }, /found a message/],
  [items, { kind: 'items' }, /"verdicts" by id, found nothing/],
  [items, { kind: 'items', verdicts: { A: 'approve' } }, /A with a verdict of approve/],
  [items, { kind: 'items', verdicts: { A: { verdict: 'approve', change: { size: 'm' } } } }, /one of s, l, found "m"/],
  [
    items,
    { kind: 'items', verdicts: { A: { verdict: 'approve', change: { __proto: 'x' } } } },
    /change of title, size/,
  ],
  [form, { kind: 'form', verdict: 'approve', comment: { a: 1 } }, /"comment" as text, found \{"a":1\}/],
  [form, { kind: 'form', verdict: ['approve'] }, /"verdict" as text, found \["approve"\]/],
  [choice, { kind: 'choice' }, /"option" as one of yes, found nothing/],
  [choice, { kind: 'message', text: ' ' }, /"text" with what is said/],
  [talk, { kind: 'message', text: '', attachments: [] }, /"text" with what is said/],
  [talk, { kind: 'message', text: 'x', attachments: ['a.md'] }, /a list of \{name, text\}/],
  [talk, { kind: 'accept' }, /the kind "message" or "end" in this conversation, found "accept"/],
  [offered, { kind: 'end' }, /the kind "message" or "accept" in this conversation, found "end"/],
  [offered, { kind: 'message', text: 'x', attachments: [{ name: 'a', text: '' }] }, /nothing is attached here/],
  [choice, { kind: 'document', verdict: 'approve' }, /of the kind "choice", found "document"/],
];
for (const [review, decision, expected] of WRONG)
  test(`${JSON.stringify(decision)} is refused`, () => {
    const problems = decisionProblems(review, decision as Decision);
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0] ?? '', expected);
  });

test('what is not a review of a known kind is refused by what is missing', () => {
  for (const review of [document, items, choice]) assert.equal(reviewProblem(review), null);
  assert.match(reviewProblem({ kind: 'table' }) ?? '', /its kind is "table", none of document, items/);
  assert.match(
    reviewProblem({ ...document, text: undefined }) ?? '',
    /"text" of a review of the kind "document" is not a text/,
  );
  assert.match(reviewProblem({ ...choice, options: undefined }) ?? '', /"options" .* is not a list/);
  assert.match(reviewProblem(null) ?? '', /its kind is undefined/);
});
