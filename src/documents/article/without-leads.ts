// A draft without short lines that led into items of which none is left: `Members:`.

const ITEM = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]/;
const LEAD = /^(?:[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+)?[^\s#>|[\]][^#>|[\]]{0,80}:$/;

export function withoutLeads(draft: string): string {
  const kept: string[] = [];
  let next = '';
  for (const line of draft.split('\n').toReversed()) {
    const isFollowed = ITEM.test(next) && (!ITEM.test(line) || indentOf(next) > indentOf(line));
    if (LEAD.test(line) && !isFollowed) continue;
    kept.push(line);
    if (line !== '') next = line;
  }
  return flushItems(kept.toReversed()).join('\n');
}

/** Items whose parent is gone: so far to the right they would be code. */
function flushItems(lines: readonly string[]): readonly string[] {
  let [shift, before] = [0, ''];
  return lines.map((line) => {
    if (line === '') return line;
    const isChild = ITEM.test(before) || indentOf(before) > 0;
    if (indentOf(line) < shift) shift = 0;
    if (shift === 0 && ITEM.test(line) && !isChild) shift = indentOf(line);
    before = line;
    return line.slice(shift);
  });
}

const indentOf = (line: string): number => line.length - line.trimStart().length;
