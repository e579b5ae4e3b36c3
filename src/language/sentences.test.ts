import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sentencesIn } from './sentences.ts';

test('sentences end where they end, in any language', () => {
  assert.deepEqual(sentencesIn('Members book a court. Who pays? The desk!'), [
    ...['Members book a court.', 'Who pays?', 'The desk!'],
  ]);
  assert.deepEqual(sentencesIn('会員はコートを予約する。料金は後で払う。', 'ja'), [
    '会員はコートを予約する。',
    '料金は後で払う。',
  ]);
  assert.deepEqual(sentencesIn('Mitglieder buchen Plätze. Die Kasse zahlt 3,50 Euro.', 'de'), [
    ...['Mitglieder buchen Plätze.', 'Die Kasse zahlt 3,50 Euro.'],
  ]);
});

test('a list item and a paragraph end a sentence, and a line that goes on does not', () => {
  const text = 'We need:\n- booking a court\n- paying\n  at the desk\n1. reminders\n\nNo guests';
  assert.deepEqual(sentencesIn(text), ['We need:', 'booking a court', 'paying at the desk', 'reminders', 'No guests']);
});

test('each row of a table is one, as it stands, its first row too', () => {
  const rows = ['| Who | What |', '| Member | Books. Pays! |', '| Desk | z. B. sees it |'];
  const [head, ...others] = rows;
  const table = [head, '|:---|---:|', ...others].join('\n');
  assert.deepEqual(sentencesIn(`We need this:\n${table}\nNo guests. Or?`), [
    ...['We need this:', ...rows, 'No guests.', 'Or?'],
  ]);
  assert.deepEqual(sentencesIn('Wer | Was\r\n--- | ---\r\nGast | zahlt\r\n\r\nA | b. C', 'de'), [
    ...['Wer | Was', 'Gast | zahlt', 'A | b.', 'C'],
  ]);
  assert.deepEqual(sentencesIn('| a | b |\n| c | d |'), ['| a | b | | c | d |'], 'without the line it is no table');
});

test('a sentence does not end within a bracket that is closed later in its paragraph', () => {
  const portions = 'Mengen umrechnen (z. B. 4 auf 12 Portionen).';
  assert.deepEqual(sentencesIn(`${portions} Drucken.`, 'de'), [portions, 'Drucken.']);
  assert.deepEqual(sentencesIn('Show it [e.g. Monday. Or Friday] at once. Done.'), [
    ...['Show it [e.g. Monday. Or Friday] at once.', 'Done.'],
  ]);
  assert.deepEqual(sentencesIn('发送邮件（每天。不含周末）给成员。打印。', 'zh'), [
    ...['发送邮件（每天。不含周末）给成员。', '打印。'],
  ]);
  assert.deepEqual(sentencesIn('Bad :( It fails. See (a. Now b). Mend it.'), [
    ...['Bad :( It fails.', 'See (a. Now b).', 'Mend it.'],
  ]);
  assert.deepEqual(sentencesIn('Open (here. There.\n\nClosed) there. Yes.'), [
    ...['Open (here.', 'There.', 'Closed) there.', 'Yes.'],
  ]);
  assert.equal(sentencesIn(`:( ${'It fails. '.repeat(200)}:)`).length, 200, 'two smiles are no bracket');
});

test('fenced code is one, whatever stands in it; a fence that nobody closes is text', () => {
  const code = '```yaml\n# rates\na: 1. B\n\n- one\n- two\n```';
  assert.deepEqual(sentencesIn(`Read this.\n${code}\nThen go. Done.`), [
    ...['Read this.', '```yaml # rates a: 1. B - one - two ```', 'Then go.', 'Done.'],
  ]);
  assert.deepEqual(sentencesIn('- ~~~~\n  a. B\n  ~~~\n  ~~~~\n- next'), ['~~~~ a. B ~~~ ~~~~', 'next']);
  assert.deepEqual(sentencesIn('```\nOne. Two.\n\nThree.'), ['``` One.', 'Two.', 'Three.']);
});

test('a language that is not known is read as any other', () => {
  assert.deepEqual(sentencesIn('One. Two.', 'xx'), ['One.', 'Two.']);
});

test('no word is lost, whatever the text', () => {
  const bare = (text: string): string => text.replace(/\s+/g, '');
  const isMark = (line: string): boolean => /^\s*([-*+•–]|\d{1,3}[.)])\s|^[-:|\s]+$/.test(line);
  const plainLines = fc.array(fc.string({ unit: 'grapheme' }).filter((line) => !isMark(line)));
  fc.assert(
    fc.property(plainLines, (lines) => {
      const text = lines.join('\n');
      assert.equal(bare(sentencesIn(text).join('')), bare(text));
    }),
  );
});

test('a long text of ends, marks of items or blanks is read soon', () => {
  for (const unit of [
    '. ',
    '- a\n',
    '\n',
    ' ',
    '!?',
    '|\n',
    '| -',
    '|-\n',
    ' :',
    'Ab cd. ',
    '(',
    '(a. ',
    '([',
    'A. )',
    '```a\n',
    '~~~\n',
  ]) {
    const begun = process.cpuUsage();
    sentencesIn(unit.repeat(500_000 / unit.length));
    assert.ok(process.cpuUsage(begun).user < 5_000_000, unit);
  }
});
