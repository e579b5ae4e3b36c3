// Coverage by the roles of words: outcomes, who is told what, who may see what, and what does not count.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseBrief } from '../prd/parse-brief.ts';
import type { DecidedRequirement, Standing } from '../requirements/requirement.ts';
import { analyseGaps } from './analyse-gaps.ts';

interface Points {
  readonly said?: string;
  readonly goals?: readonly string[];
  readonly scope?: readonly string[];
  readonly criteria?: readonly string[];
  readonly overview?: string;
}

const list = (points: readonly string[] = []): string => points.map((point) => `- ${point}`).join('\n') || 'None';

const briefOf = ({ said = 'Tenants report damage.', goals, scope, criteria, overview = 'A tool.' }: Points) =>
  parseBrief(
    `# Repairs\n\n## Status\n\nDraft\n\n## User Utterance\n\n> ${said}\n\n## Overview\n\n${overview}\n\n` +
      `## Goals\n\n${list(goals)}\n\n## Scope\n\n### In Scope\n\n${list(scope)}\n\n` +
      `## Success Criteria\n\n${list(criteria)}\n`,
  );

const item = (number: number, description: string, standing: Standing = 'approved'): DecidedRequirement => ({
  ...{ id: `REQ-00${number}`, title: 'Item', description, priority: 'high', category: 'UI/UX', standing },
});

const titles = (points: Points, items: readonly DecidedRequirement[]): readonly string[] =>
  analyseGaps(briefOf(points), items).gaps.map(({ title }) => title);

const REPORT = item(1, 'The system shall let a tenant report damage with up to 6 photos.');

describe('coverage by roles', () => {
  test('an outcome that several requirements bring about is no gap, and counts as not judged', () => {
    const points = { goals: ['No slip of paper goes home in a bag'], scope: ['Reports of damage'] };
    assert.deepEqual(
      titles(points, [REPORT]).filter((title) => /paper/.test(title)),
      [],
    );
    assert.match(analyseGaps(briefOf(points), [REPORT]).reasons.coverage, /Not judged: 1 that is an outcome/);
  });

  test('an outcome is a gap when all the scope has for it is gone', () => {
    const points = {
      goals: ['No craftsman comes twice'],
      scope: ['Reports of damage', 'Craftsman with the right part'],
    };
    const [worst] = analyseGaps(briefOf(points), [REPORT]).gaps;
    assert.equal(worst?.severity, 'critical');
    assert.match(worst?.title ?? '', /No craftsman comes twice/);
  });

  test('whoever is to know something is told it by a requirement that names them', () => {
    const goals = ['Passengers know when the taxi comes'];
    const told = item(2, 'The system shall send the passenger the time of arrival by text message.');
    const other = item(2, 'The system shall send the driver the address by text message.');
    assert.ok(!titles({ goals }, [REPORT, told]).some((title) => /Passengers/.test(title)));
    assert.ok(titles({ goals }, [REPORT, other]).some((title) => /Passengers/.test(title)));
  });

  test('a goal on who may see what needs a permission', () => {
    const goals = ['Nobody but the landlord sees the rent of others'];
    const [gap] = analyseGaps(briefOf({ goals }), [REPORT]).gaps;
    assert.equal(gap?.category, 'Security');
    const only = item(2, 'The system shall let only the landlord see rents.');
    assert.ok(!titles({ goals }, [REPORT, only]).some((title) => /Nobody but/.test(title)));
  });

  test('of two deeds in one line the one that is missing is named', () => {
    const keys = item(2, 'The system shall let a tenant create a key for the door.');
    const found = titles({ scope: ['Creating and withdrawing keys'] }, [REPORT, keys]);
    assert.ok(found.some((title) => /"Withdrawing keys" has no requirement/.test(title)));
    assert.ok(!found.some((title) => /"Creating keys"/.test(title)));
  });

  test('a success criterion is covered by what measures the same thing', () => {
    const criteria = ['Passengers wait less than 8 minutes on average'];
    const measured = item(2, 'The system shall report each week how long passengers wait on average.');
    assert.ok(!titles({ criteria }, [REPORT, measured]).some((title) => /success criterion/.test(title)));
    assert.ok(titles({ criteria }, [REPORT]).some((title) => /success criterion/.test(title)));
  });
});

