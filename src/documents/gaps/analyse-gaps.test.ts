// The gap analysis: what is covered, what is asked for and why, what is never suggested again, and the score.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { lintRequirements } from '../lint/lint-requirements.ts';
import type { Brief } from '../prd/brief.ts';
import { parseBrief } from '../prd/parse-brief.ts';
import type { DecidedRequirement, Standing } from '../requirements/requirement.ts';
import { analyseGaps, readScore, SCORE_WORDS, scoreWord } from './analyse-gaps.ts';
import { AXES, SEVERITIES } from './gap.ts';
import { TOPICS } from './open-topics.ts';

function brief(points: Partial<Brief> & { readonly overview?: string }): Brief {
  const { overview = '', ...rest } = points;
  const empty = { title: 'Orders', goals: [], inScope: [], outOfScope: [], successCriteria: [] };
  return { ...empty, sections: { Overview: overview }, ...rest };
}

function item(number: number, title: string, description: string, standing: Standing = 'approved'): DecidedRequirement {
  const id = `REQ-${String(number).padStart(3, '0')}`;
  const reason = standing === 'approved' ? {} : { reason: 'no' };
  return { id, title, description, priority: 'medium', category: 'Data', standing, ...reason };
}

const GOALS = brief({ goals: ['Cooks plan the meals of a week', 'Cooks print recipes'] });
const PLANNED = item(1, 'Week plan', 'The system shall let cooks plan the meals of a week within 5 minutes.');
const PRINTED = item(2, 'Printing', 'The system shall let cooks print recipes on one page.');

