// What reviews put on the screen: within its width, without a way to move the cursor.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { itemOf, itemsReview } from '../../../test/support/items-review.ts';
import type { ChoiceReview, Fact, ItemVerdict } from '../../ports/review.ts';
import { paintFor } from '../paint.ts';
import { widthOf } from '../shown-text.ts';
import { terminalText } from '../terminal-text.ts';
import { keyLines } from './review-terminal.ts';
import { sectionChanges } from './section-changes.ts';
import { choiceLines } from './show-choice.ts';
import { diffLines, diffSummary } from './show-diff.ts';
import { alikeLines, countsText, itemLines, leftOutLines, summaryLines } from './show-items.ts';
import { markdownLines, outlineLines } from './show-markdown.ts';
import type { Theme } from './theme.ts';

const plain = (width = 80): Theme => ({ paint: paintFor({}, {}), width });
const painted = (width = 80): Theme => ({ paint: paintFor({ isTTY: true }, {}), width });

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
    for (const theme of [plain(30), painted(30)]) {
      const lines = markdownLines(`# ${HOSTILE}\n- ${HOSTILE}\n${HOSTILE}`, theme);
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

describe('items', () => {
  const finding = {
    ...{ rule: 'ambiguous', found: 'fast', message: 'nobody can test "fast"', isWording: true },
    suggestion: 'When a document is opened, the system shall show it in 2 s.',
  };

  test('one is shown with its place and what the lint found', () => {
    const text = itemLines(itemOf('REQ-001', {}, { findings: [finding] }), '1 of 3', plain(60)).join('\n');
    assert.match(text, / REQ-001 Pick documents\n high · Offline · 1 of 3/);
    assert.match(text, /! ambiguous "fast": nobody can test "fast"/);
    assert.match(text, /1 → When a document is opened/);
  });

  test('none is wider than the screen, nor more than text', () => {
    const findings = [{ ...finding, found: HOSTILE, message: `${HOSTILE} ${'long '.repeat(30)}`, suggestion: HOSTILE }];
    const item = itemOf('REQ-001', { title: HOSTILE, description: HOSTILE, category: HOSTILE }, { findings });
    const lines = itemLines(item, '', painted(40));
    assertOnlyColours(lines);
    assertFits(lines, 40);
  });

  test('the summary counts and numbers them, and says what was said', () => {
    const verdicts = new Map<string, ItemVerdict>([
      ['REQ-001', { verdict: 'approve' }],
      ['REQ-002', { verdict: 'reject', reason: 'not now' }],
      ['REQ-003', { verdict: 'modify', notes: 'clearer', change: { title: 'x' } }],
    ]);
    const review = itemsReview(['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004'].map((id) => itemOf(id)));
    assert.equal(countsText(review, verdicts), '1 approved, 1 modified, 1 rejected, 1 to decide');
    const text = summaryLines(review, verdicts, new Map(), plain()).join('\n');
    assert.match(text, / {3}2 {2}✗ REQ-002 {2}Pick documents\n {8}rejected: not now/);
    assert.match(text, /~ REQ-003 {2}x\n {8}modified \(title\): clearer/);
    assert.match(text, /· REQ-004.*\n {8}not decided/);
  });

  test('what was left out names what it repeats', () => {
    const left = [{ id: 'REQ-009', title: 'Pick files', why: 'says nearly the same as REQ-001' }];
    assert.match(
      leftOutLines(itemsReview([], left), plain()).join('\n'),
      /1 proposal left out, because.*\n {3}REQ-009 Pick files: says nearly the same as REQ-001/,
    );
    assert.deepEqual(leftOutLines(itemsReview([]), plain()), []);
  });

  test('a proposal that is like another and differs stands beside it, with what differs', () => {
    const other = { id: 'REQ-001', title: 'A', text: 'The guest calls the clerk.', standing: 'approved' };
    const alike = [{ ...other, differs: ['actor', 'object'] }];
    const own = itemOf('REQ-004', { description: 'The clerk calls the guest.' }, { alike });
    assert.deepEqual(alikeLines(own, plain(100)), [
      '',
      '   = Much like REQ-001 (approved), but differs in actor, object:',
      '     REQ-004  The clerk calls the guest.',
      '     REQ-001  A: The guest calls the clerk.',
    ]);
  });
});

describe('a choice', () => {
  const fact = (name: string, text: string, more: Partial<Fact> = {}): Fact => ({
    ...{ name, text, share: null, level: 'plain', details: [], ...more },
  });
  const choice = (groups: ChoiceReview['groups']): ChoiceReview => ({
    ...{ kind: 'choice', title: 'Figures', about: 'of today', notices: [], note: 'So it is.', options: [] },
    ...{ groups, said: null, canSay: false },
  });

  test('has a large figure with the mark where it is enough, and small ones under each other', () => {
    const groups = [
      {
        ...{ title: null, level: 'plain' as const },
        facts: [fact('Fair', '72 %', { share: 0.72, enough: 0.8, level: 'fair' })],
      },
      {
        ...{ title: null, level: 'plain' as const },
        facts: [fact('coverage', '50 %', { share: 0.5, details: ['Two are missing.'] }), fact('form', 'not judged')],
      },
    ];
    assert.deepEqual(choiceLines(choice(groups), plain()), [
      ...['', ' Figures  of today', ''],
      ` Fair 72 %  ${'█'.repeat(22)}${'░'.repeat(8)}`,
      `${' '.repeat(36)}↑ 80 %`,
      '',
      `   coverage  ${'█'.repeat(6)}${'░'.repeat(6)} 50 %`,
      '             Two are missing.',
      '   form      not judged',
      ...['', ' So it is.'],
    ]);
  });

  test('lists facts under their headings, with details where there is room', () => {
    const details = ['Nobody says how.', 'Impact: It is late.', '+ Say how'];
    const review = choice([
      { title: 'Strengths', level: 'plain', facts: [fact('Every goal is covered.', '')] },
      { title: 'high', level: 'poor', facts: [fact('GAP-001', 'No limits (Data)', { details })] },
      { title: 'Nothing else was found.', level: 'plain', facts: [] },
    ]);
    const lines = choiceLines(review, plain());
    assert.match(
      lines.join('\n'),
      / Strengths\n {3}- Every goal is covered\.\n\n high\n {3}GAP-001 {2}No limits \(Data\)/,
    );
    assert.match(lines.join('\n'), /\n {12}Nobody says how\.\n {12}Impact: It is late\.\n {12}\+ Say how\n/);
    assert.match(lines.join('\n'), /\n\n Nothing else was found\.\n/);
    assert.doesNotMatch(choiceLines(review, plain(), 'titles').join('\n'), /Nobody says how/);
  });

  test('fits a narrow screen', () => {
    const hostile = fact(HOSTILE, HOSTILE.repeat(9), { details: [HOSTILE.repeat(9)] });
    const groups = [
      { title: HOSTILE, level: 'poor' as const, facts: [hostile, fact(HOSTILE, '')] },
      { title: null, level: 'plain' as const, facts: [fact(HOSTILE, '', { level: 'fair' })] },
    ];
    const lines = choiceLines(choice(groups), painted(40));
    assertOnlyColours(lines);
    assertFits(lines, 40);
  });
});

test('the keys take as many lines as they need', () => {
  const keys = ['approve', 'request changes', 'edit', 'leave'].map((label) => ({ key: label.charAt(0), label }));
  assert.deepEqual(keyLines(keys, plain(40)), [' a approve   r request changes   e edit', ' l leave']);
});

describe('an edited document', () => {
  test('becomes one change for each changed, new and removed section', () => {
    const before = '# Title\n\n## Goals\n- a\n\n## Scope\nall\n\n## Status\nDraft\n';
    const after = '# Title\n\n## Goals\n- a\n- b\n\n## Status\nDraft\n\n## Risks\nnone\n';
    assert.deepEqual(sectionChanges(before, after, 'Because.'), [
      { section: 'Goals', reason: 'Because.', text: '- a\n- b' },
      { section: 'Risks', reason: 'Because.', text: 'none' },
      { section: 'Scope', reason: 'Because. The section was taken out.', text: '' },
    ]);
  });

  test('a new title is asked for by that name, and headings in code are none', () => {
    const [only, ...others] = sectionChanges('# Old\n\n## A\nx\n', '# New\n\n## A\nx\n', 'r');
    assert.deepEqual([only?.section, only?.text, others.length], ['Title', 'New', 0]);
    assert.deepEqual(sectionChanges('## A\n```\n## B\n```\n', '## A\n```\n## B\n```\n', 'r'), []);
  });
});
