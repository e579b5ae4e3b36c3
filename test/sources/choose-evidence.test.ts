// Which sentences of sources are chosen as evidence, which sources are one, and what each is worth.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ArticleBrief } from '../../src/documents/evidence/article-brief.ts';
import { chooseEvidence } from '../../src/documents/evidence/choose-evidence.ts';
import { mergeDuplicates } from '../../src/documents/evidence/merge-duplicates.ts';
import { scoreSources } from '../../src/documents/evidence/score-sources.ts';
import { language } from '../../src/language/words/language.ts';
import { sourceText } from './source-text.ts';

const BRIEF: ArticleBrief = {
  ...{ topic: 'Heat pumps in old houses', content_type: 'article', target_length: 1_000, tone: 'professional' },
  ...{ include_keywords: ['radiators'], exclude_topics: [], target_audience: '', specific_sections: [] },
};
const NOW = new Date('2026-03-01T10:00:00Z');
const PUMPS = [
  'Heat pumps in old houses reached a seasonal factor of 3.1 in the field study of 2022.',
  'Large radiators let a heat pump work with water of 45 degrees.',
  'The ministry paid a grant of 40 percent to owners of old houses last year.',
].join(' ');

const chosenOf = (texts: Parameters<typeof chooseEvidence>[1], more: Partial<ArticleBrief> = {}, max?: number) =>
  chooseEvidence({ ...BRIEF, ...more }, texts, language, max).map(({ text }) => text);

describe('evidence', () => {
  test('is sentences with their places, the heading and the sentence before', () => {
    const source = sourceText('a', `# Old houses\n\n${PUMPS}`);
    const passages = chooseEvidence(BRIEF, [source], language);
    assert.deepEqual(
      passages.map(({ id }) => id),
      ['e1', 'e2', 'e3'],
    );
    for (const { start, end, text, heading } of passages) {
      assert.equal(source.text.slice(start, end), text);
      assert.equal(heading, 'Old houses');
    }
    const second = passages.find(({ text }) => text.startsWith('Large'));
    assert.match(second?.before ?? '', /^Heat pumps in old houses reached/);
  });

  test('leaves out navigation, fragments, questions and lists of references', () => {
    const noise = [
      'Home | Heat pumps | Old houses | Radiators',
      'Heat pumps, radiators and old houses of all kinds',
      'Do heat pumps work in old houses with radiators?',
      'and heat pumps in old houses need larger radiators.',
      'Heat pumps old houses.',
    ];
    const list = '\n\n## References\n\n1. Nord, A. (2022). Heat pumps in old houses and their radiators.';
    const chosen = chosenOf([sourceText('a', `${PUMPS}\n\n${noise.join('\n\n')}${list}`)]);
    assert.equal(chosen.length, 3, chosen.join('\n'));
  });

  test('is found in sources of other languages and scripts, too', () => {
    const brief = { topic: '東京の地下鉄', include_keywords: [] };
    const text = '東京の地下鉄は1927年に開業した。天気は晴れだった。地下鉄の利用者は毎日八百万人である。';
    const chosen = chosenOf([sourceText('a', text)], brief);
    assert.deepEqual(chosen.slice(0, 2).toSorted(), [
      '地下鉄の利用者は毎日八百万人である。',
      '東京の地下鉄は1927年に開業した。',
    ]);
  });

  test('leaves out topics that are not wanted, by sentence and by heading', () => {
    const text = `${PUMPS}\n\n## Grants of the state\n\nHeat pumps in old houses were cheap in that year.`;
    const chosen = chosenOf([sourceText('a', text)], { exclude_topics: ['grants'] });
    assert.deepEqual(
      chosen.filter((each) => /grant|cheap/.test(each)),
      [],
    );
    assert.equal(chosen.length, 2);
  });

  test('says nothing twice, but keeps what differs in a figure or a negation', () => {
    const said = 'Heat pumps in old houses need 40 percent less energy than boilers.';
    const texts = [
      sourceText('a', said),
      sourceText('b', 'Heat pumps in old houses need 40 percent less energy than the boilers.'),
      sourceText('c', said.replace('40', '60')),
      sourceText('d', said.replace('need', 'do not need')),
    ];
    assert.equal(chosenOf(texts).length, 3);
  });

  test('comes from all sources, and what is about something else from none', () => {
    const many = Array.from(
      { length: 60 },
      (_, at) => `Heat pumps in old houses of district ${at + 10} saved ${at + 20} percent with other radiators.`,
    );
    const other = 'The violin was built in Cremona by a master of the seventeenth century and sold in London.';
    const texts = [sourceText('a', many.join(' ')), sourceText('b', PUMPS), sourceText('c', other)];
    const sources = chooseEvidence(BRIEF, texts, language, 12).map(({ source }) => source);
    assert.equal(sources.length, 12);
    assert.ok(sources.filter((source) => source === 'b').length >= 2, sources.join(' '));
    assert.ok(!sources.includes('c'));
  });

  test('is the same for the same sources', () => {
    const texts = [sourceText('a', PUMPS), sourceText('b', `${PUMPS} Old walls lose heat in winter at night.`)];
    assert.deepEqual(chooseEvidence(BRIEF, texts, language), chooseEvidence(BRIEF, texts, language));
  });
});

