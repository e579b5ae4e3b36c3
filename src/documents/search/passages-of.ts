// Cuts a text into passages of some thirty lines.

export interface TextPassage {
  /** Its first and last line, from 1. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const PASSAGE_LINES = 30;
const PASSAGE_CHARACTERS_MAX = 4_000;

/** Together they are the text. */
export function* passagesOf(text: string): Generator<TextPassage> {
  let start = 0;
  let from = 1;
  let line = 1;
  while (start < text.length) {
    let end = start;
    while (end < text.length && line - from < PASSAGE_LINES) {
      const feed = text.indexOf('\n', end);
      const next = feed < 0 ? text.length : feed + 1;
      if (next - start > PASSAGE_CHARACTERS_MAX) {
        // A line too long for one passage goes on in the next, under the same number.
        if (end === start) end = start + PASSAGE_CHARACTERS_MAX;
        break;
      }
      end = next;
      if (feed >= 0) line++;
    }
    const passage = text.slice(start, end);
    yield { from, to: passage.endsWith('\n') ? Math.max(from, line - 1) : line, text: passage };
    start = end;
    from = line;
  }
}

const SECTION_LINES_MAX = 40;

/** Of a document in Markdown: each heading begins a passage, so that what is found is about one thing. */
export function* sectionPassages(text: string): Generator<TextPassage> {
  const lines = text.split('\n');
  let [start, fence] = [0, ''];
  for (let at = 0; at <= lines.length; at++) {
    const line = lines[at] ?? '';
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== '' && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    const isCut = at === lines.length || at - start >= SECTION_LINES_MAX || (fence === '' && /^#{1,6}[ \t]/.test(line));
    if (!isCut || at === start) continue;
    const passage = lines.slice(start, at).join('\n');
    if (passage.trim() !== '') yield* shiftedBy(start, passagesOf(passage));
    start = at;
  }
}

function* shiftedBy(lines: number, passages: Iterable<TextPassage>): Generator<TextPassage> {
  for (const { from, to, text } of passages) yield { from: from + lines, to: to + lines, text };
}
