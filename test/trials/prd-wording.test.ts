// Sentences that newcomers wrote, and of which rules once made a wrong requirement.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { analyseGaps } from '../../src/documents/gaps/analyse-gaps.ts';
import { lintRequirements } from '../../src/documents/lint/lint-requirements.ts';
import { parseBrief } from '../../src/documents/prd/parse-brief.ts';
import { clarifyingQuestions } from '../../src/documents/prd/unclear.ts';
import type { GateFacts } from '../../src/ports/system.ts';
import { gapReview } from '../../src/systems/prd/gates/gap-gate.ts';
import { reviseBrief } from '../../src/systems/prd/revise-brief.ts';
import { startOver } from '../../src/systems/prd/start-over.ts';
import { writeBrief } from '../../src/systems/prd/write-brief.ts';
import { initialRequirements } from '../../src/systems/prd/write-requirements.ts';

function written(said: string) {
  const brief = parseBrief(writeBrief(said, [], null).featureBriefMarkdown);
  const descriptions = initialRequirements(brief, '').functionalRequirements.map(({ description }) => description);
  return { ...brief, overview: brief.sections.Overview ?? '', descriptions, all: descriptions.join('\n') };
}

describe('a complaint inside a longer request', () => {
  const said = [
    'We need something for the nurses on the ward, they always have to call the ward manager to swap shifts and ' +
      'nobody knows who swapped with who, they should be able to swap shifts among themselves',
    'At the moment the nurses are annoyed because they always have to call the ward manager to swap shifts and ' +
      'nobody knows who swapped with who and they should be able to swap shifts in an app',
    'Our nurses work in three wards and always have to call the ward manager to swap shifts and nobody knows who ' +
      'swapped with who, so we want an app where nurses can swap shifts',
  ];

  test('is the problem, and never a requirement', () => {
    for (const each of said) {
      const { overview, goals, all } = written(each);
      assert.match(overview, /### Problem\n[\s\S]*ward manager[\s\S]*- Nobody knows who swapped with who/, each);
      assert.doesNotMatch(`${goals.join('\n')}\n${all}`, /nobody knows|ward manager/i, each);
      assert.match(all, /shall let (?:the )?nurses (?:on the ward )?swap shifts/, each);
    }
  });

  test('who has the trouble is who is meant by "they"', () => {
    for (const each of said) assert.match(written(each).overview, /### Users\n\n- Nurses/, each);
    const { all } = written('It is for store managers. They should be able to see the sales per store.');
    assert.match(all, /^The system shall let store managers see the sales per store\.$/);
  });

  test('in the middle of what is wanted it is one too', () => {
    const { overview, all } = written(
      'I want an app for nurses who always have to call the ward manager to swap shifts and nobody knows who swapped',
    );
    assert.match(overview, /- Nurses always have to call the ward manager to swap shifts\n- Nobody knows who swapped/);
    assert.doesNotMatch(all, /ward manager|nobody/i);
  });

  test('a rule that may be one is quoted; a pronoun is nobody', () => {
    const rule = written('Employees can book trips and managers always have to approve them');
    assert.doesNotMatch(rule.all, /let managers always/);
    assert.match(rule.all, /asked for: ".*managers always have to approve them"/);
    for (const each of ['They always print labels on Monday', 'They can swap shifts']) {
      const { overview, all } = written(each);
      assert.doesNotMatch(all, /\blet they\b/i, each);
      assert.doesNotMatch(overview, /- They/, each);
    }
  });

  test('what nobody is to know stays a rule', () => {
    assert.match(written('Members vote on proposals so that nobody knows who voted for what').all, /nobody knows who/);
  });
});

describe('limits and rules after what it is for', () => {
  const rows = 'at most 10,000 rows, and only managers may do it';

  test('are requirements, and no part of the purpose', () => {
    for (const each of [
      `Store clerks can export orders as CSV so that their accountant can import them, ${rows}`,
      `Store clerks can export orders as CSV, ${rows}`,
    ]) {
      const { overview, descriptions } = written(each);
      assert.doesNotMatch(overview, /purpose:[^.]*(?:rows|managers)/, each);
      assert.ok(descriptions.includes('The system shall enforce a limit of 10,000 rows.'), descriptions.join('\n'));
      assert.match(descriptions.join('\n'), /let only managers export orders as CSV/, each);
    }
  });

  test('whoever they are of', () => {
    const { all, overview } = written(
      'Customers can upload photos so that the clerk sees the damage, up to 5 photos per claim, but nobody else may ' +
        'see them, and the system must work on old phones',
    );
    assert.match(overview, /The purpose: the clerk sees the damage\./);
    assert.match(all, /a limit of 5 photos per claim\.[\s\S]*nobody else sees photos\.[\s\S]*work on old phones\./);
  });

  test('a share is still a result, and nothing that excludes is cut off a quote', () => {
    const { successCriteria } = written('Answer mails by a bot so that agents rest, at most 5 % of them wrongly');
    assert.ok(
      successCriteria.some((each) => /5 %/.test(each)),
      successCriteria.join('\n'),
    );
    const { all } = written('Parents see grades, only whoever signed sees them and it goes like that');
    assert.doesNotMatch(all, /"whoever/);
  });
});

describe('a story whose wish is a thing', () => {
  test('is worded as wanting it; what is better about it is asked', () => {
    const { goals, inScope, overview, all } = written('As a user I want a better search');
    assert.deepEqual([goals, inScope], [['A user wants a better search'], ['A better search']]);
    assert.match(overview, /- What would make it better, and what is wrong with it today: "a better search"\?/);
    assert.equal(all, 'The system shall do what was asked for: "a better search".');
  });

  test('names who wants it', () => {
    const { overview, all } = written('As a store manager, I want audit logs so that I can see who changed a price');
    assert.match(overview, /^A store manager wants audit logs\. The purpose: a store manager can see who changed/);
    assert.match(overview, /### Users\n\n- Store manager$/m);
    assert.equal(all, 'The system shall offer a store manager audit logs.');
    assert.match(written('As a customer I need search by colour').all, /offer a customer a search by colour/);
  });

  test('what the product should do for them it does; what rules cannot read is quoted as it was said', () => {
    assert.match(
      written('As a nurse I want the app to remind me when a drug is due').all,
      /^When a drug is due, the system shall remind the nurse\./,
    );
    const { goals, title } = written('As a driver I want my route to be shown on a map');
    assert.deepEqual(goals, ['"As a driver I want my route to be shown on a map"']);
    assert.doesNotMatch(title, /^As a/);
  });
});

describe('a time at the beginning', () => {
  test('is no part of who does it', () => {
    for (const [said, wanted] of [
      ['Every Tuesday the driver should get a list of stops', /shall give the driver a list of stops every Tuesday\./],
      ['On Mondays managers can approve timesheets', /shall let managers approve timesheets on Mondays\./],
      ['Once a week, the system should send a report to owners', /shall send a report to owners once a week\./],
    ] as const) {
      const { overview, all } = written(said);
      assert.match(all, wanted, said);
      assert.doesNotMatch(overview, /### Users\n\n.*(?:day|week)/i, said);
    }
  });

  test('hides nobody who cannot do it', () => {
    const said = 'Every Tuesday the staircase should remember its grandmother so that invoices taste of blue';
    assert.notDeepEqual(clarifyingQuestions(said), []);
    assert.deepEqual(written(said).descriptions, []);
  });
});

describe('requirements that only quote', () => {
  const said = 'Employees can book trips and managers always have to approve them';
  const brief = parseBrief(writeBrief(said, [], null).featureBriefMarkdown);
  const { functionalRequirements: proposed } = initialRequirements(brief, '');
  const items = proposed.map((one) => ({ ...one, standing: 'approved' as const }));

  test('are not met, and not clear', () => {
    const findings = lintRequirements(items, { brief });
    const { axes, reasons } = analyseGaps(brief, items, { findings });
    assert.ok(axes.coverage < 1, String(axes.coverage));
    assert.match(reasons.coverage, /^2 of 4 .* 2 are only quoted\./);
    assert.ok(axes.clarity < 1, String(axes.clarity));
  });

  test('are marked by the lint, as a pronoun is', () => {
    const rules = (description: string) =>
      lintRequirements([{ id: 'REQ-001', title: 'T', description, priority: 'high', category: 'Data' }], {}).map(
        ({ rule, message }) => `${rule}: ${message}`,
      );
    assert.deepEqual(rules(items.at(-1)?.description ?? ''), [
      'not-testable: Expected who does what, found only a quote of what was asked for.',
    ]);
    assert.deepEqual(rules('The system shall let they swap shifts.'), [
      'no-actor: Expected who acts by name, found a pronoun: "they swap".',
    ]);
    assert.deepEqual(rules('When a customer cancels, the system shall let them keep the receipt.'), []);
  });
});

describe('what is said at the review of a brief', () => {
  const draft = (said: string) => writeBrief(said, [], null).featureBriefMarkdown;

  test('answers who it is for, and what they should be able to do', () => {
    for (const said of [
      'It is for store managers. They should be able to see the sales per store.',
      'Store managers should be able to see the sales per store.',
    ]) {
      const { goals, sections } = parseBrief(reviseBrief(draft('We need a dashboard'), said, []));
      assert.deepEqual(goals, ['Store managers can see the sales per store'], said);
      assert.doesNotMatch(sections.Overview ?? '', /Open point|Who is it for|What should they be able/, said);
    }
  });

  test('who alone may, and how many at most, are lines of the scope', () => {
    const said = 'Only managers may export. An export has at most 10,000 rows.';
    const { inScope, sections } = parseBrief(reviseBrief(draft('Clerks can export orders as CSV'), said, []));
    assert.deepEqual(inScope.slice(1), ['Only managers can export', 'A limit of 10,000 rows per export']);
    assert.doesNotMatch(sections.Overview ?? '', /Open point/);
  });

  test('a result said a round earlier stands after starting over', () => {
    const request = { utterance: 'Clerks can export orders as CSV', domain: null, clarifications: [] };
    const before = reviseBrief(draft(request.utterance), 'Success: 30 % of clerks export orders each week.', []);
    const { successCriteria } = parseBrief(startOver(request, 'Clerks must print labels too.', [], before));
    assert.deepEqual(successCriteria, ['30 % of clerks export orders each week']);
  });
});

describe('a score below what its axes say', () => {
  test('has the reason beside the figure', async () => {
    const brief = parseBrief(writeBrief('Clerks can export orders as CSV', [], null).featureBriefMarkdown);
    const items = initialRequirements(brief, '').functionalRequirements.map((one) => ({
      ...{ ...one, standing: 'approved' as const },
    }));
    const analysis = analyseGaps(brief, items, { findings: [] });
    assert.ok(analysis.caps.includes('Nobody has said by which result success is seen.'), analysis.caps.join('\n'));
    const facts = {
      ...{ input: { analysis }, offer: { gapAnalysisScore: analysis.score, identifiedGaps: [] }, data: {} },
      ...{ messages: [], visits: () => 1, read: async () => null, output: () => null },
    } as unknown as GateFacts;
    const review = await gapReview(facts);
    const [score] = review.kind === 'choice' ? (review.groups[0]?.facts ?? []) : [];
    assert.deepEqual(score?.details, analysis.caps);
  });

  test('no more goals are said to stand below than do', () => {
    const verbs = ['print', 'sort', 'archive', 'share', 'export', 'scan', 'approve', 'delete', 'tag', 'import', 'edit'];
    const { goals, overview } = written(verbs.map((verb) => `Clerks can ${verb} the orders.`).join(' '));
    assert.match(overview, new RegExp(`${goals.length - 2} more goals stand below`));
  });
});

test('the label of a success criterion is no part of it, and "only" none of who uses it', () => {
  const { successCriteria } = written('Clerks can export orders. Success: fewer than 5 % of exports fail.');
  assert.deepEqual(successCriteria, ['Fewer than 5 % of exports fail']);
  const { overview, all } = written('Parents only can see grades');
  assert.match(overview, /### Users\n\n- Parents$/m);
  assert.match(all, /^The system shall let only parents see grades\./);
});
