// The blocks of a stored text: headings, paragraphs, items of lists, tables and code, each with its place. One pass.

export interface TextBlock {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'table' | 'code';
  /** Characters of the text, without the marks of headings and lists. */
  readonly start: number;
  readonly end: number;
  /** The heading it stands under; of a heading its own text. */
  readonly heading: string;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly kind: 'blank' | 'heading' | 'underline' | 'fence' | 'table' | 'item' | 'plain';
  /** Where its text begins, behind marks. */
  readonly from: number;
}

/** What a line is shows in its first characters: a line may be a whole book. */
const HEAD_CHARACTERS = 300;
const HEADING_CHARACTERS_MAX = 90;
const HEADING_WORDS_MAX = 12;

const HEADING = /^ {0,3}#{1,6}[ \t]{1,9}(?=\S)/;
const UNDERLINE = /^ {0,3}(?:={3,200}|-{3,200})[ \t]{0,99}$/;
const FENCE = /^ {0,3}(?:`{3}|~{3})/;
const ITEM = /^[ \t]{0,20}(?:[-*+•‣▪–][ \t]{1,9}|(?:\d{1,3}|[a-z])[.)][ \t]{1,9})(?=\S)/;
const QUOTE = /^ {0,3}(?:> ?){1,9}/;

export function textBlocks(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let heading = '';
  let open: { kind: 'paragraph' | 'item' | 'table' | 'code'; start: number; end: number; lines: number } | null = null;
  const close = (isBeforeBlank: boolean): void => {
    if (open === null) return;
    const { kind, start, end, lines } = open;
    open = null;
    // One line with wide blanks between its words is a sentence as Markdown shows it.
    const isRow = kind === 'table' && (lines > 1 || !/^[^|]{1,600}[.!?]\s*$/.test(text.slice(start, end)));
    const isTitle = kind === 'paragraph' && lines === 1 && isBeforeBlank && looksLikeHeading(text.slice(start, end));
    if (isTitle) heading = joined(text, start, end);
    const own = kind === 'table' && !isRow ? 'paragraph' : kind;
    blocks.push({ kind: isTitle ? 'heading' : own, start, end, heading });
  };
  let isCode = false;
  for (const line of linesOf(text)) {
    if (line.kind === 'fence') {
      close(false);
      isCode = !isCode;
    } else if (isCode) {
      if (open === null) open = { kind: 'code', start: line.start, end: line.end, lines: 1 };
      else open.end = line.end;
    } else if (line.kind === 'blank') close(true);
    else if (line.kind === 'heading') {
      close(false);
      heading = joined(text, line.from, line.end).replace(/ #{1,6}$/, '');
      blocks.push({ kind: 'heading', start: line.from, end: line.end, heading });
    } else if (line.kind === 'underline') {
      if (open?.kind === 'paragraph' && open.lines === 1) {
        heading = joined(text, open.start, open.end);
        blocks.push({ kind: 'heading', start: open.start, end: open.end, heading });
        open = null;
      } else close(false);
    } else {
      const kind = line.kind === 'plain' ? 'paragraph' : line.kind;
      if (open?.kind === 'paragraph' && open.lines === 1 && isQuestionLine(text.slice(open.start, open.end))) {
        heading = joined(text, open.start, open.end);
        blocks.push({ kind: 'heading', start: open.start, end: open.end, heading });
        open = null;
      }
      const isSame = open !== null && (open.kind === kind || open.kind === 'item') && kind !== 'item';
      if (isSame && open !== null && !(open.kind === 'item' && kind === 'table')) {
        open.end = line.end;
        open.lines++;
      } else {
        close(false);
        open = { kind, start: line.from, end: line.end, lines: 1 };
      }
    }
  }
  close(false);
  return blocks;
}

/** White space joined, marks of quotations left out. */
export const joined = (text: string, start: number, end: number): string =>
  text
    .slice(start, end)
    .replace(/\n {0,3}(?:> ?){1,9}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    yield lineAt(text, start, end);
    start = end + 1;
  }
}

function lineAt(text: string, start: number, end: number): Line {
  const whole = text.slice(start, Math.min(end, start + HEAD_CHARACTERS));
  const quote = QUOTE.exec(whole)?.[0].length ?? 0;
  const head = whole.slice(quote);
  const from = start + quote;
  const marked = (mark: number) => ({ start, end, from: from + mark });
  if (head.trim() === '' && end - start <= HEAD_CHARACTERS) return { ...marked(0), kind: 'blank' };
  if (FENCE.test(head)) return { ...marked(0), kind: 'fence' };
  const heading = HEADING.exec(head);
  if (heading !== null) return { ...marked(heading[0].length), kind: 'heading' };
  if (end - start <= HEAD_CHARACTERS && UNDERLINE.test(head)) return { ...marked(0), kind: 'underline' };
  if (isTable(head)) return { ...marked(0), kind: 'table' };
  const item = ITEM.exec(head);
  if (item !== null) return { ...marked(item[0].length), kind: 'item' };
  return { ...marked(head.length - head.trimStart().length), kind: 'plain' };
}

/** A row in Markdown, or columns set apart by tabs or wide blanks. */
function isTable(head: string): boolean {
  if (/^[ \t]{0,9}\|/.test(head)) return true;
  if (head.split(' | ').length > 2) return true;
  return (head.trim().match(/\S(?:\t{1,9}| {3,60})(?=\S)/g)?.length ?? 0) >= 2;
}

const QUESTION_CHARACTERS_MAX = 60;

/** `Is it legal?` over its answer, in lists of questions and answers. */
const isQuestionLine = (line: string): boolean =>
  line.length <= QUESTION_CHARACTERS_MAX && /^\p{Lu}[^.!?]{4,}\?$/u.test(line.trim());

/** A sentence with its citation behind the full stop. */
const CITED = /\[(?:\^[^\][]{1,50}|[e\d][\d, ;e–-]{0,50})\](?:\([^()\s]{0,50}\))?$|\]\]\([^()\s]{0,50}\)$/;

/** In plain text nothing marks a heading but how it looks: short, alone, and no sentence. */
function looksLikeHeading(line: string): boolean {
  const plain = line.trim();
  if (CITED.test(plain.slice(-60))) return false;
  if (plain.length > HEADING_CHARACTERS_MAX || /[.!?:;,…"”“»)。！？：；，、」』）]$/.test(plain)) return false;
  return /^[\p{Lu}\p{N}]/u.test(plain) && plain.split(/\s+/).length <= HEADING_WORDS_MAX;
}
