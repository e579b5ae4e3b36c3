// What trials found in documents that rules wrote: without a model they hold what was said, and nobody judges.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { briefBlock } from '../../src/documents/prd/assemble-prd.ts';
import { openQuestions } from '../../src/documents/prd/open-questions.ts';
import { parseBrief } from '../../src/documents/prd/parse-brief.ts';
import { emptyRequirements, mergeReview } from '../../src/documents/requirements/merge-review.ts';
import { parseRequirements } from '../../src/documents/requirements/parse-requirements.ts';
import type { GateFacts } from '../../src/ports/system.ts';
import { fileReview } from '../../src/systems/prd/file-review.ts';
import { prd } from '../../src/systems/prd/system.ts';
import { writeBrief } from '../../src/systems/prd/write-brief.ts';
import { writePrd } from '../../src/systems/prd/write-prd.ts';
import { gapRequirements, initialRequirements } from '../../src/systems/prd/write-requirements.ts';

const briefOf = (utterance: string, answers: { readonly [id: string]: string } = {}): string => {
  const clarifications = Object.entries(answers).map(([id, answer]) => ({ id, question: '', answer }));
  return writeBrief({ utterance, domain: null, clarifications }, []).featureBriefMarkdown;
};

const sentencesOf = (utterance: string): readonly string[] => {
  const { functionalRequirements } = initialRequirements(utterance, briefOf(utterance), {
    ...{ requirementsContent: emptyRequirements('said'), next: '' },
  });
  return functionalRequirements.map(({ description }) => description);
};

test('prd3-D1, prd3-D5: answers stand word for word, in their place and glued to nothing', () => {
  const [who, what] = ['Patients of a clinic', 'Patients book and move appointments online'];
  const brief = briefOf('Make the app better', { who, what });
  assert.match(brief, /### Users\n\n- Patients of a clinic\n/);
  assert.match(brief, /### In Scope\n\n- Patients book and move appointments online\n/);
  assert.deepEqual(parseBrief(brief).goals, ['Make the app better']);
  const today = 'VAT is shown twice and the button for the PDF hangs.';
  assert.ok(briefOf('Fix the invoices', { today }).includes(`### Problem\n\n- ${today}\n`));
});

test('prd3-D2, newcomer-M7: a sentence is a requirement as it was said, prohibitions and figures too', async () => {
  const said = ["No child's data leaves the EU.", 'Patients get a reminder 24 hours before.'];
  assert.deepEqual(sentencesOf(said.join(' ')), said);
  assert.deepEqual(parseBrief(briefOf(said.join(' '))).successCriteria, []);
});

test('newcomer3-D5: a purpose stays with the sentence that it belongs to', async () => {
  const said = 'Pickers report damaged goods so that the supplier is charged within a day.';
  assert.deepEqual(sentencesOf(said), [said]);
});

test('newcomer-B2, prd3-D4, prd3-D12, prd3-D14, newcomer3-D6: without a model the person decides', async () => {
  const offer = { gapAnalysisScore: 0, identifiedGaps: [], writtenBy: 'rules' };
  const facts = { offer, input: {}, data: {}, messages: [], visits: () => 1, output: () => null };
  const review = await prd.gates?.GA?.review(facts as unknown as GateFacts);
  assert.ok(review?.kind === 'choice');
  assert.deepEqual(
    review.options.map(({ value }) => value),
    ['proceed'],
  );
  assert.doesNotMatch(JSON.stringify(review), /%|Excellent|Good|Fair|Poor/);
});

test('newcomer-M3, newcomer-M4: words of a reviewer stand in the document, and a text that is given is taken', () => {
  const brief = briefOf('Readers mark articles.');
  const modifications = [
    { section: 'Success Criteria', modificationReason: 'Known.', requestedContent: '- 30 % of the readers.' },
    { section: 'Goals', modificationReason: 'Name the readers.', requestedContent: '' },
  ];
  const text = fileReview(brief, { feedback: 'plus a limit of 500', modifications });
  assert.deepEqual(parseBrief(text).successCriteria, ['30 % of the readers']);
  assert.match(text, /- Readers mark articles\.\n- Open point from review: Name the readers\.\n/);
  assert.match(text, /### Open Points from Review\n\n- Open point from review: plus a limit of 500\n/);
});

test('newcomer3-D4: every question of a brief can be answered at its review', () => {
  const brief = briefOf('Readers mark articles.');
  const asked = openQuestions(brief);
  assert.equal(asked.length, 5);
  const feedback = asked.map((question, at) => `${question}\nAnswer ${at + 1}.`).join('\n\n');
  const text = fileReview(brief, { feedback, modifications: [] });
  assert.deepEqual(openQuestions(text), []);
  for (const at of [1, 2, 3, 4, 5]) assert.ok(text.includes(`- Answer ${at}.\n`), text);
});

const DECIDED = (() => {
  const of = (id: string, description: string) =>
    ({ id, title: 'T', description, priority: 'medium', category: 'Data' }) as const;
  const review = {
    ...{ approvedRequirements: [], reviewSummary: 'S', userFeedback: '' },
    rejectedRequirements: [{ ...of('REQ-001', 'Readers share lists.'), reason: 'No.' }],
    modifiedRequirements: [
      { ...of('REQ-002', 'Readers mark ten articles.'), originalId: 'REQ-002', modificationNotes: 'Ten.' },
    ],
  };
  const proposed = [of('REQ-001', 'Readers share lists.'), of('REQ-002', 'Readers mark articles.')];
  const merged = mergeReview(emptyRequirements('lists'), review, { time: '2026-01-01', reviewer: 'ada', proposed });
  return 'text' in merged ? merged.text : assert.fail(merged.refused.join());
})();

test('newcomer-M5: what a person rejected or replaced is not proposed again', () => {
  const before = { requirementsContent: DECIDED, next: '' };
  const said = 'Readers share  LISTS. Readers mark articles. Editors read.';
  const again = [
    initialRequirements(said, briefOf(said), before).functionalRequirements,
    gapRequirements([said], [], before).functionalRequirements,
  ];
  for (const list of again)
    assert.deepEqual(
      list.map(({ id, description }) => [id, description]),
      [['REQ-003', 'Editors read.']],
    );
});

test('newcomer-M6: the PRD says at a goal that it was decided against', () => {
  const brief = briefOf('Readers share lists. Editors read.');
  const draft = `# PRD: X\n\n## Feature Brief\n\n${brief}\n\n## Functional Requirements\n`;
  const text = writePrd(draft, brief, [], parseRequirements(DECIDED).items);
  assert.match(text, /- Readers share lists\. \(decided against: REQ-001 was rejected\)\n- Editors read\.\n/);
});

test('what is said of the sections that code writes is filed, and changes nothing there', () => {
  const brief = briefOf('Editors read.');
  const draft = `# PRD: X\n\n## Feature Brief\n\n${brief}\n\n## Functional Requirements\n\nNone.\n`;
  // As it stands in a PRD: below its headings, without what the PRD has itself.
  const whole = briefBlock(brief);
  const modifications = [
    { section: 'Functional Requirements', modificationReason: 'r', requestedContent: '### REQ-009: Mine' },
    {
      section: 'Feature Brief',
      modificationReason: 'r',
      requestedContent: whole.replace('- Editors read', '- Editors write'),
    },
  ];
  const text = writePrd(draft, brief, [{ feedback: '', modifications }], []);
  assert.match(text, /Open point from review: Functional Requirements: ### REQ-009: Mine\n/);
  assert.match(text, /\n## Functional Requirements\n\nNone\.\n$/);
  assert.match(text, /#### Goals\n\n- Editors write\.\n/);
});
