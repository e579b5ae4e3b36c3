// The text of a page or of a part of it: one line for each paragraph, headings, items, tables and code marked as in
// Markdown. It walks without recursion: pages may be nested without end.

/** The little of a DOM that is needed. */
export interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly firstChild: HtmlNode | null;
  readonly nextSibling: HtmlNode | null;
  readonly parentNode: HtmlNode | null;
  readonly nodeValue: string | null;
}

const SKIPPED = new Set(
  `SCRIPT STYLE NOSCRIPT TEMPLATE SVG MATH NAV FORM BUTTON SELECT OPTION TEXTAREA INPUT IFRAME OBJECT CANVAS VIDEO AUDIO
  HEAD DIALOG MENU`.split(/\s+/),
);
/** Around the text of a page, not of it: left out where a whole page is read. */
const AROUND = new Set(['HEADER', 'FOOTER', 'ASIDE']);
const BLOCKS = new Set(
  `P DIV SECTION ARTICLE MAIN BODY UL OL DL DT DD BLOCKQUOTE FIGURE FIGCAPTION TABLE THEAD TBODY TFOOT ADDRESS HEADER
  FOOTER ASIDE HR DETAILS SUMMARY FIELDSET`.split(/\s+/),
);
const ELEMENT = 1;
const TEXT = 3;

export function htmlText(root: HtmlNode, { isPage = false } = {}): string {
  const out = new TextLines();
  let node: HtmlNode | null = root;
  while (node !== null) {
    const isIn: boolean = node.nodeType !== ELEMENT || enter(node, out, isPage);
    if (node.nodeType === TEXT) out.text(node.nodeValue ?? '');
    if (isIn && node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    while (node !== null && node !== root && node.nextSibling === null) {
      if (node.nodeType === ELEMENT) leave(node, out);
      node = node.parentNode;
    }
    if (node === null || node === root) break;
    if (node.nodeType === ELEMENT) leave(node, out);
    node = node.nextSibling;
  }
  return out.end();
}

/** false: what is inside is not text. */
function enter(node: HtmlNode, out: TextLines, isPage: boolean): boolean {
  const name = node.nodeName.toUpperCase();
  if (SKIPPED.has(name) || (isPage && AROUND.has(name))) return false;
  if (/^H[1-6]$/.test(name)) out.block(`${'#'.repeat(Number(name[1]))} `);
  else if (name === 'LI') out.line('- ');
  else if (name === 'TR') out.line('| ');
  else if (name === 'BR') out.line('');
  else if (name === 'PRE') out.fence();
  else if (name === 'SUP') return !isNote(node);
  else if (BLOCKS.has(name)) out.block('');
  return true;
}

function leave(node: HtmlNode, out: TextLines): void {
  const name = node.nodeName.toUpperCase();
  if (name === 'PRE') out.fence();
  else if (name === 'TD' || name === 'TH') out.text(' | ');
  else if (/^H[1-6]$/.test(name) || BLOCKS.has(name)) out.block('');
}

/** The number of a note: no word of the sentence it stands in. */
function isNote(node: HtmlNode): boolean {
  let [inner, depth] = [node.firstChild, 0];
  while (inner !== null && inner.nodeType === ELEMENT && depth++ < 5) inner = inner.firstChild;
  return inner === null || /^\s{0,9}\[?[\d*†‡a-z]{1,3}\]?\s{0,9}$/.test((inner.nodeValue ?? '').slice(0, 40));
}

class TextLines {
  readonly #lines: string[] = [];
  #line: string[] = [];
  #mark = '';
  #isCode = false;

  text(text: string): void {
    if (this.#isCode) this.#line.push(text);
    else if (text !== '') this.#line.push(text.replace(/\s+/g, ' '));
  }

  line(mark: string): void {
    if (this.#isCode) return;
    const own = this.#line.join('').replace(/ {2,}/g, ' ').trim();
    // The mark of an item stays until there is a text for it: `<li><p>`.
    if (own !== '') {
      this.#lines.push(this.#mark + own);
      this.#mark = '';
    }
    this.#line = [];
    if (mark !== '') this.#mark = mark;
  }

  block(mark: string): void {
    const isItem = this.#mark === '- ' && this.#line.join('').trim() === '';
    this.line(mark);
    if (!this.#isCode && !isItem && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  fence(): void {
    if (this.#isCode) {
      this.#lines.push(...this.#line.join('').replaceAll('```', "'''").split('\n'), '```', '');
      this.#line = [];
      this.#isCode = false;
      return;
    }
    this.block('');
    this.#lines.push('```');
    this.#isCode = true;
  }

  end(): string {
    if (this.#isCode) this.fence();
    this.line('');
    return this.#lines.join('\n').trim();
  }
}
