// Text as it is put on a terminal: nothing in it can move the cursor, and it fits.

import { isJsonObject, type Json } from '../json.ts';
import { markedSequence, partsOf, visible } from './terminal-text.ts';

export { readableMs } from '../engine/readable-ms.ts';

const WIDE_SIGNS = String.raw`\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60`;
const WIDE = new RegExp(String.raw`[${WIDE_SIGNS}\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}`, 'u');
/** Asks for the picture of a character that is also text, which then takes two columns. */
const AS_PICTURE = '\ufe0f';
const PLAIN = /^[\x20-\x7e]*$/;
const MARK = /\p{M}|\p{Cf}/u;
const SUMMARY_CHARACTERS_MAX = 400;
const WORD_WIDTH_MIN = 20;

/** One line: control characters and line ends become spaces. What came from a model or a file is only text here. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** Several lines, tabs as spaces, every other control character gone. */
export function severalLines(text: string): string[] {
  const lines = text.replaceAll('\t', '  ').replace(/\r\n?/g, '\n').split('\n');
  return lines.map((line) => line.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '').trimEnd());
}

/** The columns it takes as it will be shown: colours none, what is named instead of shown those of its name. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of visible(textOf(text))) width += columnsOf(character);
  return width;
}

function textOf(painted: string): string {
  return partsOf(painted)
    .filter((_, at) => at % 2 === 0)
    .join('');
}

function columnsOf(character: string): number {
  if (character === AS_PICTURE) return 1;
  return MARK.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
}

export function fit(text: string, width: number): string {
  if (text.length <= width && widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const character of visible(text)) {
    used += columnsOf(character);
    if (used > width - 1) break;
    kept += character;
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`;
}

/** `fit` for a line with colours in it: they cost no width, and what was opened is closed. */
export function fitPainted(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  let spareWidth = width;
  return partsOf(line)
    .map((part, at) => {
      if (at % 2 === 1) return markedSequence(part);
      if (spareWidth <= 0) return '';
      const own = widthOf(part);
      // The last column is for the sign that something is missing.
      const kept = own < spareWidth ? part : fit(`${part}  `, spareWidth);
      spareWidth = own < spareWidth ? spareWidth - own : 0;
      return kept;
    })
    .join('');
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Breaks text at spaces, and words where they are wider than a line. Each line keeps the text's indent. */
export function wrap(raw: string, width: number): string[] {
  if (widthOf(raw) <= width) return [raw];
  const text = visible(raw);
  const indent = ' '.repeat(Math.min(text.length - text.trimStart().length, Math.max(0, width - WORD_WIDTH_MIN)));
  const spareWidth = Math.max(2, width - indent.length);
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text
    .trimStart()
    .split(' ')
    .flatMap((whole) => chunks(whole, spareWidth))) {
    const own = widthOf(word);
    if (used > 0 && used + 1 + own > spareWidth) {
      lines.push(indent + line);
      line = word;
      used = own;
    } else {
      line = used === 0 ? word : `${line} ${word}`;
      used += used === 0 ? own : own + 1;
    }
  }
  return [...lines, indent + line];
}

function chunks(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const character of word) {
    const own = columnsOf(character);
    if (used + own > width) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += character;
    used += own;
  }
  return [...parts, part];
}

/** A value in a few words: `score: 92, issues: 2 items`; of what a join gathered, how much. */
export function summary(value: Json | undefined): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : counted(value.length, 'item');
  if (!isJsonObject(value)) return briefValue(value);
  const { aggregatedResults: arrived, total } = value;
  if (Array.isArray(arrived) && typeof total === 'number')
    return `${arrived.length.toLocaleString('en')} of ${total.toLocaleString('en')} arrived`;
  const fields = Object.entries(value).map(([key, inner]) => `${key}: ${briefValue(inner)}`);
  return fit(oneLine(fields.join(', ')), SUMMARY_CHARACTERS_MAX);
}

function briefValue(value: Json | undefined): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return fit(oneLine(value), SUMMARY_CHARACTERS_MAX);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : counted(value.length, 'item');
  return counted(Object.keys(value).length, 'field');
}

export function counted(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}

/** A step's label without the prefix that gave it its kind. */
export function labelOf(label: string): string {
  return oneLine(label.replace(/<br\s*\/?>/gi, ' ').replace(/^(?:each|run):\s*/i, ''));
}
