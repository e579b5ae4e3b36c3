// What rule-based writers make of requests as people say them: English that follows from what was said, or a quote.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { playUtterance } from '../../examples/prd/utterances/play-utterance.ts';
import { parseBrief } from '../../src/documents/prd/parse-brief.ts';
import { criteriaIn } from '../../src/documents/requirements/acceptance-criteria.ts';
import { parseRequirements } from '../../src/documents/requirements/parse-requirements.ts';

async function played(utterance: string) {
  const files = await playUtterance(utterance);
  const { items } = parseRequirements(files['requirements.md'] ?? '');
  const brief = parseBrief(files['feature-brief.md'] ?? '');
  return {
    brief,
    titles: items.map(({ title }) => title),
    sentences: items.map(({ description }) => description.split('\n')[0] ?? ''),
    criteria: items.flatMap(({ description }) => criteriaIn(description)),
    overview: brief.sections.Overview ?? '',
    gaps: files['gaps.md'] ?? '',
    all: Object.values(files).join('\n'),
  };
}

const score = (gaps: string): number => Number(/(\d+) %/.exec(gaps)?.[1]);

/** Of different trades, sloppy, long, with numbers, several users, "not", a product, a law, a tool, a library. */
const REQUESTS = JSON.parse(readFileSync(new URL('prd-requests.json', import.meta.url), 'utf8')) as readonly string[];

const NEVER_WRITTEN: readonly RegExp[] = [
  /confirms it|with access to the feature|opens? (?:what|parcels)/,
  /: Failure\b/,
  /\bUsers have\b/,
  /\bdo(?:es)? not be\b|\bNevering\b|\blet [\p{L} ]+ (?:never|not) |\bcan should\b|shall offer let /iu,
  /What should it leave out|What do people do today instead/,
  /shall offer (?:an? )?(?:with|exits|people|users|patients|our|my)\b/,
  /\bUsers gets\b|shall let (?:an?|the) \w+ (?:where|that)\b/,
  /shall let (?:[\p{L} ]+: |unmatched ones|it |they )/u,
  /"assumption" were said by nobody(?![\s\S]*\(assumption\))/,
];

