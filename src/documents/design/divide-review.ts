// A design divided into portions that a reviewer can hold. Nothing is left out: each line is in one portion.

import { type DesignTexts, PARTS, type PartName, parsePart } from './part.ts';

export interface ReviewPortion {
  readonly number: number;
  readonly of: number;
  readonly title: string;
  /** The part's text, or as much of it as is in this portion; `MISSING` where there is none. */
  readonly hld: string;
  readonly lld: string;
  readonly database: string;
  /** Of the design's characters. */
  readonly characters: number;
}

export const MISSING = 'MISSING';

interface Piece {
  readonly part: PartName;
  readonly title: string;
  readonly text: string;
}

/** One portion where all of it fits into `charactersMax`. */
export function divideForReview(texts: DesignTexts, charactersMax: number): readonly ReviewPortion[] {
  const total = PARTS.reduce((sum, part) => sum + texts[part].length, 0);
  const isMissing = (part: PartName): boolean => texts[part].trim() === '';
  if (total <= charactersMax)
    return [
      {
        ...{ number: 1, of: 1, title: 'Review', characters: total },
        ...byPart((part) => (isMissing(part) ? MISSING : texts[part])),
      },
    ];
  const groups = grouped(
    PARTS.filter((part) => !isMissing(part)).flatMap((part) => piecesOf(part, texts[part], charactersMax)),
    charactersMax,
  );
  return groups.map((group, at) => ({
    ...{ number: at + 1, of: groups.length, title: `Review, portion ${at + 1} of ${groups.length}` },
    characters: group.reduce((sum, { text }) => sum + text.length, 0),
    ...byPart((part) => {
      if (isMissing(part)) return MISSING;
      const own = group.filter((piece) => piece.part === part).map(({ text }) => text);
      return own.length > 0 ? own.join('') : outlineOf(part, groups);
    }),
  }));
}

const byPart = (text: (part: PartName) => string): DesignTexts => ({
  hld: text('hld'),
  lld: text('lld'),
  database: text('database'),
});

/** Sections; one that is too long alone is divided between lines, and a line between characters. */
function piecesOf(part: PartName, text: string, charactersMax: number): readonly Piece[] {
  const { before, sections } = parsePart(part, text);
  const whole = [...(before === '' ? [] : [{ title: '', text: before }]), ...sections];
  return whole.flatMap(({ title, text: own }) =>
    cut(own, charactersMax).map((piece) => ({ part, title, text: piece })),
  );
}

function cut(text: string, charactersMax: number): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + charactersMax);
    const line = text.lastIndexOf('\n', end - 1);
    if (end < text.length && line > at) end = line + 1;
    // A character of two halves stays one.
    else if (end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end += end - at > 1 ? -1 : 1;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

function grouped(pieces: readonly Piece[], charactersMax: number): readonly (readonly Piece[])[] {
  const groups: Piece[][] = [];
  let size = 0;
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (last === undefined || size + piece.text.length > charactersMax) {
      groups.push([piece]);
      size = piece.text.length;
    } else {
      last.push(piece);
      size += piece.text.length;
    }
  }
  return groups;
}

/** What is there, and who looks at it. */
function outlineOf(part: PartName, groups: readonly (readonly Piece[])[]): string {
  const lines = groups.flatMap((group, at) => {
    const titles = group.filter((piece) => piece.part === part && piece.title !== '').map(({ title }) => title);
    return titles.length === 0 ? [] : [`- portion ${at + 1}: ${[...new Set(titles)].join('; ')}`];
  });
  return [`(This part is reviewed in other portions. Its sections:`, ...lines, ')'].join('\n');
}
