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
  for (const unit of ['. ', '- a\n', '\n', ' ', '!?', '|\n', '| -', '|-\n', ' :', 'Ab cd. ']) {
    const begun = process.cpuUsage();
    sentencesIn(unit.repeat(500_000 / unit.length));
    assert.ok(process.cpuUsage(begun).user < 5_000_000, unit);
  }
});
