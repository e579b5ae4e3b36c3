// The fenced blocks of a Markdown text, with their language and line.

export interface FencedBlock {
  /** The first word after the fence, in lower case; '' for none. */
  readonly language: string;
  /** What is inside. */
  readonly text: string;
  /** Of the opening fence, from 1. */
  readonly line: number;
  /** Of the closing fence, or of the last line when nobody closed it. */
  readonly endLine: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w+-]*)/;

export function fencedBlocks(text: string): readonly FencedBlock[] {
  const lines = text.split(/\r?\n/);
  const found: FencedBlock[] = [];
  let open: { readonly mark: string; readonly language: string; readonly at: number } | null = null;
  const close = (start: { readonly language: string; readonly at: number }, end: number): void => {
    const inside = lines.slice(start.at + 1, end).join('\n');
    found.push({
      language: start.language,
      text: inside,
      line: start.at + 1,
      endLine: Math.min(end + 1, lines.length),
    });
  };
  for (const [at, line] of lines.entries()) {
    const [, mark = '', word = ''] = FENCE.exec(line) ?? [];
    if (mark === '') continue;
    if (open === null) open = { mark, language: word.toLowerCase(), at };
    else if (mark.startsWith(open.mark) && word === '') {
      close(open, at);
      open = null;
    }
  }
  if (open !== null) close(open, lines.length);
  return found;
}

/** The text with everything inside of fences blanked; lines stay where they are. */
export function withoutFences(text: string): string {
  const lines = text.split(/\r?\n/);
  for (const { line, endLine } of fencedBlocks(text)) lines.fill('', line - 1, endLine);
  return lines.join('\n');
}
