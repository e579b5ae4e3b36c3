// A draft that brings more than claims: what nobody judged does not stand in the article, and is listed as removed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assembleWritten, type WrittenArticle } from '../../../src/documents/article/assemble-written.ts';
import { language } from '../../../src/language/words/language.ts';
import { briefOf } from './brief-of.ts';
import { corpusOf } from './corpus-of.ts';
import { OLD_HOUSE_HEATING } from './old-house-heating.ts';

const BRIEF = briefOf('Heat pumps in old houses');
const { sources, passages } = corpusOf(OLD_HOUSE_HEATING);
const item = (at: number): string => `${passages[at]?.text.replace(/\.$/, '')} [e${at + 1}].`;
const DRAFT = `# Heat pumps\n\n## How they work\n\n${item(0)} ${item(1)}\n\n## What they need\n\n${item(2)}\n`;

const assembled = (draft: string): WrittenArticle =>
  assembleWritten({
    ...{ brief: BRIEF, draft, edits: [], passages, sources, texts: sources, judged: [], contradictions: [] },
    ...{ hash: () => 'sha256:0', language },
  });

const headingsIn = (markdown: string): readonly string[] =>
  Array.from(markdown.matchAll(/^## (.+)$/gm), ([, heading = '']) => heading);

const ADDED: Readonly<Record<string, string>> = {
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
  for (const [what, text] of Object.entries(ADDED)) {
    test(`${what} becomes an article without it`, () => {
      const { body, ledger } = assembled(`${DRAFT.trimEnd()}\n\n${text}\n`);
      assert.doesNotMatch(body, /killed|evil|onerror|```|~~~|^\[/im);
      assert.equal(headingsIn(body).filter((heading) => heading === 'References').length, 1);
      assert.ok(
        ledger.removed.some((each) => /killed|evil/i.test(each.text)),
        JSON.stringify(ledger.removed),
      );
    });
  }

  test('citations of its own loses them', () => {
    const marks = '[[1]](ledger.md#c1) [[77]](ledger.md#c5) [4](https://evil.invalid) [3] [^2] [see](ledger.md#c2)';
    const { body, ledger } = assembled(DRAFT.replace(/ \[e/, ` ${marks} [e`));
    assert.doesNotMatch(body, /\[\[77|evil|(?<!\[)\[3\]|\[\^2|\[see/);
    assert.ok(ledger.removed.some((each) => each.text === '[[77]](ledger.md#c5)'));
  });

  test('marks in headings becomes an article without marks of passages', () => {
    const headed = DRAFT.replace(/^## .*/m, (line) => `${line} [e1]`);
    assert.doesNotMatch(assembled(`${headed}\n## More [e3]\n\n${item(3)}\n`).body, /\[e\d/);
  });

  test('nothing of that kind keeps all of its headings', () => {
    const { body, ledger } = assembled(DRAFT);
    assert.deepEqual(ledger.removed, []);
    assert.deepEqual(headingsIn(body), ['How they work', 'What they need', 'References']);
  });
});
