// What reviewers found in the PRD that rules write, each as they saw it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { playUtterance } from '../../examples/prd/utterances/play-utterance.ts';
import { analyseGaps } from '../../src/documents/gaps/analyse-gaps.ts';
import type { Gap } from '../../src/documents/gaps/gap.ts';
import { lintRequirements } from '../../src/documents/lint/lint-requirements.ts';
import { assemblePrd } from '../../src/documents/prd/assemble-prd.ts';
import { checkPrd } from '../../src/documents/prd/check-prd.ts';
import { findAssumptions } from '../../src/documents/prd/find-assumptions.ts';
import { parseBrief } from '../../src/documents/prd/parse-brief.ts';
import { emptyRequirements, mergeReview } from '../../src/documents/requirements/merge-review.ts';
import { parseRequirements } from '../../src/documents/requirements/parse-requirements.ts';
import { previousTexts, type Requirement } from '../../src/documents/requirements/requirement.ts';
import { feedbackGaps, openRemarks, stillOpen } from '../../src/systems/prd/feedback-gaps.ts';
import { reviseBrief } from '../../src/systems/prd/revise-brief.ts';
import { writeBrief } from '../../src/systems/prd/write-brief.ts';
import { gapRequirements, initialRequirements } from '../../src/systems/prd/write-requirements.ts';

const SAID = 'Readers can mark articles to read them later, also offline';
const AT = { time: '2026-01-02T03:04:05.000Z', reviewer: 'ada' };
const controls = JSON.parse(
  readFileSync(new URL('../../bench/quality/controls.json', import.meta.url), 'utf8'),
) as readonly { readonly text: string }[];

const brief = writeBrief(SAID, [], null).featureBriefMarkdown;
const [mark, offline] = initialRequirements(parseBrief(brief), '').functionalRequirements as [Requirement, Requirement];

function reviewed(
  review: {
    readonly approved?: readonly Requirement[];
    readonly rejected?: readonly Requirement[];
    readonly modified?: readonly Requirement[];
    readonly outOfScope?: readonly Requirement[];
  },
  proposed: readonly Requirement[] = [mark, offline],
): string {
  const merged = mergeReview(
    emptyRequirements('mark-articles'),
    {
      approvedRequirements: review.approved ?? [],
      rejectedRequirements: (review.rejected ?? []).map((one) => ({ ...one, reason: 'Not this year.' })),
      modifiedRequirements: (review.modified ?? []).map((one) => ({
        ...{ ...one, originalId: one.id, modificationNotes: 'As we say it.' },
      })),
      outOfScopeRequirements: (review.outOfScope ?? []).map((one) => ({ ...one, reason: 'Another team does it.' })),
      ...{ reviewSummary: 'Read.', userFeedback: '' },
    },
    { ...AT, proposed },
  );
  return 'text' in merged ? merged.text : assert.fail(merged.refused.join());
}

describe('newcomer-B2: nonsense got a score of 100 %', () => {
  test('nothing that is no request gets a requirement or passes', async () => {
    for (const { text } of controls) {
      const { 'gaps.md': gaps = '', 'requirements.md': file = '' } = await playUtterance(text);
      assert.match(gaps, /\nPoor: 0 %\./, text);
      assert.deepEqual(parseRequirements(file).items, [], text);
    }
  });

  test('a brief with one requirement that repeats the sentence does not pass', () => {
    const file = reviewed({ approved: [mark] });
    const { score } = analyseGaps(parseBrief(brief), parseRequirements(file).items, { findings: [] });
    assert.ok(score < 0.8, String(score));
  });
});

