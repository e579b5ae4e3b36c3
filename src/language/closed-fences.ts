// Fenced code in a text: which lines open a fence that is closed later, and where.

const FENCE = /^[ \t]*(`{3,}|~{3,})/;

interface FenceLine {
  readonly mark: string;
  readonly behind: string;
}

/** The last line of each fence by its first. One that nobody closes is text: it would swallow all that follows. */
export function closedFences(lines: readonly string[]): ReadonlyMap<number, number> {
  const marks = lines.map(fenceIn);
  const found = new Map<number, number>();
  // The longest closing mark from each line on, so that a fence without an end costs no search.
  const longest = { '`': new Uint32Array(lines.length + 1), '~': new Uint32Array(lines.length + 1) };
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    for (const kind of ['`', '~'] as const)
      longest[kind][at] = Math.max(longest[kind][at + 1] ?? 0, closingLength(marks[at], kind));
  }
  for (let at = 0; at < lines.length; at += 1) {
    const { mark, behind } = marks[at] ?? NO_FENCE;
    const kind = mark.startsWith('~') ? '~' : '`';
    if (mark === '' || (kind === '`' && behind.includes('`'))) continue;
    if ((longest[kind][at + 1] ?? 0) < mark.length) continue;
    let end = at + 1;
    while (closingLength(marks[end], kind) < mark.length) end += 1;
    found.set(at, end);
    at = end;
  }
  return found;
}

const NO_FENCE: FenceLine = { mark: '', behind: '' };

function fenceIn(line: string): FenceLine {
  const found = FENCE.exec(line);
  return found === null ? NO_FENCE : { mark: found[1] ?? '', behind: line.slice(found[0].length) };
}

function closingLength({ mark, behind } = NO_FENCE, kind: '`' | '~'): number {
  return mark.startsWith(kind) && behind.trim() === '' ? mark.length : 0;
}
