// Items as a person reviews them: one by one, going back, in their own words, and what is decided in the end.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FIELDS, itemOf, itemsReview } from '../../../test/support/items-review.ts';
import { asked, never } from '../../../test/support/review-terminals.ts';
import type { ItemFinding, ItemsReview } from '../../ports/review.ts';
import { itemText, readItemText } from './modify-item.ts';
import { type ItemsAsk, reviewItems } from './review-items.ts';
import type { ReviewTerminal } from './review-terminal.ts';

const item = (id: string) => itemOf(id, { title: `Title of ${id}`, description: `The system shall do ${id} fast.` });

type More = Partial<Pick<ItemsReview, 'items' | 'none'> & Pick<ItemsAsk, 'recheck'>>;

function gateOf({ items, none, ...more }: More = {}, verdicts: ItemsAsk['verdicts'] = {}) {
  const kept: unknown[] = [];
  const proposed = items ?? ['REQ-001', 'REQ-002', 'REQ-003'].map(item);
  const review = { ...itemsReview(proposed), ...(none !== undefined && { none }) };
  const ask: ItemsAsk = {
    ...{ goOn: 'signoff thing --resume', verdicts, recheck: async () => [], ...more },
    keep: (now) => kept.push(now),
  };
  return { review, ask, kept };
}

const reviewIn = (terminal: ReviewTerminal, { review, ask }: ReturnType<typeof gateOf>) =>
  reviewItems(terminal, review, ask, never);
const approve = { verdict: 'approve' };

