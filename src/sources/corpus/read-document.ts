// Reads one document of any kind, from a folder or from the web.

import { withoutControls } from '../../documents/markdown/without-controls.ts';
import { charsetOf, decodeText } from './decode-text.ts';
import { type DocumentKind, type DocumentResult, documentKind, NOTHING_KNOWN } from './document-text.ts';
import { dateInText } from './find-date.ts';
import { letterheadIn } from './letterhead.ts';
import { plainMarkdown } from './plain-markdown.ts';
import { readApart } from './read-apart.ts';
import { readDocumentFront } from './read-document-front.ts';

/** Of text; longer ones are cut. */
const CHARACTERS_MAX = 5_000_000;

export interface DocumentName {
  /** Of a file or the last part of an address. */
  readonly name: string;
  /** As a server says it: `text/html; charset=utf-8`; '' of a file. */
  readonly type: string;
}

/** Never rejects because of the document: what cannot be read says why, and so does what `signal` ended. */
export async function readDocument(
  bytes: Uint8Array,
  { name, type }: DocumentName,
  signal?: AbortSignal,
): Promise<DocumentResult> {
  if (bytes.length === 0) return { ok: false, why: 'it is empty' };
  if (isOldOffice(bytes)) return { ok: false, why: 'it is encrypted, or of an older format of Word' };
  const kind = documentKind(bytes, name, type);
  if (kind === null) return { ok: false, why: 'it is of no kind that is read: Markdown, HTML, text, PDF or DOCX' };
  const read = await readKind(bytes, kind, charsetOf(type), signal);
  if (!read.ok) return read;
  const { document } = read;
  const text = withoutControls(document.text).slice(0, CHARACTERS_MAX).trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return { ok: false, why: 'it holds no text' };
  const letterhead = letterheadIn(text);
  const title = oneLine(document.title) || (letterhead === null ? firstHeading(text) : oneLine(letterhead.title));
  const authors = document.authors.map(oneLine).filter((each) => each !== '');
  const publishedAt = document.publishedAt ?? dateInText(text);
  return {
    ok: true,
    document: {
      ...{ ...document, text, title, authors, publishedAt },
      publisher: oneLine(document.publisher) || (authors.length === 0 ? (letterhead?.publisher ?? '') : ''),
    },
  };
}

async function readKind(
  bytes: Uint8Array,
  kind: DocumentKind,
  charset: string | null,
  signal?: AbortSignal,
): Promise<DocumentResult> {
  // Their parsers could hang or eat memory.
  if (kind === 'pdf' || kind === 'docx') return readApart({ kind, content: bytes }, { signal });
  const decoded = decodeText(bytes, charset);
  if (decoded === null) return { ok: false, why: 'it is not text, whatever its name says' };
  if (kind === 'html') return readApart({ kind, content: decoded }, { signal });
  const { known, body } = readDocumentFront(decoded.replace(/\r\n?/g, '\n'));
  return { ok: true, document: { ...NOTHING_KNOWN, ...known, text: kind === 'markdown' ? plainMarkdown(body) : body } };
}

/** The container of Word's older format, which encrypted documents of the newer one use too. */
const isOldOffice = (bytes: Uint8Array): boolean => [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);

const oneLine = (text: string): string => withoutControls(text).replace(/\s+/g, ' ').trim().slice(0, 300);

/** The first heading; of plain text the first line, if it looks like one. */
function firstHeading(text: string): string {
  const head = text.slice(0, 5_000);
  const marked = /^#{1,6} (.{1,300})$/m.exec(head)?.[1] ?? /^(.{1,300})\n={3}/.exec(head)?.[1];
  if (marked !== undefined) return oneLine(marked);
  const [first = '', second = ''] = head.split('\n', 2).map((line) => line.trim());
  if (!isTitle(first)) return '';
  // `ENERGY AGENCY` over the title.
  return oneLine(first === first.toUpperCase() && isTitle(second) ? second : first);
}

const isTitle = (line: string): boolean => line.length > 3 && line.length <= 120 && /^\p{Lu}.*[^.!?:;,]$/u.test(line);