describe('cues in their sense', () => {
  test('a phone call, how it is today and what stays as it is give no cause', () => {
    const overview = 'Today every question is a phone call. The rector signs on a tablet, and that stays as it is.';
    assert.ok(!titles({ overview }, [REPORT]).some((title) => /offline|platforms/.test(title)));
  });

  test('an outside service is named, and personal data in requirements gives cause too', () => {
    const scope = ['Payment by card through Stripe'];
    const paid = item(2, 'When a passenger gives name and email address and pays, the system shall issue a ticket.');
    const found = titles({ scope }, [REPORT, paid]);
    assert.ok(found.some((title) => /payment provider \(Stripe\) that does not answer/.test(title)));
    assert.ok(found.some((title) => /personal data/.test(title)));
  });

  test('where personal data is encrypted, how long it is kept is still asked', () => {
    const kept = item(2, 'The system shall encrypt the phone numbers and payroll of employees.');
    assert.ok(titles({}, [REPORT, kept]).some((title) => /How long personal data is kept/.test(title)));
  });
});

describe('what cannot be judged', () => {
  test('is 0 on the wire, "not judged" in words, and no part of the score', () => {
    const { axes, notJudged, reasons, explanation } = analyseGaps(briefOf({ goals: ['Tenants report damage'] }), [
      REPORT,
    ]);
    assert.ok(notJudged.includes('integration'));
    assert.equal(axes.integration, 0);
    assert.match(reasons.integration, /^Not judged/);
    assert.match(explanation, /- integration: Not judged/);
  });

  test('an utterance with open questions stays below .60, and says why', () => {
    const points = { said: 'make it better', goals: ['Tenants report damage'], scope: ['Reports of damage'] };
    const { score, gaps, explanation } = analyseGaps(briefOf(points), [REPORT]);
    assert.ok(score < 0.6);
    assert.match(gaps[0]?.title ?? '', /not clear what "make it better" asks for/);
    assert.match(explanation, /3 questions are open/);
    const answers = ['who', 'what', 'result'].map((id) => ({
      id,
      question: 'Asked.',
      answer: 'Tenants report damage',
    }));
    assert.ok(analyseGaps(briefOf(points), [REPORT], { clarifications: answers }).score >= 0.6);
  });

  test('requirements that only repeat the sentence do not pass', () => {
    const points = { said: 'Readers can mark articles.', goals: ['Readers can mark articles'] };
    const only = item(1, 'The system shall let readers mark articles.');
    const { score, gaps } = analyseGaps(briefOf(points), [only], { findings: [] });
    assert.ok(score < 0.8);
    assert.ok(gaps.some(({ title }) => /only repeat the sentence/.test(title)));
    const more = item(2, 'If marking fails, then the system shall show the reason within 2 seconds.');
    assert.ok(analyseGaps(briefOf(points), [only, more], { findings: [] }).score >= 0.8);
  });

  test('a modified requirement stands for what it covered before', () => {
    const points = { said: 'Readers can mark articles.', goals: ['Readers can mark articles'] };
    const modified = item(1, 'When somebody taps Save, the system shall keep the page for 30 days.', 'modified');
    const previous = [{ id: 'REQ-001', description: 'The system shall let readers mark articles.' }];
    assert.ok(titles(points, [modified]).some((title) => /mark articles/.test(title)));
    assert.deepEqual(
      analyseGaps(briefOf(points), [modified], { previous }).gaps.filter(({ title }) => /mark articles/.test(title)),
      [],
    );
  });

  test('a feature that was refused gives no cause for more questions about it', () => {
    const points = { said: 'Readers read articles offline.', scope: ['Reading articles offline'] };
    const no = item(1, 'While there is no network, the system shall let readers read articles.', 'rejected');
    assert.ok(!titles(points, [no, REPORT]).some((title) => /offline|Sync/i.test(title)));
  });
});
