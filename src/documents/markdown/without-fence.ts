// A draft that a model put into one fence, as if to show it: the draft is what stands inside.

const OPENING = /^(`{3,}|~{3,})[ \t]?(?:markdown|md|text)?$/i;

export function withoutFence(text: string): string {
  const lines = text.trim().split(/\r?\n/);
  const [, mark = ''] = OPENING.exec((lines[0] ?? '').trimEnd()) ?? [];
  const inside = lines.slice(1, -1);
  const isOneFence = mark !== '' && inside.length > 0 && lines.at(-1)?.trim() === mark;
  if (!isOneFence || !inside.some((line) => /^#{1,3} /.test(line))) return text;
  // Two fences with text between them look alike from their ends: the first would be closed further up.
  const isClosedInside = inside.some((line) => line.trim() === mark) && !hasPairs(inside, mark);
  return isClosedInside ? text : `${inside.join('\n')}\n`;
}

/** Each fence inside is opened with a word before it is closed. */
function hasPairs(inside: readonly string[], mark: string): boolean {
  let isOpen = false;
  for (const line of inside.map((each) => each.trim()).filter((each) => each.startsWith(mark))) {
    if (isOpen === (line.slice(mark.length).trim() !== '')) return false;
    isOpen = !isOpen;
  }
  return !isOpen;
}
