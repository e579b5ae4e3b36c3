// The text of a prompt as it grows: the author's lines, and values put where no line of theirs can be taken for one of
// the author's (data-2).

import { fenced, isFence } from './fenced.ts';

/** A fence that the author opened. */
interface OpenFence {
  /** Of its first line. */
  readonly at: number;
  readonly column: number;
  readonly written: string;
  /** As it stands now: longer than any in a value inside it. */
  mark: string;
}

/** What may follow a value on its line: with something in the next holes, with nothing, and up to the next hole, whose
 *  value may get lines of its own. */
export type LineRests = readonly [string, string, string];

const LINE_END = /\r\n|[\r\n]/;
/** What lists and quotes begin a line with, and a fence behind it. */
const FENCE = /^((?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*)(?:(`{3,})[^`]*$|(~{3,}))/;
const LIST_ITEM = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]+/;
const QUOTE_OR_INDENT = /^[ \t>]*/;
const TAG = /^ {0,3}<[a-z/!?]/i;
const INDENT_MAX = 3;

/** How Markdown takes the beginning of a line for more than text. Characters that show as nothing do not hide it. */
const CONTAINERS = String.raw`(?:[\s\p{Cf}]|>|[-+*](?=\s|$)|\d{1,9}[.)](?=\s|$))*`;
const LEAF = String.raw`#{1,6}(?=[\s\p{Cf}]|$)|\x60{3,}(?=[^\x60]*$)|~{3,}|<(?=[a-z!?/])|\[[^\]]*\]:|(?:[-=_*]\s*)+$`;
const BLOCK_START = new RegExp(`^${CONTAINERS}(?:${LEAF})?`, 'iu');

export class PromptText {
  readonly #lines: string[] = [];
  #line = '';
  /** A value stands on the line. */
  #hasValue = false;
  /** The line closes a fence around a value. */
  #endsBlock = false;
  #fence: OpenFence | null = null;
  /** The author began lines with a tag, and Markdown reads on for it up to the next empty line. */
  #isTagged = false;
  /** Where the text of the last list item begins. */
  #listColumn = 0;

