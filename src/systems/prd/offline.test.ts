// The rule-based writers of the PRD workflow: any utterance gives a whole brief, clean requirements and a PRD.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAssumed } from '../../documents/gaps/ears-requirement.ts';
import type { Gap } from '../../documents/gaps/gap.ts';
import { findRepeats } from '../../documents/lint/find-duplicates.ts';
import { lintRequirements } from '../../documents/lint/lint-requirements.ts';
import { assemblePrd } from '../../documents/prd/assemble-prd.ts';
import { checkPrd } from '../../documents/prd/check-prd.ts';
import { briefProblems, parseBrief } from '../../documents/prd/parse-brief.ts';
import { clarifyingQuestions } from '../../documents/prd/unclear.ts';
import { emptyRequirements, mergeReview } from '../../documents/requirements/merge-review.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import type { Requirement } from '../../documents/requirements/requirement.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { CallFacts } from '../../ports/provider.ts';
import { prdWriters } from './offline.ts';

const NO_PUNCTUATION =
  'let sales reps log visits offline and sync them to salesforce when the connection is back and ' +
  'managers see a dashboard of visits per region and export it as csv';
const UTTERANCES: readonly string[] = [
  'Add dark mode',
  'login',
  'I want an app where customers can track their deliveries on a map and get a push notification ' +
    'when the driver is near, so that they wait less.',
  'We need a tool for managing volunteers. Coordinators should create shifts; volunteers can sign ' +
    'up and swap shifts. No payments. It must load within 2 seconds.',
  'Hello, how are you?',
  'ok thanks!!!',
  NO_PUNCTUATION,
  'Zoë, Søren und Łukasz möchten Rechnungen in Köln verwalten.',
  '用户可以搜索商品并下单',
  'Пользователи могут бронировать переговорные комнаты',
  '# Title\n## Goals\n- <script>alert(1)</script>\n```\nnever closed\n## Scope\n| a | b |\n<!-- open',
  'As a nurse I want to scan a patient wristband so that I give the right medication',
  'Build me a recipe app with shopping lists, without ads. 95 % of recipes open within 1 second.',
  'Customers can order several meals quickly and easily, etc.',
  '- export invoices\n- import invoices\n* delete invoices\n1. search invoices',
  'Users can rate drivers. '.repeat(220).slice(0, 5000),
  `${'word '.repeat(999)}end`,
  '   \n\t ',
];

async function written(step: string, facts: Partial<CallFacts>): Promise<JsonObject> {
  const writer = prdWriters.find((each) => each.step === step) ?? assert.fail(step);
  const bare = { prompt: '', input: null, item: null, data: {}, runInput: {}, schema: null };
  return (await writer.write({ workflow: 'prd', step, title: `prd: ${step}`, ...bare, ...facts })) as JsonObject;
}

async function briefFor(userUtterance: string, currentFeatureIds: readonly string[] = []) {
  const output = await written('FB', { data: { userUtterance }, input: { currentFeatureIds } });
  return output as { readonly featureBriefMarkdown: string; readonly recommendedFeatureId: string };
}

const proposedIn = (output: JsonObject) => output.functionalRequirements as unknown as readonly Requirement[];

function approved(file: string, requirements: readonly Requirement[]): string {
  const none = { rejectedRequirements: [], modifiedRequirements: [], reviewSummary: 'all', userFeedback: '' };
  const at = { time: '2026-01-02T03:04:05.000Z', reviewer: 'ada' };
  const merged = mergeReview(file, { approvedRequirements: requirements, ...none }, at);
  return 'text' in merged ? merged.text : assert.fail(merged.refused.join());
}

