// What an order asks for: sections, topics to leave out, keywords, tone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MIGRAINE } from './migraine.ts';
import { OLD_HOUSE_HEATING } from './old-house-heating.ts';
import { briefOf, headingsIn, plainOf, sentencesIn, textOf, writeByRules } from './write-by-rules.ts';

const TOPIC = 'Heat pumps in old houses';

test('sections that were ordered come first, in their order and under their names', () => {
  const sections = ['Noise', 'What it costs'];
  const { markdown } = writeByRules(briefOf(TOPIC, { specific_sections: sections }), OLD_HOUSE_HEATING);
  assert.deepEqual(headingsIn(markdown).slice(0, 2), sections);
  assert.match(markdown.split('## Noise')[1]?.split('## ')[0] ?? '', /decibels/);
});

test('a section that was ordered and that no source speaks of is left out', () => {
  const { markdown } = writeByRules(briefOf(TOPIC, { specific_sections: ['Submarines'] }), OLD_HOUSE_HEATING);
  assert.equal(headingsIn(markdown).includes('Submarines'), false);
});

test('a section that was ordered is filled by what stands under a heading of the same meaning', () => {
  const asked = 'Is it legal?\nThe Working Hours Act sets upper limits. A change of contracts requires consent.';
  const other = 'Does output fall?\nThe government of Varland is waiting. Output fell by 6 percent in four-day firms.';
  const texts = [textOf('Questions', `${asked}\n\n${other}`), ...OLD_HOUSE_HEATING];
  const brief = briefOf('The four-day week', { specific_sections: ['What the law says'] });
  const { markdown } = writeByRules(brief, texts);
  const section = markdown.split('## What the law says')[1]?.split('## ')[0] ?? '';
  assert.match(section, /Working Hours Act/);
  assert.doesNotMatch(section, /6 percent/);
});

test('an excluded topic stands nowhere', () => {
  const brief = briefOf(TOPIC, { exclude_topics: ['noise', 'refrigerant'] });
  const text = sentencesIn(writeByRules(brief, OLD_HOUSE_HEATING).markdown).map(plainOf).join(' ');
  assert.match(sentencesIn(writeByRules(briefOf(TOPIC), OLD_HOUSE_HEATING).markdown).join(' '), /noise|refrigerant/i);
  assert.doesNotMatch(text, /noise|refrigerant/i);
});

test('what has a keyword is told before what has none', () => {
  const brief = briefOf(TOPIC, { target_length: 500, include_keywords: ['grants'] });
  assert.match(writeByRules(brief, OLD_HOUSE_HEATING).markdown, /\bgrants?\b/i);
});

test('a casual text has contractions, an academic one has none', () => {
  const inTone = (tone: 'casual' | 'academic'): string =>
    sentencesIn(writeByRules(briefOf('Migraine', { tone }), MIGRAINE).markdown).join(' ');
  assert.doesNotMatch(inTone('academic'), /\b(?:it|there)['’]s\b|n['’]t\b/i);
  assert.match(inTone('casual'), /\bit's\b/i);
});

test('sentences that a reader quoted in the feedback are not told again', async () => {
  const { corpusOf } = await import('./corpus-of.ts');
  const { makeOutline } = await import('../../../src/documents/article/make-outline.ts');
  const { writeArticle } = await import('../../../src/documents/article/write-article.ts');
  const brief = briefOf(TOPIC);
  const { sources, passages } = corpusOf(OLD_HOUSE_HEATING);
  const outline = makeOutline(brief, passages, sources);
  const quoted = 'A heat pump is a machine that moves heat from a cold place to a warm one';
  assert.ok(writeArticle(brief, outline, passages, sources).includes(quoted));
  const anew = writeArticle(brief, outline, passages, sources, `Leave out "${quoted}".`);
  assert.equal(anew.includes(quoted), false);
});
