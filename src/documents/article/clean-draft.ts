// A draft without what only the assembled article may have, or nobody judges: lists of references, notes, definitions
// of links, images, HTML, code, what is struck out and citations by numbers. What is taken out is listed.

import type { RemovedClaim } from '../evidence/ledger.ts';
import { isReferenceHeading } from '../evidence/references-of.ts';
import { textBlocks } from '../evidence/text-blocks.ts';

export interface CleanedDraft {
  readonly text: string;
  readonly removed: readonly RemovedClaim[];
}

/** Takes a piece out and lists it. */
type Drop = (piece: string, reason: string) => string;

export function cleanDraft(draft: string): CleanedDraft {
  const removed: RemovedClaim[] = [];
  const drop: Drop = (piece, reason) => {
    const text = piece.split(/\s+/).filter(Boolean).join(' ').slice(0, TEXT_MAX);
    const isListed = removed.some((each) => each.text === text && each.reasons[0] === reason);
    if (text !== '' && !isListed && removed.length < LISTED_MAX)
      removed.push({ text, section: '', verdict: 'insufficient', reasons: [reason], rewritten: null });
    return '';
  };
  const plain = withoutHtml(
    draft
      .replace(IMAGE, (image) => drop(image, 'It is an image.'))
      .replace(STRUCK, (struck) => drop(struck, 'It is struck out.')),
    drop,
  );
  return { text: withoutMarks(flatTables(withoutDefinitions(withoutBlocks(plain, drop), drop)), drop), removed };
}

const TEXT_MAX = 300;
const LISTED_MAX = 100;
/** Readers of a plain text see it, and a judge would not be shown it. */
const STRUCK = /~~[^~\n]{0,2000}~~/g;
const IMAGE = /!\[[^[\]]{0,1000}\](?:\([^()]{0,2000}\)|\[[^[\]]{0,200}\])?/g;
const TAG = /<\/?[a-z][^<>]{0,1000}>/gi;
const FORMATTING = /^<\/?(?:b|i|u|em|strong|br|p|hr|sup|sub|span|div)\b/i;

function withoutHtml(text: string, drop: Drop): string {
  return withoutScripts(withoutComments(text, drop), drop)
    .replace(TAG, (tag) => (FORMATTING.test(tag) ? '' : drop(tag, 'It is HTML.')))
    .replace(/<(?=[a-z/!?])/gi, '');
}

/** With what they hold, which nobody reads. One that is not closed is text. */
function withoutScripts(text: string, drop: Drop): string {
  const [first = '', ...others] = text.split(/<(?=(?:script|style)\b)/i);
  const left = others.map((part) => {
    const close = /<\/(?:script|style)\s{0,9}>/i.exec(part);
    if (close === null) return `<${part}`;
    drop(`<${part.slice(0, close.index)}`, 'It is a script or a style.');
    return part.slice(close.index + close[0].length);
  });
  return first + left.join('');
}

/** One that is not closed is text. */
function withoutComments(text: string, drop: Drop): string {
  const [first = '', ...others] = text.split('<!--');
  const left = others.map((part) => {
    const end = part.indexOf('-->');
    if (end < 0) return part;
    drop(part.slice(0, end), 'It is a comment that readers do not see.');
    return part.slice(end + 3);
  });
  return first + left.join('');
}

const ROUNDS = 5;
const FENCE_LINE = /^(?:[ \t>*+-]|\d{1,9}[.)]){0,20}(?:`{3,}|~{3,})[^\n]*$/gm;

/** What stands behind a block that was cut may then be another kind of block. */
function withoutBlocks(given: string, drop: Drop): string {
  let text = given;
  for (let round = 0; round < ROUNDS; round++) {
    const parts: string[] = [];
    let from = 0;
    for (const { kind, start, end, heading } of textBlocks(text)) {
      const reason = kind === 'code' ? 'It is a block of code.' : isReferenceHeading(heading) ? OWN_LIST : null;
      if (reason === null) continue;
      const line = Math.max(from, text.lastIndexOf('\n', start - 1) + 1);
      parts.push(text.slice(from, line));
      drop(text.slice(line, end), reason);
      from = end;
    }
    const isDone = from === 0;
    text = [...parts, text.slice(from)].join('').replace(FENCE_LINE, '');
    if (isDone) break;
  }
  return text;
}

const OWN_LIST = 'It is a list of references or notes of the draft. The article gets its own.';
const DEFINITION = /^[ \t>]{0,12}(?:[-*+] |\d{1,3}[.)] )?\[[^\][\n]{1,60}\]:[^\n]*$/gm;

const withoutDefinitions = (text: string, drop: Drop): string =>
  text.replace(DEFINITION, (line) => drop(line, 'It defines a link or a note.'));

/** Rows without lines around them are no list yet; as items they are judged. */
function flatTables(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { kind, start, end } of textBlocks(text)) {
    if (kind !== 'table') continue;
    const lines = text.slice(start, end).split('\n');
    if (lines.every((line) => /^[ \t]*\|.*\|[ \t]*$/.test(line))) continue;
    parts.push(text.slice(from, start), lines.map(asItem).join('\n'));
    from = end;
  }
  return [...parts, text.slice(from)].join('');
}

const asItem = (line: string): string => {
  const cells = line.split(/\||\t| {3,}/).map((cell) => cell.trim());
  const said = cells.filter((cell) => cell !== '' && !/^[:-]+$/.test(cell));
  return said.length === 0 ? '' : `- ${said.join(', ')}.`;
};

/** Drafts cite passages, `[e12]`. Other marks would lead to claims that they do not belong to. */
const MARKS = new RegExp(
  [
    String.raw`\s?\[\[[^[\]]{1,40}\]\](?:\([^()\s]{0,500}\))?`,
    String.raw`\s?\[[^[\]]{0,500}\]\([^()\s]{0,200}ledger\.md[^()\s]{0,200}\)`,
    String.raw`\s?\[\^?\d{1,5}\]\([^()\s]{0,2000}\)`,
    String.raw`\s?\[\^?\d{1,5}(?:\s?[,;–-]\s?\^?\d{1,5}){0,50}\]`,
    String.raw`\s?\[\^[^\][\s]{1,60}\]`,
  ].join('|'),
  'g',
);

const withoutMarks = (text: string, drop: Drop): string =>
  text.replace(MARKS, (mark) => drop(mark, 'It is a citation that names no passage.'));
