// A text in a fence of Markdown that nothing in it can close.

const FENCE_MIN = 3;

export function fenced(text: string, language: 'json' | 'text'): string {
  const fence = fenceFor(text);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Longer than any in the text. */
export function fenceFor(text: string): string {
  let longest = FENCE_MIN - 1;
  for (const run of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run[0].length);
  return '`'.repeat(longest + 1);
}

/** The whole text is one fence, and nothing in it closes that. */
export function isFence(text: string): boolean {
  const [first = '', ...rest] = text.split(/\r\n|[\r\n]/);
  const fence = /^(`{3,})\w*$/.exec(first)?.[1];
  return fence !== undefined && rest.pop() === fence && fenceFor(rest.join('\n')).length <= fence.length;
}
