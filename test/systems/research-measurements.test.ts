// What is measured in an article: each number of the score, on small drafts.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BRIEF_DEFAULTS, type Brief } from 'signoff/research';
import type { AssembledDraft } from '../../src/systems/research/assemble-draft.ts';
import { feedback_of } from '../../src/systems/research/feedback.ts';
import { measurementsOf } from '../../src/systems/research/measurements.ts';
import { calculate_quality } from '../../src/systems/research/supervisor.ts';

const BRIEF: Brief = { ...BRIEF_DEFAULTS, topic: 'Tea', target_length: 1000, min_sources: 4 };
const TEXT = '# Tea\n\nTea is a drink.\n\n## History\n\nIt is old.\n\n## Conclusion\n\nTea stays.\n';

interface Draft {
  readonly words?: number;
  readonly headings?: readonly string[];
  readonly hasIntroduction?: boolean;
  readonly hasConclusion?: boolean;
  readonly entries?: readonly { readonly cites: readonly string[]; readonly verdict: string; readonly kind?: string }[];
}

function drafted({
  words = 500,
  headings = ['History'],
  hasIntroduction = true,
  hasConclusion = true,
  ...rest
}: Draft) {
  const entries = (rest.entries ?? []).map((entry) => ({ kind: 'fact', ...entry }));
  const count = (verdict: string): number => entries.filter((entry) => entry.verdict === verdict).length;
  const counts = { claims: entries.length, supported: count('supported'), contradicted: count('contradicted') };
  const article = { markdown: TEXT, word_count: words, headings, hasIntroduction, hasConclusion };
  return { article, ledger: { entries, counts, removed: [] } } as unknown as AssembledDraft;
}

const found = (...types: readonly string[]) => ({
  ...{ passages: [], notes: [], contradictions: [] },
  sources: types.map((type, at) => ({ id: `s${at}`, type })) as never,
});
const NOBODY = { outline: null, isDigest: false };
const measured = (draft: Draft, brief: Partial<Brief> = {}, types: readonly string[] = []) =>
  measurementsOf({ ...BRIEF, ...brief }, drafted(draft), found(...types), NOBODY);

describe('an article is measured by', () => {
  test('its length, which is 1 at the most', () => {
    assert.deepEqual(
      [250, 1000, 3000].map((words) => measured({ words }).article.length),
      [0.25, 1, 1],
    );
  });

  test('the sections that the brief names, however they are written', () => {
    const brief = { specific_sections: ['History', 'How it is made', 'Trade', 'Health'] };
    assert.equal(measured({ headings: ['history', 'How it is made!'] }, brief).article.sections, 0.5);
    assert.equal(measured({ headings: ['Other'] }, brief).article.sections, 0);
    assert.equal(measured({ headings: [] }).article.sections, 0);
  });

  test('introduction, body and conclusion', () => {
    const structure = (draft: Draft): number | null => measured(draft).article.structure;
    assert.equal(structure({}), 1);
    assert.equal(structure({ hasConclusion: false }), 2 / 3);
    assert.equal(structure({ hasIntroduction: false, hasConclusion: false }), 1 / 3);
    assert.equal(structure({ headings: [], hasIntroduction: false, hasConclusion: false }), 0);
  });
});

describe('sources are measured by', () => {
  test('how many there are and how many kinds: four are all', () => {
    const of = (...types: readonly string[]) => {
      const { count, types: kinds } = measured({}, {}, types).source;
      return [count, kinds];
    };
    assert.deepEqual(of('web'), [0.25, 0.25]);
    assert.deepEqual(of('web', 'news', 'academic'), [0.75, 0.75]);
    assert.deepEqual(of('web', 'web', 'news', 'academic', 'local', 'social'), [1, 1]);
  });

  test('the claims with a citation whose source supports them', () => {
    const citations = (entries: Draft['entries'] = []): number => measured({ entries }).source.citations;
    const [right, wrong] = [
      { cites: ['e1'], verdict: 'supported' },
      { cites: ['e2'], verdict: 'insufficient' },
    ];
    assert.equal(citations([right, right, wrong, wrong]), 0.5);
    assert.equal(citations([right, { cites: [], verdict: 'supported' }]), 1);
    assert.equal(citations([{ cites: [], verdict: 'supported' }]), 0);
    assert.equal(citations([{ ...wrong, kind: 'framing' }, right]), 1);
    assert.equal(citations(), 0);
  });
});

test('nothing measures the writing of another language, and its conclusion is the last section', () => {
  const text = 'Neun Schulen spülen ihre Toiletten mit Regen und brauchen seitdem viel weniger Trinkwasser als früher.';
  const sections = [{ heading: 'Weniger Wasser', passages: [] }];
  const outline = { title: 'Regen', sections, insights: [] };
  const own = drafted({ headings: ['Weniger Wasser', 'Fazit'], hasConclusion: false });
  const german = { ...own, article: { ...own.article, markdown: `# Regen\n\n${text}\n` } };
  const measuredIn = (draft: AssembledDraft) =>
    measurementsOf(BRIEF, draft, found('web'), { outline, isDigest: false });
  assert.equal(measuredIn(german).writing, null);
  assert.equal(measuredIn(german).article.structure, 1);
  const cut = { ...german, article: { ...german.article, headings: ['Weniger Wasser'] } };
  assert.equal(measuredIn(cut).article.structure, 2 / 3);
  const quality = calculate_quality(measuredIn(german));
  assert.equal(quality.writing, null);
  assert.doesNotMatch(feedback_of(quality, { brief: BRIEF, current_plan: null }, measuredIn(german)), /Grammar/);
});

test('of a digest neither introduction, conclusion and facts nor its writing are scored', () => {
  const entries = [{ cites: ['e1'], verdict: 'supported' }];
  const digest = measurementsOf(BRIEF, drafted({ entries, words: 500 }), found('web'), { ...NOBODY, isDigest: true });
  assert.deepEqual([digest.article.structure, digest.factual, digest.writing], [null, null, null]);
  const quality = calculate_quality(digest);
  assert.deepEqual([quality.article, quality.accuracy, quality.writing], [0.75, null, null]);
  assert.equal(quality.overall, Math.round(((0.3 * 0.75 + 0.25 * quality.source) / 0.55) * 1e4) / 1e4);
});

test('facts are counted as the ledger has them', () => {
  const entries = ['supported', 'supported', 'contradicted'].map((verdict) => ({ cites: ['e1'], verdict }));
  assert.deepEqual(measured({ entries }).factual, { claims: 3, supported: 2, contradicted: 1 });
});

test('where nothing was written only the sources count', () => {
  const { article, source, writing } = measurementsOf(BRIEF, null, found('web', 'news'), NOBODY);
  assert.deepEqual(source, { count: 0.5, types: 0.5, citations: 0 });
  assert.deepEqual([article.length, writing?.tone], [0, 0]);
});
