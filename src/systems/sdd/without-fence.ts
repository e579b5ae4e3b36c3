// A draft that a model put into one fence, as if to show it: the draft is what stands inside.

const FENCE = /^\s*(`{3,}|~{3,})[ \t]*(?:markdown|md|text)?[ \t]*\n([\s\S]*?)\n[ \t]*\1[ \t]*\s*$/i;

export function withoutFence(text: string): string {
  const [, mark = '', inside = ''] = FENCE.exec(text) ?? [];
  // Two fences with text between them look alike from their ends: the first would be closed further up.
  const isClosedInside =
    mark !== '' && new RegExp(`^[ \\t]*${mark}[ \\t]*$`, 'm').test(inside) && !hasPairs(inside, mark);
  return mark === '' || isClosedInside || !/^#{1,3} /m.test(inside) ? text : `${inside}\n`;
}

/** Each fence inside is opened with a word before it is closed. */
function hasPairs(inside: string, mark: string): boolean {
  let isOpen = false;
  for (const [, word = ''] of inside.matchAll(new RegExp(`^[ \\t]*${mark}([^\\n]*)$`, 'gm'))) {
    if (isOpen === (word.trim() !== '')) return false;
    isOpen = !isOpen;
  }
  return !isOpen;
}
