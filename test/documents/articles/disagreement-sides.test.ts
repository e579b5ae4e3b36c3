// Sides of a disagreement that cannot stand by themselves: the part that differs is told, by the name of the source.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sideText } from '../../../src/documents/article/disagreement-side.ts';
import { readDisagreements } from '../../../src/documents/article/disagreements.ts';
import { readPool } from '../../../src/documents/article/evidence-pool.ts';
import type { Contradiction } from '../../../src/documents/evidence/ledger.ts';
import { corpusOf } from './corpus-of.ts';
import { briefOf, textOf } from './write-by-rules.ts';

const NOTHING = new Set<string>();

describe('what is told of a side', () => {
  const told: readonly (readonly [string, string, string, string])[] = [
    ['a short sentence', 'Seventeen men started.', 'Seventeen', 'Seventeen men started.'],
    [
      'what stands behind a colon',
      'She points to the boats: the fleet had shrunk from 90 to 68 boats in Tarn.',
      '68',
      'The fleet had shrunk from 90 to 68 boats in Tarn.',
    ],
    [
      'without a year that readers do not know',
      'The works at Cape Tarn swallowed 4.1 tonnes of coal last year.',
      '4.1 tonnes',
      'The works at Cape Tarn swallowed 4.1 tonnes of coal.',
    ],
    [
      'without the speaker',
      'A boiler in a house in Tarn makes sense only after the walls are dry, it argues.',
      '"only after"',
      'A boiler in a house in Tarn makes sense only after the walls are dry.',
    ],
    [
      'without what is said to readers',
      'A boiler needs a chimney of brick in Tarn, and we advise our members to build one.',
      '"needs"',
      'A boiler needs a chimney of brick in Tarn.',
    ],
    [
      'what a clause of time says',
      'Since the pumps at Cape Tarn were first switched on, in October 2017, we have lost ground.',
      'October 2017',
      'The pumps at Cape Tarn were first switched on in October 2017.',
    ],
    [
      'what stands behind a clause with a pronoun',
      'When she cast off from Tarn, the Linnet carried 62 boxes on a deck of steel.',
      '62',
      'The Linnet carried 62 boxes on a deck of steel.',
    ],
  ];
  for (const [name, quote, says, text] of told) test(name, () => assert.equal(sideText(quote, says, NOTHING), text));

  test('nothing where it is not clear of what it is said', () => {
    assert.equal(sideText('It delivered its first water in March 2019.', 'March 2019', NOTHING), null);
    assert.equal(sideText('Our fleet of Tarn has 12 boats.', '12', NOTHING), null);
  });
});

describe('disagreements of an article', () => {
  const LONG = 'The harbour ferry of Tarn carried 480 horses to the island in the year of the flood.';
  const SHORT = 'Ninety horses crossed.';
  const { sources, passages } = corpusOf([
    textOf('Annals', `# Tarn\n\n${LONG}`, { publisher: 'Annals of Tarn', date: '2020-03-01' }),
    textOf('Gazette', `# Tarn\n\nThe harbour of Tarn was built by monks in 1340. ${SHORT}`, {
      ...{ publisher: 'Tarn Gazette', date: '2023-09-12' },
    }),
  ]);
  const pool = readPool(briefOf('The harbour of Tarn'), passages, sources);
  const spanOf = (text: string, says: string) => {
    const found = passages.find((passage) => passage.text.includes(text)) ?? assert.fail(text);
    const { id, source, start, end } = found;
    return { source, start, end, quote: text, says, passage: id };
  };
  const spans = [spanOf(LONG, '480'), spanOf(SHORT, 'Ninety')];
  const of = (contradiction: Partial<Contradiction>) =>
    readDisagreements([{ about: 'horses', spans, reason: '', followed: null, ...contradiction }], pool, 1200);

  test('a side that is too short to stand alone is told by its source', () => {
    const [disagreement] = of({}).disputed.values();
    assert.deepEqual(
      disagreement?.items.map(({ statements }) => statements[0]?.named),
      [SHORT, LONG],
    );
  });

  test('no side is told as if it were sure where the other cannot be told', () => {
    const [long, short] = spans;
    if (long === undefined || short === undefined) return assert.fail('There are no spans.');
    const { passage: _, ...uncitable } = short;
    const { disputed, refuted } = of({ spans: [long, uncitable] });
    assert.deepEqual([disputed.size, [...refuted]], [0, [long.passage]]);
  });
});
