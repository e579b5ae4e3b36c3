// What the reviews of a PRD run put on the screen: within its width, without a way to move the cursor.

import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { Gap } from '../../documents/gap.ts';
import type { ItemVerdict, Requirement } from '../../documents/requirement.ts';
import type { AnyEvent } from '../../engine/events.ts';
import type { ShownRun } from '../../runtime/run-driver.ts';
import { paintFor } from '../paint.ts';
import { widthOf } from '../shown-text.ts';
import { terminalText } from '../terminal-text.ts';
import { keyLines } from './desk.ts';
import type { Look } from './look.ts';
import type { PrdResult } from './prd-result.ts';
import { Progress } from './progress.ts';
import { sectionChanges } from './section-changes.ts';
import { diffLines, diffSummary } from './show-diff.ts';
import { endLines } from './show-end.ts';
import { gapLines, thresholdText } from './show-gaps.ts';
import { markdownLines, outlineLines } from './show-markdown.ts';
import { alikeLines, countsOf, countsText, leftOutLines, requirementLines, summaryLines } from './show-requirement.ts';

const plain = (width = 80): Look => ({ paint: paintFor({}, {}), width });
const painted = (width = 80): Look => ({ paint: paintFor({ isTTY: true }, {}), width });

const BRIEF = [
  '# Offline documents',
  '',
  '## Overview',
  'Field workers read **signed** documents where there is no network, and what they wrote down is sent later.',
  '',
  '## Goals',
  '- Read a document without network for as long as a whole working day takes, wherever the device is.',
  '- Send notes later',
  '',
].join('\n');

const item = (id: string, more: Partial<Requirement> = {}): Requirement => ({
  id,
  title: 'Pick documents',
  description: 'The system shall let the user pick documents for offline use.',
  priority: 'high',
  category: 'Offline',
  ...more,
});

const HOSTILE = 'safe\u001b[2J\u001b]0;title\u0007\u009b31m\rover\u0000';

function assertFits(lines: readonly string[], width: number): void {
  for (const line of lines) {
    const bare = stripVTControlCharacters(line);
    assert.ok(widthOf(bare) <= width, `${widthOf(bare)} columns in ${width}: ${bare}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    assert.doesNotMatch(bare, /[\u0000-\u001f\u007f-\u009f]/);
  }
}

/** Colours are the only sequences there are. */
function assertOnlyColours(lines: readonly string[]): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  assert.doesNotMatch(lines.join('\n').replace(/\u001b\[\d{1,2}m/g, ''), /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
}

describe('a document', () => {
  test('without colours it is its source, wrapped under its own beginning', () => {
    const lines = markdownLines(BRIEF, plain(40));
    assertFits(lines, 40);
    assert.equal(lines[0], '# Offline documents');
    const at = lines.indexOf('- Read a document without network for as');
    assert.equal(lines[at + 1], '  long as a whole working day takes,');
  });

  test('with colours headings and bullets have their own look', () => {
    const lines = markdownLines(BRIEF, painted()).map(terminalText);
    assert.equal(lines[0], '\u001b[1mOffline documents\u001b[22m');
    assert.ok(lines.some((line) => line.startsWith('• Read a document')));
    assert.ok(lines.some((line) => line.includes('\u001b[1msigned\u001b[22m')));
    assertOnlyColours(lines);
  });

  test('its outline has the headings with their lines, and none out of code', () => {
    const text = '# One\n\n```\n# no heading\n```\n\n## Two\n';
    assert.deepEqual(outlineLines(text, plain()), ['One  (line 1)', '  Two  (line 7)']);
  });

  test('a table has aligned columns, wrapped where the screen is narrow', () => {
    const text = '| Id | What it is |\n| --- | :-: |\n| REQ-001 | Pick documents |\n| R | a \\| b |\n\nend';
    assert.deepEqual(markdownLines(text, plain()), [
      'Id       What it is',
      '-------  --------------',
      'REQ-001  Pick documents',
      'R        a | b',
      '',
      'end',
    ]);
    const narrow = markdownLines(`| A | ${'long words '.repeat(9)} |\n| --- | --- |\n| 1 | 2 |`, plain(30));
    assertFits(narrow, 30);
    assert.ok(narrow.length > 4);
    assertFits(markdownLines(`|${' long |'.repeat(20)}\n|${' --- |'.repeat(20)}\n`, plain(30)), 30);
    assertOnlyColours(markdownLines(`| ${HOSTILE} |\n| --- |\n| ${HOSTILE} |`, painted(30)));
  });

  test('nothing in it moves the cursor', () => {
    for (const look of [plain(30), painted(30)]) {
      const lines = markdownLines(`# ${HOSTILE}\n- ${HOSTILE}\n${HOSTILE}`, look);
      assertOnlyColours(lines);
      assertFits(lines, 30);
    }
  });
});

