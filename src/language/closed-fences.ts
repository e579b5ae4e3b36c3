// Fenced code in a text: which lines open a fence that is closed later, and where.

const FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/;

/** The last line of each fence by its first. One that nobody closes is text: it would swallow all that follows. */
export function closedFences(lines: readonly string[]): ReadonlyMap<number, number> {
  const marks = lines.map((line) => FENCE.exec(line));
  const found = new Map<number, number>();
  // The longest closing mark from each line on, so that a fence without an end costs no search.
  const longest = { '`': new Uint32Array(lines.length + 1), '~': new Uint32Array(lines.length + 1) };
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    for (const kind of ['`', '~'] as const)
      longest[kind][at] = Math.max(longest[kind][at + 1] ?? 0, closingLength(marks[at], kind));
  }
  for (let at = 0; at < lines.length; at += 1) {
    const [, mark = '', behind = ''] = marks[at] ?? [];
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

function closingLength(found: RegExpExecArray | null | undefined, kind: '`' | '~'): number {
  const [, mark = '', behind = ''] = found ?? [];
  return mark.startsWith(kind) && behind.trim() === '' ? mark.length : 0;
}
