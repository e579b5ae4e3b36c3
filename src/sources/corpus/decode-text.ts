// Bytes as text: by their byte order mark, by what was said of them, as UTF-8, and else as Windows-1252.

const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
/** Where a page says in itself how it is written. */
const META =
  /<meta[^>]{1,200}?charset[ \t]{0,9}=[ \t]{0,9}["']?([\w:.-]{1,40})|^<\?xml[^>]{1,100}?encoding=["']([\w:.-]{1,40})/i;
const META_BYTES = 2_048;

/** `charset` as a server or a document said it; null: the bytes are not text. */
export function decodeText(bytes: Uint8Array, charset: string | null = null): string | null {
  const mark = MARKS.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (mark !== undefined) return decode(bytes, mark[1], false);
  const wide = wideKind(bytes);
  if (wide !== null) return decode(bytes, wide, false);
  if (bytes.subarray(0, 8_192).includes(0)) return null;
  const asUtf8 = decode(bytes, 'utf-8', true);
  // Servers say UTF-8 of all their pages: of one that is not, the page itself may say more.
  const said = [charset, metaCharset(bytes)].filter((each) => each !== null && !isWesternOrUtf8(each));
  // A text that is valid UTF-8 and not ASCII alone is hardly ever anything else, whatever is said of it.
  if (asUtf8 !== null && (said.length === 0 || !isAscii(bytes))) return asUtf8;
  const decoded = said.map((each) => decode(bytes, each ?? '', false)).find((each) => each !== null);
  return decoded ?? asUtf8 ?? decode(bytes, 'windows-1252', false);
}

/** `text/html; charset=iso-8859-1`. */
export const charsetOf = (contentType: string): string | null =>
  /;[ \t]{0,20}charset[ \t]{0,9}=[ \t]{0,9}["']?([\w:.-]{1,40})/i.exec(contentType.slice(0, 500))?.[1]?.toLowerCase() ??
  null;

function decode(bytes: Uint8Array, charset: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(charset, { fatal }).decode(bytes);
  } catch {
    return null;
  }
}

function metaCharset(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, META_BYTES));
  const [, inMeta, inXml] = META.exec(head) ?? [];
  return (inMeta ?? inXml)?.toLowerCase() ?? null;
}

/** UTF-16 without a mark: every second byte of ASCII is zero. */
function wideKind(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const head = bytes.subarray(0, 512);
  if (head.length < 8) return null;
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = head.length * 0.35;
  if (odd > many && even < 3) return 'utf-16le';
  return even > many && odd < 3 ? 'utf-16be' : null;
}

const isWesternOrUtf8 = (charset: string): boolean => /^(?:utf-?8|us-ascii|ascii)$/.test(charset);

function isAscii(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte > 0x7f || byte === 0x1b) return false;
  return true;
}
