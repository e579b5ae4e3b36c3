import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf, holdInterview, storiesOf } from '../../../../test/support/hold-interview.ts';
import { readSpec } from '../../../documents/spec/read-spec.ts';

const PASTED = '# Lieferschein portal\n\nDrivers sign on a screen.\n\n## Rates\n\n```\n# per km\nbase: 1. Extra\n```\n';
const ITEMS = ['Lieferschein portal', 'Drivers sign on a screen', 'Rates', '``` # per km base: 1. Extra ```'];

test('requirements and stories of a pasted document have no marks of its headings; fenced code is one of them', () => {
  const interview = holdInterview(PASTED, () => null);
  const markdown = draftOf(interview);
  const { title, requirements } = readSpec(markdown);
  assert.equal(title, 'Lieferschein portal');
  const titles = [...ITEMS.slice(0, -1), `\\${ITEMS.at(-1)}`];
  assert.deepEqual(
    requirements.map((each) => each.title),
    titles,
  );
  assert.deepEqual(
    storiesOf(markdown, 'a-feature').map((each) => each.title),
    titles,
  );
  const quotes = interview.state.checklist.flatMap((entry) => entry.quotes.map(({ quote }) => quote));
  assert.deepEqual(quotes, ['Lieferschein portal']);
});

test('a heading in a later answer has no mark either, whatever was asked', () => {
  const reply = (questions: readonly { readonly topic: string }[]) =>
    questions[0]?.topic === 'scope_in' ? null : '## Print\nOn paper.';
  const markdown = draftOf(holdInterview('', reply));
  assert.ok(markdown.includes('## Vision\n\nPrint\nOn paper.\n\n## Users\n\n- Print\n- On paper.\n'), markdown);
});