describe('a difference', () => {
  test('shows what changed with a little around it, and how much is hidden', () => {
    const before = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n');
    const after = before.replace('line 10', 'line ten');
    assert.deepEqual(diffLines(before, after, plain()), [
      '  … 8 lines unchanged',
      '  line 8',
      '  line 9',
      '- line 10',
      '+ line ten',
      '  line 11',
      '  line 12',
      '  … 7 lines unchanged',
    ]);
    assert.equal(diffSummary(before, after), '1 line added, 1 removed');
  });

  test('a long bullet hangs under its first word', () => {
    const [added, more] = diffLines('', `- ${'word '.repeat(12)}end`, plain(40));
    assert.match(added ?? '', /^\+ - word/);
    assert.match(more ?? '', /^ {4}word/);
  });

  test('marks the words that changed inside a line', () => {
    const [, added] = diffLines('The app is fast now', 'The app is quick now', painted()).map(terminalText);
    assert.ok(added?.includes('\u001b[1m\u001b[32mquick\u001b[39m\u001b[22m'), added);
  });

  test('there is none between equal texts, and hostile text stays text', () => {
    assert.deepEqual(diffLines('a\n', 'a', plain()), []);
    assertOnlyColours(diffLines(`a ${HOSTILE}`, `b ${HOSTILE}`, painted()));
  });
});

describe('requirements', () => {
  const finding = {
    ...{ id: 'REQ-001', rule: 'ambiguous' as const, found: 'fast' },
    ...{ message: 'nobody can test "fast"', suggestion: 'When a document is opened, the system shall show it in 2 s.' },
  };

  test('one is shown with its place and what the lint found', () => {
    const text = requirementLines(item('REQ-001'), '1 of 3', [finding], plain(60)).join('\n');
    assert.match(text, / REQ-001 Pick documents\n high · Offline · 1 of 3/);
    assert.match(text, /! ambiguous "fast": nobody can test "fast"/);
    assert.match(text, /1 → When a document is opened/);
  });

  test('none is wider than the screen, nor more than text', () => {
    const lines = requirementLines(
      item('REQ-001', { title: HOSTILE, description: HOSTILE, category: HOSTILE }),
      '',
      [{ ...finding, found: HOSTILE, message: `${HOSTILE} ${'long '.repeat(30)}`, suggestion: HOSTILE }],
      painted(40),
    );
    assertOnlyColours(lines);
    assertFits(lines, 40);
  });

  test('the summary counts and numbers them, and says what was said', () => {
    const verdicts = new Map<string, ItemVerdict>([
      ['REQ-001', { verdict: 'approve' }],
      ['REQ-002', { verdict: 'reject', reason: 'not now' }],
      ['REQ-003', { verdict: 'modify', notes: 'clearer', change: { title: 'x' } }],
    ]);
    const proposed = ['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004'].map((id) => item(id));
    assert.equal(countsText(countsOf(proposed, verdicts)), '1 approved, 1 modified, 1 rejected, 1 to decide');
    const text = summaryLines(proposed, verdicts, () => [], plain()).join('\n');
    assert.match(text, / {3}2 {2}✗ REQ-002 {2}Pick documents\n {8}rejected: not now/);
    assert.match(text, /modified \(title\): clearer/);
    assert.match(text, /· REQ-004.*\n {8}not decided/);
  });

  test('what was left out names what it repeats', () => {
    const left = [{ id: 'REQ-009', title: 'Pick files', of: 'REQ-001', kind: 'near' }];
    assert.match(
      leftOutLines(left, plain()).join('\n'),
      /1 proposal left out, because.*\n {3}REQ-009 Pick files: says nearly the same as REQ-001/,
    );
    assert.deepEqual(leftOutLines([], plain()), []);
  });
});

describe('a gap analysis', () => {
  const gap = (id: string, severity: Gap['severity']): Gap => ({
    ...{ id, severity, title: `Gap ${id}`, description: 'Nobody says how.', category: 'Data', impact: 'It is late.' },
    suggestedRequirements: [{ title: 'Say how', description: 'x', priority: 'low', category: 'Data' }],
  });
  const analysis = {
    score: 0.72,
    axes: { coverage: 0.5 },
    gaps: [gap('GAP-001', 'low'), gap('GAP-002', 'critical')],
    round: 1,
    refined: 0,
  };

  test('has the score as a word and a bar, and the worst gaps first', () => {
    const text = gapLines(analysis, plain()).join('\n');
    assert.match(text, / Fair 72 % {2}█{22}░{8}\n +↑ 80 %/);
    assert.match(text, /coverage {2}█{6}░{6} 50 %/);
    assert.ok(text.indexOf('GAP-002') < text.indexOf('GAP-001'));
    assert.match(text, /72 % is below 80 %, so requirements for the gaps are proposed/);
  });

  test('the threshold says what it would do, and when it no longer decides', () => {
    assert.match(thresholdText({ score: 0.8, refined: 0 }), /80 % reaches 80 %, so the PRD is written/);
    assert.match(thresholdText({ score: 0.5, refined: 5 }), /decides no more/);
    assert.match(thresholdText({ score: null, refined: 0 }), /you have to/);
  });

  test('fits a narrow screen', () => {
    assertFits(
      gapLines({ ...analysis, gaps: [{ ...gap('GAP-001', 'high'), description: HOSTILE.repeat(9) }] }, painted(40)),
      40,
    );
  });
});