describe('the rule-based writers of the PRD workflow', () => {
  test('are there for every step of the agent', () => {
    assert.deepEqual(
      prdWriters.map(({ step }) => step),
      ['FB', 'FBUpdate', 'IR', 'GA', 'GR', 'PG', 'Error'],
    );
    assert.ok(prdWriters.every(({ workflow }) => workflow === 'prd'));
  });

  for (const [number, utterance] of UTTERANCES.entries()) {
    const name = `utterance ${number + 1} ("${utterance.trim().slice(0, 30)}")`;

    test(`write a whole brief from ${name}`, async () => {
      const { featureBriefMarkdown: text, recommendedFeatureId: id } = await briefFor(utterance);
      assert.deepEqual(briefProblems(text), []);
      assert.match(id, /^[a-z][a-z0-9-]{2,49}$/);
      assert.match(text, /written by rules/);
      const { goals, inScope, successCriteria, sections } = parseBrief(text);
      // Whoever said who, why and by which result is asked nothing.
      if (successCriteria.some(isAssumed))
        assert.match(sections.Overview ?? '', /### (?:Open Questions|Problem)\n\n- /);
      assert.ok(goals.length > 0 && inScope.length > 0 && successCriteria.length > 0);
      assert.deepEqual(await briefFor(utterance), { featureBriefMarkdown: text, recommendedFeatureId: id });
    });

    if (clarifyingQuestions(utterance).length > 0) {
      test(`ask about ${name}, propose nothing and give no good score`, async () => {
        const { featureBriefMarkdown: featureBrief, recommendedFeatureId } = await briefFor(utterance);
        const input = { featureBrief, requirementsContent: emptyRequirements(recommendedFeatureId) };
        assert.deepEqual(proposedIn(await written('IR', { input })), []);
        const { gapAnalysisScore, identifiedGaps } = await written('GA', { input });
        assert.equal(gapAnalysisScore, 0);
        if (utterance.trim() === '') return;
        const [first] = identifiedGaps as unknown as readonly Gap[];
        assert.match(first?.title ?? '', /^It is not clear what/);
      });
      continue;
    }

    test(`go from ${name} to a PRD without an important gap`, async () => {
      const { featureBriefMarkdown: featureBrief, recommendedFeatureId: featureId } = await briefFor(utterance);
      const input = (requirementsContent: string) => ({ featureBrief, requirementsContent });
      let file = emptyRequirements(featureId);
      const first = proposedIn(await written('IR', { input: input(file) }));
      const brief = parseBrief(featureBrief);
      assert.ok(first.length > 0);
      assert.deepEqual(lintRequirements(first, { brief }), []);
      assert.deepEqual(findRepeats(first, []), []);
      file = approved(file, first);
      let analysis = await written('GA', { input: input(file) });
      for (let round = 0; round < 4 && (analysis.identifiedGaps as readonly Json[]).length > 0; round += 1) {
        const more = await written('GR', {
          input: input(file),
          data: { identifiedGaps: analysis.identifiedGaps ?? [] },
        });
        const proposed = proposedIn(more);
        assert.deepEqual(lintRequirements(proposed, { brief, decided: parseRequirements(file).items }), []);
        if (proposed.length > 0) file = approved(file, proposed);
        analysis = await written('GA', { input: input(file) });
      }
      const gaps = analysis.identifiedGaps as unknown as readonly Gap[];
      // Of a bare name, or of what nobody is said to use, rules have nothing to add: the person decides.
      if (gaps.some(({ title }) => /only repeat the sentence|^Nobody was named/.test(title))) {
        assert.ok(Number(analysis.gapAnalysisScore) < 0.8);
        return;
      }
      assert.ok(Number(analysis.gapAnalysisScore) >= 0.8, JSON.stringify(analysis));
      assert.deepEqual(
        gaps.filter(({ severity }) => severity === 'critical' || severity === 'high'),
        [],
      );
    });
  }

  test('take no feature id that exists', async () => {
    assert.equal((await briefFor('Add dark mode')).recommendedFeatureId, 'dark-mode');
    const again = await briefFor('Add dark mode', ['dark-mode', 'dark-mode-2', 'dark-mode-4']);
    assert.equal(again.recommendedFeatureId, 'dark-mode-3');
  });

  test('put what was said where it belongs', async () => {
    const { featureBriefMarkdown } = await briefFor(UTTERANCES[3] ?? '');
    const brief = parseBrief(featureBriefMarkdown);
    assert.deepEqual(brief.outOfScope, ['Payments']);
    assert.ok(brief.successCriteria.includes('Load within 2 seconds'));
    assert.ok(brief.goals.includes('Volunteers can sign up and swap shifts'));
    const nurse = parseBrief((await briefFor(UTTERANCES[11] ?? '')).featureBriefMarkdown);
    assert.deepEqual(nurse.goals, ['A nurse can scan a patient wristband']);
    assert.match(nurse.sections.Overview ?? '', /a nurse gives the right medication/);
  });

  test('number requirements after every id the file speaks of, and repeat nothing decided', async () => {
    const { featureBriefMarkdown: featureBrief } = await briefFor(
      'Customers can pay invoices. Clerks can print invoices.',
    );
    const [first] = proposedIn(await written('IR', { input: { featureBrief, requirementsContent: '' } }));
    assert.equal(first?.id, 'REQ-001');
    const file = approved(emptyRequirements('x'), [{ ...(first as Requirement), id: 'REQ-041' }]);
    const next = proposedIn(await written('IR', { input: { featureBrief, requirementsContent: file } }));
    assert.equal(next[0]?.id, 'REQ-042');
    assert.ok(next.every(({ description }) => description !== first?.description));
  });

  test('propose at most 12 requirements a round, the severest gaps first', async () => {
    const gap = (at: number, severity: string) => ({
      ...{ id: `GAP-${100 + at}`, title: `t${at}`, description: 'd', severity, category: 'Data', impact: 'i' },
      suggestedRequirements: [
        { title: `T${at}`, description: `The system shall print form ${at}.`, priority: 'low', category: 'Data' },
      ],
    });
    const gaps = [...Array.from({ length: 14 }, (_, at) => gap(at, 'low')), gap(14, 'critical')];
    const output = await written('GR', { input: { requirementsContent: '' }, data: { identifiedGaps: gaps } });
    assert.equal(proposedIn(output).length, 12);
    assert.equal(proposedIn(output)[0]?.title, 'T14');
    assert.equal((output.gapsAddressed as readonly string[])[0], 'GAP-114');
  });

  test('take what was said at the requirements review for a gap, and word it where they can', async () => {
    const { featureBriefMarkdown: featureBrief } = await briefFor('Customers can pay invoices');
    const [first] = proposedIn(await written('IR', { input: { featureBrief, requirementsContent: '' } }));
    const requirementsContent = approved(emptyRequirements('x'), [first as Requirement]);
    const userFeedback = 'Fine. It should also work on the phone. I wonder about the rest.';
    const analysis = await written('GA', { input: { featureBrief, requirementsContent, userFeedback } });
    const gaps = analysis.identifiedGaps as unknown as readonly Gap[];
    const asked = gaps.find(({ title }) => title.includes('The review asks for'));
    assert.equal(asked?.severity, 'high');
    assert.equal(asked?.suggestedRequirements[0]?.description, 'The system shall work on the phone.');
    assert.ok(Number(analysis.gapAnalysisScore) < 0.8);
    assert.equal(gaps.filter(({ description }) => description.includes('I wonder about the rest.')).length, 1);
    assert.deepEqual(
      gaps.map(({ id }) => id),
      gaps.map((_, at) => `GAP-${String(at + 1).padStart(3, '0')}`),
    );
  });

  test('say in the gap analysis what a person can do instead of talking to them', () => {
    const says = prdWriters.find(({ step }) => step === 'GA')?.says ?? '';
    assert.equal(says, 'Rules cannot discuss; to add something, refine, or edit requirements.md.');
  });

  test('end a failed run with an empty result', async () => {
    assert.deepEqual(await written('Error', {}), {});
  });
});

describe('the PRD by rules', () => {
  const item = (id: string, title: string, description: string, standing: 'approved' | 'rejected') => {
    return { ...{ id, title, description, standing }, priority: 'high' as const, category: 'Data', reason: 'no' };
  };
  const items = [
    item('REQ-001', 'Pay', 'The system shall let customers pay invoices within 2 minutes.', 'approved'),
    item('REQ-002', 'Print', 'The system shall let customers print every invoice on one page.', 'rejected'),
  ];

  async function prdFor(userFeedback: string, modifications: Json = []) {
    const { featureBriefMarkdown: featureBrief } = await briefFor('Customers can pay invoices');
    const utterance = 'Customers can pay invoices';
    const parts = {
      featureId: 'pay-invoices',
      author: 'ada',
      date: '2026-01-02',
      status: 'draft' as const,
      utterance,
      brief: featureBrief,
      requirements: items,
    };
    const draft = assemblePrd(parts);
    const code = {
      prdFilePath: 'x/PRD.md',
      documentStatus: { author: 'ada' },
      requirementsCount: 1,
      traceabilityTableRows: [],
    };
    const rejected =
      '# Requirements\n\n**Feature ID:** x\n\n## Rejected Requirements\n\n### REQ-002: Print\n\n- ' +
      '**Priority**: high\n- **Category**: Data\n- **Description**: The system shall let customers ' +
      'print every invoice on one page.\n- **Status**: Rejected\n- **Reason**: no\n';
    const input = {
      prdDraft: draft,
      featureBrief,
      requirementsContent: rejected,
      ...code,
      userFeedback,
      modifications,
    };
    const { prdContent, ...rest } = await written('PG', { input });
    assert.deepEqual(rest, code);
    assert.deepEqual(checkPrd(String(prdContent), parts), []);
    return { draft, prd: String(prdContent) };
  }

  test('is what code assembled when no review asked for more', async () => {
    const { draft, prd } = await prdFor('');
    assert.equal(prd, draft);
  });

  test('takes up what touches the brief, and lists the rest as open points', async () => {
    const { prd } = await prdFor('Add refunds to the scope. The tone is too dry. Reword the requirement about paying.');
    assert.match(prd, /^- Refunds$/m);
    assert.match(
      prd,
      /### Open Points from Review\n\n- The tone is too dry\.\n- Reword the requirement about paying\.\n\n## F/,
    );
  });

  test('changes a named section of the brief and no other', async () => {
    const modification = { section: 'Overview', modificationReason: 'too long', requestedContent: 'Paying, in short.' };
    const { draft, prd } = await prdFor('', [modification]);
    assert.match(prd, /#### Overview\n\nPaying, in short\.\n\n#### Goals/);
    assert.equal(prd.split('#### Goals')[1], draft.split('#### Goals')[1]);
  });

  const change = (section: string, requestedContent: string) => {
    return { section, requestedContent, modificationReason: 'Edited by hand.' };
  };

  test('takes an edited brief as it was written, and its title for its own', async () => {
    const { draft } = await prdFor('');
    const block = draft.split('## Feature Brief\n\n')[1]?.split('\n\n## Functional')[0] ?? assert.fail();
    const edited = block.replace('#### Goals', '#### Goals\n\nFor **everyone**:').replace(/^### .*/, '### Bills');
    const { prd } = await prdFor('', [change('Feature Brief', edited)]);
    assert.ok(prd.includes(`## Feature Brief\n\n${edited}\n\n## Functional Requirements`));
    assert.match(prd, /^# PRD: Bills\n/);
    assert.doesNotMatch(prd, /Open Points/);
    const again = await prdFor('The tone is dry.', [change('Feature Brief', edited), change('Goals', '- Only this')]);
    assert.match(again.prd, /### Bills[\s\S]*#### Goals\n\n- Only this\n\n#### Scope/);
    assert.match(again.prd, /### Open Points from Review\n\n- The tone is dry\.\n\n## Functional/);
  });

  test('leaves what code writes as it was, and says so in one sentence', async () => {
    const { draft, prd } = await prdFor('', [
      change('Functional Requirements', '### REQ-009: Else\n\n- a\n- b'),
      change('Traceability', ''),
      change('Document Status', '- **Author**: me\n- x'),
      change('Original User Utterance', '> other'),
    ]);
    const points = prd.split('### Open Points from Review\n\n')[1]?.split('\n\n## Functional')[0]?.split('\n') ?? [];
    assert.equal(points.length, 4);
    assert.ok(
      points.every((point) => /^- The review asks for a change in "[\w ]+"; .*, so it stands as it was\.$/.test(point)),
    );
    assert.equal(prd.split('## Functional Requirements')[1], draft.split('## Functional Requirements')[1]);
  });

  test('brings back nothing that was rejected', async () => {
    const { prd } = await prdFor(
      'Bring back REQ-002. Add "the system shall let customers print every invoice on one page" to the scope.',
    );
    assert.doesNotMatch(prd, /print every invoice/);
    assert.deepEqual(prd.match(/.*REQ-002.*/g), ['- Rejected: REQ-002']);
    assert.match(prd, /Open Points from Review/);
  });
});