describe('duplicates', () => {
  const text = Array.from({ length: 30 }, (_, at) => {
    const letter = String.fromCharCode(97 + (at % 26));
    return `House ${letter} in street ${at} got a pump of ${at + 3} kilowatts from firm ${at * 7}.`;
  }).join(' ');

  test('nearly the same text is one source, with the other addresses beside it', () => {
    const copy = text.replace('House b in street 1', 'One house in the first street').slice(0, text.length - 300);
    const merged = mergeDuplicates(
      [
        sourceText('copy', copy, { publishedAt: '2024-05', also: ['https://example.org/copy'] }),
        sourceText('other', PUMPS),
        sourceText('first', text, { publishedAt: '2024-04' }),
      ],
      language,
    );
    assert.deepEqual(
      merged.map(({ id, also }) => [id, also]),
      [
        ['first', ['copy.md', 'https://example.org/copy']],
        ['other', []],
      ],
    );
  });

  test('an edition with another figure, or a negation more, is a source of its own', () => {
    const revised = text.replace('a pump of 12 kilowatts', 'a pump of 14 kilowatts');
    assert.equal(mergeDuplicates([sourceText('a', text), sourceText('b', revised)], language).length, 2);
    const claim = 'The pump of the house that was built in 1890 is loud at night.';
    const denied = claim.replace('is loud', 'is not loud');
    assert.equal(
      mergeDuplicates([sourceText('a', `${text} ${claim}`), sourceText('b', `${text} ${denied}`)], language).length,
      2,
    );
  });

  test('of an excerpt the whole text is kept', () => {
    const [kept, ...more] = mergeDuplicates(
      [sourceText('part', text.slice(0, 500), { isWhole: false }), sourceText('whole', text)],
      language,
    );
    assert.deepEqual([kept?.id, kept?.also, more.length], ['whole', ['part.md'], 0]);
  });
});

describe('scores of sources', () => {
  const long = `${PUMPS} `.repeat(10);

  test('are from 0 to 1, the best first, with a reason for each part', () => {
    const scored = scoreSources(
      BRIEF,
      [
        sourceText('blog', long, { type: 'blog', publishedAt: '2010' }),
        sourceText('study', long, { type: 'academic', publishedAt: '2025-06-01', title: 'Heat pumps in old houses' }),
        sourceText('violin', 'The violin was built in Cremona.', { isWhole: false }),
      ],
      NOW,
    );
    assert.deepEqual(
      scored.map(({ id }) => id),
      ['study', 'blog', 'violin'],
    );
    for (const { score } of scored) assert.ok(score >= 0 && score <= 1);
    assert.deepEqual(scored[0]?.reasons, [
      'It has 5 of the 5 words asked for, 4 of them in its title.',
      'Academic sources count most.',
      'It is from 2025-06-01, less than a year old.',
      'Its whole text is there, 441 words.',
      scored[0]?.reasons[4],
    ]);
    assert.deepEqual(scored[2]?.reasons.slice(0, 4), [
      'It has none of the 5 words asked for.',
      'It is a document of the folder that says nothing of its kind.',
      'Nobody says when it was published.',
      'Only what a search said of it is there, not the text itself.',
    ]);
    assert.ok(!('text' in (scored[0] ?? {})));
  });

  test('age counts by the topic', () => {
    const [old] = [sourceText('a', long, { publishedAt: '2012' })];
    assert.ok(old !== undefined);
    const scoreOf = (topic: string): number => scoreSources({ ...BRIEF, topic }, [old], NOW)[0]?.score ?? 0;
    assert.ok(scoreOf('History of heat pumps') > scoreOf('Heat pumps') - 0.1);
    const reasonOf = (topic: string) => scoreSources({ ...BRIEF, topic }, [old], NOW)[0]?.reasons[2];
    assert.equal(reasonOf('Heat pumps'), 'It is from 2012, 13 years old.');
    assert.equal(reasonOf('Heat pumps in 2012'), 'It is from 2012, the year of the topic.');
    assert.match(reasonOf('History of heat pumps') ?? '', /its age counts little\.$/);
  });
});
