// From a sentence as people say it to a title, goals, a scope and requirements in whole English sentences.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { analyseGaps } from '../../documents/gaps/analyse-gaps.ts';
import { TOPICS } from '../../documents/gaps/open-topics.ts';
import { parseBrief } from '../../documents/prd/parse-brief.ts';
import { withoutCriteria } from '../../documents/requirements/acceptance-criteria.ts';
import { emptyRequirements } from '../../documents/requirements/merge-review.ts';
import { writeBrief } from './write-brief.ts';
import { gapRequirements, initialRequirements } from './write-requirements.ts';

interface Written {
  readonly title: string;
  readonly goals: readonly string[];
  readonly scope: readonly string[];
  readonly out?: readonly string[];
  readonly requirements: readonly string[];
}

const TEACHERS =
  'Teachers want to be able to grade homework faster, and students get a message when a grade is posted ' +
  '(but not on weekends)';

const SAID: Readonly<Record<string, Written>> = {
  'Field technicians should read and sign inspection documents offline': {
    title: 'Read and Sign Inspection Documents Offline',
    goals: ['Field technicians can read and sign inspection documents offline'],
    scope: ['Reading inspection documents offline', 'Signing inspection documents offline'],
    requirements: [
      'While there is no network, the system shall let field technicians read inspection documents.',
      'While there is no network, the system shall let field technicians sign inspection documents.',
    ],
  },
  'Our checkout loses customers. We need saved cards, and it must be PCI compliant and ready before Black Friday': {
    title: 'Saved Cards',
    goals: ['Saved cards', 'The system is PCI compliant'],
    scope: ['Saved cards', 'PCI compliance'],
    requirements: ['The system shall offer saved cards.', 'The system shall be PCI compliant.'],
  },
  'The app must respond quickly': {
    title: 'Respond Quickly',
    goals: ['The system responds quickly'],
    scope: ['Responding quickly'],
    requirements: ['The system shall respond within 2 seconds (assumption).'],
  },
  [TEACHERS]: {
    title: 'Grade Homework Faster',
    goals: ['Teachers can grade homework faster', 'Students get a message when a grade is posted, but not on weekends'],
    scope: ['Grading homework faster', 'Sending students a message when a grade is posted, but not on weekends'],
    requirements: [
      'The system shall let teachers grade homework in at most 80 % of the time it takes today (assumption).',
      'When a grade is posted, the system shall send students a message, but not on weekends.',
    ],
  },
  'I want users to be able to reset their password by email, links expire after 30 minutes, but no SMS': {
    title: 'Reset Password by Email',
    goals: ['Users can reset their password by email', 'The system expires links after 30 minutes'],
    scope: ['Resetting the password by email', 'Expiring links after 30 minutes'],
    out: ['SMS'],
    requirements: [
      'The system shall let users reset their password by email.',
      'The system shall expire links after 30 minutes.',
    ],
  },
  'dark mode plz': {
    title: 'Dark Mode',
    goals: ['Dark mode'],
    scope: ['Dark mode'],
    requirements: ['The system shall offer a dark mode.'],
  },
  'make teh app fastr and more user freindly': {
    title: 'Untitled Feature',
    goals: ['Open question: What should they be able to do that they cannot do today?'],
    scope: ['Open question: What belongs to it?'],
    requirements: [],
  },
  'Admins can approve or reject requests, and the page loads quickly': {
    title: 'Approve or Reject Requests',
    goals: ['Admins can approve or reject requests', 'The system loads the page quickly'],
    scope: ['Approving or rejecting requests', 'Loading the page quickly'],
    requirements: [
      'The system shall let admins approve or reject requests.',
      'The system shall load the page within 2 seconds (assumption).',
    ],
  },
  "As a nurse, I want to see a patient's allergies before I give a drug": {
    title: "See a Patient's Allergies before Giving a Drug",
    goals: ["A nurse can see a patient's allergies before giving a drug"],
    scope: ["Seeing a patient's allergies before giving a drug"],
    requirements: ["The system shall let a nurse see a patient's allergies before giving a drug."],
  },
  "We don't want people to log in twice": {
    title: 'People Do Not Log in Twice',
    goals: ['People do not log in twice'],
    scope: ['Making sure that people do not log in twice'],
    requirements: ['The system shall make sure that people do not log in twice.'],
  },
  'Readers can mark articles to read them later, also offline': {
    title: 'Mark Articles',
    goals: ['Readers can mark articles to read them later', 'Readers can read marked articles offline'],
    scope: ['Marking articles', 'Reading marked articles offline'],
    requirements: [
      'The system shall let readers mark articles to read them later.',
      'While there is no network, the system shall let readers read marked articles.',
    ],
  },
  'And it should work on the phone too, plus a limit of 500 articles': {
    title: 'Work on the Phone',
    goals: ['The system works on the phone', 'The system enforces a limit of 500 articles'],
    scope: ['Use on the phone', 'A limit of 500 articles'],
    requirements: ['The system shall work on the phone.', 'The system shall enforce a limit of 500 articles.'],
  },
  'Doctors can write prescriptions, pharmacists must be able to check them, and nobody else may see them': {
    title: 'Write Prescriptions',
    goals: ['Doctors can write prescriptions', 'Pharmacists can check prescriptions', 'Nobody else sees prescriptions'],
    scope: ['Writing prescriptions', 'Checking prescriptions', 'Making sure that nobody else sees prescriptions'],
    requirements: [
      'The system shall let doctors write prescriptions.',
      'The system shall let pharmacists check prescriptions.',
      'The system shall make sure that nobody else sees prescriptions.',
    ],
  },
  'We want to let our customers book appointments online and cancel them up to 24 hours before.': {
    title: 'Book Appointments Online',
    goals: ['Our customers can book appointments online and cancel them up to 24 hours before'],
    scope: ['Booking appointments online', 'Canceling appointments up to 24 hours before'],
    requirements: [
      'The system shall let our customers book appointments online.',
      'The system shall let our customers cancel appointments up to 24 hours before.',
    ],
  },
};