describe('newcomer-M3: requested changes were filed away', () => {
  const asked = (feedback: string) => parseBrief(reviseBrief(brief, feedback, []));

  test('what is named as out of scope goes there, however it is said', () => {
    for (const said of [
      'Out of scope: audio articles.',
      'Audio articles are not wanted.',
      'Add to out of scope: audio articles.',
    ])
      assert.deepEqual(asked(said).outOfScope, ['Audio articles'], said);
    assert.ok(!asked('Add to out of scope: print.').inScope.some((point) => /print/i.test(point)));
  });

  test('what is named as success is a success criterion', () => {
    assert.ok(
      asked('Success: 30 % of weekly readers save an article.').successCriteria.some((point) => /^30 %/.test(point)),
    );
  });

  test('a section whose words are given is worked in', () => {
    const { inScope, sections } = asked('Add a non-functional section: saving works on iOS 16 and newer.');
    assert.ok(inScope.includes('Non-functional: saving works on iOS 16 and newer'), inScope.join('\n'));
    assert.doesNotMatch(sections.Overview ?? '', /Open point/);
  });
});

describe('newcomer-M4: words of a reviewer got lost', () => {
  const items = parseRequirements(reviewed({ approved: [mark, offline] })).items;
  const read = parseBrief(brief);
  const numbered = (gaps: readonly Omit<Gap, 'id'>[]): readonly Gap[] =>
    gaps.map((gap, at) => ({ id: `GAP-${at}`, ...gap }));

  test('a wish in half a sentence is worded', () => {
    const gaps = feedbackGaps(
      'Also removing an article from the list, and a limit of 500 saved articles.',
      read,
      items,
    );
    const suggested = gaps.flatMap(({ suggestedRequirements }) =>
      suggestedRequirements.map(({ description }) => description),
    );
    assert.ok(
      suggested.some((text) => /limit of 500 saved articles/.test(text)),
      suggested.join('\n'),
    );
    assert.ok(gaps.every(({ severity }) => severity === 'high'));
  });

  test('what rules cannot word stays open in every later analysis, and is asked about before approval', () => {
    const first = numbered(feedbackGaps('I am not sure about the colours.', read, items));
    const later = numbered(stillOpen(first, [], read, items));
    assert.equal(later.length, 1);
    assert.deepEqual(openRemarks(later), ['Said at the requirements review: I am not sure about the colours.']);
  });
});

describe('newcomer-M5: the text a person had replaced was proposed again', () => {
  test('neither as a gap nor as a proposal', () => {
    const modified = {
      ...mark,
      title: 'Save',
      description: 'When somebody taps Save, the system shall keep the page.',
    };
    const file = reviewed({ modified: [modified], approved: [offline] });
    const { items, history } = parseRequirements(file);
    const { gaps } = analyseGaps(parseBrief(brief), items, { previous: previousTexts(history) });
    assert.ok(!gaps.some(({ title }) => /mark articles/i.test(title)));
    const again = {
      id: 'GAP-001',
      title: 't',
      description: 'd',
      severity: 'high',
      category: 'UI/UX',
      impact: 'i',
    } as const;
    const { id: _, ...before } = mark;
    const proposed = gapRequirements([{ ...again, suggestedRequirements: [before] }], parseBrief(brief), file);
    assert.deepEqual(proposed.functionalRequirements, []);
    assert.ok(
      !initialRequirements(parseBrief(brief), file).functionalRequirements.some(
        ({ title }) => title === 'Mark Articles',
      ),
    );
  });
});

