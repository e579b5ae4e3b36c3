// Reads a DOCX: its text by mammoth, once its parts are known to be of a size that can be unpacked.

import { inflateRawSync } from 'node:zlib';
import mammoth from 'mammoth';
import { type DocumentResult, NOTHING_KNOWN } from './document-text.ts';
import { plainDate } from './find-date.ts';
import { namesOf } from './read-document-front.ts';
import { readHtml } from './read-html.ts';
import { type ZipEntry, zipEntries } from './zip-entries.ts';

/** Of all parts that hold text, unpacked. */
const UNPACKED_BYTES_MAX = 60_000_000;

export async function readDocx(bytes: Uint8Array): Promise<DocumentResult> {
  const entries = zipEntries(bytes);
  if (entries === null) return { ok: false, why: 'it is broken (it is not a whole ZIP archive)' };
  if (!entries.some(({ name }) => name === 'word/document.xml')) {
    return { ok: false, why: 'it is broken (it holds no word/document.xml)' };
  }
  if (!isSmall(bytes, entries))
    return { ok: false, why: `it is too large: unpacked it has more than ${UNPACKED_BYTES_MAX / 1e6} MB` };
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
    );
    const { text } = readHtml(`<html><body><article>${value}</article></body></html>`);
    if (text === '') return { ok: false, why: 'it holds no text' };
    return { ok: true, document: { ...NOTHING_KNOWN, ...knownOf(bytes, entries), text } };
  } catch (thrown) {
    const found = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n')[0] ?? '';
    return { ok: false, why: `it is broken (${found.slice(0, 120).replace(/\.$/, '')})` };
  }
}

/** What an archive says of its sizes may be a lie: they are measured by unpacking, up to the bound. */
function isSmall(bytes: Uint8Array, entries: readonly ZipEntry[]): boolean {
  let left = UNPACKED_BYTES_MAX;
  for (const entry of entries) {
    if (!/\.(?:xml|rels)$/i.test(entry.name)) continue;
    const unpacked = unpack(bytes, entry, left);
    if (unpacked === null) return false;
    left -= unpacked.length;
  }
  return true;
}

/** null: it is larger than `most`, or it cannot be unpacked. */
function unpack(bytes: Uint8Array, { start, end, isPacked }: ZipEntry, most: number): Uint8Array | null {
  if (most <= 0) return null;
  const own = bytes.subarray(start, end);
  if (!isPacked) return own.length <= most ? own : null;
  try {
    return inflateRawSync(own, { maxOutputLength: most });
  } catch (thrown) {
    // What is merely broken is mammoth's to tell.
    return (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? null : new Uint8Array();
  }
}

function knownOf(bytes: Uint8Array, entries: readonly ZipEntry[]) {
  const core = entries.find(({ name }) => name === 'docProps/core.xml');
  const unpacked = core === undefined ? null : unpack(bytes, core, 1_000_000);
  const xml = unpacked === null ? '' : new TextDecoder().decode(unpacked);
  const said = (tag: string): string => {
    const open = xml.indexOf(`<${tag}`);
    const from = open < 0 ? -1 : xml.indexOf('>', open);
    const to = from < 0 ? -1 : xml.indexOf('<', from);
    return to < 0
      ? ''
      : unescaped(xml.slice(from + 1, to))
          .trim()
          .slice(0, 500);
  };
  return {
    title: said('dc:title'),
    authors: namesOf(said('dc:creator')),
    publishedAt: plainDate(said('dcterms:created') || said('dcterms:modified')),
  };
}

const unescaped = (xml: string): string =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
