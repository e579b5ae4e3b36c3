// A reply as it is sent back to the model that wrote it: whole, unless it is longer than any useful one.

const CHARACTERS_MAX = 100_000;
const HALF = CHARACTERS_MAX / 2;

/** Without a bound two refused replies are more than a prompt, or a commit, can hold. */
export function replyExcerpt(text: string): string {
  // Some providers refuse a message that says nothing.
  if (text.trim() === '') return '(no reply)';
  if (text.length <= CHARACTERS_MAX) return text;
  const left = `[${text.length - CHARACTERS_MAX} characters are left out here]`;
  return [text.slice(0, HALF), left, text.slice(-HALF)].join('\n\n').toWellFormed();
}
