// What several sources say together.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArticleBrief } from '../../../src/documents/article/article-brief.ts';
import { findInsights } from '../../../src/documents/article/find-insights.ts';
import { chooseEvidence } from '../../../src/documents/evidence/choose-evidence.ts';
import { sourceText } from '../../sources/source-text.ts';

const BRIEF: ArticleBrief = {
  ...{ topic: 'Heat pumps', target_length: 1000, tone: 'professional', content_type: 'article' },
  ...{ include_keywords: [], exclude_topics: [], specific_sections: [], target_audience: '' },
};

const insightsOf = (...texts: readonly string[]) => {
  const sources = texts.map((text, at) => sourceText(`s${at}`, text, { title: `Report ${at}` }));
  return findInsights(BRIEF, chooseEvidence(BRIEF, sources), sources);
};

test('is told once, with a passage of each source that says it', () => {
  const [insight, ...others] = insightsOf(
    'Heat pumps lower the heating bill of insulated houses by a third. Heat pumps need a large radiator.',
    'Heat pumps lower the heating bill of insulated houses most in the first winter, a survey in Leeds found.',
  );
  assert.match(insight?.text ?? '', /heating bill of insulated houses/);
  assert.equal(insight?.passages.length, 2);
  assert.deepEqual(others, []);
});

test('is nothing where each source says something else', () => {
  assert.deepEqual(
    insightsOf(
      'Heat pumps lower the heating bill of insulated houses by a third.',
      'Heat pumps are installed by trained workers in two days.',
    ),
    [],
  );
});
