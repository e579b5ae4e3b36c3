// Documents as a person reviews them: keys, lines, pages, leaving, and what is decided.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asked, fakeTerminal, never } from '../../../test/support/review-terminals.ts';
import type { DocumentDecision } from '../../ports/review.ts';
import { BadUse } from '../exit-codes.ts';
import { BACK, LEAVE, type PromptResult } from '../prompt.ts';
import { DocumentDraft, NO_WORDS } from './document-draft.ts';
import { reviewDocument, type ShownDocument } from './review-document.ts';
import { type ReviewTerminal, withNotice } from './review-terminal.ts';
import { hangingLines } from './theme.ts';

const TEXT = '# Offline\n\n## Goals\n- Read\n';
const document: ShownDocument = {
  ...{ kind: 'document', title: 'Brief', notices: [], text: TEXT, before: null, round: 1 },
  ...{ file: 'brief.md', path: 'notes/offline/brief.md', isWritten: true, fixed: [], sections: null },
  ...{ doubts: [], assumptions: [], edited: null, canStartOver: true },
};
const APPROVED = { kind: 'document', verdict: 'approve' };

const review = (
  terminal: ReviewTerminal,
  shown: ShownDocument,
  signal = never,
): Promise<PromptResult<DocumentDecision>> => reviewDocument(terminal, shown, 'signoff thing --resume', signal);

