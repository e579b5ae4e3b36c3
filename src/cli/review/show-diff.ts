// What changed since the version that was looked at last, with a little of what did not.

import { type DiffLine, type DiffPiece, lineDiff, wordDiff } from '../../documents/markdown/line-diff.ts';
import { counted, severalLines, widthOf, wrap } from '../shown-text.ts';
import type { Theme } from './theme.ts';

const AROUND = 2;
const BULLET = /^ {0,12}(?:[-*+>]|\d{1,4}[.)]) +/;
/** Lines that share less than this have nothing worth marking inside. */
const ALIKE_MIN = 0.4;

/** [] when nothing changed. */
export function diffLines(before: string, after: string, theme: Theme): string[] {
  const { paint, width } = theme;
  const lines = lineDiff(cleaned(before), cleaned(after));
  if (lines.every(({ kind }) => kind === 'same')) return [];
  const shown: string[] = [];
  let hidden = 0;
  const tell = (): void => {
    if (hidden > 0) shown.push(paint.dim(`  … ${counted(hidden, 'line')} unchanged`));
    hidden = 0;
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as DiffLine;
    if (line.kind !== 'same') {
      tell();
      const end = changeEnd(lines, at);
      shown.push(...changeLines(lines.slice(at, end), theme));
      at = end;
      continue;
    }
    if (isNear(lines, at)) {
      tell();
      shown.push(...diffLine('  ', line.text, width).map((text) => paint.dim(text)));
    } else hidden++;
    at++;
  }
  tell();
  return shown;
}

export function diffSummary(before: string, after: string): string {
  const lines = lineDiff(before, after);
  const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  return `${counted(count('added'), 'line')} added, ${count('removed')} removed`;
}

const cleaned = (text: string): string => severalLines(text).join('\n');

function changeEnd(lines: readonly DiffLine[], from: number): number {
  let end = from;
  while (end < lines.length && lines[end]?.kind !== 'same') end++;
  return end;
}

function isNear(lines: readonly DiffLine[], at: number): boolean {
  for (let near = at - AROUND; near <= at + AROUND; near++)
    if (lines[near] !== undefined && lines[near]?.kind !== 'same') return true;
  return false;
}

/** A removed line and the added one in its place are compared word by word. */
function changeLines(change: readonly DiffLine[], theme: Theme): string[] {
  const removed = change.filter(({ kind }) => kind === 'removed');
  const added = change.filter(({ kind }) => kind === 'added');
  const pairs = removed.map(({ text }, at) => {
    const other = added[at]?.text;
    const words = other === undefined || text === '' || other === '' ? null : wordDiff(text, other);
    return words !== null && alike(words.before) >= ALIKE_MIN ? words : null;
  });
  const { green, red } = theme.paint;
  return [
    ...removed.flatMap(({ text }, at) =>
      markedLines('- ', pairs[at]?.before ?? [{ text, isChanged: false }], red, theme),
    ),
    ...added.flatMap(({ text }, at) =>
      markedLines('+ ', pairs[at]?.after ?? [{ text, isChanged: false }], green, theme),
    ),
  ];
}

/** Further lines stand under the first word, of a bullet too. */
function diffLine(sign: string, text: string, width: number): string[] {
  const lead = BULLET.exec(text)?.[0] ?? '';
  const spareWidth = Math.max(8, width - sign.length - lead.length);
  return wrap(text.slice(lead.length), spareWidth).map((line, at) =>
    (at === 0 ? sign + lead + line : ' '.repeat(sign.length + lead.length) + line).trimEnd(),
  );
}

function alike(pieces: readonly DiffPiece[]): number {
  const length = (some: readonly DiffPiece[]): number => some.reduce((sum, { text }) => sum + text.trim().length, 0);
  return length(pieces.filter(({ isChanged }) => !isChanged)) / Math.max(1, length(pieces));
}

function markedLines(
  sign: string,
  pieces: readonly DiffPiece[],
  own: (text: string) => string,
  theme: Theme,
): string[] {
  const { paint, width } = theme;
  const text = pieces.map((piece) => piece.text).join('');
  const isMarked = paint.isOn && pieces.some(({ isChanged }) => isChanged);
  // Marks across wrapped lines would have to be cut too: only what fits a line has them.
  if (!isMarked || widthOf(text) > width - sign.length) return diffLine(sign, text, width).map((line) => own(line));
  const marked = pieces.map((piece) => (piece.isChanged ? paint.bold(own(piece.text)) : own(piece.text))).join('');
  return [own(sign) + marked];
}
