// Whole articles by rules over three corpora: what must be true of each, whatever it is about.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArticleBrief } from '../../../src/documents/article/article-brief.ts';
import { inLines } from '../../../src/documents/evidence/any-of.ts';
import { makeLedger } from '../../../src/documents/evidence/make-ledger.ts';
import { corpusOf, type TestText } from './corpus-of.ts';
import { HARBOUR_CANAL } from './harbour-canal.ts';
import { MIGRAINE } from './migraine.ts';
import { OLD_HOUSE_HEATING } from './old-house-heating.ts';
import { briefOf, headingsIn, plainOf, sentencesIn, writeByRules } from './write-by-rules.ts';

const ORDERS: readonly (readonly [ArticleBrief, readonly TestText[]])[] = [
  [briefOf('Heat pumps in old houses'), OLD_HOUSE_HEATING],
  [briefOf('The harbour canal', { content_type: 'research_report', tone: 'academic' }), HARBOUR_CANAL],
  [briefOf('Migraine', { content_type: 'blog_post', tone: 'casual' }), MIGRAINE],
];

const POINTS_BACK = inLines(
  String.raw`^(?:It(?!(?: is|'s) \w+ (?:that|to|whether))|They|He|She|This (?!article|report)|These|Those|However
    |Therefore|But|And|Such)\b`,
);

const withoutSource = (sentence: string): string =>
  sentence
    .replace(
      /^(?:According to [^,]+|As [^,]+ reports?), |^\p{L}[^.,]{3,80} reports? that |, according to [^,]+(?=\.$)/u,
      '',
    )
    .toLowerCase();

for (const [brief, texts] of ORDERS) {
  const article = writeByRules(brief, texts);
  const sentences = sentencesIn(article.markdown);

  test(`the article on ${brief.topic} has a title, an introduction, sections, a conclusion and references`, () => {
    const headings = headingsIn(article.markdown);
    assert.match(article.markdown, /^# \S.*\n\n[^#\n]/);
    assert.ok(headings.length >= 5, headings.join(' | '));
    assert.deepEqual(headings.slice(-2), ['Conclusion', 'References']);
    assert.equal(new Set(headings).size, headings.length);
  });

  test(`the article on ${brief.topic} ends with two to four cited sentences that stand nowhere else in it`, () => {
    const [body = '', conclusion = ''] = article.markdown.split('\n\n## Conclusion\n\n');
    const told = sentencesIn(conclusion).filter((sentence) => !/^This (?:article|report) /.test(sentence));
    assert.ok(told.length >= 2 && told.length <= 4, conclusion);
    const said = new Set(sentencesIn(body).map((sentence) => withoutSource(plainOf(sentence))));
    for (const sentence of told) {
      assert.match(sentence, /\[\[\d+\]\]\(ledger\.md#c\d+\)/);
      assert.ok(!said.has(withoutSource(plainOf(sentence))), sentence);
    }
  });

  test(`every sentence on ${brief.topic} cites a source, but for what it says of itself`, () => {
    for (const sentence of sentences)
      assert.ok(
        /\[\[\d+\]\]\(ledger\.md#c\d+\)/.test(sentence) || /^This (?:article|report) /.test(sentence),
        sentence,
      );
  });

  test(`every claim on ${brief.topic} is supported by the whole texts`, () => {
    const { sources } = corpusOf(texts);
    const cited = article.sources.map(({ id }) => id);
    const known = sources.filter(({ id }) => cited.includes(id));
    const { entries } = makeLedger(article.markdown, known, { hash: () => '', order: cited });
    const doubtful = entries.filter(({ kind, verdict }) => kind !== 'framing' && verdict !== 'supported');
    assert.deepEqual(
      doubtful.map(({ text }) => text),
      [],
    );
  });

  test(`no sentence on ${brief.topic} stands twice`, () => {
    const plain = sentences.map(plainOf);
    assert.deepEqual(
      plain.filter((text, at) => plain.indexOf(text) !== at),
      [],
    );
  });

  test(`no paragraph on ${brief.topic} begins with a word that points back`, () => {
    const paragraphs = article.markdown.replace(/^## References\n[\s\S]*/m, '').split(/\n\n/);
    for (const paragraph of paragraphs) assert.doesNotMatch(paragraph, POINTS_BACK);
  });

  test(`nothing on ${brief.topic} asks, advertises, addresses the reader or points to its own page`, () => {
    for (const sentence of sentences.map(plainOf)) {
      assert.doesNotMatch(sentence, /\?$|\b(?:newsletter|subscribe|you|your|Figure \d|as shown above)\b/i);
    }
  });

  test(`the article on ${brief.topic} is the same each time, in whatever order its sources come`, () => {
    assert.equal(writeByRules(brief, texts).markdown, article.markdown);
    assert.equal(writeByRules(brief, [...texts].reverse()).markdown, article.markdown);
  });

  test(`the article on ${brief.topic} is as long as was ordered, or shorter`, () => {
    assert.ok(article.word_count <= 1.15 * brief.target_length, String(article.word_count));
  });
}