describe('what people say keeps its subject, verb and object', () => {
  for (const [utterance, expected] of Object.entries(SAID)) {
    test(utterance, () => {
      const brief = parseBrief(writeBrief(utterance, [], null).featureBriefMarkdown);
      const { functionalRequirements } = initialRequirements(brief, emptyRequirements('x'));
      assert.deepEqual(
        {
          ...{ title: brief.title, goals: brief.goals, scope: brief.inScope, out: brief.outOfScope },
          requirements: functionalRequirements.map(({ description }) => withoutCriteria(description)),
        },
        { out: [], ...expected },
      );
      assert.ok(functionalRequirements.every(({ title }) => !/\.\.\.|\(\d\)|\bable$/i.test(title)));
    });
  }
});

test('a problem is told in the overview, which has no filler', () => {
  const { sections } = parseBrief(
    writeBrief('Our checkout loses customers. We need saved cards', [], null).featureBriefMarkdown,
  );
  assert.match(sections.Overview ?? '', /^Asked for: saved cards\.\n\n### Problem\n\n- Our checkout loses customers\n/);
});

test('of success criteria only those become requirements that say what the system does', () => {
  const criteria = [
    'Links expire after 30 minutes',
    'A file of 10,000 rows is imported in less than 2 minutes',
    'Search results should appear in less than 300 ms',
    ...['60 % of bills are paid within 7 days', 'Churn falls from 6 % to 4 % by June', 'Ready before June'],
    'Assumption: 9 of 10 say so',
  ];
  const brief = { title: 'T', sections: {}, goals: [], inScope: [], outOfScope: [], successCriteria: criteria };
  const { functionalRequirements: made } = initialRequirements(brief, '');
  assert.deepEqual(
    made.map(({ description, category }) => [description, category]),
    [
      ['The system shall expire links after 30 minutes.', 'Security'],
      ['The system shall import a file of 10,000 rows in less than 2 minutes.', 'Performance'],
      ['The system shall show search results in less than 300 ms.', 'Performance'],
    ],
  );
});

test('a result that the system can count is suggested as a figure, any other asks who measures it', () => {
  const read = (criterion: string) =>
    parseBrief(`# Bills\n\n## Goals\n\n- Customers can pay bills\n\n## Success Criteria\n\n- ${criterion}\n`);
  const items = [
    {
      ...{ id: 'REQ-001', title: 'Pay Bills', description: 'The system shall let customers pay bills.' },
      ...{ priority: 'high' as const, category: 'UI/UX', standing: 'approved' as const },
    },
  ];
  const gapsOf = (criterion: string) =>
    analyseGaps(read(criterion), items).gaps.filter(({ title }) => /criterion/.test(title));
  const [counted] = gapsOf('60 % of bills are paid within 7 days');
  assert.deepEqual(
    counted?.suggestedRequirements.map(({ title, description }) => [title, description]),
    [
      [
        'Share of Bills that are Paid',
        'The system shall show, for each month (assumption), the share of bills that are paid within 7 days.',
      ],
    ],
  );
  const halved = 'Calls to the office fall by half';
  const [asked] = gapsOf(halved);
  assert.equal(asked?.title, `Nobody has said who measures the success criterion "${halved}"`);
  assert.deepEqual(asked?.suggestedRequirements, []);
  assert.deepEqual(gapsOf(`${halved}, measured by the office`), []);
  assert.match(analyseGaps(read(halved), items).reasons.coverage, /1 success criterion that people measure/);
});

test('every figure that a topic suggests is marked as an assumption', () => {
  // 400 and 0 are no limits that somebody could want otherwise.
  const figures = /(?<![-\w.])(?!400\b|0\b)\d[\d.]*(?![\d.])(?!.{0,48}\(assumption\))/;
  for (const { key, suggest } of TOPICS) assert.doesNotMatch(suggest.description, figures, key);
});

test('what closes a low gap has low priority, and the summary names the gap', () => {
  const suggested = {
    title: 'T',
    description: 'The system shall print forms.',
    priority: 'high',
    category: 'Data',
  } as const;
  const gap = { id: 'GAP-007', title: 't', description: 'd', severity: 'low', category: 'Data', impact: 'i' } as const;
  const brief = parseBrief('# T');
  const written = gapRequirements([{ ...gap, suggestedRequirements: [suggested] }], brief, '');
  assert.equal(written.functionalRequirements[0]?.priority, 'low');
  assert.match(written.summary, /REQ-001 closes GAP-007/);
});

test('what was said when the brief was approved is proposed, or told in the summary', () => {
  const brief = parseBrief(writeBrief('Readers can mark articles', [], null).featureBriefMarkdown);
  const said = 'Looks good. It should also work on the phone. I am not sure about the colours.';
  const { functionalRequirements, summary } = initialRequirements(brief, '', '', said);
  assert.deepEqual(
    functionalRequirements.map(({ description }) => withoutCriteria(description)),
    ['The system shall let readers mark articles.', 'The system shall work on the phone.'],
  );
  assert.match(summary, /left for you to word: "I am not sure about the colours\."/);
  assert.doesNotMatch(summary, /Looks good/);
});
