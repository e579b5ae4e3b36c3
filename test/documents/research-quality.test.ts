// Verdicts on labelled claims, contradictions that were planted, articles by rules: the figures must not fall.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { measureContradictions } from '../../bench/quality/research/measure-contradictions.ts';
import { measureTopics } from '../../bench/quality/research/measure-research.ts';
import { measureVerdicts, readPairs } from '../../bench/quality/research/measure-verdicts.ts';
import { TOPICS } from '../../bench/quality/research/read-topic.ts';

const FOLDER = new URL('../../bench/quality/research/', import.meta.url);

interface Floor {
  readonly precision: number;
  readonly recall: number;
}

/** Means of the three verdicts, a little below what is reached: not yet the bar. Files not named must reach it. */
const FLOORS: Readonly<Record<string, Floor>> = {
  // Every word must be said: paraphrases that share few words with their source are no longer taken for support.
  'pairs-development.json': { precision: 0.8, recall: 0.76 },
  'article-pairs-development.json': { precision: 0.95, recall: 0.95 },
  'pairs-further.json': { precision: 0.83, recall: 0.82 },
  'pairs-second.json': { precision: 0.92, recall: 0.91 },
  'pairs-mixed.json': { precision: 0.76, recall: 0.74 },
  // Never opened by whoever changed the rules: what to expect of them.
  'pairs-unseen.json': { precision: 0.65, recall: 0.64 },
  'article-pairs-unseen.json': { precision: 0.58, recall: 0.56 },
  'article-pairs-second.json': { precision: 0.66, recall: 0.62 },
  // Claims that stay near to the words of their source, as writers are told to.
  'close-pairs-second.json': { precision: 0.89, recall: 0.89 },
  'close-pairs-third.json': { precision: 0.77, recall: 0.74 },
  'close-pairs-fourth.json': { precision: 0.78, recall: 0.77 },
  'close-pairs-fifth.json': { precision: 0.85, recall: 0.85 },
  'close-pairs-unseen.json': { precision: 0.85, recall: 0.85 },
  'close-pairs-third-unseen.json': { precision: 0.62, recall: 0.58 },
};
const BAR: Floor = { precision: 0.9, recall: 0.9 };
const PLANTED_MIN = 0.94;
const JUSTIFIED_MIN = 0.88;
/** Of the planted ones, those that the article tells with both sides. */
const TOLD_BY_BOTH_MIN = 0.5;
const COVERED_MIN = 0.75;
const REPEATED_MAX = 0.0015;
/** Of the words that were ordered. */
const LENGTH = { min: 0.75, max: 1.15 };
const SENTENCES: Floor = { precision: 0.85, recall: 0.7 };

/** From the sources of each topic to an article, as a run does it. */
const measured = measureTopics(TOPICS);

const sumOf =
  <Each>(figures: readonly Each[]) =>
  (of: (each: Each) => number): number =>
    figures.reduce((total, each) => total + of(each), 0);

describe('verdicts on labelled claims', () => {
  const files = readdirSync(FOLDER).filter((name) => /^(?:article-|close-)?pairs-.*\.json$/.test(name));
  for (const name of files) {
    test(`are those of a careful reader in ${name}`, () => {
      const { precision, recall, wrong } = measureVerdicts(readPairs(new URL(name, FOLDER)));
      const floor = FLOORS[name] ?? BAR;
      // Nobody who changes the rules reads those that are kept unseen, not even here.
      const told = (name.includes('unseen') ? [] : wrong)
        .map(({ id, verdict, found, claim }) => `${id}: ${verdict}, found ${found}: ${claim}`)
        .join('\n');
      assert.ok(precision >= floor.precision, `precision ${precision}\n${told}`);
      assert.ok(recall >= floor.recall, `recall ${recall}\n${told}`);
    });
  }
});