describe('newcomer-M5: what was decided against came back', () => {
  const file = reviewed({ approved: [mark, offline] });
  const decided: Readonly<Record<string, string>> = {
    rejected: reviewed({ approved: [offline], rejected: [mark] }),
    superseded: file.replace(/(### REQ-001[\s\S]*?Status\*\*: Approved)/, '$1\n- **Superseded by**: REQ-002'),
    'out of scope': reviewed({ approved: [offline], outOfScope: [mark] }),
  };
  for (const [how, text] of Object.entries(decided))
    test(`not what is ${how}, not in other words either`, () => {
      const { id: _, ...before } = mark;
      const again = { ...before, description: 'Readers shall be able to mark articles to read them later.' };
      const gap = {
        id: 'GAP-001',
        title: 't',
        description: 'd',
        severity: 'high',
        category: 'UI/UX',
        impact: 'i',
      } as const;
      for (const one of [before, again]) {
        const { functionalRequirements } = gapRequirements(
          [{ ...gap, suggestedRequirements: [one] }],
          parseBrief(brief),
          text,
        );
        assert.deepEqual(functionalRequirements, [], one.description);
      }
      const { functionalRequirements } = initialRequirements(parseBrief(brief), text);
      assert.ok(!functionalRequirements.some(({ title }) => title === 'Mark Articles'));
    });
});

describe('newcomer-M6: signed PRDs promised what was rejected', () => {
  const items = parseRequirements(reviewed({ approved: [mark], rejected: [offline] })).items;
  const parts = {
    ...{
      featureId: 'mark-articles',
      author: 'ada',
      date: '2026-01-02',
      status: 'draft' as const,
      utterance: SAID,
      brief,
    },
    requirements: items,
  };

  test('goals and scope say that they were decided against, and the ids are listed', () => {
    const prd = assemblePrd(parts);
    assert.match(prd, /^- Readers can read marked articles offline \(decided against: REQ-002 was rejected\)$/m);
    assert.match(prd, /^- Reading marked articles offline \(decided against: REQ-002 was rejected\)$/m);
    assert.match(prd, /^- Readers can mark articles to read them later$/m);
    assert.match(
      prd,
      /### Decided Against\n\n- Rejected: REQ-002\n\nTheir texts and the reasons stand in `requirements\.md`\./,
    );
    assert.deepEqual(checkPrd(prd, parts), []);
  });

  test('no gap asks about the feature that was rejected', () => {
    const { gaps } = analyseGaps(parseBrief(brief), items);
    assert.ok(!gaps.some(({ title }) => /offline|sync/i.test(title)), gaps.map(({ title }) => title).join('\n'));
  });
});

describe('newcomer-M7: a clause with a number became a success criterion', () => {
  test('a reminder 24 hours before is sent', () => {
    const said = 'Patients book appointments online, and patients get an SMS reminder 24 hours before.';
    const written = parseBrief(writeBrief(said, [], null).featureBriefMarkdown);
    assert.ok(written.goals.includes('Patients get an SMS reminder 24 hours before'));
    const { functionalRequirements: made } = initialRequirements(written, '');
    assert.ok(
      made.some(({ description }) => description === 'The system shall send patients an SMS reminder 24 hours before.'),
    );
  });
});

describe('acceptance criteria and assumptions', () => {
  test('criteria are lines of the description that trip neither the lint nor the check of the PRD', () => {
    assert.match(offline.description, /read marked articles\.\nGiven a device without a network, when readers /);
    assert.deepEqual(lintRequirements([mark, offline], { brief: parseBrief(brief) }), []);
    const items = parseRequirements(reviewed({ approved: [mark, offline] })).items;
    assert.equal(items[1]?.description, offline.description);
    const parts = {
      featureId: 'x',
      author: 'ada',
      date: '2026-01-02',
      status: 'draft' as const,
      utterance: SAID,
      brief,
    };
    const prd = assemblePrd({ ...parts, requirements: items });
    assert.deepEqual(checkPrd(prd, { ...parts, requirements: items }), []);
  });

  test('every assumption of a PRD is listed with its requirement', () => {
    const told = 'Readers are told when an author posts an article. Editors are warned if a link is broken.';
    const spoken = writeBrief(told, [], null).featureBriefMarkdown;
    const [first, second] = initialRequirements(parseBrief(spoken), '').functionalRequirements as [
      Requirement,
      Requirement,
    ];
    const items = parseRequirements(reviewed({ approved: [first, second] }, [first, second])).items;
    const prd = assemblePrd({
      ...{ featureId: 'x', author: 'ada', date: '2026-01-02', status: 'draft' as const, utterance: told },
      ...{ brief: spoken, requirements: items },
    });
    const listed = findAssumptions(prd);
    assert.deepEqual(
      listed.map((each) => each.slice(0, 'REQ-001'.length)),
      ['REQ-001', 'REQ-002'],
    );
    assert.match(listed[0] ?? '', /^REQ-001: Given that readers can be reached, .* within 5 minutes \(assumption\)\.$/);
  });
});

describe('filler: requirements that nobody could build or fail to build', () => {
  const said = [
    'Patients book appointments online, and doctors see their schedule for the day.',
    'Let subscribers pause for one to three months, so that churn falls from 6 % to 4 % by June.',
    'Visitors buy tickets on the phone; 80 % of tickets should be scanned within 5 seconds.',
    'Drivers upload a photo of each delivery note.',
  ];

  test('no result is a requirement to report it, and not every deed gets a case of failure', async () => {
    for (const text of said) {
      const { 'requirements.md': file = '' } = await playUtterance(text);
      for (const { description } of parseRequirements(file).items) {
        assert.doesNotMatch(description, /as a number|this measure|tell them why|log the reason/, text);
        assert.doesNotMatch(description, /churn/i, text);
      }
    }
  });

  test('a failure is worded where the sentence names what can fail, and asked about where it does not', async () => {
    const { 'requirements.md': photos = '' } = await playUtterance('Drivers upload a photo of each delivery note.');
    assert.match(photos, /If the photo cannot be read, then the system shall show the drivers the reason\./);
    const { 'gaps.md': gaps = '' } = await playUtterance('Readers can mark articles');
    assert.match(gaps, /when are readers refused to mark articles, and what do they see then\?/);
  });
});

describe('sloppy and long requests', () => {
  const briefOf = (said: string) => parseBrief(writeBrief(said, [], null).featureBriefMarkdown);

  test('what rules cannot word is quoted whole, never the end of it alone', () => {
    const { goals } = briefOf(
      'i want my neighbours to share tools, like who has the ladder, and whoever borrows it pays',
    );
    assert.deepEqual(goals.length, 1);
    assert.match(goals[0] ?? '', /^"i want my neighbours to share tools, .* pays"$/);
  });

  test('how things are is no goal, and nobody is called "something so they"', () => {
    const { goals, sections } = briefOf(
      'owners keep calling to ask when the jab is due, can you make something so they get a text a week before',
    );
    assert.ok(!goals.some((goal) => /keep calling|something so/i.test(goal)), goals.join('\n'));
    assert.doesNotMatch(sections.Overview ?? '', /something so/i);
  });

  test('a purpose after "so" is one, whoever it is of', () => {
    const { goals, sections } = briefOf("let the kitchen mark dishes as sold out so waiters don't sell them");
    assert.deepEqual(goals, ['The kitchen can mark dishes as sold out']);
    assert.match(sections.Overview ?? '', /The purpose: waiters don't sell them\./);
  });

  test('what follows a colon is taken apart, two verbs of one person keep their form', () => {
    const { goals } = briefOf(
      'Replace our Excel for holiday requests: employees ask for days off, their team lead approves or declines with ' +
        'a reason, and HR exports approved days.',
    );
    assert.deepEqual(goals.slice(1), [
      'Employees can ask for days off',
      'The team lead can approve or decline with a reason',
      'HR can export approved days',
    ]);
  });

  test('how fast it starts is a criterion of the system, and does not answer what success is', () => {
    const brief = briefOf('Visitors hear the story of a painting; it should start within 2 seconds on old phones');
    assert.deepEqual(brief.successCriteria, [
      'Start within 2 seconds on old phones',
      'Open question: By which result would you see that it worked?',
    ]);
    const { functionalRequirements: made } = initialRequirements(brief, '');
    assert.ok(made.some(({ description }) => description === 'The system shall start within 2 seconds on old phones.'));
  });

  test('a crew is somebody, and what is shown the system shows', () => {
    assert.deepEqual(briefOf('Ferry crew count passengers at boarding').goals, [
      'Ferry crew can count passengers at boarding',
    ]);
    assert.deepEqual(briefOf('Show the delivery date on the order page.').goals, [
      'The system shows the delivery date on the order page',
    ]);
  });
});