describe('items', () => {
  test('are decided one by one, and sent after a summary', async () => {
    const gate = gateOf();
    const { given, shown } = await asked(['a', 'r not now', 'o', 'another team does it', 'S'], (terminal) =>
      reviewIn(terminal, gate),
    );
    assert.deepEqual(given, {
      kind: 'items',
      feedback: '',
      verdicts: {
        'REQ-001': approve,
        'REQ-002': { verdict: 'reject', reason: 'not now' },
        'REQ-003': { verdict: 'out-of-scope', reason: 'another team does it' },
      },
    });
    assert.match(shown, /Your review {2}1 approved, 1 rejected, 1 out of scope/);
    assert.equal(gate.kept.length, 3);
  });

  test('can be gone back to, and changed in the summary', async () => {
    const { given } = await asked(['a', 'b', 'r wrong', 'A', 'c REQ-002', 'r twice', 'F look closer'], (terminal) =>
      reviewIn(terminal, gateOf()),
    );
    assert.deepEqual(given, {
      kind: 'items',
      feedback: 'look closer',
      verdicts: {
        'REQ-001': { verdict: 'reject', reason: 'wrong' },
        'REQ-002': { verdict: 'reject', reason: 'twice' },
        'REQ-003': approve,
      },
    });
  });

  test('the rest can be rejected for one reason', async () => {
    const { given } = await asked(['a', 'R too early', 'S'], (terminal) => reviewIn(terminal, gateOf()));
    const early = { verdict: 'reject', reason: 'too early' };
    const verdicts = { 'REQ-001': approve, 'REQ-002': early, 'REQ-003': early };
    assert.deepEqual(given, { kind: 'items', feedback: '', verdicts });
  });

  test("the lint's wording is taken, and what it leaves open is filled in", async () => {
    const finding = { rule: 'ambiguous', found: 'fast', message: 'm', isWording: true };
    const findings = [{ ...finding, suggestion: 'The system shall do it within <number> s.' }];
    const items = ['REQ-001', 'REQ-002', 'REQ-003'].map(item).map((one, at) => (at === 0 ? { ...one, findings } : one));
    const lines = ['s', 'The system shall do it within 2 s.', 'A', 'send'];
    const { given, shown } = await asked(lines, (terminal) => reviewIn(terminal, gateOf({ items })));
    assert.deepEqual((given as { verdicts: object }).verdicts, {
      'REQ-001': {
        verdict: 'modify',
        notes: 'Reworded as the lint suggests (ambiguous).',
        change: { description: 'The system shall do it within 2 s.' },
      },
      'REQ-002': approve,
      'REQ-003': approve,
    });
    assert.match(shown, /\+ The system shall do it within 2 s\./);
    await assert.rejects(
      asked(['s', 'within <number> s'], (terminal) => reviewIn(terminal, gateOf({ items }))),
      /Expected something in place of <number>/,
    );
  });

  test('one is modified field by field, where empty lines keep what is there', async () => {
    const { VISUAL, EDITOR, ...rest } = process.env;
    process.env = rest;
    try {
      const { given } = await asked(['m', 'Better', '', 'low', '', 'clearer', 'A', 'S'], (terminal) =>
        reviewIn(terminal, gateOf()),
      );
      assert.deepEqual((given as { verdicts: Record<string, unknown> }).verdicts['REQ-001'], {
        ...{ verdict: 'modify', notes: 'clearer', change: { title: 'Better', priority: 'low' } },
      });
    } finally {
      process.env = { ...rest, ...(VISUAL && { VISUAL }), ...(EDITOR && { EDITOR }) };
    }
  });

  test("a person's own wording is linted, shown and changed again, and marked in the summary", async () => {
    const { VISUAL, EDITOR, ...rest } = process.env;
    process.env = rest;
    const found = {
      rule: 'ambiguous',
      found: 'quick',
      message: 'nobody can test it',
      suggestion: '',
      isWording: false,
    };
    const recheck = async (_: string, { description = '' }): Promise<readonly ItemFinding[]> =>
      /fast|quick/.test(description) ? [found] : [];
    try {
      const again = ['m', '', 'It shall be quick.', '', '', '', 'm', '', 'It shall take 2 s.', '', '', ''];
      const { given, shown } = await asked([...again, 'A', '?', 'S'], (terminal) =>
        reviewIn(terminal, gateOf({ recheck })),
      );
      assert.match(shown, /The lint on your wording:\n\n {3}! ambiguous "quick": nobody can test it/);
      assert.deepEqual((given as { verdicts: Record<string, unknown> }).verdicts['REQ-001'], {
        ...{ verdict: 'modify', notes: 'Changed in the review.', change: { description: 'It shall take 2 s.' } },
      });
      assert.doesNotMatch(shown, /!~/);
      assert.match(shown, /\? {6}this list/);
      const kept = await asked(['m', '', 'It shall be quick.', '', '', '', 'k', 'A', 'S'], (terminal) =>
        reviewIn(terminal, gateOf({ recheck })),
      );
      assert.match(kept.shown, / {3}1 !~ REQ-001 {2}Title of REQ-001\n {8}the lint: ambiguous/);
    } finally {
      process.env = { ...rest, ...(VISUAL && { VISUAL }), ...(EDITOR && { EDITOR }) };
    }
  });

  test('a bad value in the editor opens it again with the text and what is wrong on top', async () => {
    const before = process.env.VISUAL;
    // The first time it writes a wrong priority, the second time it mends what it finds wrong.
    process.env.VISUAL = `sh -c 'if grep -q "^# NOT TAKEN: Expected the priority" "$1"; then
      sed -i "s/^Priority: .*/Priority: low/" "$1"; else sed -i "s/^Priority: .*/Priority: urgent/" "$1"; fi' x`;
    try {
      const { given } = await asked(['m', 'A', 'S'], (terminal) => reviewIn(terminal, gateOf()));
      assert.deepEqual((given as { verdicts: Record<string, unknown> }).verdicts['REQ-001'], {
        ...{ verdict: 'modify', notes: 'Changed in the review.', change: { priority: 'low' } },
      });
      process.env.VISUAL = 'sed -i "s/^Priority: .*/Priority: urgent/"';
      const stuck = await asked(['m', 'A', 'S'], (terminal) => reviewIn(terminal, gateOf()));
      assert.match(stuck.shown, /Expected the priority high, medium, low, found "urgent"/);
    } finally {
      if (before === undefined) delete process.env.VISUAL;
      else process.env.VISUAL = before;
    }
  });

  test('one is found by its number or its id, however it is written', async () => {
    for (const which of ['2', 'REQ-002', 'req-2']) {
      const { given } = await asked(['A', `c ${which}`, 'r no', 'S'], (terminal) => reviewIn(terminal, gateOf()));
      const { verdicts } = given as { verdicts: Record<string, { verdict: string }> };
      assert.equal(verdicts['REQ-002']?.verdict, 'reject', which);
    }
    const later = gateOf({ items: ['REQ-007', 'REQ-008'].map(item) });
    const { given } = await asked(['A', 'c 8', 'r no', 'S'], (terminal) => reviewIn(terminal, later));
    assert.equal((given as { verdicts: Record<string, { verdict: string }> }).verdicts['REQ-008']?.verdict, 'reject');
  });

  test('where nothing is proposed one key goes on', async () => {
    const none = { said: 'There is nothing to propose for these gaps.', next: 'the gaps are analysed again' };
    const { given, shown } = await asked(['S'], (terminal) => reviewIn(terminal, gateOf({ items: [], none })));
    assert.deepEqual(given, { kind: 'items', feedback: '', verdicts: {} });
    assert.match(shown, /There is nothing to propose for these gaps\.\n\n S go on/);
    assert.doesNotMatch(shown, /Items to review|Your review/);
  });

  test('what was decided before leaving is not asked again', async () => {
    const verdicts = {
      'REQ-001': { verdict: 'reject', reason: 'no' },
      'REQ-900': approve,
    };
    const { given, shown } = await asked(['a', 'a', 'S'], (terminal) => reviewIn(terminal, gateOf({}, verdicts)));
    assert.deepEqual((given as { verdicts: object }).verdicts, {
      ...{ 'REQ-001': verdicts['REQ-001'], 'REQ-002': approve, 'REQ-003': approve },
    });
    assert.match(shown, /You decided 1 of them before/);
  });

  test('the text for an editor is read back as it was written', () => {
    const read = readItemText(FIELDS, itemText(FIELDS, item('REQ-001')));
    assert.deepEqual(read, { values: item('REQ-001').values, notes: '' });
    assert.match(
      JSON.stringify(readItemText(FIELDS, 'Title: x\nPriority: urgent\nCategory: y\n\nd')),
      /found \\"urgent\\"/,
    );
    assert.match(JSON.stringify(readItemText(FIELDS, 'Title: x')), /category and description/);
  });
});