describe('contradictions between sources', () => {
  test('that were planted in the topics are found, and few besides', async () => {
    const figures = (await measured).map((each) => each.contradictions);
    const sum = sumOf(figures);
    const missed = figures.flatMap((each) =>
      each.missed.map(({ one, other }) => `${one.sentence} / ${other.sentence}`),
    );
    assert.ok(sum(({ found }) => found) / sum(({ planted }) => planted) >= PLANTED_MIN, missed.join('\n'));
    const beside = figures.flatMap(({ unjustified }) => unjustified.map(({ reason }) => reason));
    assert.ok(1 - beside.length / sum(({ counted }) => counted) >= JUSTIFIED_MIN, beside.join('\n'));
  });

  test('are told in the article with both sides, most of them', async () => {
    const sum = sumOf((await measured).map((each) => each.contradictions));
    const told = sum(({ toldByBoth }) => toldByBoth.length) / sum(({ planted }) => planted);
    assert.ok(told >= TOLD_BY_BOTH_MIN, `told by both ${told}`);
  });

  test('are told of two sentences where both cannot be true, and not where they speak of different things', () => {
    const { precision, recall, missed, unjustified } = measureContradictions();
    const told = [...missed, ...unjustified].map(({ id, one, other }) => `${id}: ${one} / ${other}`).join('\n');
    assert.ok(precision >= SENTENCES.precision, `precision ${precision}\n${told}`);
    assert.ok(recall >= SENTENCES.recall, `recall ${recall}\n${told}`);
  });

  test('are told by words that can stand behind "The sources disagree on"', async () => {
    for (const { contradictions } of await measured) {
      for (const { about } of contradictions.told) {
        assert.ok(about.length > 2 && about.length <= 115 && !about.includes(':'), about);
        assert.match(about, /^(?:the |when |whether |"[^"]+"$|[\p{L}\p{N}' -]+(?: (?:and|of) [\p{L}\p{N}' -]+)?$)/u);
      }
    }
  });
});

describe('articles by rules', () => {
  test('cite a source for each statement, and every one of them supports it', async () => {
    for (const { topic, article } of await measured) {
      assert.deepEqual(article.unsupported, [], topic);
      assert.deepEqual([article.supported, article.facts], [article.cited, article.cited], topic);
      assert.deepEqual([article.misquoted, article.strangeFigures], [[], []], topic);
    }
  });

  test('cover most of what a reader expects, and hardly repeat themselves', async () => {
    const figures = (await measured).map(({ article }) => article);
    const sum = sumOf(figures);
    const points = sum((each) => each.points);
    const covered = (points - sum(({ uncovered }) => uncovered.length)) / points;
    assert.ok(covered >= COVERED_MIN, `covered ${covered}`);
    const repeated = sum((each) => each.repeated.length) / sum(({ pairs }) => pairs);
    assert.ok(repeated <= REPEATED_MAX, `repeated ${repeated}`);
  });

  test('begin with a cited sentence, and end with two to four that stand nowhere else', async () => {
    for (const { topic, markdown } of await measured) {
      const [body = '', conclusion = ''] = markdown.split('\n\n## Conclusion\n\n');
      assert.match(body, /^# \S.*\n\n(?!This (?:article|report) )[^#\n]+\]\(ledger\.md#c1\)/, topic);
      const told = sentencesIn(conclusion).filter((text) => !/^This (?:article|report) /.test(text));
      assert.ok(told.length >= 2 && told.length <= 4, `${topic}: ${conclusion}`);
      const said = new Set(sentencesIn(body));
      for (const text of told) assert.ok(!said.has(text), `${topic}: ${text}`);
    }
  });

  test('are about as long as was ordered', async () => {
    for (const { topic, article } of await measured) {
      const share = article.words / article.target;
      assert.ok(share >= LENGTH.min && share <= LENGTH.max, `${topic}: ${share}`);
    }
  });
});

/** Without headings, citations and references. */
const sentencesIn = (markdown: string): readonly string[] =>
  markdown
    .replace(/^## References[\s\S]*/m, '')
    .replace(/^#.*$/gm, '')
    .replace(/\s?\[\[\d+\]\]\([^)]*\)/g, '')
    .split(/(?<=\.)\s+(?=[\p{Lu}\p{N}*])/u)
    .map((text) => text.trim())
    .filter((text) => text !== '');