  get text(): string {
    return [...this.#lines, this.#fence === null ? this.#line : this.#closingLine(this.#fence)].join('\n');
  }

  /** Text of the author. */
  write(text: string): void {
    const [first = '', ...rest] = text.split('\n');
    this.#line += first;
    for (const line of rest) {
      this.#endLine();
      this.#line = line;
    }
  }

  /** A value, as text or as indented JSON. Returns how many characters it took. */
  put(text: string, isText: boolean, rests: LineRests): number {
    if (text === '') return 0;
    const piece = this.#placed(text, isText, rests);
    const [first = '', ...rest] = piece.split('\n');
    this.#line += first;
    this.#hasValue = true;
    for (const line of rest) {
      this.#lines.push(this.#line);
      this.#line = line;
    }
    if (piece.endsWith('\n')) this.#hasValue = false;
    return piece.length;
  }

  #placed(text: string, isText: boolean, rests: LineRests): string {
    if (this.#fence !== null) return this.#inFence(text, this.#fence, rests);
    const before = this.#line;
    // What follows the mark of a fence names its language: a line break or a backtick there would undo the fence.
    if (/[`~]{3}/.test(before) && FENCE.test(before)) return text.replace(/[`\r\n]+/g, ' ');
    const hasLines = LINE_END.test(text.trim() === '' ? '' : text);
    const beginsLine = /^[ \t>]*$/.test(before);
    const endsLine = rests[0].trim() === '';
    // JSON within a sentence stays there: a line of it never begins as a heading does.
    const isBlock = isText ? hasLines || changesLine(before, text, rests) : hasLines && beginsLine && endsLine;
    if (!isBlock) return isText ? text.replace(/[\r\n]+/g, ' ') : text;
    const body = text.replace(/(?<![\r\n])[\r\n]+$/, '');
    const block = isFence(body) ? body : fenced(body, isText ? 'text' : 'json');
    this.#endsBlock = endsLine;
    const indent = beginsLine ? before : '';
    const start = this.#isTagged ? `\n${beginsLine ? '' : '\n'}${indent}` : beginsLine ? '' : '\n';
    this.#isTagged = false;
    return `${start}${withIndent(block, indent)}${endsLine ? '' : '\n'}`;
  }

  /** As it is, each line where the hole is; the fence becomes longer than any in it. */
  #inFence(text: string, fence: OpenFence, [rest]: LineRests): string {
    const [character = '`'] = fence.mark;
    if (text.includes(character)) {
      const run = character === '`' ? /`+/g : /~+/g;
      let longest = 0;
      for (const [found] of `${this.#line}${text}${rest}`.matchAll(run)) longest = Math.max(longest, found.length);
      this.#lengthen(fence, character.repeat(longest + 1));
    }
    return withIndent(text, QUOTE_OR_INDENT.exec(this.#line)?.[0] ?? '');
  }

  #lengthen(fence: OpenFence, mark: string): void {
    if (mark.length <= fence.mark.length) return;
    this.#lines[fence.at] = (this.#lines[fence.at] ?? '').replace(fence.mark, mark);
    fence.mark = mark;
  }

  /** The author's line is whole: it may open or close a fence. */
  #endLine(): void {
    const fence = this.#fence;
    if (this.#endsBlock) this.#isTagged = false;
    else if (fence === null) this.#beginFence();
    else if (this.#closes(fence)) {
      this.#line = this.#closingLine(fence);
      this.#fence = null;
    }
    this.#lines.push(this.#line);
    this.#line = '';
    this.#hasValue = false;
    this.#endsBlock = false;
  }

  /** Where the line closes the fence, it does so with a mark as long as the first line now has. */
  #closingLine(fence: OpenFence): string {
    if (fence.mark === fence.written || !this.#closes(fence)) return this.#line;
    return `${QUOTE_OR_INDENT.exec(this.#line)?.[0] ?? ''}${fence.mark}`;
  }

  #beginFence(): void {
    const line = this.#line;
    const [item] = LIST_ITEM.exec(line) ?? [];
    const isEmpty = line.trim() === '';
    if (item !== undefined) this.#listColumn = item.length;
    else if (!isEmpty && !/^[ \t]/.test(line)) this.#listColumn = 0;
    this.#isTagged = !isEmpty && (this.#isTagged || TAG.test(line));
    const [, before = '', backticks, tildes] = FENCE.exec(line.trimEnd()) ?? [];
    const mark = backticks ?? tildes;
    if (mark === undefined || (before.trim() === '' && columnsOf(before) > this.#listColumn + INDENT_MAX)) return;
    this.#fence = { at: this.#lines.length, column: columnsOf(before), written: mark, mark };
  }

  #closes({ column, written, mark }: OpenFence): boolean {
    const [indent = ''] = QUOTE_OR_INDENT.exec(this.#line) ?? [];
    const rest = this.#line.slice(indent.length).trimEnd();
    const wanted = this.#hasValue ? mark : written;
    const isMark = rest.startsWith(wanted) && rest === (wanted[0] ?? '').repeat(rest.length);
    return isMark && columnsOf(indent) <= column + INDENT_MAX;
  }
}

/** Whether the line begins otherwise than it would with plain words in place of the value. */
function changesLine(before: string, text: string, rests: LineRests): boolean {
  if (text.trim() === '') return false;
  return rests.some((rest) => startOf(`${before}${text}${rest}`) !== startOf(`${before}x${rest}`));
}

function startOf(line: string): string {
  return (BLOCK_START.exec(line)?.[0] ?? '').replace(/[\s\p{Cf}]+/gu, '');
}

function withIndent(text: string, indent: string): string {
  return indent === '' ? text : text.split(LINE_END).join(`\n${indent}`);
}

const columnsOf = (indent: string): number => indent.replaceAll('\t', '    ').length;
