// The last step before a terminal: hostile text is named, our own colours pass, ordinary writing stays.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { paintFor } from './paint.ts';
import { fit, fitPainted, widthOf, wrap } from './shown-text.ts';
import { drawnText, jsonText, markedSequence, terminalText, visible, withoutHidden } from './terminal-text.ts';

const paint = paintFor({ isTTY: true }, {});

describe('the last step before a terminal', () => {
  test('names what would act, turn or hide', () => {
    const cases: [string, string][] = [
      ['a\u001b[2Jb', 'a<U+001B>[2Jb'],
      ['\u001b]52;c;eA==\u0007', '<U+001B>]52;c;eA==<U+0007>'],
      ['\u009b2J', '<U+009B>2J'],
      ['a\rb\bc\u007f', 'a<U+000D>b<U+0008>c<U+007F>'],
      ['\u202egnp\u2066x\u2069', '<U+202E>gnp<U+2066>x<U+2069>'],
      ['\u200e\u200f\u061c', '<U+200E><U+200F><U+061C>'],
      ['ad\u200bmin\ufeff\u2060', 'ad<U+200B>min<U+FEFF><U+2060>'],
      ['ad\u200dmin', 'ad<U+200D>min'],
      ['a\u2028b\u2029c', 'a<U+2028>b<U+2029>c'],
      ['a\u{e0041}b', 'a<U+E0041>b'],
      ['cut \ud83d', 'cut <U+D83D>'],
    ];
    for (const [given, shown] of cases) assert.equal(terminalText(given), shown);
  });

  test('leaves the writing of people as it is', () => {
    const texts = [
      'plain\n\twith tab and lines\n',
      'grün, ❤️, 👩‍👩‍👧‍👦 👩🏽‍💻 🏳️‍🌈 ✔︎ 🇩🇪',
      'שלום עולם, مرحبا بالعالم',
      'می‌خواهم, क्‍ष, ශ්‍රී',
      '日本語 한국어 e\u0301',
      '┌─ ✓ ● │ … ⠋',
    ];
    for (const text of texts) {
      assert.equal(terminalText(text), text);
      assert.deepEqual(jsonText(text), JSON.stringify(text));
    }
  });

  test('obeys the colours and moves of this program only', () => {
    assert.equal(terminalText(paint.red('x\u001b[2J')), '\u001b[31mx<U+001B>[2J\u001b[39m');
    assert.equal(
      terminalText(`${markedSequence('[2A')}${markedSequence('[G')}${markedSequence('[?25h')}`),
      '\u001b[2A\r\u001b[?25h',
    );
    assert.equal(terminalText('\ufdd0[31mforged'), '<U+FDD0>[31mforged');
    // A mark that was cut in the middle does not count, whatever follows it.
    const cut = markedSequence('[31m').slice(0, -1);
    assert.ok(!terminalText(`${cut}[2J`).includes('\u001b'));
  });

  test('lets what draws prompts draw, and nothing more', () => {
    const drawn = '\u001b[?25l\u001b[36m◆\u001b[39m  What now?\r\n\u001b[999D\u001b[1A\u001b[J';
    assert.equal(drawnText(drawn), drawn);
    assert.equal(
      drawnText('\u001b]52;c;eA==\u0007\u001b[6n\u009b2J\u001bc'),
      visible('\u001b]52;c;eA==\u0007\u001b[6n\u009b2J\u001bc'),
    );
  });

  test('JSON keeps its value', () => {
    const value = { 'k\u202e': ['\u001b[2J', '\u009b', '\u007f', '\u2066', '\u{e0041}', '\ud83d', '👩‍💻', 'a\nb'] };
    const text = jsonText(value);
    assert.deepEqual(JSON.parse(text), value);
    assert.equal(visible(text), text);
    assert.ok(text.includes('\\u009b') && text.includes('\\udb40\\udc41'), text);
  });

  test('what is taken over as it is seen loses what is not', () => {
    assert.equal(withoutHidden('a\u001b[2J\u202eb 👩‍💻'), 'a[2Jb 👩‍💻');
  });

  test('width counts what is shown', () => {
    const hostile = 'ab\u202ecd';
    assert.equal(widthOf(hostile), 12);
    assert.equal(widthOf(paint.red(hostile)), 12);
    for (const text of [fit(hostile, 8), fitPainted(paint.red(hostile), 8), ...wrap(`${hostile} ${hostile}`, 12)])
      assert.ok(widthOf(text) <= 12, text);
    assert.ok(widthOf(fitPainted(paint.red(hostile), 8)) <= 8);
  });

  test('long hostile text takes time in proportion', () => {
    for (const piece of ['\u001b[', '\ufdd0[1', '\ufdd0', '\u200d', '👩\u200d', '1;', '\u202e']) {
      const text = piece.repeat(20_000);
      const before = performance.now();
      for (const clean of [terminalText, drawnText, jsonText, withoutHidden]) clean(text);
      assert.ok(performance.now() - before < 5_000, piece);
    }
  });
});
