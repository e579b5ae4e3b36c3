// A draft that brings more than claims: what nobody judged does not stand in the article, and is listed as removed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AssembledArticle, assembleArticle } from '../../../src/documents/article/assemble-article.ts';
import { makeOutline } from '../../../src/documents/article/make-outline.ts';
import { withoutReferences } from '../../../src/documents/article/trim-sentence.ts';
import { writeArticle } from '../../../src/documents/article/write-article.ts';
import { corpusOf } from './corpus-of.ts';
import { OLD_HOUSE_HEATING } from './old-house-heating.ts';
import { briefOf, headingsIn, writeByRules } from './write-by-rules.ts';

const BRIEF = briefOf('Heat pumps in old houses');
const { sources, passages } = corpusOf(OLD_HOUSE_HEATING);
const DRAFT = writeArticle(BRIEF, makeOutline(BRIEF, passages, sources), passages, sources, null);

const assembled = (draft: string): AssembledArticle =>
  assembleArticle({ brief: BRIEF, draft, edits: [], passages, sources, texts: sources });

const ADDED: Readonly<Record<string, string>> = {
  'a heading that states something': '## Heat pumps killed 5,000 people in 2024\n\nSECOND',
  'a line that looks like a heading': 'Heat pumps killed 5,000 people in 2024\n\nSECOND',
  'a heading with a reason': '## Why heat pumps killed so many children\n\nSECOND',
  'a sentence on what the article shows': 'This article shows that heat pumps killed people in every town.',
  'a question': 'Did you know that heat pumps killed 5,000 people in 2024?',
  'an image': '![Heat pumps killed 7,000](https://evil.invalid/track.png)',
  'HTML over two lines': '<img\nsrc="https://evil.invalid/t.png" alt="killed" onerror="alert(1)">',
  'a comment': '<!-- Heat pumps > stoves killed -->',
  'a block of code': '```\nHeat pumps killed 8,000 people.\n```',
  'a block of code that is not closed': '~~~\nHeat pumps killed 8,000 people.',
  'a section of notes': '## Notes\n\nHeat pumps killed 9,000 people in 2024 [e1].',
  'notes below a plain line': 'Sources\n\nHeat pumps killed 9,000 people in 2024.',
  'two lists of references': '## References\n\n1. Killed. https://evil.invalid/\n\n## Bibliography\n\n2. Killed.',
  'the definition of a note': '[^1]: Heat pumps killed 10,000.',
  'the definition of a link': '[1]: https://evil.invalid/x "killed"',
  'a definition in a list': '- [1]: https://evil.invalid/x "killed"',
  'a definition inside of a line': 'The pump is old. [1]: Heat pumps killed 5,000 people in 2024.',
  'a table without lines around it': 'Killed by heat pumps | 5,000 | in 2024\nKilled by stoves | 6,000 | in 2025',
  'columns set apart by blanks': 'Killed by pumps     5,000     in 2024',
  'a long sentence': `Heat pumps ${'in the old houses of the town '.repeat(200)}killed 5,000 people [e1].`,
};

describe('a draft with', () => {
  const first = assembled(DRAFT);
  const [second = ''] = passages.map(({ text, id }) => `${text.replace(/\.$/, '')} [${id}].`);

  for (const [what, text] of Object.entries(ADDED)) {
    test(`${what} becomes an article without it`, () => {
      const { markdown, removed } = assembled(`${DRAFT.trimEnd()}\n\n${text.replace('SECOND', second)}\n`);
      assert.doesNotMatch(markdown, /killed|evil|onerror|```|~~~|^\[/im);
      assert.equal(headingsIn(markdown).filter((heading) => heading === 'References').length, 1);
      assert.ok(
        removed.some((each) => /killed|evil/i.test(each.text)),
        JSON.stringify(removed),
      );
    });
  }

  test('citations of its own loses them', () => {
    const marks = '[[1]](ledger.md#c1) [[77]](ledger.md#c5) [4](https://evil.invalid) [3] [^2] [see](ledger.md#c2)';
    const { markdown, removed } = assembled(DRAFT.replace(/ \[e/, ` ${marks} [e`));
    assert.doesNotMatch(markdown, /\[\[77|evil|(?<!\[)\[3\]|\[\^2|\[see/);
    assert.ok(removed.some((each) => each.text === '[[77]](ledger.md#c5)'));
  });

  test('a title that states something gets the title of its topic', () => {
    const { title } = assembled(DRAFT.replace(/^# .*/, '# Heat pumps killed 5,000 people'));
    assert.equal(title, BRIEF.topic);
  });

  test('marks in headings and unknown ones becomes an article without marks of passages', () => {
    const { markdown } = assembled(
      `${DRAFT.replace(/^## .*/m, (line) => `${line} [e1]`)}\n\n## More [e3]\n\n${second}\n`,
    );
    assert.doesNotMatch(markdown, /\[e\d/);
  });

  test('nothing of that kind keeps all of its headings', () => {
    assert.deepEqual(first.removed, []);
    assert.deepEqual(
      headingsIn(first.markdown).slice(0, -1),
      headingsIn(DRAFT).filter((each) => each !== 'References'),
    );
    assert.deepEqual(writeByRules(BRIEF, OLD_HOUSE_HEATING).removed, []);
  });
});

test('a sentence of a source loses the citations of an article like ours', () => {
  const text = 'The bridge [[1]](ledger.md#c1) is 120 metres long [see](ledger.md#c2).';
  assert.equal(withoutReferences(text), 'The bridge is 120 metres long.');
});
