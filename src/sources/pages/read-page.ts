// The page behind an address: a web page, or a document that the reader of documents knows.

import { SourceFault } from '../../errors.ts';
import type { FoundText } from '../../ports/sources.ts';
import { charsetOf, decodeText } from '../corpus/decode-text.ts';
import { type DocumentText, documentKind } from '../corpus/document-text.ts';
import { readDocument } from '../corpus/read-document.ts';
import type { PoliteFetch } from '../fetch/polite-fetch.ts';
import { checkedUrl, type FetchReply } from '../fetch/safe-fetch.ts';
import { unreadableReason } from './unreadable-page.ts';

const NEEDS_LOGIN: ReadonlySet<number> = new Set([401, 402, 403, 407]);
/** What servers say of files that they know nothing of. */
const UNKNOWN = 'application/octet-stream';

/** Rejects with SourceFault, whose message says why as a sentence of its own. */
export async function readPage(address: string, fetch: PoliteFetch, signal: AbortSignal): Promise<FoundText> {
  const asked = checkedUrl(address);
  const reply = await fetch.page(asked.href, signal);
  checkStatus(reply);
  const { url, bytes } = reply;
  const of = { name: lastPart(url), type: typeOf(reply) };
  const read = await readDocument(bytes, of, signal);
  if (documentKind(bytes, of.name, of.type) === 'html') {
    const html = decodeText(bytes, charsetOf(of.type)) ?? '';
    const { text, title } = read.ok ? read.document : { text: '', title: '' };
    const wall = unreadableReason({ html, text, title, asked, came: url });
    if (wall !== null) throw leftOut(wall);
  }
  if (!read.ok) throw leftOut(read.why);
  return foundOf(read.document, url, of.name);
}

function checkStatus({ status, url: { host } }: FetchReply): void {
  if (NEEDS_LOGIN.has(status))
    throw new SourceFault('source-refused', `${host} answered with ${status}: it asks for a login.`);
  if (status >= 500) throw new SourceFault('source-unreachable', `${host} answered with ${status}.`);
  if (status < 200 || status >= 300) throw new SourceFault('source-refused', `${host} answered with ${status}.`);
}

/** The header; where it says nothing of use, by the first bytes. */
function typeOf({ headers, bytes }: FetchReply): string {
  const said = headers['content-type']?.trim() ?? '';
  if (said !== '' && said.split(';')[0]?.trim().toLowerCase() !== UNKNOWN) return said;
  const start = bytes.subarray(0, 1_024).toString('latin1');
  return /<(?:!doctype html|html|head|body)\b/i.test(start) ? 'text/html' : '';
}

function foundOf(document: DocumentText, url: URL, name: string): FoundText {
  const { title, text, publishedAt, authors, publisher, type } = document;
  return {
    ...{ address: url.href, title: title || name || url.host, type: type === 'academic' ? type : 'web', publishedAt },
    ...{ authors, publisher: publisher || url.hostname, text, isWhole: true },
  };
}

function lastPart({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).slice(-200);
  } catch {
    return last.slice(-200);
  }
}

const leftOut = (why: string): SourceFault => new SourceFault('source-not-readable', `It was left out: ${why}.`);
