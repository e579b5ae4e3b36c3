import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asText, bullet, openPoint, shortTitle } from './filed-text.ts';
import { headingsOf } from './headings-of.ts';
import { parseBlocks } from './parse-blocks.ts';

const HOSTILE = [
  ...[
    '# Heading',
    '> said',
    '- item',
    '* item',
    '+ item',
    '1. one',
    '2) two',
    '```',
    '~~~',
    '| a | b |',
    '---',
    '***',
    '===',
  ],
  ...[
    '[a]: https://example.com',
    '<!-- hidden -->',
    '<script>alert(1)</script>',
    'a <b>c</b> <!-- d',
    '<https://a.example>',
  ],
  ...['- [ ] done', '\t# deep', '    code', '___', ':-- | --:', '## ', '-', 'a\n# b', '\\# kept'],
];

test('a sentence is one line of text in a list, whatever it begins with', () => {
  for (const sentence of HOSTILE) {
    const list = parseBlocks(`${bullet(sentence)}\n${bullet('next')}\n`);
    assert.equal(list.length, 1, sentence);
    const [block] = list;
    assert.ok(block?.type === 'list' && block.children.length === 2, sentence);
    for (const item of block.children) {
      assert.deepEqual(
        item.children.map(({ type }) => type),
        ['paragraph'],
        sentence,
      );
      assert.equal(item.checked ?? null, null, sentence);
    }
    assert.deepEqual(headingsOf(bullet(sentence)), [], sentence);
  }
});

test('ordinary words stand as they were said', () => {
  for (const sentence of [
    'Members pay 3 < 5 euros.',
    '3.5 EUR a day',
    'Ein Platz.',
    '"Quoted" words',
    'a - b',
    '10 courts',
  ])
    assert.equal(asText(sentence), sentence);
});

test('a title is the sentence, cut at the end of a word at 60 characters', () => {
  assert.equal(shortTitle('Members book a court.'), 'Members book a court');
  const long = 'Members of the club book a court for one hour, and the desk sees who plays.';
  assert.equal(shortTitle(long), 'Members of the club book a court for one hour, and the desk');
  assert.equal(shortTitle('x'.repeat(80)), 'x'.repeat(60));
  assert.equal(shortTitle('😀'.repeat(80)), '😀'.repeat(60));
});

test('an open point names its question', () => {
  assert.equal(openPoint('Who is it for?'), 'open: Who is it for?');
});
