// A text that is nothing but one fence: what stands inside it.

export interface SingleFence {
  /** The first word after the opening, in lower case: `json`, `md`, or nothing. */
  readonly language: string;
  readonly body: string;
}

const OPENING = /^([ \t]*)(`{3,}(?!`)|~{3,}(?!~))[ \t]*(?![ \t])([^\n\r`]*)\r?\n/;
const CLOSING = /(?:^|\n)[ \t]*(`{3,}|~{3,})$/;

/** null when there is text around it, when a shorter fence ends it earlier, or when it never ends. */
export function singleFence(text: string): SingleFence | null {
  const whole = withoutOuterSpace(text);
  const opening = OPENING.exec(whole);
  if (opening === null) return null;
  const mark = opening[2] ?? '';
  const inside = whole.slice(opening[0].length);
  // A reply of one endless line of backticks must not be searched from each of them.
  const last = inside.slice(inside.lastIndexOf('\n') + 1);
  const closing = CLOSING.exec(last);
  if (closing === null || !closes(mark, closing[1] ?? '')) return null;
  const body = inside.slice(0, Math.max(0, inside.length - last.length - 1)).replace(/\r$/, '');
  const language = (opening[3] ?? '').trim().split(/[\s,{]/)[0] ?? '';
  if (body.includes(mark) && endsEarlier(body, mark)) return null;
  return { language: language.toLowerCase(), body };
}

export const isJsonLanguage = (language: string): boolean => /^(?:json|json5|jsonc)$/.test(language);

export function closes(opening: string, closing: string): boolean {
  return closing[0] === opening[0] && closing.length >= opening.length;
}

function endsEarlier(body: string, mark: string): boolean {
  return body.split('\n').some((line) => {
    const bare = line.trim();
    return bare.startsWith(mark) && bare === (mark[0] ?? '').repeat(bare.length);
  });
}

/** Like trim, but the indentation of the first line stays. */
function withoutOuterSpace(text: string): string {
  return text
    .trimEnd()
    .replace(/^[\ufeff\s]*\n/, '')
    .replace(/^\ufeff/, '');
}