describe('the gap analysis', () => {
  test('finds a goal without a requirement, and suggests one that closes it', () => {
    const { gaps } = analyseGaps(GOALS, [PLANNED]);
    const [gap] = gaps;
    assert.equal(gap?.id, 'GAP-001');
    assert.equal(gap?.severity, 'critical');
    assert.match(gap?.title ?? '', /Cooks print recipes/);
    assert.match(gap?.suggestedRequirements[0]?.description ?? '', /^The system shall let cooks print recipes\.$/m);
    assert.equal(
      analyseGaps(GOALS, [PLANNED, PRINTED]).gaps.some(({ severity }) => severity === 'critical'),
      false,
    );
  });

  test('counts no superseded requirement as covering', () => {
    const { gaps } = analyseGaps(GOALS, [PLANNED, { ...PRINTED, supersededBy: 'REQ-001' }]);
    assert.ok(gaps.some(({ title, severity }) => title.includes('print recipes') && severity === 'critical'));
  });

  test('finds no gap where a person rejected what would close it or put it out of scope', () => {
    for (const standing of ['rejected', 'out-of-scope'] as const) {
      const { gaps } = analyseGaps(GOALS, [PLANNED, { ...PRINTED, standing, reason: 'nobody prints' }]);
      assert.deepEqual(
        gaps.filter(({ title }) => title.includes('print recipes')),
        [],
      );
    }
  });

  test('finds one gap for one thing, though a goal and the scope both name it', () => {
    const given = brief({ goals: ['Readers can mark articles'], inScope: ['Marking articles', 'Printing'] });
    const titles = analyseGaps(given, [PLANNED]).gaps.map(({ title }) => title);
    assert.equal(titles.filter((title) => title.includes('articles')).length, 1);
    assert.ok(titles.some((title) => title.includes('Printing')));
  });

  test('takes neither a cue nor a point from what is marked as an assumption', () => {
    const given = brief({
      goals: ['Cooks plan the meals of a week'],
      inScope: ['Assumption: one screen with a form', 'Search within 2 seconds (assumption)'],
      successCriteria: ['Assumption: 9 of 10 patients pay by card'],
    });
    const titles = analyseGaps(given, [PLANNED]).gaps.map(({ title }) => title);
    assert.doesNotMatch(titles.join(), /form|card|personal|search|accessib|screen|assumption/i);
  });

  test('tells in words how near a requirement comes, and calls nothing complete beside a high gap', () => {
    const near = item(1, 'Weeks', 'The system shall let cooks count weeks.');
    const { gaps, axes, reasons } = analyseGaps(GOALS, [near]);
    assert.ok(gaps.every(({ description }) => !/\d ?%/.test(description)));
    assert.ok(gaps.some(({ severity }) => severity === 'critical' || severity === 'high'));
    assert.ok(axes.completeness < 1);
    assert.match(reasons.completeness, /gap is open/);
  });

  test('asks for nothing that the brief puts out of scope or a person rejected', () => {
    const mobile = { goals: ['Drivers see orders in the mobile app'], overview: 'A mobile app for drivers.' };
    const covering = item(1, 'Orders', 'The app shall let drivers see orders in the mobile app within 2 seconds.');
    const offline = (given: Brief, items: readonly DecidedRequirement[]) =>
      analyseGaps(given, items).gaps.some(({ category }) => category === 'Offline');
    assert.equal(offline(brief(mobile), [covering]), true);
    assert.equal(offline(brief({ ...mobile, outOfScope: ['Offline use'] }), [covering]), false);
    const rejected = item(2, 'Offline', 'While the phone is offline, the app shall show the last orders.', 'rejected');
    assert.equal(offline(brief(mobile), [covering, rejected]), false);
  });

  test('needs a cause in the brief for every question, and takes a denial for none', () => {
    const categories = (overview: string) =>
      new Set(
        analyseGaps(brief({ overview, goals: ['Cooks plan the meals of a week'] }), [PLANNED]).gaps.map(
          (gap) => gap.title,
        ),
      );
    const without = categories('Cooks plan meals. There are no card payments.');
    assert.equal(
      [...without].some((title) => title.includes('card')),
      false,
    );
    const paying = categories('Cooks plan meals and order food, paid by card.');
    assert.ok([...paying].some((title) => title.includes('card data')));
    assert.ok([...paying].some((title) => title.includes('twice')));
  });

  test('puts the severest first and numbers them', () => {
    const { gaps } = analyseGaps(
      brief({
        overview: 'A mobile app for patients, paid by card, in five languages.',
        goals: ['Patients see results'],
      }),
      [],
    );
    const ranks = gaps.map(({ severity }) => SEVERITIES.indexOf(severity));
    assert.deepEqual(
      ranks,
      ranks.toSorted((a, b) => a - b),
    );
    assert.deepEqual(
      gaps.map(({ id }) => id),
      gaps.map((_, at) => `GAP-${String(at + 1).padStart(3, '0')}`),
    );
  });

  test('judges six axes with a reason each; without requirements none is judged, and all are zero', () => {
    const analysis = analyseGaps(GOALS, []);
    assert.deepEqual(Object.keys(analysis.axes), [...AXES]);
    assert.ok(AXES.every((axis) => analysis.axes[axis] === 0 && analysis.reasons[axis].length > 10));
    assert.deepEqual(analysis.notJudged, [...AXES]);
    assert.match(analysis.explanation, /- clarity: Not judged: no requirement is approved yet\./);
    assert.equal(analysis.score, 0);
    assert.equal(analysis.words, 'Poor');
    assert.match(analysis.explanation, /^Poor: 0 %\. Gaps: 2 critical/);
  });

  test('takes lint findings as less clarity', () => {
    const finding = { id: 'REQ-001', rule: 'ambiguous', found: 'fast', message: 'm', suggestion: 's' } as const;
    const clear = analyseGaps(GOALS, [PLANNED, PRINTED], { findings: [] });
    const vague = analyseGaps(GOALS, [PLANNED, PRINTED], { findings: [finding, { ...finding, id: 'REQ-002' }] });
    assert.equal(clear.axes.clarity, 1);
    assert.ok(vague.axes.clarity < 1 && vague.score < clear.score);
    const foreign = analyseGaps(GOALS, [PLANNED, PRINTED], { findings: [{ ...finding, id: 'REQ-099' }] });
    assert.equal(foreign.score, clear.score);
  });

  test('keeps the score below the threshold while something critical or high is open', () => {
    const one = analyseGaps(brief({ goals: ['Cooks plan the meals of a week'], inScope: ['Printing of recipes'] }), [
      PLANNED,
    ]);
    assert.equal(one.gaps[0]?.severity, 'high');
    assert.ok(one.score < 0.8);
  });

  test('is the same for the same input, whatever the texts', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    const points = fc.array(text, { maxLength: 4 });
    fc.assert(
      fc.property(text, points, points, points, text, (title, goals, inScope, outOfScope, said) => {
        const given = brief({ title, goals, inScope, outOfScope, overview: said });
        const items = goals.map((goal, at) => item(at + 1, goal, said));
        const first = analyseGaps(given, items);
        assert.deepEqual(analyseGaps(given, items), first);
        assert.ok(first.score >= 0 && first.score <= 1);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the topics', () => {
  const suggested = TOPICS.map(({ suggest, category }, at) => ({ ...suggest, category, id: `REQ-${at + 100}` }));

  test('each settle themselves by what they suggest', () => {
    const open = TOPICS.filter(({ settled, suggest }) => !settled.test(`${suggest.title}. ${suggest.description}`));
    assert.deepEqual(
      open.map(({ key }) => key),
      [],
    );
  });

  test('suggest requirements without lint findings', () => {
    assert.deepEqual(lintRequirements(suggested, {}), []);
  });

  test('have keys of their own and the weightiest cue first', () => {
    assert.equal(new Set(TOPICS.map(({ key }) => key)).size, TOPICS.length);
    for (const { key, causes } of TOPICS) {
      const ranks = causes.map(({ severity }) => SEVERITIES.indexOf(severity));
      assert.deepEqual(
        ranks,
        ranks.toSorted((a, b) => a - b),
        key,
      );
    }
  });
});

describe('a score as it is given', () => {
  test('is read from shares, percents and words', () => {
    const read: readonly (readonly [unknown, number | null])[] = [
      [0, 0],
      [0.5, 0.5],
      [1, 1],
      [1.5, 0.015],
      [80, 0.8],
      [100, 1],
      ['Excellent', 0.9],
      ['good', 0.75],
      [' FAIR ', 0.6],
      ['Poor', 0.4],
    ];
    for (const [given, score] of read) assert.equal(readScore(given), score, String(given));
  });

  test('is null when it is none', () => {
    for (const given of [
      -0.1,
      100.1,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      'great',
      '',
      null,
      undefined,
      {},
      [],
      true,
    ]) {
      assert.equal(readScore(given), null, String(given));
    }
  });

  test('comes back as the word it was given by', () => {
    for (const word of SCORE_WORDS) assert.equal(scoreWord(readScore(word) ?? -1), word);
    assert.equal(scoreWord(0.89), 'Good');
    assert.equal(scoreWord(0.1), 'Poor');
  });
});

describe('a score by rules', () => {
  const said = (questions: string, criteria: string) =>
    parseBrief(
      `# T\n\n## Overview\n\nReaders.\n\n### Open Questions\n\n${questions}\n\n### Users\n\n- Readers\n\n` +
        `## Goals\n\n- Readers can mark articles\n\n## Success Criteria\n\n${criteria}\n`,
    );
  const item = {
    ...{ id: 'REQ-001', title: 'Mark Articles', description: 'The system shall let readers mark articles.' },
    ...{ priority: 'high' as const, category: 'UI/UX', standing: 'approved' as const },
  };
  const none = '- Open question: By which result would you see that it worked?';
  const measured = '- Readers open the list daily, measured by the editors';

  test('says how much could be judged, and praises nothing that is only enough', () => {
    const { score, explanation } = analyseGaps(said('', none), [item], { findings: [] });
    assert.equal(score, 0.82);
    assert.match(explanation, /^82 % of what rules could judge \(2 of 6 axes\)\. /);
  });

  test('falls with each question that the brief leaves open, and is higher once a person has answered', () => {
    const of = (questions: string, criteria: string) =>
      analyseGaps(said(questions, criteria), [item], { findings: [] });
    const [three, one] = [of('- Who?\n- Why?\n- When?\n- How?', none), of('- Who?', none)];
    assert.ok(three.score < one.score && one.score < of('', measured).score, `${three.score} ${one.score}`);
    assert.match(three.explanation, /4 questions of the brief are open\./);
  });
});
