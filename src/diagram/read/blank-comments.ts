// The diagram with everything Mermaid drops before parsing blanked out, every other character still at its place.

/** Front matter, directives and comment lines become spaces: lines and columns stay those of the source. */
export function blankComments(diagram: string): string {
  const body = frontMatterEnd(diagram);
  const blanked = blank(diagram.slice(0, body)) + diagram.slice(body);
  return blanked.replace(/%%\{\s*\w[\s\S]*?(?:\}%%|$)/g, blank).replace(/^[^\S\n]*%%(?!\{)[^\n]+/gm, blank);
}

/** Where the front matter ends, 0 when there is none (an unclosed one does not count). */
export function frontMatterEnd(diagram: string): number {
  const opening = /^([^\S\n]*)---[^\S\n]*\n/.exec(diagram);
  if (opening === null) return 0;
  const fence = `\n${opening[1] ?? ''}---`;
  let at = diagram.indexOf(fence, opening[0].length - 1);
  while (at !== -1) {
    const end = diagram.indexOf('\n', at + fence.length);
    if (end === -1) return 0;
    if (diagram.slice(at + fence.length, end).trim() === '') return end + 1;
    at = diagram.indexOf(fence, at + 1);
  }
  return 0;
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
