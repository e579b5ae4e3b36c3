// What is read off a document, whatever it was written with. The text has the marks of Markdown for headings, items
// of lists, tables and code, and no others: `src/documents/evidence/text-blocks.ts` reads it.

export interface DocumentText {
  readonly text: string;
  /** '' where the document does not say. */
  readonly title: string;
  readonly type: string;
  /** `2024`, `2024-03` or `2024-03-09`. */
  readonly publishedAt: string | null;
  readonly authors: readonly string[];
  readonly publisher: string;
  /** Where it stands on the web, if it says so. */
  readonly url: string;
}

export type DocumentResult =
  | { readonly ok: true; readonly document: DocumentText }
  /** Why it cannot be read, as the end of a sentence: `it is encrypted`. */
  | { readonly ok: false; readonly why: string };

export type DocumentKind = 'markdown' | 'html' | 'text' | 'pdf' | 'docx';

export const NOTHING_KNOWN: Omit<DocumentText, 'text'> = {
  ...{ title: '', type: '', publishedAt: null, authors: [], publisher: '', url: '' },
};

const ENDINGS: { readonly [ending: string]: DocumentKind } = {
  ...{ md: 'markdown', markdown: 'markdown', html: 'html', htm: 'html', xhtml: 'html' },
  ...{ txt: 'text', text: 'text', pdf: 'pdf', docx: 'docx' },
};

const TYPES: { readonly [type: string]: DocumentKind } = {
  'text/markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

export function kindOfName(name: string): DocumentKind | null {
  const [, ending = ''] = /\.([A-Za-z0-9]{1,10})$/.exec(name.slice(-12)) ?? [];
  return ENDINGS[ending.toLowerCase()] ?? null;
}

/** By its first bytes, then by what was said of it, then by its name; null: none that is read. */
export function documentKind(bytes: Uint8Array, name: string, contentType: string): DocumentKind | null {
  const said = TYPES[contentType.split(';')[0]?.trim().toLowerCase() ?? ''] ?? null;
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024));
  if (start.includes('%PDF-')) return 'pdf';
  const byName = kindOfName(name);
  if (start.startsWith('PK\x03\x04')) return said === 'docx' || byName === 'docx' ? 'docx' : null;
  const kind = said ?? byName;
  // A server says `text/plain` of Markdown too.
  if (kind === 'text' && byName === 'markdown') return 'markdown';
  return kind === 'text' && /^\s{0,200}<(?:!doctype html|html)/i.test(start) ? 'html' : kind;
}
