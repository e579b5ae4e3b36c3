// What changed between two texts: line by line, and inside a changed line word by word.

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A piece of a line; `isChanged` when the other line has something else there. */
export interface DiffPiece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** The fewest added and removed lines that lead from one text to the other; the removed ones of a change come first. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const kept = keptOf(old, now);
  const lines: DiffLine[] = [];
  for (let at = 0, to = 0; at < old.length || to < now.length; ) {
    for (; at < old.length && kept.before[at] === 0; at++) lines.push({ kind: 'removed', text: old[at] ?? '' });
    for (; to < now.length && kept.after[to] === 0; to++) lines.push({ kind: 'added', text: now[to] ?? '' });
    for (; kept.before[at] === 1 && kept.after[to] === 1; at++, to++) lines.push({ kind: 'same', text: now[to] ?? '' });
  }
  return lines;
}

/** Both lines in pieces, each joined again being the line itself. */
export function wordDiff(before: string, after: string): { before: readonly DiffPiece[]; after: readonly DiffPiece[] } {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const kept = keptOf(old, now);
  return { before: piecesOf(old, kept.before), after: piecesOf(now, kept.after) };
}

function linesOf(text: string): readonly string[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  // The end of the last line begins no further one.
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function wordsOf(line: string): readonly string[] {
  return line.match(/\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu) ?? [];
}

function piecesOf(words: readonly string[], kept: Uint8Array): DiffPiece[] {
  const pieces: { text: string; isChanged: boolean }[] = [];
  words.forEach((text, at) => {
    const isChanged = kept[at] === 0;
    const last = pieces.at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else pieces.push({ text, isChanged });
  });
  return pieces;
}

interface Kept {
  /** 1 for each entry that both have, in the same order on both sides. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

function keptOf(before: readonly string[], after: readonly string[]): Kept {
  const kept = { before: new Uint8Array(before.length), after: new Uint8Array(after.length) };
  const known = new Set(after);
  const both = new Set(before.filter((text) => known.has(text)));
  const numbers = new Map([...both].map((text, at) => [text, at]));
  // What only one side has can match nothing: without it two texts with little in common cost little.
  const a = numbered(before, numbers);
  const b = numbered(after, numbers);
  new Comparison(a, b, kept).compare(0, a.values.length, 0, b.values.length);
  return kept;
}

interface Numbered {
  readonly values: Int32Array;
  /** Where each stands in the whole. */
  readonly places: Int32Array;
}

function numbered(texts: readonly string[], numbers: ReadonlyMap<string, number>): Numbered {
  const [values, places]: [number[], number[]] = [[], []];
  texts.forEach((text, place) => {
    const value = numbers.get(text);
    if (value === undefined) return;
    values.push(value);
    places.push(place);
  });
  return { values: Int32Array.from(values), places: Int32Array.from(places) };
}

/** Myers' difference in linear memory: paths from both ends meet in the middle, and each half is a smaller problem. */
class Comparison {
  readonly #a: Numbered;
  readonly #b: Numbered;
  readonly #kept: Kept;
  /** How far along `a` the best path of each diagonal has come, from the start and from the end. */
  readonly #forth: Int32Array;
  readonly #back: Int32Array;
  readonly #middle: number;

  constructor(a: Numbered, b: Numbered, kept: Kept) {
    this.#a = a;
    this.#b = b;
    this.#kept = kept;
    this.#middle = Math.ceil((a.values.length + b.values.length) / 2) + 1;
    this.#forth = new Int32Array(2 * this.#middle + 1);
    this.#back = new Int32Array(2 * this.#middle + 1);
  }

  compare(aStart: number, aStop: number, bStart: number, bStop: number): void {
    const [a, b] = [this.#a.values, this.#b.values];
    let [aFrom, aTo, bFrom, bTo] = [aStart, aStop, bStart, bStop];
    while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) this.#keep(aFrom++, bFrom++);
    while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) this.#keep(--aTo, --bTo);
    if (aFrom === aTo || bFrom === bTo) return;
    // Both ends differ, so at least two edits are left and each half has fewer than the whole.
    const [x, y] = this.#meet(aFrom, aTo, bFrom, bTo);
    this.compare(aFrom, aFrom + x, bFrom, bFrom + y);
    this.compare(aFrom + x, aTo, bFrom + y, bTo);
  }

  #keep(at: number, to: number): void {
    this.#kept.before[this.#a.places[at] ?? 0] = 1;
    this.#kept.after[this.#b.places[to] ?? 0] = 1;
  }

  /** A point on a shortest path, about half of its edits away from both ends. */
  #meet(aFrom: number, aTo: number, bFrom: number, bTo: number): readonly [number, number] {
    const [a, b, forth, back, middle] = [this.#a.values, this.#b.values, this.#forth, this.#back, this.#middle];
    const [width, height] = [aTo - aFrom, bTo - bFrom];
    const delta = width - height;
    const isOdd = (delta & 1) !== 0;
    forth[middle + 1] = 0;
    back[middle + 1] = 0;
    const most = Math.ceil((width + height) / 2);
    for (let edits = 0; edits <= most; edits++) {
      // Diagonals outside the rectangle lead nowhere.
      const low = -edits + 2 * Math.max(0, edits - height);
      const high = edits - 2 * Math.max(0, edits - width);
      for (let k = low; k <= high; k += 2) {
        let x = further(forth, middle + k, k === -edits, k === edits);
        for (let y = x - k; x < width && y < height && a[aFrom + x] === b[bFrom + y]; y++) x++;
        forth[middle + k] = x;
        const other = delta - k;
        if (isOdd && Math.abs(other) < edits && x + (back[middle + other] ?? 0) >= width) return [x, x - k];
      }
      for (let k = low; k <= high; k += 2) {
        let x = further(back, middle + k, k === -edits, k === edits);
        for (let y = x - k; x < width && y < height && a[aTo - 1 - x] === b[bTo - 1 - y]; y++) x++;
        back[middle + k] = x;
        const other = delta - k;
        if (!isOdd && Math.abs(other) <= edits && x + (forth[middle + other] ?? 0) >= width)
          return [width - x, height - (x - k)];
      }
    }
    throw new Error('Expected two paths through the same rectangle to meet, but they did not.');
  }
}

/** One edit on from the better neighbour: down, which keeps `x`, or right. */
function further(reached: Int32Array, at: number, isLowest: boolean, isHighest: boolean): number {
  const [left, right] = [reached[at - 1] ?? 0, reached[at + 1] ?? 0];
  return isLowest || (!isHighest && left < right) ? right : left + 1;
}
