// Takes from a reply what models put around all of it: a byte order mark, their thoughts, one fence of Markdown.

import { closes } from './single-fence.ts';

export type BareReply = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

const THOUGHTS = /^\s*<(think|thinking)>/i;
const WRAPPER = /^\s*(`{3,}|~{3,})[ \t]*(?:(?:markdown|md|text|txt)[ \t]*)?\r?\n(?=\s*#{1,4}\s)/i;
const FENCE = /^[ \t]*(`{3,}|~{3,})([^\n]*)$/gm;

export function bareReply(reply: string): BareReply {
  const text = reply.replace(/^\ufeff+/, '');
  const name = THOUGHTS.exec(text)?.[1];
  if (name === undefined) return { ok: true, text: unwrapped(text) };
  const end = text.toLowerCase().indexOf(`</${name.toLowerCase()}>`);
  if (end < 0) return { ok: false, problem: `The reply is cut off: <${name}> is never closed. Answer again whole.` };
  return { ok: true, text: unwrapped(text.slice(end + name.length + 3)) };
}

/** The inside of one fence around the whole reply. Models forget to make it longer than the fences inside, so a fence
 *  with a language opens and a bare one closes: only if the first is closed by the very last line is it a wrapper. */
function unwrapped(text: string): string {
  const whole = text.trimEnd();
  const wrapper = WRAPPER.exec(whole);
  if (wrapper === null) return text;
  const open: string[] = [wrapper[1] ?? ''];
  const inside = whole.slice(wrapper[0].length);
  for (const { 1: mark = '', 2: rest = '', index } of inside.matchAll(FENCE)) {
    const top = open.at(-1);
    const isBare = rest.trim() === '';
    if (top === undefined) return text;
    if (!isBare) open.push(mark);
    else if (closes(top, mark)) open.pop();
    else open.push(mark);
    if (open.length > 0) continue;
    const isLast = inside.indexOf('\n', index + 1) < 0;
    return isLast ? inside.slice(0, index) : text;
  }
  return text;
}