describe('what rules write', () => {
  for (const utterance of REQUESTS)
    test(`${utterance.slice(0, 50)}...`, async () => {
      const { all, titles, criteria, sentences } = await played(utterance);
      for (const form of NEVER_WRITTEN) assert.doesNotMatch(all, form);
      for (const line of criteria) assert.match(line, /^Given .+, when .+, then the system .+\.$/);
      assert.ok(!titles.some((title) => / (?:the|a|of|to|with|every|'s)$/i.test(title)), titles.join('\n'));
      // Of a clause that is not one sentence nothing is made but a quote.
      for (const sentence of sentences.filter((each) => !each.includes('what was asked for: "')))
        assert.doesNotMatch(sentence, /\b(?:shall|will) (?:let|offer) .*, \p{L}+ (?:hand|do|can|must) /u);
    });

  test('a tool without people does what it was said to do', async () => {
    const { sentences, overview } = await played(REQUESTS[0] ?? '');
    assert.deepEqual(sentences.slice(0, 2), [
      'The system shall offer a CLI that converts CSV files to Parquet with a --dry-run flag.',
      'When a row is malformed, the system shall exit with code 2.',
    ]);
    assert.match(overview, /^Asked for: a CLI that converts .*\n[\s\S]*- Nobody was named: who uses it\?/);
  });

  test('what must not happen is said so', async () => {
    const retries = await played(REQUESTS[1] ?? '');
    assert.ok(retries.sentences.includes('The system shall not retry on 4xx responses.'), retries.sentences.join('\n'));
    const synced = await played(REQUESTS[2] ?? '');
    const not = 'The system shall not overwrite fields edited in HubSpot within the last 24 hours.';
    assert.ok(synced.sentences.includes(not), synced.sentences.join('\n'));
    assert.ok(synced.titles.includes('Never Overwrite Fields Edited in HubSpot'), synced.titles.join('\n'));
  });

  test('what somebody must not do is not let, and never turned round', async () => {
    const refused = await played(
      'Nurses should never see the salary of doctors, and patients cannot book more than 2 visits per week.',
    );
    assert.deepEqual(refused.sentences.slice(0, 2), [
      'The system shall not let nurses see the salary of doctors.',
      'The system shall not let patients book more than 2 visits per week.',
    ]);
    assert.deepEqual(refused.brief.goals, [
      'Nurses cannot see the salary of doctors',
      'Patients cannot book more than 2 visits per week',
    ]);
    assert.match(refused.overview, /### Users\n\n- Nurses\n- Patients\n/);
    const leases = await played(
      'Landlords must not be able to delete a lease that is signed, but tenants may download it for 90 days ' +
        'after they move out, at most 3 times',
    );
    assert.equal(leases.sentences[0], 'The system shall not let landlords delete a lease that is signed.');
    assert.match(leases.overview, /- Who does what here: "tenants may download it for 90 days .* at most 3 times"\?/);
    assert.ok(!leases.sentences.some((sentence) => /limit of/.test(sentence)), leases.sentences.join('\n'));
    const { sentences } = await played('Tenants may download invoices. Passwords must not be stored in plain text.');
    assert.deepEqual(sentences.slice(0, 2), [
      'The system shall let tenants download invoices.',
      'The system shall not let passwords be stored in plain text.',
    ]);
    for (const said of ['Clerks must not edit invoices and delete orders', 'Customers cannot find their invoices']) {
      const unsure = await played(said);
      assert.equal(unsure.sentences[0], `The system shall do what was asked for: "${said}".`);
      assert.ok(score(unsure.gaps) < 80, unsure.gaps);
    }
  });

  test('a title is a whole phrase, and what is said of somebody is no name of a thing', async () => {
    const said = 'The app must be fast and members who return a book late pay a fee.';
    const { titles, sentences } = await played(said);
    assert.deepEqual(titles.slice(0, 2), ['Respond Quickly', 'Members Pay a Fee']);
    assert.deepEqual(sentences.slice(0, 2), [
      'The system shall respond within 2 seconds (assumption).',
      'The system shall do what was asked for: "members who return a book late pay a fee".',
    ]);
    const reminded = await played('A member who returns a tool late gets a reminder.');
    assert.equal(reminded.titles[0], 'Member Gets a Reminder');
  });

  test('what goes wrong is the problem, and no goal', async () => {
    const crash = await played('The app crashes when I rotate my phone, it should keep the form I filled in');
    assert.match(crash.overview, /### Problem\n\n- The app crashes when I rotate my phone\n/);
    assert.doesNotMatch(crash.overview, /what goes wrong today/);
    assert.deepEqual(crash.brief.goals, ['"keep the form I filled in"']);
    const upload = await played('The import fails on big files, so please let clerks upload files of 2 GB.');
    assert.deepEqual(upload.brief.goals, ['Clerks can upload files of 2 GB']);
    const when = await played('After a payment fails, customers should get an email.');
    assert.doesNotMatch(when.overview, /### Problem/);
  });

  test('where nobody was named it is asked, and no score reaches the threshold', async () => {
    const { gaps, overview } = await played('Export invoices to CSV nightly');
    assert.match(overview, /- Nobody was named: who uses it\?/);
    assert.match(gaps, /Nobody has said who uses it\./);
    assert.ok(score(gaps) < 80, gaps);
  });

  test('what is quoted is quoted word for word', async () => {
    const { sentences } = await played('Allow 250 concurrent users');
    assert.equal(sentences[0], 'The system shall do what was asked for: "Allow 250 concurrent users".');
  });

  test('slips are read through, and why it is wanted is the problem', async () => {
    const { sentences, overview } = await played(REQUESTS[4] ?? '');
    const [first] = sentences;
    assert.equal(
      first,
      'The system shall let people in the warehouse scan stuff with their phone instead of writing it on paper.',
    );
    assert.match(overview, /### Problem\n\n- They lose the paper all the time/);
  });

  test('an exception limits a wish; a law is asked about', async () => {
    const { brief, overview, sentences } = await played(REQUESTS[5] ?? '');
    assert.deepEqual(brief.outOfScope, []);
    assert.match(sentences[0] ?? '', /, except invoices which we have to keep for 10 years\.$/);
    assert.match(overview, /### Users\n\n- Customers\n[\s\S]*- Which rules of GDPR apply to it/);
  });

  test('how things are today is the problem, a share is the result, the rest is quoted and asked about', async () => {
    const { brief, overview, gaps } = await played(REQUESTS[6] ?? '');
    assert.match(overview, /### Problem\n\n- Our finance team spends two days every month/);
    assert.deepEqual(brief.successCriteria, ['At least 95 % without a human']);
    assert.deepEqual(brief.goals, [
      '"statements imported automatically and matched with open invoices"',
      '"unmatched ones go to a clerk"',
    ]);
    assert.match(overview, /- Who does what here: "unmatched ones go to a clerk"\?/);
    assert.match(gaps, /REQ-001 only quotes what was asked for/);
    assert.ok(score(gaps) < 80, gaps);
  });

  test('"only admins can do it" is of what was said before', async () => {
    const { sentences, criteria } = await played(REQUESTS[8] ?? '');
    assert.ok(sentences.includes('The system shall be HIPAA compliant.'), sentences.join('\n'));
    assert.ok(
      criteria.some((line) => /^Given somebody who is not one of the admins, when they try to export/.test(line)),
      [...sentences, ...criteria].join('\n'),
    );
  });

  test('"them" has the name of what stood in the sentence before', async () => {
    const { sentences } = await played('Drivers can report potholes by voice. The city council sees them on a map.');
    assert.equal(sentences[1], 'The system shall let the city council see potholes on a map.');
  });

  test('a number in a condition is no success criterion', async () => {
    const { brief, sentences } = await played(REQUESTS[10] ?? '');
    assert.ok(brief.successCriteria.every((point) => point.startsWith('Open question')));
    assert.match(
      sentences[0] ?? '',
      /^When a client sends more than 100 requests per minute, the system shall return 429/,
    );
  });
});

describe('acceptance criteria', () => {
  const CASES: Readonly<Record<string, readonly string[]>> = {
    'Customers can cancel their order until it is shipped': [
      'Given customers, when they try to cancel their order after it is shipped, then the system refuses.',
    ],
    'Only managers may approve expenses above 500 euros': [
      'Given somebody who is not one of the managers, when they try to approve expenses above 500 ' +
        'euros, then the system refuses.',
    ],
    'Parents are told when the bus is late': [
      'Given that parents can be reached, when the bus is late, then the system tells them within 5 ' +
        'minutes (assumption).',
    ],
    'The ward doctor is warned within one minute if a value is critical': [
      'Given that the ward doctor can be reached, when a value is critical, then the system warns ' +
        'the ward doctor within one minute.',
    ],
    'Readers can read saved articles offline': [
      'Given a device without a network, when readers read saved articles, then the system shows them.',
    ],
    // Rules know no result of a bare deed.
    'A shift leader can swap two people on the rota': [],
    'Doctors see their schedule for the day': [],
  };
  for (const [utterance, expected] of Object.entries(CASES))
    test(utterance, async () => assert.deepEqual((await played(utterance)).criteria, expected));
});

describe('open questions', () => {
  test('are about the words that were said', async () => {
    const { overview } = await played(
      'Patients get an SMS reminder 24 hours before, and reception prints the list every morning.',
    );
    assert.match(overview, /- "24 hours before": before what\?\n- Which list is meant by "the list"\?/);
    const told = await played('Owners can export orders as a CSV file and get an email when the file is ready.');
    assert.doesNotMatch(told.overview, /Which file/);
  });

  test('where who, why and by which result were said, only who measures it is open', async () => {
    const said = 'Let subscribers pause for one to three months, so that churn falls from 6 % to 4 % by June';
    const { overview } = await played(`${said}.`);
    assert.match(
      overview,
      /Open Questions\n\n- Who measures this, and from which figures: "churn falls from 6 % to 4 % by June"\?$/,
    );
    assert.doesNotMatch((await played(`${said}, measured by finance.`)).overview, /Open Questions/);
  });
});

describe('what no rule can understand', () => {
  for (const utterance of [
    'The quiet triangle drinks its own birthday under seven.',
    'The stone sings a square on Tuesday.',
    'Yesterday and the moon are a sandwich for the blue.',
  ])
    test(`is quoted, scored below the threshold and left to the person: ${utterance}`, async () => {
      const { sentences, gaps } = await played(utterance);
      assert.ok(
        sentences.every((sentence) => sentence.startsWith('The system shall do what was asked for: "')),
        sentences.join('\n'),
      );
      assert.ok(score(gaps) < 80, gaps);
    });

  test('talk of what the speaker does next gets questions, whatever the words', async () => {
    for (const said of [
      'lol ok will look at it after lunch',
      'looking into it now',
      'gonna check this tomorrow morning',
      'going to sleep on it',
      'will do',
    ]) {
      const { gaps, sentences } = await played(said);
      assert.match(gaps, /## Asked before anything is written/, said);
      assert.deepEqual(sentences, [], said);
    }
  });

  test('what begins like it and names a thing is a request', async () => {
    for (const said of ['Booking a room from the phone', 'will send invoices to customers every month']) {
      const { gaps } = await played(said);
      assert.doesNotMatch(gaps, /It speaks to somebody/, said);
    }
  });
});

describe('what is nearly the same', () => {
  for (const [said, first, second] of [
    ['Teachers can message parents. Parents can message teachers.', /let teachers message/, /let parents message/],
    ['Admins can delete projects. Only admins can delete projects.', /let admins delete/, /let only admins delete/],
    [
      'Clerks can copy orders from the shop to the ledger. Clerks can copy orders from the ledger to the shop.',
      /to the ledger/,
      /to the shop/,
    ],
  ] as const)
    test(`is proposed beside the other: ${said}`, async () => {
      const { sentences } = await played(said);
      assert.match(sentences[0] ?? '', first);
      assert.match(sentences[1] ?? '', second);
    });
});
