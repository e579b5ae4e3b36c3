// Documents and gaps as a person reviews them: keys, lines, pages, leaving, and what comes of it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asked, fakeTerminal, never } from '../../../test/support/desks.ts';
import { BadUse } from '../exit-codes.ts';
import { BACK, LEAVE } from '../prompt.ts';
import { Drafts } from './drafts.ts';
import { type DocumentGate, reviewDocument } from './review-document.ts';
import { reviewGaps } from './review-gaps.ts';
import { deskReviewer } from './reviewers.ts';
import { briefDoubts, signDoubts } from './sign-doubts.ts';

const TEXT = '# Offline\n\n## Goals\n- Read\n';
const document: DocumentGate = {
  ...{ what: 'Feature brief', file: 'feature-brief.md', text: TEXT, before: null, round: 1 },
  path: 'magi-sdd/offline/feature-brief.md',
};

describe('a document', () => {
  test('is shown and approved', async () => {
    const { given, shown } = await asked(['a'], (desk) => reviewDocument(desk, document, never));
    assert.deepEqual(given, { approved: true, reviewSummary: 'Feature brief approved as it stands.' });
    assert.match(shown, /## Goals\n - Read/);
  });

  test('is sent back with feedback on the same line or the next', async () => {
    for (const lines of [['c name the readers'], ['# a remark', '', 'c', 'name the readers']]) {
      const { given } = await asked(lines, (desk) => reviewDocument(desk, document, never));
      assert.deepEqual(given, {
        ...{ approved: false, userFeedback: 'name the readers', reviewSummary: 'Changes requested.' },
      });
    }
  });

  test('of a PRD the parts of its brief can be named for a change', async () => {
    const gate = { ...document, what: 'PRD', sections: ['Overview', 'Goals'] };
    const { given, shown } = await asked(['s', '2', 'Name the readers.'], (desk) => reviewDocument(desk, gate, never));
    assert.match(shown, / {3}1 {2}Overview\n {3}2 {2}Goals\n/);
    const { modifications } = given as { modifications: readonly { section: string }[] };
    assert.deepEqual(
      modifications.map(({ section }) => section),
      ['Goals'],
    );
  });

  test('what could not be carried out of a review is asked about before the brief is approved', async () => {
    const doubts = briefDoubts('# X\n\n## Overview\n\nIt is.\n\n- Open point from review: The title is boring\n');
    assert.deepEqual(doubts, ['Not carried out, and left open in the brief: The title is boring.']);
    const { given, shown } = await asked(['a', 'b', 'a', 'y'], (desk) =>
      reviewDocument(desk, { ...document, doubts }, never),
    );
    assert.match(shown, /left open in the brief: The title is boring\.[\s\S]*y approve it all the same/);
    assert.ok(typeof given === 'object' && given.approved);
  });

  test('questions of the brief that nobody answered are told before the PRD is signed', () => {
    const prd = [
      '## Functional Requirements\n\n### REQ-001: A\n\n- **Description**: x\n',
      '##### Open Questions\n\n- Who is it for?\n- What for?\n\n#### Success Criteria\n\n- Open question: What for?\n',
    ].join('\n');
    assert.deepEqual(signDoubts(prd), ['2 questions of its brief have no answer.']);
  });

  test('shows in the second round what changed, and all of it when asked', async () => {
    const second = { ...document, text: TEXT.replace('Read', 'Read offline'), before: TEXT, round: 2 };
    const { shown } = await asked(['f', 'd', 'approve'], (desk) => reviewDocument(desk, second, never));
    assert.match(shown, /round 2, what changed since you saw it: 1 line added, 1 removed/);
    assert.match(shown, / - - Read\n \+ - Read offline/);
    assert.match(shown, /> f[^>]*# Offline[^>]*> d/);
  });

  test('edited in an editor becomes modifications of its sections', async () => {
    const before = process.env.VISUAL;
    process.env.VISUAL = 'sed -i "s/- Read/- Read and write/"';
    try {
      const { given, shown } = await asked(['e', 's', 'both are needed'], (desk) =>
        reviewDocument(desk, document, never),
      );
      assert.deepEqual(given, {
        approved: false,
        userFeedback: 'both are needed',
        modifications: [
          { section: 'Goals', modificationReason: 'both are needed', requestedContent: '- Read and write' },
        ],
        reviewSummary: 'Changes requested in Goals.',
      });
      assert.match(shown, /Your changes {2}Goals/);
    } finally {
      if (before === undefined) delete process.env.VISUAL;
      else process.env.VISUAL = before;
    }
  });

  test('what no review of it changes is not sent, and that is said', async () => {
    const before = process.env.VISUAL;
    process.env.VISUAL = 'sed -i "s/keep it/lose it/; s/- Read/- Write/"';
    const text = `${TEXT}\n## Functional Requirements\nkeep it\n`;
    const gate = { ...document, text, fixed: ['Functional Requirements'] };
    const why = /Functional Requirements: Requirements are changed in a requirements review; this part of your edit/;
    try {
      const { given, shown } = await asked(['e', 's', ''], (desk) => reviewDocument(desk, gate, never));
      const { modifications } = given as { modifications: readonly { section: string }[] };
      assert.deepEqual(
        modifications.map(({ section }) => section),
        ['Goals'],
      );
      assert.match(shown, why);
      process.env.VISUAL = 'sed -i "s/keep it/lose it/"';
      const nothing = await asked(['e', 'q'], (desk) => reviewDocument(desk, gate, never));
      assert.match(nothing.shown, /There is nothing else to send/);
    } finally {
      if (before === undefined) delete process.env.VISUAL;
      else process.env.VISUAL = before;
    }
  });

  test('what speaks against signing is asked about once more', async () => {
    const doubts = signDoubts('# PRD\n\n## Functional Requirements\n\nNo requirement is approved.\n');
    const gate = { ...document, what: 'PRD', doubts };
    const { given, shown } = await asked(['a', 'b', 'a', 'y'], (desk) => reviewDocument(desk, gate, never));
    assert.equal((given as { approved: boolean }).approved, true);
    assert.match(shown, /This PRD has no requirement: it asks for nothing\.\n\n y approve it all the same/);
    const open = '### Open Points from Review\n\n- One\n- Two\n\n## Functional Requirements\n\n### REQ-001: x\n';
    assert.deepEqual(signDoubts(open), ['This PRD leaves 2 points of your review open ("Open Points from Review").']);
    assert.deepEqual(signDoubts('## Functional Requirements\n\n### REQ-001: x\n'), []);
  });

  test('edits by hand are told above the keys, and that of its own file can be looked at', async () => {
    const gate = { ...document, file: 'PRD.md', edits: ['REQ-001 was removed.'], handEdited: `${TEXT}- Mine\n` };
    const { shown } = await asked(['h', 'q'], (desk) => reviewDocument(desk, gate, never));
    assert.match(
      shown,
      /requirements\.md was edited by hand: REQ-001 was removed\.\n PRD\.md was edited by hand since/,
    );
    assert.match(shown, /h the edit by hand[\s\S]*as it was edited by hand[\s\S]*\+ - Mine/);
  });

  test('is left when nothing more comes, and a line that is no key is refused', async () => {
    assert.equal((await asked([], (desk) => reviewDocument(desk, document, never))).given, LEAVE);
    await assert.rejects(
      asked(['yes please'], (desk) => reviewDocument(desk, document, never)),
      (thrown) => thrown instanceof BadUse && /on line 1 of stdin, found "yes please"/.test(thrown.message),
    );
  });
});

describe('at a terminal', () => {
  test('a long document comes page by page', async () => {
    const { desk, sees, types } = fakeTerminal();
    const text = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`).join('\n');
    const review = reviewDocument(desk, { ...document, text }, never);
    await sees(/line 16\n … 16 of 40 lines\n\n a approve .*space more/s);
    types(' ');
    await sees(/line 32\n … 32 of 40/);
    types(' ');
    await sees(/line 40\n\n a approve(?!.*space more)/s);
    types('a');
    assert.deepEqual(await review, { approved: true, reviewSummary: 'Feature brief approved as it stands.' });
    desk.close();
  });

  test('why an answer was not taken stands just above the keys, wrapped at words', async () => {
    const { desk, sees, types } = fakeTerminal();
    const words = `Not taken: ${'PRD.md was changed since it was shown and so on '.repeat(3)}end.`;
    const text = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`).join('\n');
    const review = deskReviewer(desk, new Drafts('/nowhere/store', '/nowhere')).decide(
      { ...{ kind: 'brief', task: 1, step: 'FBReview', visit: 1, shown: 'x' }, document: { ...document, text } },
      ...(['run_1', never, [words]] as const),
    );
    await sees(
      /of 60 lines\n\n Not taken: PRD\.md was changed since [^\n]+ was changed\n since [^\n]+\n end\.\n\n a approve/,
    );
    types('q');
    assert.equal(await review, LEAVE);
    desk.close();
  });

  test('the full text has no pages, and none is made for two lines', async () => {
    const { desk, sees, types } = fakeTerminal();
    const text = Array.from({ length: 18 }, (_, at) => `line ${at + 1}`).join('\n');
    const short = reviewDocument(desk, { ...document, text }, never);
    await sees(/line 18\n\n a approve(?!.*space more)/s);
    types('q');
    await short;
    const long = Array.from({ length: 90 }, (_, at) => `line ${at + 1}`).join('\n');
    const review = reviewDocument(desk, { ...document, text: long }, never);
    await sees(/16 of 90 lines[\s\S]*a approve/);
    types('f');
    await sees(/line 1\n[\s\S]*line 90\n\n a approve/);
    types('q');
    await review;
    desk.close();
  });

  test('what is typed before the question, or pasted, decides nothing', async () => {
    const { desk, sees, types } = fakeTerminal();
    types('a');
    await new Promise((resolve) => setImmediate(resolve));
    const review = reviewDocument(desk, document, never);
    await sees(/a approve/);
    types('all readers');
    await new Promise((resolve) => setTimeout(resolve, 5));
    types('q');
    assert.equal(await review, LEAVE);
    desk.close();
  });

  test('Ctrl-C leaves, at a question and between questions', async () => {
    const { desk, sees, types, hasLeft } = fakeTerminal();
    const review = reviewDocument(desk, document, never);
    await sees(/a approve/);
    types('\u0003');
    assert.equal(await review, LEAVE);
    assert.equal(hasLeft(), false);
    types('\u0003');
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(hasLeft(), true);
    desk.close();
  });

  test('a question that is over is closed', async () => {
    const { desk, sees } = fakeTerminal();
    const over = new AbortController();
    const review = reviewDocument(desk, document, over.signal);
    await sees(/a approve/);
    over.abort();
    assert.equal(await review, BACK);
    desk.close();
  });
});

describe('the gap decision', () => {
  const analysis = { score: 0.5, axes: undefined, gaps: [], round: 1, refined: 0 };

  test('is refine, proceed or the threshold, which says what it would do', async () => {
    for (const [line, decision] of [
      ['r', 'refine'],
      ['proceed', 'proceed'],
      ['t', 'threshold'],
    ] as const) {
      const { given, shown } = await asked([line], (desk) => reviewGaps(desk, { analysis, said: null }, never));
      assert.deepEqual(given, { decision });
      assert.match(shown, /t threshold \(refine\)/);
    }
  });

  test('names hands that edited the file, and what pulls an axis down', async () => {
    const finding = { id: 'REQ-002', rule: 'ambiguous' as const, found: 'fast', message: 'm', suggestion: '' };
    const low = {
      ...{ ...analysis, axes: { clarity: 0.5, coverage: 0.9 }, findings: [finding] },
      reasons: { clarity: 'One of two requirements has findings.', coverage: 'All goals have one.' },
    };
    const gate = { analysis: low, said: null, edits: ['REQ-003 was added.', 'REQ-004 was removed.'] };
    const { shown } = await asked(['r'], (desk) => reviewGaps(desk, gate, never));
    assert.match(shown, /edited by hand:\n {3}- REQ-003 was added\.\n {3}- REQ-004 was removed\./);
    assert.match(shown, /50 %\n +One of two requirements has findings\.\n +REQ-002: ambiguous \("fast"\)/);
    assert.doesNotMatch(shown, /All goals have one/);
  });

  test("is the person's alone when the rounds are used up", async () => {
    const used = { ...analysis, refined: 5 };
    await assert.rejects(
      asked(['t'], (desk) => reviewGaps(desk, { analysis: used, said: null }, never)),
      BadUse,
    );
  });

  test('can be talked about first', async () => {
    const { given } = await asked(['m look at security'], (desk) => reviewGaps(desk, { analysis, said: null }, never));
    assert.deepEqual(given, { message: 'look at security' });
  });

  test('shows what the agent answers to a message, just above the keys', async () => {
    const gate = { analysis, said: 'Two devices are one user.', isAnswered: true };
    const { shown } = await asked(['p'], (desk) => reviewGaps(desk, gate, never));
    assert.match(shown, /By the threshold[\s\S]*Two devices are one user\.\n\n r refine/);
  });

  test('is not there while the agent only asks', async () => {
    const { given, shown } = await asked(['m yes'], (desk) =>
      reviewGaps(desk, { analysis: null, said: 'Which users?' }, never),
    );
    assert.deepEqual(given, { message: 'yes' });
    assert.match(shown, /Which users\?/);
    assert.doesNotMatch(shown, /proceed/);
  });
});
