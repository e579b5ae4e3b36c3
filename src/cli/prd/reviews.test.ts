// The four reviews as a person goes through them: keys, lines, going back, leaving, and what comes of it.

import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { Requirement } from '../../documents/requirement.ts';
import { BadUse } from '../exit-codes.ts';
import { BACK, LEAVE } from '../prompt.ts';
import type { Desk } from './desk.ts';
import { LineDesk } from './line-desk.ts';
import { readRequirementText, requirementText } from './modify-requirement.ts';
import { type DocumentGate, reviewDocument } from './review-document.ts';
import { reviewGaps } from './review-gaps.ts';
import { type RequirementsGate, reviewRequirements } from './review-requirements.ts';
import { TerminalDesk } from './terminal-desk.ts';

const never = new AbortController().signal;

/** Asks with these lines on stdin, and gives what was answered and shown. */
async function asked<T>(lines: readonly string[], ask: (desk: Desk) => Promise<T>) {
  const out = new PassThrough();
  let shown = '';
  out.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const desk = new LineDesk(Readable.from(lines.map((line) => `${line}\n`)), out);
  try {
    return { given: await ask(desk), shown };
  } finally {
    desk.close();
  }
}

/** A terminal of 80 columns that is a stream: what is typed goes in, what is shown comes out. */
function fakeTerminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const out = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  let [shown, hasLeft] = ['', false];
  out.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const desk = new TerminalDesk(input as unknown as NodeJS.ReadStream, out as unknown as NodeJS.WriteStream, () => {
    hasLeft = true;
  });
  const sees = async (expected: RegExp): Promise<void> => {
    for (let looks = 0; !expected.test(stripVTControlCharacters(shown)); looks++) {
      assert.ok(looks < 2000, `Expected ${expected} in:\n${shown}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    shown = '';
  };
  return { desk, sees, types: (keys: string) => input.write(keys), hasLeft: () => hasLeft };
}

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

const item = (id: string): Requirement => ({
  ...{ id, title: `Title of ${id}`, description: `The system shall do ${id} fast.` },
  ...{ priority: 'high', category: 'Data' },
});

function gateOf(more: Partial<RequirementsGate> = {}): RequirementsGate & { readonly kept: unknown[] } {
  const kept: unknown[] = [];
  return {
    ...{ proposed: ['REQ-001', 'REQ-002', 'REQ-003'].map(item), findings: [], leftOut: [], verdicts: {}, kept },
    keep: (verdicts) => kept.push(verdicts),
    ...more,
  };
}

const approve = { verdict: 'approve' };

describe('requirements', () => {
  test('are decided one by one, and sent after a summary', async () => {
    const gate = gateOf();
    const { given, shown } = await asked(['a', 'r not now', 'o', 'another team does it', 'S'], (desk) =>
      reviewRequirements(desk, gate, never),
    );
    assert.deepEqual(given, {
      feedback: '',
      verdicts: {
        'REQ-001': approve,
        'REQ-002': { verdict: 'reject', reason: 'not now' },
        'REQ-003': { verdict: 'out-of-scope', reason: 'another team does it' },
      },
    });
    assert.match(shown, /Your review {2}1 approved, 0 modified, 1 rejected, 1 out of scope/);
    assert.equal(gate.kept.length, 3);
  });

  test('can be gone back to, and changed in the summary', async () => {
    const { given } = await asked(['a', 'b', 'r wrong', 'A', 'c REQ-002', 'r twice', 'F look closer'], (desk) =>
      reviewRequirements(desk, gateOf(), never),
    );
    assert.deepEqual(given, {
      feedback: 'look closer',
      verdicts: {
        'REQ-001': { verdict: 'reject', reason: 'wrong' },
        'REQ-002': { verdict: 'reject', reason: 'twice' },
        'REQ-003': approve,
      },
    });
  });

  test('the rest can be rejected for one reason', async () => {
    const { given } = await asked(['a', 'R too early', 'S'], (desk) => reviewRequirements(desk, gateOf(), never));
    const early = { verdict: 'reject', reason: 'too early' };
    assert.deepEqual(given, { feedback: '', verdicts: { 'REQ-001': approve, 'REQ-002': early, 'REQ-003': early } });
  });

  test("the lint's wording is taken, and what it leaves open is filled in", async () => {
    const finding = { id: 'REQ-001', rule: 'ambiguous' as const, found: 'fast', message: 'm' };
    const findings = [{ ...finding, suggestion: 'The system shall do it within <number> s.' }];
    const lines = ['s', 'The system shall do it within 2 s.', 'A', 'send'];
    const { given, shown } = await asked(lines, (desk) => reviewRequirements(desk, gateOf({ findings }), never));
    assert.deepEqual((given as { verdicts: object }).verdicts, {
      'REQ-001': {
        verdict: 'modify',
        notes: 'Reworded as the lint suggests (ambiguous).',
        change: { description: 'The system shall do it within 2 s.' },
      },
      'REQ-002': approve,
      'REQ-003': approve,
    });
    assert.match(shown, /\+ The system shall do it within 2 s\./);
    await assert.rejects(
      asked(['s', 'within <number> s'], (desk) => reviewRequirements(desk, gateOf({ findings }), never)),
      /Expected something in place of <number>/,
    );
  });

  test('one is modified field by field, where empty lines keep what is there', async () => {
    const { VISUAL, EDITOR, ...rest } = process.env;
    process.env = rest;
    try {
      const { given } = await asked(['m', 'Better', '', 'low', '', 'clearer', 'A', 'S'], (desk) =>
        reviewRequirements(desk, gateOf(), never),
      );
      assert.deepEqual((given as { verdicts: Record<string, unknown> }).verdicts['REQ-001'], {
        ...{ verdict: 'modify', notes: 'clearer', change: { title: 'Better', priority: 'low' } },
      });
    } finally {
      process.env = { ...rest, ...(VISUAL && { VISUAL }), ...(EDITOR && { EDITOR }) };
    }
  });

  test('what was decided before leaving is not asked again', async () => {
    const verdicts = {
      'REQ-001': { verdict: 'reject' as const, reason: 'no' },
      'REQ-900': approve as { verdict: 'approve' },
    };
    const { given, shown } = await asked(['a', 'a', 'S'], (desk) =>
      reviewRequirements(desk, gateOf({ verdicts }), never),
    );
    assert.deepEqual((given as { verdicts: object }).verdicts, {
      ...{ 'REQ-001': verdicts['REQ-001'], 'REQ-002': approve, 'REQ-003': approve },
    });
    assert.match(shown, /You decided 1 of them before/);
  });

  test('the text for an editor is read back as it was written', () => {
    const read = readRequirementText(requirementText(item('REQ-001')));
    const { id: _, ...fields } = item('REQ-001');
    assert.deepEqual(read, { ...fields, notes: '' });
    assert.match(
      JSON.stringify(readRequirementText('Title: x\nPriority: urgent\nCategory: y\n\nd')),
      /found \\"urgent\\"/,
    );
    assert.match(JSON.stringify(readRequirementText('Title: x')), /category and description/);
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

  test('is not there while the agent only asks', async () => {
    const { given, shown } = await asked(['m yes'], (desk) =>
      reviewGaps(desk, { analysis: null, said: 'Which users?' }, never),
    );
    assert.deepEqual(given, { message: 'yes' });
    assert.match(shown, /Which users\?/);
    assert.doesNotMatch(shown, /proceed/);
  });
});
