// A part as sections: what is written is what was read, headings are Markdown's own, and long texts take no longer.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readBlocks } from '../markdown/read-blocks.ts';
import { type DesignPart, parsePart, sectionId } from './part.ts';
import { plainHeadings } from './section-headings.ts';

const idsIn = (text: string): readonly string[] => parsePart('hld', text).sections.map(({ id }) => id);

describe('a part', () => {
  test('is what stands before its sections, and the sections with their lines', () => {
    const text = '# HLD\n\n## 1. Overview\n\nA.\n\n```\n## no\n```\n\n## Own Words ##\n\nB.\n';
    const { before, sections } = parsePart('hld', text);
    assert.equal(before, '# HLD\n\n');
    assert.deepEqual(
      sections.map(({ id, title, line }) => [id, title, line]),
      [
        ['overview', '1. Overview', 3],
        ['own-words', 'Own Words', 11],
      ],
    );
  });

  test('without headings is one section, called after the part', () => {
    assert.deepEqual(parsePart('lld', 'Prose.'), {
      ...{ part: 'lld', before: '' },
      sections: [{ id: 'lld', title: 'lld', text: 'Prose.', line: 1 }],
    });
  });

  test('has each id once, whatever the titles are', () => {
    assert.deepEqual(idsIn('## A\n## A 2\n## A\n## A\n## A 2\n## ?\n'), ['a', 'a-2', 'a-3', 'a-4', 'a-2-2', 'section']);
    const title = fc.constantFrom('A', 'A 2', 'A-2', 'A 3', 'Overview', 'Use Cases', '!', 'A 2 2');
    fc.assert(
      fc.property(fc.array(title), (titles) => {
        const ids = idsIn(titles.map((each) => `## ${each}\n`).join(''));
        assert.equal(new Set(ids).size, ids.length);
      }),
    );
  });

  test('knows the titles of the catalogue, with numbers and other signs', () => {
    assert.equal(sectionId('hld', ' 2.1) TECH-stack '), 'stack');
    assert.equal(sectionId('database', 'ER Diagram'), 'erd');
    assert.equal(sectionId('lld', 'ER Diagram'), 'er-diagram');
  });
});

const LINES = [
  ...[
    '## a',
    '##',
    '## b ##',
    '### c',
    '#d',
    '  ## e',
    'text',
    '---',
    '===',
    '- ',
    '- x',
    '  y',
    '1. z',
    '    ## f',
    '\t## g',
  ],
  ...[
    '```',
    '```sql',
    '````',
    '~~~',
    '  ```',
    '- ```',
    '``` x` ',
    '> ## q',
    '> ```',
    '<!--',
    '-->',
    '<div>',
    '',
    '',
    ' ',
    '=======',
    '[a]:',
    '| x |',
  ],
];
const anyText = fc
  .array(fc.tuple(fc.constantFrom(...LINES), fc.constantFrom('\n', '\n', '\n', '\r\n')), { maxLength: 14 })
  .map((pairs) => pairs.flat().join(''));

describe('any text', () => {
  test('stands in its sections as it was read, byte for byte', () => {
    const written = ({ before, sections }: DesignPart): string => before + sections.map(({ text }) => text).join('');
    fc.assert(
      fc.property(anyText, (text) => written(parsePart('lld', text)) === text),
      { numRuns: 500 },
    );
  });

  test('has the headings that the parser of Markdown finds, where lines alone decide', () => {
    let decided = 0;
    fc.assert(
      fc.property(anyText, (text) => {
        const found = plainHeadings(text);
        if (found === null) return;
        decided += 1;
        const expected = readBlocks(text).nodes.filter((node) => node.type === 'heading' && node.depth === 2);
        assert.deepEqual(
          found.map(({ at, line }) => [at, line]),
          expected.map(({ position }) => [position?.start.offset, position?.start.line]),
        );
      }),
      { numRuns: 2000 },
    );
    assert.ok(decided > 200, `decided ${decided}`);
  });
});

/** Of the processor, because other processes run too. What grew with the square of a megabyte took 18 s. */
function secondsFor(text: string): number {
  const start = process.cpuUsage();
  parsePart('hld', text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

const SIZE = 1_000_000;
const SECONDS_MAX = 3;

describe('a megabyte takes no more than its share of time', () => {
  const long: { readonly [kind: string]: string } = {
    ...{ 'blank lines': '\n', 'lines of blanks': '  \n', blanks: ' ', fences: '```\n', 'tildes and blanks': '~~~\n\n' },
    ...{ 'one heading': '## a\n\n', 'marks of fences': '`', lists: '- a\n', tables: '| a | b |\n', prose: 'a word\n' },
  };
  for (const [kind, piece] of Object.entries(long))
    test(`of ${kind}`, () => {
      assert.ok(secondsFor(piece.repeat(SIZE / piece.length)) < SECONDS_MAX);
    });

  test('of a fence that nobody closes, with headings in it', () => {
    assert.ok(secondsFor(`\`\`\`\n${'\n## x\n\n'.repeat(SIZE / 7)}`) < SECONDS_MAX);
    assert.deepEqual(idsIn(`\`\`\`\n${'\n## x\n\n'.repeat(100_000)}`), ['hld']);
  });
});
