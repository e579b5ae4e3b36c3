// Changes to a text by position: everything not named in a splice stays byte for byte.

export interface Span {
  readonly start: number;
  /** After the last character. */
  readonly end: number;
}

export interface Splice extends Span {
  readonly text: string;
}

/** Splices may come in any order but must not overlap; those at the same place are applied in the order given. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const ordered = splices.toSorted((left, right) => left.start - right.start || left.end - right.end);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: inserted } of ordered) {
    if (start < at) throw new RangeError('Expected splices that do not overlap.');
    parts.push(text.slice(at, start), inserted);
    at = end;
  }
  return parts.join('') + text.slice(at);
}

/** The same splices for the file as it is: CRLF or CR where the normalised text has LF, perhaps a byte order mark. */
export function splicesInRaw(raw: string, splices: readonly Splice[]): Splice[] {
  const mark = raw.startsWith('\uFEFF') ? 1 : 0;
  // Where the normalised text has lost a CR: the offset there, after which everything stands one further in the file.
  const lost = [...raw.matchAll(/\r\n/g)].map(({ index }, count) => index - mark - count);
  const lineEnd = /\r\n|\n|\r/.exec(raw)?.[0] ?? '\n';
  const toRaw = (offset: number) => offset + mark + countBelow(lost, offset);
  return splices.map(({ start, end, text }) => ({
    start: toRaw(start),
    end: toRaw(end),
    text: text.replaceAll('\n', lineEnd),
  }));
}

function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