describe('a document', () => {
  test('is shown and approved', async () => {
    const { given, shown } = await asked(['a'], (terminal) => review(terminal, document));
    assert.deepEqual(given, APPROVED);
    assert.match(shown, /## Goals\n - Read/);
  });

  test('is sent back with feedback on the same line or the next', async () => {
    for (const lines of [['c name the readers'], ['# a remark', '', 'c', 'name the readers']]) {
      const { given } = await asked(lines, (terminal) => review(terminal, document));
      assert.deepEqual(given, { kind: 'document', verdict: 'change', feedback: 'name the readers' });
    }
  });

  test('that is only edited takes no words: the keys for them are not offered', async () => {
    const gate = { ...document, isEditedOnly: true };
    const { given, shown } = await asked(['?', 'a'], (terminal) => review(terminal, gate));
    assert.deepEqual(given, APPROVED);
    assert.match(shown, /edit/);
    assert.doesNotMatch(shown, /request changes|change a section/);
    await assert.rejects(
      asked(['c', 'less of it'], (terminal) => review(terminal, gate)),
      BadUse,
    );
  });

  test('only the sections that may change can be named, where the review says which', async () => {
    const gate = { ...document, sections: ['Overview', 'Goals'] };
    const { given, shown } = await asked(['s', '2', 'Name the readers.'], (terminal) => review(terminal, gate));
    assert.match(shown, / {3}1 {2}Overview\n {3}2 {2}Goals\n/);
    const changes = [{ section: 'Goals', reason: 'Name the readers.', text: '' }];
    assert.deepEqual(given, { kind: 'document', verdict: 'change', feedback: 'Name the readers.', changes });
  });

  test('a section is named by its number, its name or as much of it as only one has', async () => {
    const sections = ['HLD: Security', 'LLD: API Endpoints', 'LLD: Use Case to API Map', 'Database: Indexes'];
    for (const name of ['2', 'api endpoints', 'API Endpoints', 'lld: api endpoints', 'endpoints']) {
      const { given } = await asked(['s', name, 'More.'], (terminal) => review(terminal, { ...document, sections }));
      const { changes } = given as DocumentDecision;
      assert.equal(changes?.[0]?.section, 'LLD: API Endpoints', name);
    }
    await assert.rejects(
      asked(['s', 'lld', 'More.'], (terminal) => review(terminal, { ...document, sections })),
      (thrown) => thrown instanceof BadUse && /Several sections fit: LLD: API Endpoints, LLD: Use/.test(thrown.message),
    );
  });

  test('an edit in a part is named by the part, and is kept until it is sent', async () => {
    const before = process.env.VISUAL;
    process.env.VISUAL = 'sed -i "s/two/three/"';
    const text =
      '---\nstatus: REVIEW\nbrief: "a\\nb"\n---\n\n# All\n\n# Low\n\n## Logic\none\n\n# Base\n\n## Logic\ntwo\n';
    const parts = [
      { heading: 'Low', name: 'LLD' },
      { heading: 'Base', name: 'DB' },
    ];
    const kept: (string | null)[] = [];
    const draft = new DocumentDraft(NO_WORDS, (words) => kept.push(words.text));
    try {
      const gate = { ...document, text, parts };
      const { given, shown } = await asked(['e', 's', ''], (terminal) =>
        reviewDocument(terminal, gate, 'signoff thing --resume', never, draft),
      );
      const changes = [{ section: 'DB: Logic', reason: 'Edited in the review.', text: 'three' }];
      assert.deepEqual(given, { kind: 'document', verdict: 'change', changes });
      assert.deepEqual(kept, [text.replace('two', 'three')]);
      assert.match(shown, /status REVIEW\n\n # All/);
      assert.doesNotMatch(shown.split('> e')[0] ?? '', /brief:/);
      const again = await asked(['q'], (terminal) => reviewDocument(terminal, gate, 'signoff', never, draft));
      assert.match(again.shown, /your edit is not sent yet: "e" goes on with it\./);
    } finally {
      if (before === undefined) delete process.env.VISUAL;
      else process.env.VISUAL = before;
    }
  });

  test('starting over is offered only where it is possible', async () => {
    const { given } = await asked(['o', 'Shorter.'], (terminal) => review(terminal, document));
    assert.deepEqual(given, { kind: 'document', verdict: 'start-over', feedback: 'Shorter.' });
    await assert.rejects(
      asked(['o', 'Shorter.'], (terminal) => review(terminal, { ...document, canStartOver: false })),
      BadUse,
    );
  });

  test('names the command that goes on here, and confirms what it takes for granted', async () => {
    const gate = { ...document, assumptions: ['One device each.'] };
    const { given, shown } = await asked(['?', 'a', 'y'], (terminal) => review(terminal, gate));
    assert.match(shown, /nothing is lost: signoff thing --resume goes on here/);
    assert.match(shown, /which you confirm by approving it:\n {3}- One device each\.\n\n y they hold: approve it/);
    assert.deepEqual(given, { ...APPROVED, isConfirmed: true });
  });

  test('shows in the second round what changed, and all of it when asked', async () => {
    const second = { ...document, text: TEXT.replace('Read', 'Read offline'), before: TEXT, round: 2 };
    const { shown } = await asked(['f', 'd', 'approve'], (terminal) => review(terminal, second));
    assert.match(shown, /round 2, what changed since you saw it: 1 line added, 1 removed/);
    assert.match(shown, / - - Read\n \+ - Read offline/);
    assert.match(shown, /> f[^>]*# Offline[^>]*> d/);
  });

  test('edited in an editor becomes changes of its sections', async () => {
    const before = process.env.VISUAL;
    process.env.VISUAL = 'sed -i "s/- Read/- Read and write/"';
    try {
      const { given, shown } = await asked(['e', 's', 'both are needed'], (terminal) => review(terminal, document));
      const changes = [{ section: 'Goals', reason: 'both are needed', text: '- Read and write' }];
      assert.deepEqual(given, { kind: 'document', verdict: 'change', feedback: 'both are needed', changes });
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
    const fixed = [{ section: 'Functional Requirements', why: 'They are changed elsewhere' }];
    const gate = { ...document, text, fixed };
    const why = /Functional Requirements: They are changed elsewhere; this part of your edit is not sent\./;
    try {
      const { given, shown } = await asked(['e', 's', ''], (terminal) => review(terminal, gate));
      const changes = [{ section: 'Goals', reason: 'Edited in the review.', text: '- Write' }];
      assert.deepEqual(given, { kind: 'document', verdict: 'change', changes });
      assert.match(shown, why);
      process.env.VISUAL = 'sed -i "s/keep it/lose it/"';
      const nothing = await asked(['e', 'q'], (terminal) => review(terminal, gate));
      assert.match(nothing.shown, /There is nothing else to send/);
    } finally {
      if (before === undefined) delete process.env.VISUAL;
      else process.env.VISUAL = before;
    }
  });

  test('what speaks against signing is asked about once more', async () => {
    const gate = { ...document, doubts: ['This asks for nothing.'] };
    const { given, shown } = await asked(['a', 'b', 'a', 'y'], (terminal) => review(terminal, gate));
    assert.deepEqual(given, APPROVED);
    assert.match(shown, /This asks for nothing\.\n\n y approve it all the same/);
  });

  test('edits by hand are announced above the keys, and that of its own file can be looked at', async () => {
    const notices = ['list.md was edited by hand:', '- One was removed.', '- Two was added.'];
    const gate = { ...document, notices, edited: `${TEXT}- Mine\n` };
    const { shown } = await asked(['h', 'q'], (terminal) => review(terminal, gate));
    assert.match(
      shown,
      /list\.md was edited by hand:\n {3}- One was removed\.\n {3}- Two was added\.\n brief\.md was edited by hand /,
    );
    assert.match(shown, /h the edit by hand[\s\S]*as it was edited by hand[\s\S]*\+ - Mine/);
  });

  test('is left when nothing more comes, and a line that is no key is refused', async () => {
    assert.equal((await asked([], (terminal) => review(terminal, document))).given, LEAVE);
    await assert.rejects(
      asked(['yes please'], (terminal) => review(terminal, document)),
      (thrown) => thrown instanceof BadUse && /on line 1 of stdin, found "yes please"/.test(thrown.message),
    );
  });
});

describe('at a terminal', () => {
  test('a long document comes page by page', async () => {
    const { terminal, sees, types } = fakeTerminal();
    const text = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`).join('\n');
    const reviewing = review(terminal, { ...document, text });
    await sees(/line 16\n … 16 of 40 lines\n\n a approve .*space more/s);
    types(' ');
    await sees(/line 32\n … 32 of 40/);
    types(' ');
    await sees(/line 40\n\n a approve(?!.*space more)/s);
    types('a');
    assert.deepEqual(await reviewing, APPROVED);
    terminal.close();
  });

  test('why an answer was not taken stands just above the keys, wrapped at words', async () => {
    const { terminal, sees, types } = fakeTerminal();
    const words = `Not taken: ${'PRD.md was changed since it was shown and so on '.repeat(3)}end.`;
    const text = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`).join('\n');
    const noticed = withNotice(terminal, ({ paint, width }) => hangingLines(' ', words, width, paint.yellow));
    const reviewing = review(noticed, { ...document, text });
    await sees(
      /of 60 lines\n\n Not taken: PRD\.md was changed since [^\n]+ was changed\n since [^\n]+\n end\.\n\n a approve/,
    );
    types('q');
    assert.equal(await reviewing, LEAVE);
    terminal.close();
  });

  test('the full text has no pages, and none is made for two lines', async () => {
    const { terminal, sees, types } = fakeTerminal();
    const text = Array.from({ length: 18 }, (_, at) => `line ${at + 1}`).join('\n');
    const short = review(terminal, { ...document, text });
    await sees(/line 18\n\n a approve(?!.*space more)/s);
    types('q');
    await short;
    const long = Array.from({ length: 90 }, (_, at) => `line ${at + 1}`).join('\n');
    const reviewing = review(terminal, { ...document, text: long });
    await sees(/16 of 90 lines[\s\S]*a approve/);
    types('f');
    await sees(/line 1\n[\s\S]*line 90\n\n a approve/);
    types('q');
    await reviewing;
    terminal.close();
  });

  test('what is typed before the question, or pasted, decides nothing', async () => {
    const { terminal, sees, types } = fakeTerminal();
    types('a');
    await new Promise((resolve) => setImmediate(resolve));
    const reviewing = review(terminal, document);
    await sees(/a approve/);
    types('all readers');
    await new Promise((resolve) => setTimeout(resolve, 5));
    types('q');
    assert.equal(await reviewing, LEAVE);
    terminal.close();
  });

  test('Ctrl-C leaves, at a question and between questions', async () => {
    const { terminal, sees, types, hasLeft } = fakeTerminal();
    const reviewing = review(terminal, document);
    await sees(/a approve/);
    types('\u0003');
    assert.equal(await reviewing, LEAVE);
    assert.equal(hasLeft(), false);
    types('\u0003');
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(hasLeft(), true);
    terminal.close();
  });

  test('a question that is over is closed', async () => {
    const { terminal, sees } = fakeTerminal();
    const over = new AbortController();
    const reviewing = review(terminal, document, over.signal);
    await sees(/a approve/);
    over.abort();
    assert.equal(await reviewing, BACK);
    terminal.close();
  });
});
