// What of an article may state something and is not a sentence that is judged: tables, texts of images, notes, code,
// and lines that are neither sentence nor heading. Headings claim nothing.

import { UNSPACED } from './claims-of.ts';
import type { Language } from './language.ts';
import { isReferenceHeading } from './references-of.ts';
import { type TextBlock, textBlocks } from './text-blocks.ts';
import { isForeignText } from './whole-sentences.ts';

export interface UncheckedPart {
  readonly kind:
    | 'table'
    | 'image'
    | 'note'
    | 'block of code'
    | 'statement below the references'
    | 'line without a full stop';
  /** The character of the article where it begins. */
  readonly start: number;
  /** Its beginning, in one line. */
  readonly text: string;
}

const IMAGE = /!\[([^[\]\n]{0,1000})\](?:\(|\[)/g;
const NOTE = /^ {0,3}\[\^[^\]\n]{1,60}\]:([^\n]{1,4000})/gm;
/** Nothing but that: a section may be called "Notes that write themselves". */
const NOTES_HEADING = /^(?:\d{1,2}\.? )?(?:notes|footnotes|endnotes):?$/i;
const ADDRESS = /https?:\/\/|\bdoi\b/i;
/** `[1] Nord, A.`, `Nord, A. (2023)`, `[^1]:`: an entry, not a statement. */
const REFERENCE = /^\s*\[|\((?:1[89]|20)\d\d[a-z]?\)|^\p{Lu}[\p{L}'’-]{1,40}, \p{Lu}\.|`[^`\n]{1,500}`/u;
const FOREIGN_WORDS_MIN = 5;
const READ_MAX = 1000;
const SHOWN_MAX = 120;

/** In the order of the article. */
export function uncheckedParts(
  article: string,
  language: Pick<Language, 'statesSomething' | 'tell' | 'isEnglish'>,
): readonly UncheckedPart[] {
  const isForeign = isForeignText(article, language);
  const isStatement: IsStatement = (text) => !ADDRESS.test(text) && language.statesSomething(text);
  // Which words of another language state something nobody knows here: a line of some length may.
  const isLine: IsStatement = (text) => (isForeign ? wordCount(text) >= FOREIGN_WORDS_MIN : isStatement(text));
  const parts: UncheckedPart[] = [];
  const add = (kind: UncheckedPart['kind'], start: number, text: string): void => {
    parts.push({ kind, start, text: text.trim().replace(/\s+/g, ' ').slice(0, SHOWN_MAX) });
  };
  for (const block of textBlocks(article)) {
    const text = article.slice(block.start, Math.min(block.end, block.start + READ_MAX));
    const kind = kindOf(block, text, article, block.kind === 'heading' ? isLine : isStatement);
    if (kind !== null) add(kind, block.start, text);
  }
  for (const { 0: image, 1: shown = '', index } of article.matchAll(IMAGE))
    if (shown.split(/\s+/).length > 2) add('image', index, image);
  for (const { 0: note, 1: said = '', index } of article.matchAll(NOTE))
    if (isStatement(said)) add('note', index, note);
  return parts.sort((one, other) => one.start - other.start);
}

/** Of the kinds of parts: `1 table`, `2 notes`; nothing where there is none. */
export function countedParts(kinds: readonly string[]): readonly string[] {
  return [...Map.groupBy(kinds, (kind) => kind)].map(([kind, { length }]) =>
    length === 1 ? `1 ${kind}` : `${length} ${kind.replace(/^\w+/, '$&s')}`,
  );
}

/** In scripts without blanks two letters are about a word. */
const wordCount = (text: string): number => text.split(/\s+/).length + (text.match(UNSPACED) ?? []).length;

type IsStatement = (text: string) => boolean;

function kindOf(
  { kind, start, end, heading }: TextBlock,
  text: string,
  article: string,
  isStatement: IsStatement,
): UncheckedPart['kind'] | null {
  if (kind === 'table') return 'table';
  if (kind === 'code') return 'block of code';
  if (kind === 'heading')
    return isMarked(article, start, end) || !isStatement(text) ? null : 'line without a full stop';
  if (NOTES_HEADING.test(heading)) return !/^\[\^/.test(text) && isStatement(text) ? 'note' : null;
  const isBelow = kind === 'paragraph' && isReferenceHeading(heading);
  return isBelow && !REFERENCE.test(text) && isStatement(text) ? 'statement below the references' : null;
}

/** By `#` before it, or by a line of `=` or `-` below it. What only looks like a heading is text to its readers. */
function isMarked(article: string, start: number, end: number): boolean {
  const before = article.slice(article.lastIndexOf('\n', start - 1) + 1, start);
  return before.includes('#') || /^[ \t\r]*\n {0,3}(?:={3}|-{3})/.test(article.slice(end, end + 20));
}
