// Reads the text of a PDF, page by page: lines become paragraphs, large lines headings, and what repeats on the pages
// goes.

import { getDocumentProxy } from 'unpdf';
import { type DocumentResult, NOTHING_KNOWN } from './document-text.ts';
import { plainDate } from './find-date.ts';
import { namesOf } from './read-document-front.ts';

const PAGES_MAX = 1_000;
const CHARACTERS_MAX = 5_000_000;
/** A page with less holds a picture at most. */
const PAGE_CHARACTERS_MIN = 20;

interface PdfLine {
  readonly text: string;
  readonly size: number;
  readonly y: number;
}

export async function readPdf(bytes: Uint8Array): Promise<DocumentResult> {
  try {
    const pdf = await getDocumentProxy(bytes, { verbosity: 0, stopAtErrors: false, useSystemFonts: false });
    const pages: PdfLine[][] = [];
    let length = 0;
    const last = Math.min(pdf.numPages, PAGES_MAX);
    for (let number = 1; number <= last && length < CHARACTERS_MAX; number++) {
      const page = await pdf.getPage(number);
      const lines = linesOf((await page.getTextContent()).items as readonly PdfItem[]);
      length += lines.reduce((sum, line) => sum + line.text.length, 0);
      pages.push(lines);
      page.cleanup();
    }
    if (length < Math.min(pages.length, 5) * PAGE_CHARACTERS_MIN) {
      return { ok: false, why: 'it holds no text; it may be scanned' };
    }
    const { info = {} } = (await pdf.getMetadata().catch(() => ({}))) as { info?: Record<string, unknown> };
    const said = (name: string): string => (typeof info[name] === 'string' ? info[name].trim().slice(0, 500) : '');
    const text = textOf(pages);
    const known = {
      ...{ title: titleOf(said('Title')) || firstHeading(text), authors: namesOf(said('Author')) },
      publishedAt: plainDate(said('CreationDate')),
    };
    return { ok: true, document: { ...NOTHING_KNOWN, ...known, text } };
  } catch (thrown) {
    const { name = '' } = (thrown ?? {}) as { name?: string };
    if (name === 'PasswordException') return { ok: false, why: 'it is encrypted' };
    return { ok: false, why: `it is broken (${said(thrown)})` };
  }
}

const said = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 120).replace(/\.$/, '');

/** What programs write where nobody gave a title. */
const titleOf = (title: string): string =>
  /^(?:untitled|microsoft word|document\d{0,3}$|.{0,200}\.(?:docx?|pdf|indd|tex)$)/i.test(title) ? '' : title;

const firstHeading = (text: string): string => /^#{1,2} (.{1,300})$/m.exec(text.slice(0, 3_000))?.[1] ?? '';

interface PdfItem {
  readonly str?: string;
  readonly hasEOL?: boolean;
  readonly height?: number;
  readonly transform?: readonly number[];
}

function linesOf(items: readonly PdfItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let [text, size, y]: [string[], number, number] = [[], 0, 0];
  const end = (): void => {
    const whole = text.join('').replace(/\s+/g, ' ').trim();
    if (whole !== '') lines.push({ text: whole, size, y });
    [text, size] = [[], 0];
  };
  for (const { str = '', hasEOL = false, height = 0, transform = [] } of items) {
    const at = transform[5] ?? y;
    if (text.length > 0 && Math.abs(at - y) > Math.max(height, size, 4) * 0.8) end();
    if (str !== '') {
      text.push(str);
      size = Math.max(size, height);
      y = at;
    }
    if (hasEOL) end();
  }
  end();
  return lines;
}

function textOf(pages: readonly (readonly PdfLine[])[]): string {
  const body = bodySize(pages);
  const repeated = repeatedLines(pages, body);
  const out: string[] = [];
  let before: PdfLine | null = null;
  for (const page of pages) {
    for (const line of page) {
      if (repeated.has(keyOf(line, body)) || /^(?:page )?[\divxl]{1,6}(?: of \d{1,5})?$/i.test(line.text)) continue;
      const isHeading = line.size > body * 1.15 && line.text.length < 150 && /\p{L}/u.test(line.text);
      if (isHeading) {
        if (before !== null && before.size === line.size && out.at(-1)?.startsWith('## '))
          out.push(`${out.pop()} ${line.text}`);
        else out.push('', `## ${line.text}`);
      } else if (out.length > 0 && before !== null && isSameParagraph(before, line, body))
        out.push(joinedTo(out.pop() ?? '', line.text));
      else out.push('', line.text);
      before = line;
    }
  }
  return out.join('\n').trim();
}

function isSameParagraph(before: PdfLine, line: PdfLine, body: number): boolean {
  if (before.size > body * 1.15 && before.text.length < 150) return false;
  const gap = before.y - line.y;
  // A paragraph may go on in the next column or on the next page, where it did not end before.
  if (gap <= 0) return !/[.!?:…]["”’)]?$/.test(before.text);
  return gap < Math.max(before.size, line.size, 6) * 1.75;
}

/** A word that was divided at the end of a line is one again. */
const joinedTo = (before: string, text: string): string =>
  /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(text) ? before.slice(0, -1) + text : `${before} ${text}`;

/** The size that most characters have. */
function bodySize(pages: readonly (readonly PdfLine[])[]): number {
  const counts = new Map<number, number>();
  for (const { size, text } of pages.flat()) {
    const rounded = Math.round(size * 2) / 2;
    counts.set(rounded, (counts.get(rounded) ?? 0) + text.length);
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0];
}

/** The number of a page may differ; headings and sentences must be the same. */
const keyOf = ({ text, size }: PdfLine, body: number): string =>
  size > body * 1.15 || /[.!?]$/.test(text) ? text : text.replace(/\d{1,6}/g, '#').toLowerCase();

/** First and last lines that most pages have: titles, names of chapters, numbers of pages. */
function repeatedLines(pages: readonly (readonly PdfLine[])[], body: number): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const edges = new Set([...page.slice(0, 2), ...page.slice(-2)].map((line) => keyOf(line, body)));
    for (const key of edges) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(3, pages.length * 0.5);
  return new Set([...counts].flatMap(([key, count]) => (count >= least ? [key] : [])));
}