test('the keys take as many lines as they need', () => {
  const keys = ['approve', 'request changes', 'edit', 'leave'].map((label) => ({ key: label.charAt(0), label }));
  assert.deepEqual(keyLines(keys, plain(40)), [' a approve   r request changes   e edit', ' l leave']);
});

describe('an edited document', () => {
  test('becomes one modification for each changed, new and removed section', () => {
    const before = '# Title\n\n## Goals\n- a\n\n## Scope\nall\n\n## Status\nDraft\n';
    const after = '# Title\n\n## Goals\n- a\n- b\n\n## Status\nDraft\n\n## Risks\nnone\n';
    assert.deepEqual(sectionChanges(before, after, 'Because.'), [
      { section: 'Goals', modificationReason: 'Because.', requestedContent: '- a\n- b' },
      { section: 'Risks', modificationReason: 'Because.', requestedContent: 'none' },
      { section: 'Scope', modificationReason: 'Because. The section was taken out.', requestedContent: '' },
    ]);
  });

  test('a new title is asked for by that name, and headings in code are none', () => {
    const [only, ...others] = sectionChanges('# Old\n\n## A\nx\n', '# New\n\n## A\nx\n', 'r');
    assert.deepEqual([only?.section, only?.requestedContent, others.length], ['Title', 'New', 0]);
    assert.deepEqual(sectionChanges('## A\n```\n## B\n```\n', '## A\n```\n## B\n```\n', 'r'), []);
  });
});

describe('the end', () => {
  const result: PrdResult = {
    ...{ run: 'run_1', status: 'failed', featureId: 'x-y', project: '/p', files: [], conflicts: [], score: null },
    ...{ counts: { approved: 2, modified: 0, rejected: 0, outOfScope: 0 }, messages: ['It broke.'], stopped: null },
    decided: [{ step: 'RR', what: '2 approved', by: 'user:local' }],
  };

  test('of a failed run names the command that tries it again, where that can be', () => {
    const text = endLines(result, plain(), { folder: '/p', flags: '', canRetry: true }).join('\n');
    assert.match(text, /Next\n {3}signoff runs retry run_1\n {3}signoff prd --resume run_1\n/);
    assert.doesNotMatch(endLines(result, plain(), { folder: '/p', flags: '' }).join('\n'), /retry/);
  });

  test('counts nothing that is not there, and tells what was kept unsent', () => {
    const left: PrdResult = { ...result, status: 'open', stopped: { why: 'left' } };
    const text = endLines(left, plain(), { folder: '/p', flags: '', unsent: 5 }).join('\n');
    assert.match(text, /requirements {3}2 approved\n/);
    assert.match(text, /nothing is lost\.\n {3}5 verdicts kept, not sent\./);
  });
});

test('what holds the steps together is not told as progress', () => {
  const out = new PassThrough();
  const progress = new Progress(out, plain().paint, () => 0);
  const run = { state: { tasks: new Map() }, workflow: { steps: [] } } as unknown as ShownRun;
  for (const [at, step] of ['Init', 'IC', 'Error'].entries()) {
    progress.hear(run, { type: 'TaskOpened', at: 0, actor: 'engine', data: { task: at, step } } as unknown as AnyEvent);
    progress.hear(run, { type: 'TaskFailed', at: 0, data: { task: at, error: {} } } as unknown as AnyEvent);
  }
  assert.equal(out.read(), null);
});

test('a proposal that is like another and differs stands beside it, with what differs', () => {
  const own = item('REQ-004', { description: 'The clerk calls the guest.' });
  const other = { ofTitle: 'A', ofDescription: 'The guest calls the clerk.', ofStanding: 'approved' };
  const pair = { id: 'REQ-004', of: 'REQ-001', differs: ['actor', 'object'], ...other };
  const lines = alikeLines(own, [pair], plain(100));
  assert.deepEqual(lines, [
    '',
    '   = Much like REQ-001 (approved), but differs in actor, object:',
    '     REQ-004  The clerk calls the guest.',
    '     REQ-001  A: The guest calls the clerk.',
  ]);
});

test('the assessment of a gap analysis is shown with its parts', () => {
  const assessment = {
    ...{ summary: 'Ready but for one matter.', axes: { coverage: 0.9 } },
    ...{ strengths: ['Every goal is covered.'], weaknesses: ['No limits.'], improvements: ['Name a limit.'] },
  };
  const shown = { score: 0.8, axes: { coverage: 0.9 }, gaps: [], round: 1, refined: 0, assessment };
  const text = gapLines(shown, plain(100)).join('\n');
  assert.match(
    text,
    / Ready but for one matter\.\n\n Strengths\n {3}- Every goal is covered\.\n\n Weaknesses\n {3}- No limits\./,
  );
});
